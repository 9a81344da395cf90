/** Workers as processes of their own on one PostgreSQL, killed again and again (H36 to H39). */
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import { openPostgres } from "../../../src/server/database/index.ts";
import { fillStore } from "../../../src/server/serving/fill-store.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { atLeast } from "../../properties/runs.ts";
import { type Ask, asking } from "../calls/http.ts";
import { dump } from "../calls/setup.ts";
import { ENGINES, emptyPostgres } from "../databases.ts";
import { GATES, Gate, type GatedTable, until } from "./gate.ts";
import { inBatches, type Month, monthOfCalls } from "./month.ts";
import { WorkerProcess } from "./worker-process.ts";

const WORKERS = 3;
/** How often a worker is killed at each gate. */
const ROUNDS = Math.max(1, atLeast(10));
/**
 * Batches enough that parts are left at the last gate: from one gate to the next the workers together price each customer's
 * lowest part, and perhaps his next one.
 */
const BATCHES = 2 * ROUNDS * GATES.length + 2;
/** After the gates workers are killed whenever they have priced so many parts. */
const PARTS_OF_A_LIFE = 15;

let script: BuiltWorker;
beforeAll(async () => {
  script = await builtWorker("src/cli/main.ts");
});
afterAll(() => script.remove());

/** A server's place with the book of a month. */
interface Place {
  readonly url: string;
  readonly store: Store;
  readonly ask: Ask;
}

const places: Place[] = [];
const workers: WorkerProcess[] = [];
const gates: Gate[] = [];
afterEach(async () => {
  for (const gate of gates.splice(0)) await gate.open();
  for (const worker of workers.splice(0)) await worker.kill();
  for (const { store } of places.splice(0)) await store.close();
});

async function placeWith({ book }: Month): Promise<Place> {
  const url = await emptyPostgres();
  const store = await openStore(await openPostgres(url));
  await fillStore(store, book);
  const place = { url, store, ask: asking(store) };
  places.push(place);
  return place;
}

let started = 0;

function startWorker({ url }: Place): WorkerProcess {
  const worker = new WorkerProcess(fileURLToPath(script.url), url, `worker ${++started}`);
  workers.push(worker);
  return worker;
}

function shutGate({ store }: Place, table: GatedTable): Gate {
  const gate = new Gate(store.database, table);
  gates.push(gate);
  return gate;
}

async function queueBatch({ ask }: Place, key: string, calls: readonly unknown[]): Promise<void> {
  const headers = { Prefer: "respond-async", "Idempotency-Key": key };
  const { status, text } = await ask("POST", "/tollbook/batches", { calls }, headers);
  expect(status, text).toBe(202);
}

/** Prices all that waits in this process. */
async function workHere({ store }: Place): Promise<void> {
  for (const { outcome } of await workThrough({ store, price: priceParts, park: parkPart }))
    expect(outcome).toBe("done");
}

async function isDone({ store }: Place): Promise<boolean> {
  const [open] = await store.database.query("SELECT FROM parts WHERE state = 'open' LIMIT 1");
  return open === undefined;
}

/** Everything that pricing writes and answers, and what is left in the queue. */
async function stateOf({ store, ask }: Place): Promise<Readonly<Record<string, unknown>>> {
  const { database } = store;
  const batches = await database.query<{ id: string }>("SELECT id FROM batches ORDER BY id");
  const answers: string[] = [];
  for (const { id } of batches) {
    answers.push((await ask("GET", `/tollbook/batches/${id}`)).text);
    answers.push((await ask("GET", `/tollbook/batches/${id}/results`)).text);
  }
  return {
    ...(await dump(database)),
    parts: await database.query(
      "SELECT id, batch_id, customer_id, turn, call_ids, state, attempts, error, revision, digest, engine, report FROM parts ORDER BY id",
    ),
    partsOfResults: await database.query("SELECT call_id, part_id FROM results ORDER BY call_id"),
    answers,
    jobs: await database.query("SELECT * FROM tollbook_queue.job"),
  };
}

