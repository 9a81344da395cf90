/** Customers that are purged while parts of theirs wait, are parked or are priced (H11, H23, H37), over both databases. */
import { beforeEach, describe, expect, test } from "vitest";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Database, Sql } from "../../../src/server/database/index.ts";
import { forgetCalls } from "../../../src/server/invoices/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { startWorker, workThrough } from "../../../src/server/work/index.ts";
import { ENGINES } from "../databases.ts";
import { until } from "../workers/gate.ts";
import { type Ask, asking } from "./http.ts";
import { aCall, over, send, storeWithBook } from "./setup.ts";

const ASYNC = { Prefer: "respond-async" };
/** After the thirty days of every customer that a test deletes. */
const LATER = new Date("2199-01-01");

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

  function send(key: string, calls: readonly unknown[], headers: Readonly<Record<string, string>> = {}) {
    return ask("POST", "/tollbook/batches", { calls }, { ...headers, "Idempotency-Key": key });
  }

  async function purge(id: string): Promise<void> {
    expect((await ask("DELETE", `/customers/${id}`)).status).toBe(200);
    expect((await store.purge(LATER, forgetCalls)).customers).toEqual([id]);
  }

  /** Prices what waits; parts of `failing` fail until they are parked. */
  async function work(failing?: string): Promise<readonly string[]> {
    const notes = await workThrough({
      store,
      price: async (sql, parts, book) => {
        if (parts.some(({ customerID }) => customerID === failing)) throw new Error("no room on the disk");
        await priceParts(sql, parts, book);
      },
      park: parkPart,
    });
    return notes.map(({ part, outcome }) => `${part.customerID} ${outcome}`);
  }

  async function batch(id: string) {
    return (await ask("GET", `/tollbook/batches/${id}`)).body;
  }

  async function results(id: string) {
    return (await ask("GET", `/tollbook/batches/${id}/results`)).body;
  }

  /** Rows in which something of the first customer's numbers is still said. */
  async function traces(): Promise<readonly unknown[]> {
    const found: unknown[] = [];
    for (const table of ["calls", "results", "parts", "batches", "pools", "invoices", "transactions"]) {
      found.push(
        ...(await database.query(
          `SELECT '${table}' AS "table", t::text AS text FROM ${table} t WHERE t::text ~ '794600?1[89]'`,
        )),
      );
    }
    const own =
      "SELECT id::text FROM parts WHERE customer_id = '7' UNION ALL SELECT call_id::text FROM results";
    found.push(...(await database.query(`${own} WHERE customer_id = '7'`)));
    return found;
  }

  const OF_FIRST = aCall(1, { duration: 500 });
  const OF_SECOND = aCall(2, { target: "02079460020", duration: 700 });
  const purged = (line: number) => ({
    line,
    error: "purged-call",
    message: "The customer of the call was purged, and the call with him.",
  });

  test("H11, H37: a batch that waits for calls of the customer alone is done with the purge", async () => {
    await send("k", [OF_FIRST, aCall(3), aCall(1, { target: "0123" })], ASYNC);
    expect(await traces()).not.toEqual([]);
    await purge("7");
    expect(await batch("1")).toMatchObject({
      state: "done",
      read: 3,
      rated: 0,
      errors: 3,
      totals: { cost: "0" },
      parts: { open: 0, done: 1, parked: 0, faults: [] },
    });
    expect(await results("1")).toEqual([
      purged(1),
      purged(2),
      expect.objectContaining({ error: "duplicate-call" }),
    ]);
    expect(await traces()).toEqual([]);
    // A job that is left finds no part.
    expect(await work()).toEqual([]);
    expect((await ask("POST", "/tollbook/rerate", {})).status).toBe(200);
  });

  test("H11: a worker that runs on keeps no book that still holds the customer", async () => {
    const books: [revision: number, isHeld: boolean][] = [];
    const closed: string[] = [];
    let isFull = true;
    const worker = startWorker({
      store,
      async price(sql, parts, book) {
        books.push([book.revision, book.record("customers", "7") !== undefined]);
        if (isFull && parts.some(({ customerID }) => customerID === "8"))
          throw new Error("no room on the disk");
        await priceParts(sql, parts, book);
      },
      park: parkPart,
      onPart: ({ outcome }) => void (outcome === "failed" || closed.push(outcome)),
    });
    const closedParts = (count: number) => until(async () => (closed.length < count ? undefined : true));
    await send("k", [OF_FIRST, OF_SECOND], ASYNC);
    worker.wake();
    await closedParts(2);
    expect(books.at(-1)).toEqual([1, true]);
    await purge("7");
    isFull = false;
    await send("k", [OF_FIRST, OF_SECOND], ASYNC);
    worker.wake();
    await closedParts(3);
    await worker.stop();
    expect(books.at(-1)).toEqual([1, false]);
  });

  test("H11, H37: the other parts of a batch go on, and its sums are those of the calls that were priced", async () => {
    const calls = [OF_FIRST, OF_SECOND, aCall(3), aCall(4, { target: "0123" })];
    await send("k", calls, ASYNC);
    await purge("7");
    const waiting = { state: "open", rated: 0, errors: 2, parts: { open: 2, done: 1 } };
    expect(await batch("1")).toMatchObject(waiting);
    expect((await ask("GET", "/tollbook/batches/1/results")).body.error_code).toBe(409002);
    expect([...(await work())].sort()).toEqual(["8 done", "null done"]);
    const [first, second, third, fourth] = await results("1");
    expect([first, third]).toEqual([purged(1), purged(3)]);
    expect([second.id, fourth.error]).toEqual(["2", "unregistered-number"]);
    expect(await batch("1")).toMatchObject({
      state: "done",
      read: 4,
      rated: 1,
      errors: 3,
      totals: { costBase: second.costBase, cost: second.cost },
    });
    expect((await send("k", calls)).body.results).toEqual([first, second, third, fourth]);
  });

  test("H11, H38: a parked part goes with its customer, and the batch is done", async () => {
    const calls = [OF_FIRST, OF_SECOND];
    await send("k", calls, ASYNC);
    expect((await work("7")).filter((note) => note === "7 parked")).toHaveLength(1);
    expect(await batch("1")).toMatchObject({ state: "parked", parts: { parked: 1 } });
    expect((await results("1"))[0]).toBeNull();
    await purge("7");
    const done = await batch("1");
    expect(done).toMatchObject({ state: "done", rated: 1, errors: 1, parts: { done: 2, faults: [] } });
    expect(await results("1")).toEqual([purged(1), expect.objectContaining({ id: "2" })]);
    const again = await send("k", calls);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(again.body.results[0]).toEqual(purged(1));
    expect(await traces()).toEqual([]);
  });

  test("H11, H37: what was priced before the purge stays in the sums of a batch that is closed after it", async () => {
    const calls = [OF_FIRST, OF_SECOND];
    await send("k", calls, ASYNC);
    await work("8");
    const parked = await batch("1");
    expect(parked).toMatchObject({ state: "parked", rated: 1, parts: { done: 1, parked: 1 } });
    await purge("7");
    expect(await batch("1")).toEqual(parked);
    expect(await results("1")).toEqual([purged(1), null]);
    await send("k", calls, ASYNC);
    expect(await work()).toEqual(["8 done"]);

    const other = await storeWithBook(await engine.empty());
    const whole = { calls };
    const { body } = await asking(other)("POST", "/tollbook/batches", whole, { "Idempotency-Key": "k" });
    if (other.database !== database) {
      expect(await batch("1")).toMatchObject({ state: "done", ...body.batch });
      await other.close();
    }
  });

  test("H11, H23: a batch that was priced in its request keeps its counts, and says which calls are gone", async () => {
    const calls = [OF_SECOND, OF_FIRST, aCall(3, { duration: "x", target: "1" })];
    const first = await send("k", calls);
    const again = await send("l", [OF_FIRST, OF_SECOND]);
    expect(again.body.batch.repeated).toBe(2);
    await purge("7");
    const replayed = await send("k", calls);
    expect([replayed.status, replayed.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(replayed.body).toEqual({
      batch: first.body.batch,
      results: [first.body.results[0], purged(2), first.body.results[2]],
    });
    expect((await send("l", [OF_FIRST, OF_SECOND])).body.results).toEqual([purged(1), first.body.results[0]]);
    expect(await traces()).toEqual([]);
  });

  test("H11, H24: a call that came again while it waited is gone in both batches", async () => {
    await send("k", [OF_FIRST], ASYNC);
    const again = await send("l", [OF_SECOND, OF_FIRST]);
    expect(again.status).toBe(202);
    const { id } = again.body.batch;
    await purge("7");
    expect(await batch("1")).toMatchObject({ state: "done", errors: 1 });
    expect(await batch(id)).toMatchObject({ state: "open", parts: { open: 1, done: 1 } });
    expect(await work()).toEqual(["8 done"]);
    expect(await batch(id)).toMatchObject({ state: "done", rated: 1, errors: 0, repeated: 1 });
    expect(await results(id)).toEqual([expect.objectContaining({ id: "2" }), purged(2)]);
  });

  test("H11: a call whose first result was the customer's, and whose latest is another's, stays with that one", async () => {
    const { body } = await send("k", [OF_FIRST]);
    expect(body.results[0].customerID).toBe("7");
    expect((await ask("PATCH", "/numbers/1007", { customerID: 8 })).body).toMatchObject({ customerID: "8" });
    expect((await ask("POST", "/tollbook/rerate", { customerID: 7 })).status).toBe(200);
    await purge("7");
    expect((await ask("GET", "/calls/1")).body.tollbook.customerID).toBe("8");
    expect((await send("k", [OF_FIRST])).body.results).toEqual([purged(1)]);
  });
});

