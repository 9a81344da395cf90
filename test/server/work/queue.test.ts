/** Batches that are priced part by part (H25, H35 to H38), over both databases. */
import { beforeEach, describe, expect, test } from "vitest";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { lockCustomers } from "../../../src/server/work/parts.ts";
import { type Ask, asking } from "../calls/http.ts";
import { aCall, BOOK, dump, failingDatabase, over, send, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";
import { until } from "../workers/gate.ts";
import { sendAsync, work } from "./queueing.ts";

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

  const CALLS = [
    aCall(12, { startTime: "11:00:00", duration: 500 }),
    aCall(11, { external: "07700 900123", duration: "333.5" }),
    aCall(13, { target: "02079460020", duration: 700 }),
    aCall(14, { target: "02079460099" }),
    aCall(15, { target: "0123" }),
    aCall(16, { duration: "long" }),
    aCall(undefined, { duration: 44, carrierCallID: "x" }),
    aCall(11, { duration: 1 }),
    aCall("no id"),
    null,
  ];

  test("H13: batches are listed by updatedSince when parts of them are priced, parked and opened again", async () => {
    const idsSince = async (year: number): Promise<string[]> =>
      (await ask("GET", `/tollbook/batches/?updatedSince=${year}-01-01T00:00:00Z`)).body.map(
        ({ id }: { id: string }) => id,
      );
    // Whatever is stamped from now on is stamped in that year.
    const goTo = (year: number) =>
      database.query(`UPDATE sequences SET stamp = '${year}-01-01T00:00:00Z' WHERE name = 'calls'`);
    await sendAsync(ask, "k", [aCall(1), aCall(2, { target: "02079460020" })]);
    await sendAsync(ask, "other", [aCall(3)]);
    await goTo(2101);
    expect(await idsSince(2101)).toEqual([]);
    const price: typeof priceParts = async (sql, parts, book) => {
      if (parts.some(({ batchID, customerID }) => batchID === "1" && customerID === "8"))
        throw new Error("full");
      await priceParts(sql, parts, book);
    };
    expect([...(await work(store, price))].sort()).toEqual([
      "done",
      "done",
      ...Array(4).fill("failed"),
      "parked",
    ]);
    expect(await idsSince(2101)).toEqual(["1", "2"]);
    await goTo(2102);
    expect((await sendAsync(ask, "k", [aCall(1), aCall(2, { target: "02079460020" })])).status).toBe(202);
    expect(await idsSince(2102)).toEqual(["1"]);
    await goTo(2103);
    expect(await work(store)).toEqual(["done"]);
    expect(await idsSince(2103)).toEqual(["1"]);
    const created = await ask("GET", "/tollbook/batches/?createdSince=2101-01-01T00:00:00Z");
    expect(created.body).toEqual([]);
  });

  test("H25: a batch is queued with 202, asked after, and comes to what the same batch in its request comes to", async () => {
    const taken = await sendAsync(ask, "k", CALLS);
    expect(taken.status).toBe(202);
    expect(taken.headers.get("location")).toBe("/backend/api/v1/tollbook/batches/1");
    expect(taken.headers.get("preference-applied")).toBe("respond-async");
    expect(taken.body.batch).toMatchObject({ id: "1", state: "open", read: 10, rated: 0, errors: 3 });
    const open = await ask("GET", "/tollbook/batches/1");
    expect(open.body).toMatchObject({ state: "open", parts: { open: 3, done: 0, parked: 0, faults: [] } });
    expect((await ask("GET", "/tollbook/batches/1/results")).body.error_code).toBe(409002);
    const waiting = await ask("GET", "/calls/12");
    expect(waiting.body).toMatchObject({ id: "12", cost: null, tollbook: { revision: null, batchID: "1" } });
    expect(await work(store)).toEqual(["done", "done", "done"]);
    const done = await ask("GET", "/tollbook/batches/1");
    const results = await ask("GET", "/tollbook/batches/1/results");
    const queued = await dump(database);

    const other = await storeWithBook(await engine.empty());
    const { batch, results: expected } = await send(other, "k", CALLS);
    expect(results.body).toEqual(expected);
    expect(done.body).toEqual({
      state: "done",
      ...batch,
      errorsByCode: expect.any(Array),
      parts: { open: 0, done: 3, parked: 0, faults: [] },
    });
    expect(queued).toEqual(await dump(other.database));
    if (other.database !== database) await other.close();
  });

  test("batches are listed with their parts, those alone that are not finished, and their calls in error by code", async () => {
    await send(store, "in its request", [aCall(90, { target: "02079460021" })]);
    await sendAsync(ask, "k", CALLS);
    const listed = async (query: string) => (await ask("GET", `/tollbook/batches?${query}`)).body;
    const open = { id: "2", key: "k", state: "open", read: 10, parts: { open: 3, done: 0, parked: 0 } };
    expect(await listed("unfinished")).toMatchObject([open]);
    expect(await work(store)).toEqual(["done", "done", "done"]);
    expect(await listed("unfinished")).toEqual([]);
    expect(await listed("limit=1")).toMatchObject([{ id: "1", rated: 1, parts: { done: 0 } }]);
    expect(await listed("idAfter=1")).toMatchObject([{ id: "2", state: "done", parts: { done: 3 } }]);
    const { errors, errorsByCode } = (await ask("GET", "/tollbook/batches/2")).body;
    const calls = errorsByCode.map((error: { calls: number }) => error.calls);
    expect(calls.reduce((sum: number, count: number) => sum + count, 0)).toBe(errors);
    expect(errorsByCode).toContainEqual({ code: "unregistered-number", calls: 1 });
  });

  test("H37: a batch in its request is queued where calls of the same customer wait, and draws behind them", async () => {
    await sendAsync(ask, "first", [aCall(1, { duration: 500 })]);
    const second = await ask(
      "POST",
      "/tollbook/batches",
      { calls: [aCall(2, { duration: 300 })] },
      { "Idempotency-Key": "second" },
    );
    expect(second.status).toBe(202);
    expect(second.headers.get("preference-applied")).toBeNull();
    expect(await work(store)).toEqual(["done", "done"]);
    const queued = await dump(database);

    const other = await storeWithBook(await engine.empty());
    await send(other, "first", [aCall(1, { duration: 500 })]);
    await send(other, "second", [aCall(2, { duration: 300 })]);
    expect(queued).toEqual(await dump(other.database));
    if (other.database !== database) await other.close();
  });

  test("H25: a worker prices by the book of the intake, and what comes in later by its own", async () => {
    await sendAsync(ask, "first", [aCall(1)]);
    const dearer = { upsert: { tariffs: [{ ...BOOK.tariffs?.[0], baseCost: "9" }] } };
    expect((await ask("PATCH", "/tollbook/book", dearer)).body.revision).toBe(2);
    await sendAsync(ask, "second", [aCall(2)]);
    expect(await work(store)).toEqual(["done", "done"]);
    const calls = [await ask("GET", "/calls/1"), await ask("GET", "/calls/2")];
    expect(calls.map(({ body }) => [body.tollbook.revision, body.costBase])).toEqual([
      [1, "10.1612"],
      [2, "14.15"],
    ]);
  });

  test("H18, H26: calls that wait are missing in no invoice, and in nothing that is rated again", async () => {
    await sendAsync(ask, "k", [aCall(1)]);
    for (const [path, body] of [
      ["/customers/7/invoices/", { cutoffDate: "2026-11-01" }],
      ["/tollbook/rerate", { customerID: 7 }],
      ["/tollbook/rerate", {}],
    ] as const) {
      const { status, body: answer } = await ask("POST", path, body);
      expect([status, answer.error_code]).toEqual([409, 409002]);
      expect(answer.hint).toContain("Calls of customer 7 wait to be priced");
    }
    expect((await ask("POST", "/customers/8/invoices/", { cutoffDate: "2026-11-01" })).status).toBe(201);
    await work(store);
    expect((await ask("POST", "/tollbook/rerate", { customerID: 7 })).status).toBe(200);
    expect((await ask("POST", "/customers/7/invoices/", { cutoffDate: "2026-11-01" })).status).toBe(201);
  });

  test("H38: a part that fails five times is parked, told of, and tried again when its batch is sent again", async () => {
    const calls = [aCall(1), aCall(2, { target: "02079460020" })];
    await sendAsync(ask, "k", calls);
    const notes = await workThrough({
      store,
      price: async (sql, parts, book) => {
        await priceParts(sql, parts, book);
        if (parts.some(({ customerID }) => customerID === "7")) throw new Error("no room on the disk");
      },
      park: parkPart,
    });
    const ofFirst = notes.filter(({ part }) => part.customerID === "7").map(({ outcome }) => outcome);
    expect(ofFirst).toEqual(["failed", "failed", "failed", "failed", "parked"]);
    const { body } = await ask("GET", "/tollbook/batches/1");
    expect(body).toMatchObject({ state: "parked", rated: 1, parts: { open: 0, done: 1, parked: 1 } });
    const { faults } = body.parts as { faults: readonly Record<string, unknown>[] };
    expect(faults).toMatchObject([{ customerID: "7", calls: 1, attempts: 5 }]);
    expect(String(faults[0]?.error)).not.toContain("disk");

    const again = await sendAsync(ask, "k", calls);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(await work(store)).toEqual(["done"]);
    const done = await ask("GET", "/tollbook/batches/1");
    expect(done.body).toMatchObject({ state: "done", rated: 2, parts: { done: 2, parked: 0 } });
  });

  test("H37: small parts of several customers are priced in one transaction, each with a report of its own", async () => {
    const calls = [aCall(1), aCall(2, { target: "02079460020" }), aCall(3, { target: "0123" })];
    await sendAsync(ask, "k", calls);
    await sendAsync(ask, "l", [aCall(4), aCall(5)]);
    const taken: (readonly (string | null)[])[] = [];
    const notes = await workThrough({
      store,
      price: async (sql, parts, book) => {
        taken.push(parts.map(({ customerID }) => customerID));
        await priceParts(sql, parts, book);
      },
      park: parkPart,
    });
    expect(notes).toHaveLength(4);
    expect(taken.flat().sort()).toEqual(["7", "7", "8", null]);
    // The book is opened between the first two.
    expect(taken.length).toBeLessThan(5);
    expect(Math.max(...taken.map((customers) => customers.length))).toBe(2);
    const reports = await database.query<{ report: string }>("SELECT report FROM parts ORDER BY id");
    expect(reports.map(({ report }) => JSON.parse(report))).toMatchObject([
      { rated: 1, errors: 0 },
      { rated: 1, errors: 0 },
      { rated: 0, errors: 1 },
      { rated: 2, errors: 0 },
    ]);
  });

  test("H38: whichever statement of a worker fails, all of its part is done or none, and nothing twice", async () => {
    const calls = [aCall(1, { duration: 500 }), aCall(2, { duration: 700, startTime: "12:00:00" })];
    let expected: unknown;
    for (let nth = 1; ; nth++) {
      const fresh = await storeWithBook(await engine.empty());
      await sendAsync(asking(fresh), "k", calls);
      const failing = failingDatabase(fresh.database, nth);
      const worker = { store: over(fresh, failing), price: priceParts, park: parkPart };
      // Where it fails beyond a part, the worker would rest and go on.
      await workThrough(worker).catch(() => undefined);
      await work(fresh);
      const state = await dump(fresh.database);
      const batch = await asking(fresh)("GET", "/tollbook/batches/1");
      expect(batch.body).toMatchObject({ state: "done", rated: 2, errors: 0 });
      expected ??= state;
      expect(state).toEqual(expected);
      const isWhole = failing.statements < nth;
      if (fresh.database !== database) await fresh.close();
      if (isWhole) {
        expect(nth).toBeGreaterThan(8);
        break;
      }
    }
  });
});