/** Each part of it by itself, so that a difference is shown and not all there is. */
function expectSame(actual: object, wanted: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(actual)) expect(value, name).toEqual(wanted[name]);
}

const postgresql = ENGINES.find(({ kind }) => kind === "postgresql");

describe.runIf(postgresql !== undefined)("workers on one PostgreSQL", () => {
  test("H36, H39: three workers that are killed in the middle of parts leave what one process leaves, to the byte", async () => {
    const month = monthOfCalls({ numbers: 200, calls: 80 * BATCHES });
    const batches = inBatches(month.calls, BATCHES);
    const last = batches.length - 1;
    const place = await placeWith(month);
    for (const at of batches.slice(0, last).keys()) await queueBatch(place, `batch-${at}`, batches[at] ?? []);
    let running = Array.from({ length: WORKERS }, () => startWorker(place));
    const replace = async (worker: WorkerProcess): Promise<void> => {
      await worker.kill();
      running = [...running.filter((other) => other !== worker), startWorker(place)];
    };

    let killed = 0;
    let gate: Gate | undefined;
    for (const table of Array.from({ length: ROUNDS }, () => GATES).flat()) {
      // Shut before the one before is opened, so that no worker comes farther than to the next.
      const next = shutGate(place, table);
      await gate?.open();
      gate = next;
      const names = (): readonly string[] => {
        for (const worker of running) worker.requireRunning();
        return running.map(({ name }) => name);
      };
      const [name] = await gate.stopped(names, WORKERS);
      await replace(running.find((worker) => worker.name === name) as WorkerProcess);
      killed++;
    }
    await gate?.open();
    expect(killed).toBe(ROUNDS * GATES.length);
    expect(await isDone(place)).toBe(false);

    await queueBatch(place, `batch-${last}`, batches[last] ?? []);
    await until(async () => {
      for (const worker of running) {
        worker.requireRunning();
        if (worker.parts >= PARTS_OF_A_LIFE) await replace(worker);
      }
      return (await isDone(place)) || undefined;
    });
    for (const worker of running) await worker.kill();

    const unharmed = await placeWith(month);
    for (const [at, calls] of batches.entries()) await queueBatch(unharmed, `batch-${at}`, calls);
    await workHere(unharmed);
    const wanted = await stateOf(unharmed);
    expect(wanted).toMatchObject({ jobs: [] });
    expect((wanted.pools as readonly unknown[]).length).toBeGreaterThan(20);
    expectSame(await stateOf(place), wanted);
  });

  test("H38: SIGTERM lets what is under way end, and the worker with it; a second signal ends at once", {
    tags: "example",
  }, async () => {
    const month = monthOfCalls({ numbers: 60, calls: 100 });
    const place = await placeWith(month);
    await queueBatch(place, "k", month.calls);
    const doneParts = async (): Promise<number> =>
      (await place.store.database.query("SELECT id, attempts FROM parts WHERE state = 'done'")).length;

    const impatient = startWorker(place);
    const stop = shutGate(place, "sequences");
    await stop.stopped(() => [impatient.name], 1);
    impatient.signal("SIGTERM");
    await until(async () => impatient.lines.some((line) => line.includes("stopping")) || undefined);
    impatient.signal("SIGTERM");
    expect(await impatient.ended()).toBe("SIGTERM");
    await stop.open();
    expect(await doneParts()).toBe(0);

    const again = shutGate(place, "sequences");
    const patient = startWorker(place);
    await again.stopped(() => [patient.name], 1);
    patient.signal("SIGTERM");
    await until(async () => patient.lines.some((line) => line.includes("stopping")) || undefined);
    await again.open();
    expect(await patient.ended()).toBe(0);
    expect(patient.parts).toBeGreaterThan(0);
    expect(await doneParts()).toBe(patient.parts);
    expect(await isDone(place)).toBe(false);

    await workHere(place);
    const unharmed = await placeWith(month);
    await queueBatch(unharmed, "k", month.calls);
    await workHere(unharmed);
    expectSame(await stateOf(place), await stateOf(unharmed));
  });
});