describe.each(ENGINES)("an intake beside a purge on $kind", (engine) => {
  test("H11: calls that were read before the customer was purged are not stored as his", async () => {
    const store = await storeWithBook(await engine.empty());
    const ask = asking(store);
    const before = await store.present();
    await ask("DELETE", "/customers/7");
    expect(await purgeOnce(store)).toEqual(["7"]);
    const books = [before];
    const late = Object.assign(over(store, store.database), {
      present: async () => books.pop() ?? store.present(),
    });
    const { batch, results } = await send(late, "k", [aCall(1)]);
    expect(batch).toMatchObject({ rated: 0, errors: 1 });
    expect(results).toEqual([expect.objectContaining({ error: "unregistered-number" })]);
    expect(await store.database.query("SELECT 1 FROM results WHERE customer_id = '7'")).toEqual([]);
    expect(await store.database.query("SELECT 1 FROM pools")).toEqual([]);
    await store.close();
  });
});

const postgresql = ENGINES.find(({ kind }) => kind === "postgresql");

describe.runIf(postgresql !== undefined)("a worker and a purge on one PostgreSQL", () => {
  test("H11, H37: a purge waits for the part that a worker holds, and leaves nothing of it", async () => {
    const database = (await postgresql?.empty()) as Database;
    const store = await storeWithBook(database);
    const other = await openStore((await postgresql?.again(database)) as Database);
    const ask = asking(store);
    const key = { ...ASYNC, "Idempotency-Key": "k" };
    await ask("POST", "/tollbook/batches", { calls: [aCall(1), aCall(2)] }, key);
    await ask("DELETE", "/customers/7");
    let purging: Promise<readonly string[]> | undefined;
    const notes = await workThrough({
      store,
      price: async (sql, parts, book) => {
        purging ??= purgeOnce(other);
        await isHeldOff(sql, purging);
        await priceParts(sql, parts, book);
      },
      park: parkPart,
    });
    expect(notes.map(({ outcome }) => outcome)).toEqual(["done"]);
    expect(await purging).toEqual(["7"]);
    const { body } = await ask("GET", "/tollbook/batches/1");
    expect(body).toMatchObject({ state: "done", rated: 2, errors: 0, parts: { done: 1 } });
    for (const table of ["calls", "results", "pools"]) {
      expect(await database.query(`SELECT * FROM ${table}`), table).toEqual([]);
    }
    await other.close();
    await store.close();
  });
});

