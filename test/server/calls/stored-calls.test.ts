/** Stored calls over both databases: H13, H17, H25, H26, H27, H29 (pools). */
import { beforeEach, describe, expect, test } from "vitest";
import { applyDiscounts, createDiscounter, rateCalls } from "../../../src/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { ENGINES } from "../databases.ts";
import { askOf } from "../http/asking.ts";
import { type Ask, asking } from "./http.ts";
import { aCall, BOOK, dump, OPENED, storeWithBook, WHO } from "./setup.ts";

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

  const send = (key: string, calls: readonly unknown[]) =>
    ask("POST", "/tollbook/batches", { calls }, { "Idempotency-Key": key });
  const revise = (upsert: object) =>
    store.write(WHO, async (writing) => {
      writing.revise({ upsert });
    });

  test("H23: a batch over HTTP", async () => {
    const body = [aCall(1), aCall(2, { duration: 1500 })];
    const first = await send("key-1", body);
    expect(first.status).toBe(201);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(first.headers.get("location")).toBe(`/backend/api/v1/tollbook/batches/${first.body.batch.id}`);
    const again = await send("key-1", body);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
    expect(again.text).toBe(first.text);
    expect((await send("key-1", [aCall(9)])).body.error_code).toBe(409005);
    expect((await ask("POST", "/tollbook/batches", { calls: body })).body.error_code).toBe(400503);
    expect((await send("two words", body)).body.error_code).toBe(400502);
    expect((await send("none", [])).body).toMatchObject({
      error_code: 400002,
      problems: [{ path: "calls" }],
    });
    expect((await asking(store, "read")("POST", "/tollbook/batches", { calls: body })).body.error_code).toBe(
      403002,
    );
    const batch = await ask("GET", `/tollbook/batches/${first.body.batch.id}`);
    expect(batch.body).toEqual({ state: "done", ...first.body.batch });
    const results = await ask("GET", `/tollbook/batches/${first.body.batch.id}/results`);
    expect(results.body).toEqual(first.body.results);
  });

  test("H17: a call has the seeds' fields and Tollbook's", async () => {
    const { body } = await send("k", [
      aCall(1, { duration: "91", carrier: "X", CDRFileID: 5, extension: 12, myReference: "abc" }),
      aCall(2, { target: "020 7946 0021", external: "999", costCDR: "1.50" }),
      aCall(3, { target: "02079460099" }),
    ]);
    const call = await ask("GET", "/calls/1/");
    expect(call.body).toMatchObject({
      id: "1",
      target: "02079460018",
      numberID: "1007",
      duration: 91,
      bytes: null,
      extension: "12",
      CDRFileID: "5",
      carrier: "X",
      tariffType: "UK",
      costBase: body.results[0].costBase,
      cost: "0",
      costCDR: null,
      myReference: "abc",
      tollbook: {
        customerID: "7",
        currency: "GBP",
        featureID: null,
        tariffID: "1",
        tariff: "Business",
        method: "rate",
        revision: 1,
        batchID: body.batch.id,
        invoiceID: null,
        late: false,
        error: null,
        message: null,
      },
    });
    const failed = await ask("GET", "/calls/2");
    expect(failed.body).toMatchObject({
      numberID: "1010",
      cost: null,
      costCDR: "1.5",
      tollbook: { customerID: "8", error: "unknown-call-type" },
    });
    expect((await ask("GET", "/calls/3")).body.tollbook).toMatchObject({ error: null, message: "test line" });
    for (const path of ["/calls/4", "/calls/0", "/calls/x"]) {
      expect((await ask("GET", path)).body.error_code).toBe(404001);
    }
  });

  test("H17: a call that cannot be read has the day of its start all the same", async () => {
    const unread = { duration: "12m" };
    const { body } = await send("k", [
      aCall(1, unread),
      aCall(2, { ...unread, startDate: undefined, startTime: "2026-10-07T00:30:00+02:00" }),
      aCall(3, { ...unread, startDate: "5/10/2026" }),
      null,
      5,
    ]);
    expect(body.batch).toMatchObject({ read: 5, errors: 5 });
    const ids = async (query: string): Promise<string[]> =>
      (await ask("GET", `/calls/?${query}`)).body.map(({ id }: { id: string }) => id);
    const errors = async (query: string): Promise<number[]> =>
      (await ask("GET", `/tollbook/worklist?${query}`)).body.map(({ calls }: { calls: number }) => calls);
    expect(await ids("minDate=2026-10-05&maxDate=2026-10-05")).toEqual(["1"]);
    expect(await ids("minDate=2026-10-06&maxDate=2026-10-06")).toEqual(["2"]);
    expect(await errors("minDate=2026-10-05&maxDate=2026-10-06")).toEqual([2]);
    const again = await ask("POST", "/tollbook/rerate", { minDate: "2026-10-06" });
    expect(again.body).toMatchObject({ read: 1, errors: 1 });
  });

  test("H13, H17: lists and their filters", async () => {
    await send("k", [
      aCall(11, { startDate: "2026-10-05" }),
      aCall(12, { startDate: "2026-10-06", target: "02079460020", CDRFileID: "77" }),
      aCall(13, { startDate: "2026-10-07" }),
      aCall(14, { startDate: "2026-10-08", target: "zzz" }),
    ]);
    const ids = async (path: string): Promise<string[]> =>
      (await ask("GET", path)).body.map(({ id }: { id: string }) => id);
    expect(await ids("/calls/")).toEqual(["11", "12", "13", "14"]);
    expect(await ids("/calls/?minDate=2026-10-06&maxDate=2026-10-07")).toEqual(["12", "13"]);
    expect(await ids("/customers/7/calls/")).toEqual(["11", "13"]);
    expect(await ids("/numbers/1009/calls/")).toEqual(["12"]);
    expect(await ids("/CDRFiles/77/calls/")).toEqual(["12"]);
    expect(await ids("/calls/?billed")).toEqual([]);
    expect(await ids("/calls/?unbilled=true&idAfter=12")).toEqual(["13", "14"]);
    expect(await ids("/calls/?billed&unbilled")).toEqual([]);
    const page = await ask("GET", "/calls/?limit=2&minDate=2026-10-05");
    expect(page.headers.get("link")).toBe(
      '</backend/api/v1/calls/?limit=2&minDate=2026-10-05&idAfter=12>; rel="next"',
    );
    expect((await ask("GET", "/calls/?limit=2&idAfter=12")).headers.get("link")).toBeNull();
    expect((await ask("GET", "/calls/?sort=id")).body.error_code).toBe(400001);
    expect((await ask("GET", "/customers/99/calls/")).body.error_code).toBe(404001);
    await send("l", [aCall(20)]);
    expect(await ids("/calls/?createdSince=2999-01-01T00:00:00Z")).toEqual([]);
    expect(await ids("/calls/?updatedSince=2999-01-01T00:00:00Z")).toEqual([]);
    expect((await ids("/calls/?createdSince=2020-01-01T00:00:00Z")).length).toBe(5);
  });

  test("H27: a stored call is explained by the revision that priced it, discounts included", async () => {
    await send("k", [aCall(1, { duration: 700 }), aCall(2, { startTime: "11:00:00", duration: 700 })]);
    await send("l", [aCall(3, { startTime: "09:00:00" }), aCall(4, { target: "" })]);
    const [, second] = (await ask("GET", "/tollbook/batches/1/results")).body;
    await revise({ tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "9" }] });
    const explained = await ask("GET", "/tollbook/calls/2/explanation");
    expect(explained.body).toMatchObject({ revision: 1, matches: true });
    expect(explained.body.explanation.result).toEqual(second);
    expect(explained.body.explanation.steps.map(({ rule }: { rule: string }) => rule)).toContain("R43");
    for (const id of [1, 3, 4]) {
      expect((await ask("GET", `/tollbook/calls/${id}/explanation`)).body).toMatchObject({
        revision: 1,
        matches: true,
      });
    }
    const current = await ask("GET", "/tollbook/calls/2/explanation?revision=current");
    expect(current.body).toMatchObject({ revision: 2, matches: false });
    expect(current.body.explanation.result.costBase).toBe("105");
    const one = await ask("GET", "/tollbook/calls/2/explanation?revision=1");
    expect(one.body).toMatchObject({ revision: 1, matches: true });
    expect((await ask("GET", "/tollbook/calls/2/explanation?revision=9")).body.error_code).toBe(404001);
    expect((await ask("GET", "/tollbook/calls/2/explanation?revision=x")).body.error_code).toBe(400001);
    expect((await ask("GET", "/tollbook/calls/9/explanation")).body.error_code).toBe(404001);
    const text = await ask("GET", "/tollbook/calls/2/explanation", undefined, { Accept: "text/plain" });
    expect(text.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text.text).toContain("covered by Ten");
  });

  test("calls of records whose ids are no digits are priced, too", async () => {
    await revise({
      customers: [{ id: "C9", defaultNationalTariff: "Business" }],
      numbers: [{ id: "N1", customerID: "C9", number: "020 7946 0077", discountPlan1: "Ten" }],
    });
    const { body } = await send("k", [aCall(1, { target: "02079460077" })]);
    expect(body.results[0]).toMatchObject({ customerID: "C9", numberID: "N1", cost: "0" });
    expect((await ask("GET", "/calls/1")).body.tollbook.customerID).toBe("C9");
    expect((await ask("POST", "/tollbook/rerate", {})).body).toMatchObject({ read: 1, rated: 1 });
  });

  test("H1, H27, H28: who may read at level 0 may quote, preview and explain, and that stores nothing", async () => {
    await send("k", [aCall(1, { duration: 700 })]);
    await revise({ tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "9" }] });
    const before = [await dump(database), await database.query("SELECT * FROM log ORDER BY number")];
    const reader = askOf(store);
    const as = "0:read";
    const quote = { tariff: "Business", callType: "UK", duration: 60, at: "2026-10-01T10:00:00" };
    expect((await reader("POST", "/tollbook/quote", quote, { as })).body.cost).toBe("9");
    const increases = [{ resource: "tariffs", id: 1, increasePercent: 10, increaseScope: "costOnly" }];
    expect((await reader("POST", "/tollbook/previews", { increases }, { as })).status).toBe(200);
    for (const revision of ["", "?revision=1", "?revision=current"]) {
      const path = `/tollbook/calls/1/explanation${revision}`;
      expect((await reader("GET", path, undefined, { as })).status).toBe(200);
    }
    expect([await dump(database), await database.query("SELECT * FROM log ORDER BY number")]).toEqual(before);
  });

  test("H11: calls and their results stay where their number goes", async () => {
    await send("k", [aCall(1), aCall(2, { target: "02079460019" })]);
    const [call, results] = [await ask("GET", "/calls/1"), await ask("GET", "/tollbook/batches/1/results")];
    expect((await ask("DELETE", "/numbers/1007")).status).toBe(200);
    expect((await ask("GET", "/calls/1")).body).toEqual(call.body);
    expect((await ask("GET", "/tollbook/batches/1/results")).text).toBe(results.text);
    expect((await ask("GET", "/customers/7/calls/")).body.map(({ id }: { id: string }) => id)).toEqual([
      "1",
      "2",
    ]);
    expect((await ask("GET", "/tollbook/calls/1/explanation")).body).toMatchObject({
      revision: 1,
      matches: true,
    });
  });

  test("H23: a key has 200 characters at most, a batch in its request 10,000 calls", async () => {
    expect((await send("k".repeat(201), [aCall(1)])).body.error_code).toBe(400502);
    expect((await send("k".repeat(200), [aCall(1)])).status).toBe(201);
    const many = Array.from({ length: 10_001 }, (_, at) => aCall(at + 1));
    expect((await send("many", many)).body).toMatchObject({
      error_code: 400002,
      problems: [{ path: "calls" }],
    });
    expect(await database.query("SELECT id FROM calls")).toEqual([{ id: "1" }]);
  });

  test("H27: a quote", async () => {
    const request = { tariff: "Business", callType: "UK", duration: 60, at: "2026-10-01T10:00:00" };
    const quoted = await ask("POST", "/tollbook/quote", request);
    expect(quoted.body).toMatchObject({ outcome: "rated", cost: "6.87" });
    const text = await ask("POST", "/tollbook/quote", request, { Accept: "text/plain" });
    expect(text.text).toContain("6.87");
  });

  test("H26: rating again takes the present book, draws afresh and keeps earlier results", async () => {
    const calls = [
      aCall(1, { duration: 700 }),
      aCall(2, { startTime: "11:00:00", duration: 700, target: "02079460019" }),
      aCall(3, { startDate: "2026-11-02" }),
      aCall(4, { target: "02079460020" }),
      aCall(5, { target: "020 7946 0055" }),
    ];
    await send("k", calls);
    const changes = {
      tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "9" }],
      numbers: [{ id: 1011, customerID: 7, number: "020 7946 0055" }],
      discountPlans: [{ id: 1, discountPlanName: "Ten", allowanceMinutes: 11 }],
    };
    await revise(changes);
    const before = await database.query<{ record: string }>("SELECT record FROM results ORDER BY call_id");
    const done = await ask("POST", "/tollbook/rerate", { customerID: 7, maxDate: "2026-10-31" });
    expect(done.body).toMatchObject({ revision: 2, read: 3, rated: 3, errors: 0, ignored: 0, redrawn: 0 });
    const { book } = await store.present();
    const expected = applyDiscounts(book, rateCalls(book, [...calls.slice(0, 2), ...calls.slice(4)]));
    const now = await database.query<{ record: string; attempt: number }>(
      "SELECT record, attempt FROM results WHERE latest AND call_id IN (1, 2, 5) ORDER BY call_id",
    );
    expect(now.map(({ record }) => record)).toEqual(expected.calls.map((result) => JSON.stringify(result)));
    expect(now.map(({ attempt }) => attempt)).toEqual([2, 2, 2]);
    const first = await database.query<{ record: string }>(
      "SELECT record FROM results WHERE attempt = 1 ORDER BY call_id",
    );
    expect(first).toEqual(before);
    const pools = await ask("GET", "/tollbook/pools?customerID=7&date=2026-10-20");
    expect(pools.body).toEqual(expected.pools);
    expect((await ask("GET", "/tollbook/calls/1/explanation")).body).toMatchObject({
      revision: 2,
      matches: true,
    });
    expect((await ask("POST", "/tollbook/rerate", { errorsOnly: true })).body.read).toBe(0);
    expect((await ask("POST", "/tollbook/rerate", { customerID: 99 })).body.error_code).toBe(404001);
    expect((await ask("POST", "/tollbook/rerate", { minDate: "1 May" })).body.error_code).toBe(400002);
  });

  test("H26: calls that were ignored, or could not be read, are those of whose customer and date they are now", async () => {
    await send("k", [
      aCall(1, { target: "020 7946 0099" }),
      aCall(2, { callDirection: "C-leg" }),
      aCall(3, { target: "020 7946 0099", startDate: "2026-11-05" }),
      aCall(4, { callDirection: "C-leg", startDate: "2026-11-05" }),
      aCall(5, { target: "020 7946 0020" }),
    ]);
    await store.write(WHO, async (writing) => {
      writing.revise({
        upsert: {
          numbers: [{ id: 1011, customerID: 7, number: "020 7946 0099" }],
          callDirections: [{ name: "C-leg", direction: "outbound" }],
        },
        remove: { ignoredNumbers: [{ number: "020 7946 0099" }] },
      });
    });
    const asked = { customerID: 7, minDate: "2026-10-01", maxDate: "2026-10-31" };
    expect((await ask("POST", "/tollbook/rerate", asked)).body).toMatchObject({ read: 2, rated: 2 });
    expect((await ask("GET", "/calls/1")).body.tollbook).toMatchObject({ customerID: "7", method: "rate" });
    expect((await ask("POST", "/tollbook/rerate", { customerID: 7 })).body).toMatchObject({
      read: 4,
      rated: 4,
    });
  });

  test("H26: calls beside those that were in error draw afresh, too", async () => {
    await send("k", [
      aCall(1, { startTime: "09:00:00", duration: 700, external: "0800 1", tariffType: "Free" }),
      aCall(2, { startTime: "11:00:00", duration: 700 }),
      aCall(3, { startTime: "12:00:00", duration: 700 }),
    ]);
    await revise({ destinations: [{ prefix: "4480", tariffType: "UK" }] });
    const done = await ask("POST", "/tollbook/rerate", { errorsOnly: true });
    expect(done.body).toMatchObject({ read: 0 });
    await send("l", [aCall(4, { startTime: "08:00:00", target: "0123", duration: 700 })]);
    await revise({
      numbers: [{ ...BOOK.numbers?.[0], CDRNumber: "0123" }],
    });
    const again = await ask("POST", "/tollbook/rerate", { errorsOnly: true });
    expect(again.body).toMatchObject({ read: 1, rated: 1, redrawn: 2 });
    const { book } = await store.present();
    const calls = await database.query<{ id: string; record: string }>(
      "SELECT id, record FROM calls ORDER BY id",
    );
    const expected = applyDiscounts(
      book,
      rateCalls(
        book,
        calls.map(({ record }) => JSON.parse(record)),
      ),
    );
    const now = await database.query<{ record: string }>(
      "SELECT record FROM results WHERE latest ORDER BY call_id",
    );
    expect(now.map(({ record }) => record)).toEqual(expected.calls.map((result) => JSON.stringify(result)));
  });

  test("H27: a call that only drew afresh is explained by the revision that rated it", async () => {
    await send("k", [
      aCall(1, { startTime: "09:00:00", duration: 500 }),
      aCall(2, { startTime: "10:00:00", duration: 700 }),
    ]);
    await revise({ tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "9" }] });
    const { id } = (await ask("POST", "/customers/7/invoices/", { cutoffDate: "2026-11-01" })).body;
    await revise({ discountPlans: [{ id: 2, discountPlanName: "Fifteen", allowanceMinutes: 15 }] });
    await revise({
      numbers: [{ ...BOOK.numbers?.[0], discountPlan1: "Fifteen" }],
      tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "10" }],
    });
    expect((await ask("POST", `/invoices/${id}/reapplyDiscountPlans`)).status).toBe(200);
    for (const call of ["1", "2"]) {
      const { body } = await ask("GET", `/tollbook/calls/${call}/explanation`);
      expect([body.revision, body.matches]).toEqual([1, true]);
    }
    const current = await ask("GET", "/tollbook/calls/1/explanation?revision=current");
    expect(current.body).toMatchObject({ revision: 4, matches: false });
    await ask("DELETE", `/invoices/${id}`);
    await ask("POST", "/tollbook/rerate");
    const rerated = await ask("GET", "/tollbook/calls/1/explanation");
    expect(rerated.body).toMatchObject({ revision: 4, matches: true });
  });

  test("H29: pools are those of the library", async () => {
    const calls = [aCall(1), aCall(2, { startDate: "2026-11-05" }), aCall(3, { target: "02079460020" })];
    await send("k", calls);
    const { state } = applyDiscounts(OPENED, rateCalls(OPENED, calls));
    const all = createDiscounter(OPENED, state).pools();
    expect((await ask("GET", "/tollbook/pools?customerID=7")).body).toEqual(
      all.filter(({ customerID }) => customerID === "7"),
    );
    expect((await ask("GET", "/tollbook/pools?customerID=7&date=2026-11-30")).body).toEqual(
      all.filter(({ customerID, startDate }) => customerID === "7" && startDate === "2026-11-01"),
    );
    expect((await ask("GET", "/tollbook/pools")).body.error_code).toBe(400001);
    expect((await ask("GET", "/tollbook/pools?customerID=99")).body.error_code).toBe(404001);
  });
});
