/** Jobs that come too often, for nobody, or not at all (H36, H37), over both databases. */
import { beforeEach, describe, expect, test } from "vitest";
import { priceParts } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { countParts, jobQueue } from "../../../src/server/work/index.ts";
import { type Ask, asking } from "../calls/http.ts";
import { aCall, dump, send, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";
import { sendAsync, work } from "./queueing.ts";

const CALLS = [
  aCall(1, { duration: 500 }),
  aCall(2, { target: "02079460020", duration: 700 }),
  aCall(3, { target: "0123" }),
];

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let store: Store;
  let ask: Ask;
  beforeEach(async () => {
    database = await engine.empty();
    store = await storeWithBook(database);
    ask = asking(store);
    return () => store.close();
  });

  /** Jobs of pg-boss; in the process the parts are the jobs. */
  async function countJobs(): Promise<number> {
    if (engine.kind === "pglite") return (await countParts(database)).open;
    const [row] = await database.query<{ jobs: number }>(
      "SELECT count(*)::integer AS jobs FROM tollbook_queue.job",
    );
    return row?.jobs ?? -1;
  }

  /** What the same batch leaves that is priced in its request. */
  async function dumpOfRequest(): Promise<unknown> {
    const other = await storeWithBook(await engine.empty());
    await send(other, "k", CALLS);
    const state = await dump(other.database);
    if (other.database !== database) await other.close();
    return state;
  }

  test("H37: jobs that come twice, or of customers without a part, are done with, and price nothing twice", async () => {
    await sendAsync(ask, "k", CALLS);
    expect(await countParts(database)).toEqual({ open: 3, parked: 0, oldestSeconds: expect.any(Number) });
    expect(await countJobs()).toBe(3);
    const queue = await jobQueue(database);
    await database.transaction((sql) =>
      queue.send(sql, [
        { id: "1", customerID: "7" },
        { id: "1", customerID: "7" },
        { id: "3", customerID: null },
        { id: "99", customerID: "5" },
      ]),
    );
    expect(await work(store)).toEqual(["done", "done", "done"]);
    expect(await countJobs()).toBe(0);
    expect(await countParts(database)).toEqual({ open: 0, parked: 0, oldestSeconds: 0 });
    expect(await work(store)).toEqual([]);
    const queued = await dump(database);
    expect(queued).toEqual(await dumpOfRequest());
  });

  test("H37: whichever customer a job names first, all of his parts are priced, in their order", async () => {
    for (const [at, duration] of [500, 300, 200].entries()) {
      await sendAsync(ask, `k${at}`, [aCall(at + 1, { duration, startTime: `1${at}:00:00` })]);
    }
    const order: string[] = [];
    await work(store, async (sql, parts, book) => {
      order.push(...parts.map(({ batchID }) => batchID));
      await priceParts(sql, parts, book);
    });
    expect(order).toEqual(["1", "2", "3"]);
    expect((await ask("GET", "/calls/3")).body.tollbook).toMatchObject({ late: false });
  });

  test("H36: the queue is opened once, however many requests ask for it", async () => {
    const queue = await jobQueue(database);
    const { signal } = new AbortController();
    expect(await jobQueue(store.until(signal).database)).toBe(queue);
    expect(await jobQueue(store.until(signal).until(signal).database)).toBe(queue);
  });

  test("H36: parts that came without jobs are given some by whoever opens the queue next", async () => {
    await sendAsync(ask, "k", CALLS);
    if (engine.kind === "postgresql") {
      await database.script("DELETE FROM tollbook_queue.job");
      expect(await work(store)).toEqual([]);
    }
    const other = await openStore(await engine.again(database));
    expect(await work(other)).toEqual(["done", "done", "done"]);
    expect(await countJobs()).toBe(0);
    if (other.database !== database) await other.close();
    expect((await ask("GET", "/tollbook/batches/1")).body).toMatchObject({
      state: "done",
      rated: 2,
      errors: 1,
    });
  });
});