describe.runIf(postgresql !== undefined)("an intake and a purge on one PostgreSQL", () => {
  test("H11: a purge waits for calls that are being stored, and takes them along", async () => {
    const database = (await postgresql?.empty()) as Database;
    const store = await storeWithBook(database);
    const other = await openStore((await postgresql?.again(database)) as Database);
    await asking(store)("DELETE", "/customers/7");
    let purging: Promise<readonly string[]> | undefined;
    const slow: Database = {
      ...database,
      transaction: (work, options) =>
        database.transaction(async (sql) => {
          const done = await work(sql);
          purging ??= purgeOnce(other);
          await isHeldOff(sql, purging);
          return done;
        }, options),
    };
    const { batch } = await send(over(store, slow), "k", [aCall(1), aCall(2, { target: "02079460020" })]);
    expect(batch).toMatchObject({ rated: 2 });
    expect(await purging).toEqual(["7"]);
    for (const table of ["results", "pools"]) {
      expect(await database.query(`SELECT DISTINCT customer_id FROM ${table}`), table).toEqual([
        { customer_id: "8" },
      ]);
    }
    expect(await database.query("SELECT id FROM calls")).toEqual([{ id: "2" }]);
    await other.close();
    await store.close();
  });
});

/** Purges, again where the tables stay locked for longer than it waits. */
async function purgeOnce(store: Store): Promise<readonly string[]> {
  for (;;) {
    try {
      return (await store.purge(LATER, forgetCalls)).customers;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== 503001) throw error;
    }
  }
}

/** Until the purge waits for a lock of this transaction, or is done without. */
async function isHeldOff(sql: Sql, purging: Promise<unknown>): Promise<void> {
  const done = purging.then(() => "done");
  await until(async () => {
    const waiting = await sql.query(
      "SELECT FROM pg_locks WHERE NOT granted AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())",
    );
    const first = await Promise.race([done, undefined]);
    return waiting.length > 0 ? "waits" : first;
  });
}
