/**
 * A month of calls through intake and through one, two and three workers on one PostgreSQL, and once more through three
 * that are killed every second. All runs have to leave the same rows.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Database, openPostgres } from "tollbook/server";
import { PostgresServer } from "../../test/server/postgres-server.ts";
import { inBatches, monthOfCalls } from "../../test/server/workers/month.ts";
import { WorkerProcess } from "../../test/server/workers/worker-process.ts";
import { scaled } from "../scale.ts";
import { processSeconds } from "./processor-time.ts";
import { digestsOf, QueueServer } from "./queue-database.ts";
import { ServerProcess } from "./server-process.ts";

const CALLS = scaled("BENCH_CALLS", 1_000_000, 10_000);
const NUMBERS = scaled("BENCH_NUMBERS", 10_000, 200);
const BATCH_CALLS = scaled("BENCH_BATCH", 50_000, 5_000);
const SCRIPT = resolve("dist/cli.js");
/** As a site would run it, so that what is committed outlives the machine; and statements are counted. */
const SETTINGS = [
  ...["fsync=on", "full_page_writes=on", "synchronous_commit=on", "max_wal_size=8GB", "shared_buffers=1GB"],
  "shared_preload_libraries=pg_stat_statements",
];
/** How often it is looked whether all is done. */
const LOOK_MILLISECONDS = 100;
const KILL_MILLISECONDS = 1_000;
/** The statements that are shown. */
const SHOWN = 14;

