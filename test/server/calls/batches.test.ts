/** Batches over both databases: H23, H24. */
import { beforeEach, describe, expect, test } from "vitest";
import { applyDiscounts, rateCalls, sumAmounts, toRecord } from "../../../src/index.ts";
import { takeBatch } from "../../../src/server/calls/take-batch.ts";
import type { Database } from "../../../src/server/database/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { ENGINES } from "../databases.ts";
import { aCall, Cut, dump, failingDatabase, OPENED, over, send, storeWithBook, WHO } from "./setup.ts";

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let store: Store;
  beforeEach(async () => {
    database = await engine.empty();
    store = await storeWithBook(database);
    return () => store.close();
  });

  test("H23: results are those of the library, after discounts, in order", async () => {
    const calls = [
      aCall(12, { startTime: "11:00:00", duration: 500 }),
      aCall(11, { external: "07700 900123", duration: "33.5" }),
      aCall(13, { target: "02079460020", duration: 700 }),
      aCall(14, { target: "02079460099" }),
      aCall(15, { target: "0123" }),
      aCall(16, { duration: "long" }),
    ];
    const { batch, results } = await send(store, "k", calls);
    const { calls: expected } = applyDiscounts(OPENED, rateCalls(OPENED, calls));
    expect(results).toEqual(expected.map((result) => toRecord(result)));
    const { id, digest, ...counts } = batch;
    expect(counts).toMatchObject({
      key: "k",
      revision: 1,
      read: 6,
      rated: 3,
      errors: 2,
      ignored: 1,
      repeated: 0,
    });
    expect(Object.keys(batch)).toEqual([
      "id",
      "key",
      "revision",
      "digest",
      "engine",
      "read",
      "rated",
      "errors",
      "ignored",
      "repeated",
      "totals",
    ]);
    expect(batch.totals.costBase).toBe(sumAmounts(results.flatMap(({ costBase }) => costBase ?? [])));
    expect(digest).toBe((await store.present()).digest);
    expect(id).toBe("1");
  });

  test("H23: the same again is the same answer; other calls under the key are refused", async () => {
    const calls = [
      aCall(undefined),
      aCall(2),
      aCall(2),
      aCall("x"),
      null,
      aCall(undefined, { carrierCallID: "a" }),
    ];
    const first = await send(store, "k", calls);
    const before = await dump(database);
    const again = await send(store, "k", JSON.parse(JSON.stringify(calls)));
    expect(again.text).toBe(first.text);
    expect([first.isReplay, again.isReplay]).toEqual([false, true]);
    expect(await dump(database)).toEqual(before);
    await expect(send(store, "k", [aCall(3)])).rejects.toMatchObject({ code: 409005 });
    expect(await dump(database)).toEqual(before);
    const reordered = calls.map((call) => call && Object.fromEntries(Object.entries(call).reverse()));
    expect((await send(store, "k", reordered)).isReplay).toBe(true);
  });

  test("H23: cut off before any statement nothing is stored, and sent again all of it once", async () => {
    const calls = [
      aCall(1),
      aCall(undefined, { carrierCallID: "c", duration: 300 }),
      aCall(3, { duration: 400 }),
    ];
    await send(store, "before", [aCall(9, { duration: 200 })]);
    const before = await dump(database);
    for (let nth = 1; ; nth++) {
      const cut = failingDatabase(database, nth);
      const taken = await takeBatch(over(store, cut), { key: "k", calls }, WHO).catch(
        (error: unknown) => error,
      );
      if (!(taken instanceof Cut)) break;
      expect(nth).toBeLessThan(40);
      expect(await dump(database)).toEqual(before);
    }
    const after = await dump(database);
    expect((await send(store, "k", calls)).isReplay).toBe(true);
    expect(await dump(database)).toEqual(after);
    const pools = await database.query<{ pools: string }>("SELECT pools FROM pools");
    expect(JSON.parse(pools[0]?.pools ?? "")[0]).toMatchObject({ usedSeconds: "991", usedCalls: "4" });
  });

  test("H24: ids are integers, and what has none is given one", async () => {
    const { results, batch } = await send(store, "k", [
      aCall("007"),
      aCall(-1),
      aCall("9223372036854775808"),
      aCall("9223372036854775807"),
      aCall(1.5),
      aCall(40),
      aCall(undefined),
      aCall(""),
    ]);
    expect(results.map(({ error, id }) => error ?? id)).toEqual([
      "malformed-record",
      "malformed-record",
      "malformed-record",
      "9223372036854775807",
      "malformed-record",
      "40",
      "41",
      "42",
    ]);
    expect(batch).toMatchObject({ rated: 4, errors: 4 });
    const later = await send(store, "l", [aCall(undefined)]);
    expect(later.results[0]?.id).toBe("43");
    expect((await database.query("SELECT id FROM calls")).length).toBe(5);
  });

  test("H24: what the server gives is no id that another call of the batch has", async () => {
    const own = Array.from({ length: 100 }, (_, at) => aCall(at + 1));
    const { results, batch } = await send(store, "k", [aCall(undefined), ...own, aCall(undefined)]);
    expect(batch).toMatchObject({ rated: 102, errors: 0 });
    expect([results[0]?.id, results[101]?.id]).toEqual(["101", "102"]);
  });

  test("H24: nor one of a call that came twice and is not stored", async () => {
    const { results } = await send(store, "k", [
      aCall(undefined, { carrierCallID: "a" }),
      aCall(1, { carrierCallID: "a" }),
    ]);
    expect(results).toMatchObject([{ id: "2" }, { id: "1", error: "duplicate-call" }]);
  });

  test("H24: a stored call under another key is repeated, with other content a duplicate", async () => {
    const first = await send(store, "day 1", [aCall(1), aCall(2, { carrier: "X", carrierCallID: "a" })]);
    const second = await send(store, "day 2", [
      aCall(1, { duration: "91.000" }),
      aCall("1", { duration: "91" }),
      aCall(2, { carrier: "X", carrierCallID: "a" }),
      aCall(3),
    ]);
    expect(second.results[0]).toMatchObject({ error: "duplicate-call", field: "id" });
    expect(second.results[1]).toMatchObject({ error: "duplicate-call" });
    const third = await send(store, "day 3", [
      aCall("1", { duration: "91", extension: "", callGroup: null }),
      aCall(2, { carrier: "X", carrierCallID: "a" }),
      aCall(5, { carrier: "X", carrierCallID: "a" }),
      aCall(undefined, { carrier: "X", carrierCallID: "a", callTypeDirectionFlag: "B-leg" }),
      aCall(undefined, { carrier: "X", carrierCallID: "a", aLegID: 4 }),
      aCall(undefined, { carrier: "Y", carrierCallID: "a" }),
      aCall(undefined, { callCarrier: "X", carrier: "Y", carrierCallID: "a" }),
    ]);
    expect(third.results.slice(0, 2)).toEqual(first.results);
    expect(third.batch).toMatchObject({ repeated: 2, errors: 3, rated: 2, read: 7 });
    expect(third.results.map(({ error }) => error ?? null)).toEqual([
      null,
      null,
      "duplicate-call",
      "unknown-call-type",
      null,
      null,
      "duplicate-call",
    ]);
  });

  test("H24: without an id carrier, carrierCallID, direction and leg identify a call", async () => {
    const calls = [aCall(undefined, { carrier: "X", carrierCallID: "a" }), aCall(undefined)];
    const first = await send(store, "k", calls);
    const again = await send(store, "l", calls);
    expect(again.results[0]).toEqual(first.results[0]);
    expect(again.results[1]?.id).not.toBe(first.results[1]?.id);
    expect(again.batch).toMatchObject({ repeated: 1, rated: 1 });
  });

  test("H23, R44: batches draw from what earlier ones left, and a call that starts earlier is late", async () => {
    await send(store, "k", [aCall(2, { startTime: "12:00:00", duration: 900 })]);
    const { results } = await send(store, "l", [
      aCall(1, { startTime: "09:00:00", duration: 900, target: "02079460019" }),
    ]);
    expect(results[0]).toMatchObject({
      late: true,
      discountPlans: "Ten",
      costBase: "96.05",
      cost: "64.0333",
    });
  });

  test("H23: batches at the same time draw once and lose nothing", async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => over(store, await engine.again(database))),
    );
    const batches = Array.from({ length: 12 }, (_, batch) =>
      Array.from({ length: 8 }, (_, line) =>
        // Every call comes in two batches.
        aCall(1 + Math.floor((batch * 8 + line) / 2) + (line % 2) * 48, {
          target: `0207946001${8 + (line % 2)}`,
          duration: 5,
        }),
      ),
    );
    const answers = await Promise.all(
      batches.map((calls, batch) => send(others[batch % 4] as Store, `k${batch}`, calls)),
    );
    const rated = answers.reduce((sum, { batch }) => sum + batch.rated + batch.repeated, 0);
    expect(rated).toBe(96);
    const [row] = await database.query<{ calls: string; pools: string }>(
      "SELECT (SELECT count(*) FROM calls) AS calls, (SELECT pools FROM pools WHERE customer_id = '7') AS pools",
    );
    const stored = Number(row?.calls);
    expect(JSON.parse(row?.pools ?? "")[0]).toMatchObject({
      usedSeconds: String(5 * stored),
      usedCalls: String(stored),
    });
    const results = await database.query<{ n: string }>("SELECT count(*) AS n FROM results");
    expect(Number(results[0]?.n)).toBe(stored);
    await Promise.all(others.map(({ database: own }) => (own === database ? undefined : own.close())));
  });

  test("the log names who sent a batch", async () => {
    await send(store, "k", [aCall(1)]);
    const log = await database.query(
      "SELECT user_name, method, path, status, revision FROM log ORDER BY number DESC LIMIT 1",
    );
    expect(log[0]).toEqual({
      user_name: "tester",
      method: "POST",
      path: WHO.path,
      status: 201,
      revision: "1",
    });
  });
});

// The embedded database has one connection, which a writer holds.
describe.each(ENGINES.filter(({ kind }) => kind === "postgresql"))("$kind", (engine) => {
  test("H31: calls are rated by the book that there is while somebody writes the next one", async () => {
    const database = await engine.empty();
    const store = await storeWithBook(database);
    const other = await openStore(await engine.again(database));
    let begun: (() => void) | undefined;
    let end: (() => void) | undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const written = other.write(WHO, async (writing) => {
      writing.revise({
        upsert: { tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "9" }] },
      });
      begun?.();
      await mayEnd;
    });
    await hasBegun;
    const answer = await send(store, "k", [aCall(1)]);
    expect(answer.batch).toMatchObject({ revision: 1, rated: 1 });
    end?.();
    await written;
    expect((await send(store, "l", [aCall(2)])).batch).toMatchObject({ revision: 2, rated: 1 });
    await other.close();
    await store.close();
  });
});