const postgresql = ENGINES.find(({ kind }) => kind === "postgresql");

describe.runIf(postgresql !== undefined)("several workers on one PostgreSQL", () => {
  test("H37: a customer that another worker has is left to it, and his part is priced by whoever comes next", async () => {
    const engine = postgresql as (typeof ENGINES)[number];
    const store = await storeWithBook(await engine.empty());
    const ask = asking(store);
    const ofOther = { target: "02079460020" };
    for (const [at, call] of [aCall(1, ofOther), aCall(2), aCall(3, ofOther)].entries()) {
      await sendAsync(ask, `k${at}`, [call]);
    }
    const other = await engine.again(store.database);
    const priced: (string | null)[] = [];
    let working: Promise<unknown> | undefined;
    await other.transaction(async (sql) => {
      expect(await lockCustomers(sql, ["7"])).toEqual(["7"]);
      working = workThrough({
        store,
        price: async (own, parts, book) => {
          await priceParts(own, parts, book);
          priced.push(...parts.map(({ customerID }) => customerID));
        },
        park: parkPart,
      });
      await until(async () => {
        const open = await sql.query("SELECT FROM parts WHERE state = 'open'");
        return open.length === 1 || undefined;
      });
    });
    await working;
    expect(priced).toEqual(["8", "8", "7"]);
    expect(await store.database.query("SELECT FROM tollbook_queue.job")).toEqual([]);
    await other.close();
    await store.close();
  });
});