export async function benchWorkers(): Promise<void> {
  const own = await PostgresServer.start({ settings: SETTINGS });
  const server = await QueueServer.open(own.url);
  const folder = mkdtempSync(join(tmpdir(), "tollbook-bench-workers-"));
  try {
    await fill(server, folder);
    const one = await run(server, 1);
    requireSame(await run(server, 2), one);
    requireSame(await run(server, 3), one);
    requireSame(await run(server, 3, KILL_MILLISECONDS), one);
    console.log("  Rows of all four runs are equal.");
  } finally {
    await server.close();
    await own.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Queues the month in the database that the others are copied from. */
async function fill(server: QueueServer, folder: string): Promise<void> {
  const { book, calls } = monthOfCalls({ numbers: NUMBERS, calls: CALLS });
  const bookFile = join(folder, "book.json");
  writeFileSync(bookFile, JSON.stringify(book));
  const url = await server.create("filled");
  const tollbook = await ServerProcess.start(SCRIPT, url, bookFile);
  const batches = inBatches(calls, Math.ceil(calls.length / BATCH_CALLS));
  const before = [tollbook.processorSeconds, server.processorSeconds] as const;
  const start = performance.now();
  for (const [at, batch] of batches.entries()) await tollbook.queue(`batch-${at}`, batch);
  const seconds = (performance.now() - start) / 1000;
  const node = tollbook.processorSeconds - before[0];
  await tollbook.stop();
  const postgres = server.processorSeconds - before[1];
  const database = await openPostgres(url);
  const [parts] = await database.query<{ parts: string; customers: string }>(
    "SELECT count(*) AS parts, count(DISTINCT customer_id) AS customers FROM parts",
  );
  await database.close();
  console.log(
    `\n${shown(calls.length)} calls of ${parts?.customers} customers in ${batches.length} batches, ${parts?.parts} parts; fsync on, PostgreSQL on the same machine`,
  );
  tell("intake", { calls: calls.length, seconds, node, postgres });
}

interface Figures {
  readonly calls: number;
  readonly seconds: number;
  /** Processor seconds. */
  readonly node: number;
  readonly postgres: number;
}

function tell(name: string, { calls, seconds, node, postgres }: Figures): void {
  const each = (part: number): string => `${((part / calls) * 1e6).toFixed(0)} µs`;
  console.log(
    `  ${name.padEnd(26)} ${seconds.toFixed(1).padStart(7)} s  ${shown(calls / seconds).padStart(8)} calls/s  processor: Node ${node.toFixed(1)} s (${each(node)} a call), PostgreSQL ${postgres.toFixed(1)} s (${each(postgres)})`,
  );
}

/** Works through a copy of what was queued; digests of what is left. */
async function run(
  server: QueueServer,
  count: number,
  killMilliseconds?: number,
): Promise<Readonly<Record<string, string>>> {
  const name = killMilliseconds === undefined ? `run_${count}` : `run_${count}_killed`;
  const url = await server.create(name, "filled");
  const database = await openPostgres(url);
  await server.forgetStatements();
  const workers = new Workers(url, count);
  await workers.working();
  const before = [workers.processorSeconds, server.processorSeconds] as const;
  const start = performance.now();
  let kills = 0;
  while (!(await isDone(database))) {
    await pause(LOOK_MILLISECONDS);
    if (killMilliseconds === undefined || performance.now() - start < (kills + 1) * killMilliseconds)
      continue;
    if (await workers.killOne()) kills++;
  }
  const seconds = (performance.now() - start) / 1000;
  const node = workers.processorSeconds - before[0];
  await workers.stop();
  const postgres = server.processorSeconds - before[1];
  const what = `${count} ${count === 1 ? "worker" : "workers"}${kills === 0 ? "" : `, ${kills} kills`}`;
  tell(what, { calls: CALLS, seconds, node, postgres });
  if (count === 1) await tellStatements(server, database);
  const digests = await digestsOf(database);
  await database.close();
  await server.drop(name);
  return digests;
}

class Workers {
  readonly #url: string;
  readonly #running: WorkerProcess[];
  #ofKilled = 0;

  constructor(url: string, count: number) {
    this.#url = url;
    this.#running = Array.from({ length: count }, (_, at) => new WorkerProcess(SCRIPT, url, `worker ${at}`));
  }

  /** Waits until all have begun. */
  async working(): Promise<void> {
    for (const worker of this.#running) {
      while (!worker.lines.some((line) => line === "tollbook: working")) {
        worker.requireRunning();
        await pause(10);
      }
    }
  }

  get processorSeconds(): number {
    return this.#running.reduce((sum, { pid }) => sum + processSeconds(pid), this.#ofKilled);
  }

  /** Kills the one that has run longest of those that have priced a part, and starts another; whether there was one. */
  async killOne(): Promise<boolean> {
    const worker = this.#running.find(({ parts }) => parts > 0);
    if (worker === undefined) return false;
    this.#ofKilled += processSeconds(worker.pid);
    await worker.kill();
    this.#running.splice(this.#running.indexOf(worker), 1);
    this.#running.push(new WorkerProcess(SCRIPT, this.#url, worker.name));
    return true;
  }

  async stop(): Promise<void> {
    for (const worker of this.#running) worker.signal("SIGTERM");
    for (const worker of this.#running) await worker.ended();
  }
}

async function isDone(database: Database): Promise<boolean> {
  const [open] = await database.query("SELECT FROM parts WHERE state <> 'done' LIMIT 1");
  return open === undefined;
}

async function tellStatements(server: QueueServer, database: Database): Promise<void> {
  const [row] = await database.query<{ parts: string }>("SELECT count(*) AS parts FROM parts");
  const parts = Number(row?.parts);
  const statements = await server.statements();
  const all = statements.reduce((sum, { calls }) => sum + calls, 0);
  console.log(
    `    ${(all / parts).toFixed(1)} statements a part; those that took longest, the clock's seconds and how often:`,
  );
  for (const { text, calls, seconds } of statements.slice(0, SHOWN))
    console.log(`    ${seconds.toFixed(2).padStart(8)}  ${String(calls).padStart(8)}  ${text.slice(0, 110)}`);
}

function requireSame(
  digests: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): void {
  if (JSON.stringify(digests) === JSON.stringify(wanted)) return;
  throw new Error(`The runs differ:\n${JSON.stringify({ digests, wanted }, undefined, 2)}`);
}

function shown(count: number): string {
  return Math.round(count).toLocaleString("en-GB");
}
