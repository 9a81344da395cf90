/** Metrics of a server for Prometheus: requests, calls, the book, the process. Each handler has a registry. */
import Counter from "prom-client/lib/counter.js";
import Gauge from "prom-client/lib/gauge.js";
import Histogram from "prom-client/lib/histogram.js";
import Registry from "prom-client/lib/registry.js";
import * as z from "zod";
import { ENGINE_VERSION } from "../../version.ts";
import { type RequestNote, type Route, route } from "../http/index.ts";
import type { Store } from "../store/index.ts";
import { countParts } from "../work/index.ts";

/** Histogram buckets of request durations in seconds, up to the time limit of 30 (H33). */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const NO_ROUTE = "none";

export class ServerMetrics {
  readonly #registry = new Registry();
  readonly #common = { registers: [this.#registry] };
  readonly #requests = new Counter({
    ...this.#common,
    name: "tollbook_requests_total",
    help: "Requests answered, by route and status; route none: no path of the server.",
    labelNames: ["method", "route", "status"],
  });
  readonly #seconds = new Histogram({
    ...this.#common,
    name: "tollbook_request_duration_seconds",
    help: "What requests took, by route.",
    labelNames: ["method", "route"],
    buckets: SECONDS,
  });
  readonly #running = new Gauge({
    ...this.#common,
    name: "tollbook_requests_running",
    help: "Requests that run, this one included.",
  });
  readonly #calls = new Counter({
    ...this.#common,
    name: "tollbook_calls_total",
    help: "Calls that requests to this process answered, by outcome; repeated: stored before.",
    labelNames: ["outcome"],
  });
  readonly #errors = new Counter({
    ...this.#common,
    name: "tollbook_call_errors_total",
    help: "Calls that requests answered with an error, by the error's code.",
    labelNames: ["code"],
  });
  readonly #databaseUp = new Gauge({
    ...this.#common,
    name: "tollbook_database_up",
    help: "1 where the database answers, else 0.",
  });
  readonly #revision = new Gauge({
    ...this.#common,
    name: "tollbook_book_revision",
    help: "Revision of the present book; missing while the database does not answer.",
  });
  readonly #parts = new Gauge({
    ...this.#common,
    name: "tollbook_parts",
    help: "Parts of queued batches in the database: open ones wait for a worker, parked ones failed five times.",
    labelNames: ["state"],
  });
  readonly #oldestPart = new Gauge({
    ...this.#common,
    name: "tollbook_oldest_open_part_seconds",
    help: "Time since the earliest batch with open parts was taken in; 0 without open parts.",
  });

  constructor() {
    for (const outcome of ["rated", "error", "ignored", "repeated"]) this.#calls.inc({ outcome }, 0);
    this.#gaugeProcess();
  }

  /** Runs a request, and counts it as running meanwhile. */
  async running<T>(work: () => Promise<T>): Promise<T> {
    this.#running.inc();
    try {
      return await work();
    } finally {
      this.#running.dec();
    }
  }

  /** Counts an answered request. Labels are constants of the server: text of callers makes no series. */
  noteRequest({ method, route, status, milliseconds, calls }: RequestNote): void {
    const asked =
      route === undefined ? { method: NO_ROUTE, route: NO_ROUTE } : { method: knownMethod(method), route };
    this.#requests.inc({ ...asked, status: String(status) });
    this.#seconds.observe(asked, milliseconds / 1000);
    if (calls === undefined) return;
    // Calls that wait for a worker are in no metric.
    const { rated, errors, ignored, repeated, errorsByCode } = calls;
    this.#calls.inc({ outcome: "rated" }, rated);
    this.#calls.inc({ outcome: "error" }, errors);
    this.#calls.inc({ outcome: "ignored" }, ignored);
    this.#calls.inc({ outcome: "repeated" }, repeated);
    for (const { code, calls: count } of errorsByCode) this.#errors.inc({ code }, count);
  }

  /** All metrics, in Prometheus' text format 0.0.4. */
  async text(store: Store): Promise<string> {
    await this.#lookAtStore(store);
    return this.#registry.metrics();
  }

  /** Reads the metrics of the database, when they are requested. */
  async #lookAtStore(store: Store): Promise<void> {
    this.#revision.remove();
    this.#parts.reset();
    this.#oldestPart.remove();
    try {
      const { open, parked, oldestSeconds } = await countParts(store.database);
      this.#parts.set({ state: "open" }, open);
      this.#parts.set({ state: "parked" }, parked);
      this.#oldestPart.set(oldestSeconds);
      this.#revision.set((await store.present()).revision);
      this.#databaseUp.set(1);
    } catch {
      this.#databaseUp.set(0);
    }
  }

  #gaugeProcess(): void {
    const gauge = (name: string, help: string, read: () => number): void => {
      new Gauge({
        ...this.#common,
        name,
        help,
        collect() {
          this.set(read());
        },
      });
    };
    const processor = (): number => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    };
    const version = new Gauge({
      ...this.#common,
      name: "tollbook_info",
      help: "1, with the version of tollbook and of Node.",
      labelNames: ["version", "node"],
    });
    version.set({ version: ENGINE_VERSION, node: process.version }, 1);
    const started = Date.now() / 1000 - process.uptime();
    gauge("process_start_time_seconds", "When the process started, in seconds since 1970.", () => started);
    new Counter({
      ...this.#common,
      name: "process_cpu_seconds_total",
      help: "Processor time of the process, user and system, in seconds.",
      collect() {
        this.reset();
        this.inc(processor());
      },
    });
    gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
    gauge("nodejs_heap_size_used_bytes", "Memory of the heap in use.", () => process.memoryUsage().heapUsed);
  }
}

/** Methods that routes answer; a handler in another server may get any other method. */
const METHODS: ReadonlySet<string> = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);

function knownMethod(method: string): string {
  return METHODS.has(method) ? method : "other";
}

/** The metrics of a server. They show how busy it is, so the route needs a key, of any level. */
export function metricsRoute(metrics: ServerMetrics): Route {
  return route({
    method: "GET",
    path: "/tollbook/metrics",
    name: "getMetrics",
    summary: "Figures of this process for Prometheus, in its text format.",
    tag: "service",
    access: "read",
    isOfService: true,
    producesOnly: ["text/plain"],
    answers: { 200: z.string() },
    handle: async ({ store }) => ({
      type: "text/plain; version=0.0.4; charset=utf-8",
      body: await metrics.text(store),
    }),
  });
}
