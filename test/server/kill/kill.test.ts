/** kill -9 between any two steps of a write, and the same request sent again: nothing lost, nothing double (H23, H31, H38). */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHandler } from "../../../src/server/create-handler.ts";
import { openStore } from "../../../src/server/store/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { atLeast } from "../../properties/runs.ts";
import { aCall, BOOK } from "../calls/setup.ts";
import { ENGINES, emptyPostgres, fillPgliteFolder, PGLITE } from "../databases.ts";

let script: BuiltWorker;
beforeAll(async () => {
  script = await builtWorker("test/server/kill/killed-server.ts");
});
afterAll(() => script.remove());

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  readonly body: any;
  readonly headers: Headers;
}

type Send = (request: Request) => Promise<Response>;

/** A server of its own process, or one in this process that nobody kills. */
interface Server {
  readonly url: string;
  readonly send: Send;
}

async function ask(
  { url, send }: Server,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const request = new Request(`${url}/backend/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await send(request);
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

/** A child process that serves a place, killed when it is told to. */
class Child implements Server {
  readonly url: string;
  readonly send: Send = (request) => fetch(request);
  readonly #process: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(process: ChildProcess, lines: AsyncIterator<string>, url: string) {
    this.#process = process;
    this.#lines = lines;
    this.url = url;
  }

  static async start(place: string): Promise<Child> {
    const child = spawn(process.execPath, [fileURLToPath(script.url), place], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const { value } = await lines.next();
    return new Child(child, lines, String(value));
  }

  /** Kills itself after so many steps. */
  async arm(steps: number): Promise<void> {
    this.#process.stdin?.write(`${steps}\n`);
    await this.#lines.next();
  }

  /** Waits until it is dead; whether SIGKILL was it. */
  async isKilled(): Promise<boolean> {
    if (this.#process.exitCode === null && this.#process.signalCode === null)
      await once(this.#process, "exit");
    return this.#process.signalCode === "SIGKILL";
  }

  async stop(): Promise<void> {
    this.#process.stdin?.end();
    await this.isKilled();
  }
}

/** What a client does, and does again where it had no answer. Each sort of write, named by a number of its own. */
const WRITES: Readonly<Record<string, (server: Server, round: number) => Promise<unknown>>> = {
  async batch(server, round) {
    const calls = [
      aCall(10 * round + 1, { duration: 100 }),
      aCall(10 * round + 2, { target: "02079460020", carrierCallID: `c${round}` }),
      aCall(10 * round + 1, { duration: 100 }),
      aCall(10 * round + 3, { duration: "x" }),
    ];
    const key = { "Idempotency-Key": `batch-${round}` };
    const { status, body } = await ask(server, "POST", "/tollbook/batches", { calls }, key);
    return [status === 201 || status === 200, body.results];
  },
  async record(server, round) {
    const before = await ask(server, "GET", "/tariffs/2");
    const price = `${round}.5`;
    if (before.body.baseCost === price) return [price];
    const match = { "If-Match": before.headers.get("etag") ?? "" };
    const { status, body } = await ask(server, "PATCH", "/tariffs/2", { baseCost: price }, match);
    return [status === 200 ? body.baseCost : status];
  },
  async invoice(server, round) {
    const invoiceNumber = `A-${round}`;
    const body = { cutoffDate: "2026-11-01", invoiceNumber };
    const made = await ask(server, "POST", "/customers/7/invoices/", body);
    if (made.status !== 201) expect(made.body.error_code).toBe(409004);
    const [invoice] = (await ask(server, "GET", `/invoices/?invoiceNumber=${invoiceNumber}`)).body;
    return [invoice.total, invoice.invoiceCallCount];
  },
  async rerate(server) {
    const { status, body } = await ask(server, "POST", "/tollbook/rerate", { customerID: "8" });
    return [status, body.read, body.rated, body.totals];
  },
};

/** More steps than any of these writes takes. */
const MOST_STEPS = 60;

/** Before which steps an ordinary run kills. The embedded database takes some seconds to open. */
const SOME_STEPS: Readonly<Record<(typeof ENGINES)[number]["kind"], readonly string[]>> = {
  pglite: ["batch 7"],
  postgresql: ["batch 2", "batch 7", "record 7", "invoice 7", "rerate 7"],
};

/** What the calls cost, what they are billed on and what the pools have given, whatever the ids of batches and invoices. */
async function stateOf(server: Server): Promise<unknown> {
  const calls = (await ask(server, "GET", "/calls/")).body as readonly Record<string, unknown>[];
  const invoices = (await ask(server, "GET", "/invoices/?includeUnsent")).body as readonly Record<
    string,
    unknown
  >[];
  const numbers = new Map(invoices.map(({ id, invoiceNumber }) => [id, invoiceNumber]));
  const pools = [];
  for (const id of [7, 8]) pools.push((await ask(server, "GET", `/tollbook/pools?customerID=${id}`)).body);
  const { body: revisions } = await ask(server, "GET", "/tollbook/revisions");
  return {
    calls: calls.map(({ tollbook, ...call }) => {
      const { batchID: _batch, invoiceID, ...own } = tollbook as Record<string, unknown>;
      return { ...call, ...own, invoiceNumber: numbers.get(invoiceID) ?? null };
    }),
    invoices: invoices.map(({ id: _id, ...invoice }) => invoice),
    pools,
    digests: revisions.map(({ digest }: { digest: string }) => digest),
  };
}

describe.each(ENGINES)("$kind", ({ kind }) => {
  test("a server that is killed at any step and started again leaves what one does that is not", async () => {
    const folder = kind === "pglite" ? await mkdtemp(join(tmpdir(), "tollbook-kill-")) : undefined;
    if (folder !== undefined) await fillPgliteFolder(folder);
    const place = folder ?? (await emptyPostgres());
    const store = await openStore(await PGLITE.empty());
    const unharmed: Server = {
      url: "http://unharmed",
      send: createHandler({ store, authorize: () => ({ user: "local", level: 5, access: "write" }) }),
    };
    let child = await Child.start(place);
    try {
      const book = { upsert: BOOK };
      for (const server of [unharmed, child]) {
        expect((await ask(server, "PATCH", "/tollbook/book", book)).status).toBe(200);
      }
      // How many steps each write takes is found by a write that is not killed before its end.
      const steps = new Map<string, number>();
      const kills = Object.keys(WRITES).flatMap((name) =>
        Array.from({ length: MOST_STEPS }, (_, at) => ({ name, nth: at + 1 })),
      );
      // A process takes a second to start: an ordinary run kills at some of the steps, a long one at every one.
      const isLong = atLeast(kills.length) >= kills.length;
      let round = 0;
      let killed = 0;
      for (const { name, nth } of kills) {
        const most = steps.get(name) ?? MOST_STEPS;
        if (nth > most) continue;
        if (!isLong && !SOME_STEPS[kind].includes(`${name} ${nth}`)) continue;
        round++;
        const write = WRITES[name] as (typeof WRITES)[string];
        const wanted = await write(unharmed, round);
        await child.arm(nth);
        const answer = await write(child, round).catch(() => undefined);
        if (answer === undefined) {
          expect(await child.isKilled()).toBe(true);
          killed++;
          child = await Child.start(place);
          expect(await write(child, round), `${name}, killed at step ${nth}`).toEqual(wanted);
        } else {
          expect(answer).toEqual(wanted);
          steps.set(name, nth);
          await child.arm(0);
        }
        expect(await stateOf(child), `${name}, killed at step ${nth}`).toEqual(await stateOf(unharmed));
      }
      expect(killed).toBeGreaterThanOrEqual(SOME_STEPS[kind].length);
      if (isLong) expect([...steps.keys()]).toEqual(Object.keys(WRITES));
    } finally {
      await child.stop();
      await store.close();
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    }
  });
});
