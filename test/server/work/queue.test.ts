/** Batches that are priced part by part (H25, H35 to H38), over both databases. */
import { beforeEach, describe, expect, test } from "vitest";
import { parkPart, pricePart } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { type Ask, asking } from "../calls/http.ts";
import { aCall, dump, failingDatabase, over, send, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";

const ASYNC = { Prefer: "respond-async" };

/** Prices whatever waits; what became of the parts. */
async function work(store: Store): Promise<readonly string[]> {
  const notes = await workThrough({ store, price: pricePart, park: parkPart });
  return notes.map(({ outcome }) => outcome);
}

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

  function sendAsync(key: string, calls: readonly unknown[]) {
    return ask("POST", "/tollbook/batches", { calls }, { ...ASYNC, "Idempotency-Key": key });
  }

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

  test("H25: a batch is queued with 202, asked after, and comes to what the same batch in its request comes to", async () => {
    const taken = await sendAsync("k", CALLS);
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
      parts: { open: 0, done: 3, parked: 0, faults: [] },
    });
    expect(queued).toEqual(await dump(other.database));
    if (other.database !== database) await other.close();
  });

  test("H37: a batch in its request is queued where calls of the same customer wait, and draws behind them", async () => {
    await sendAsync("first", [aCall(1, { duration: 500 })]);
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

  test("H18, H26: calls that wait are missing in no invoice, and in nothing that is rated again", async () => {
    await sendAsync("k", [aCall(1)]);
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
    await sendAsync("k", calls);
    const notes = await workThrough({
      store,
      price: async (sql, part, book) => {
        await pricePart(sql, part, book);
        if (part.customerID === "7") throw new Error("no room on the disk");
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

    const again = await sendAsync("k", calls);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(await work(store)).toEqual(["done"]);
    const done = await ask("GET", "/tollbook/batches/1");
    expect(done.body).toMatchObject({ state: "done", rated: 2, parts: { done: 2, parked: 0 } });
  });

  test("H38: whichever statement of a worker fails, all of its part is done or none, and nothing twice", async () => {
    const calls = [aCall(1, { duration: 500 }), aCall(2, { duration: 700, startTime: "12:00:00" })];
    let expected: unknown;
    for (let nth = 1; ; nth++) {
      const fresh = await storeWithBook(await engine.empty());
      await asking(fresh)("POST", "/tollbook/batches", { calls }, { ...ASYNC, "Idempotency-Key": "k" });
      const failing = failingDatabase(fresh.database, nth);
      const worker = { store: over(fresh, failing), price: pricePart, park: parkPart };
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
