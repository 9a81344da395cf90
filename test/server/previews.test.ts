/** Previews, activations and rate sheets over both databases: H28, H29. */
import { beforeEach, describe, expect, test, vi } from "vitest";
import { increaseBook, isActionError, openBook, previewChange } from "../../src/index.ts";
import type { Database } from "../../src/server/database/index.ts";
import type { Store } from "../../src/server/store/index.ts";
import { type Ask, asking } from "./calls/http.ts";
import { aCall, BOOK, OPENED, storeWithBook } from "./calls/setup.ts";
import { ENGINES } from "./databases.ts";

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
    aCall(1, { duration: 1500 }),
    aCall(3, { startDate: "2026-10-03", startTime: "09:00:00" }),
    aCall(2, { startDate: "2026-10-03", startTime: "12:00:00", target: "02079460020" }),
    aCall(4, { startDate: "2026-11-01" }),
    aCall(5, { target: "0555" }),
  ];
  const send = () => ask("POST", "/tollbook/batches", { calls: CALLS }, { "Idempotency-Key": "k" });
  const INCREASES = [
    { resource: "tariffs" as const, id: "1", increasePercent: "10", increaseScope: "costOnly" },
  ];
  const after = () => {
    const increased = increaseBook(BOOK, INCREASES, 5);
    if (isActionError(increased)) throw new Error(increased.hint);
    return openBook(increased.book);
  };

  test("H28: a preview is previewChange over the stored calls, and changes nothing", async () => {
    await send();
    const reader = asking(store, "read");
    for (const discounts of [false, true]) {
      const { body, status } = await reader("POST", "/tollbook/previews", {
        increases: INCREASES,
        discounts,
        calls: { maxDate: "2026-10-31" },
      });
      expect(status).toBe(200);
      const calls = [CALLS[1], CALLS[2], CALLS[0], CALLS[4]].map((call) => ({ ...call }));
      const report = JSON.parse(JSON.stringify(previewChange(OPENED, after(), calls, { discounts })));
      for (const part of ["totals", "counts", "ratedTwice", "distribution"]) {
        expect(body[part]).toEqual(report[part]);
      }
      expect(body.change.words).toBe("Business by 10 % (usage prices)");
    }
    expect((await store.present()).revision).toBe(1);
    const page = await reader(
      "POST",
      "/tollbook/previews",
      { increases: INCREASES },
      { Accept: "text/html" },
    );
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.text.startsWith("<!doctype html>")).toBe(true);
    const one = await reader("POST", "/tollbook/previews", {
      increases: INCREASES,
      calls: { customerID: 8 },
    });
    expect(one.body.counts.read).toBe(1);
    for (const calls of [{ batchID: 9 }, { customerID: 9 }]) {
      const none = await reader("POST", "/tollbook/previews", { increases: INCREASES, calls });
      expect(none.body.error_code).toBe(404001);
    }
  });

  test("R24: totals of a batch and payers of an activation are told by the customers' currencies", async () => {
    await store.close();
    const [pounds] = BOOK.tariffs ?? [];
    const tariffs = [
      { ...pounds, baseCost: "6", baseCostConnection: 0 },
      { ...pounds, id: 9, name: "Euros", baseCost: "3", baseCostConnection: 0, currency: "EUR" },
    ];
    store = await storeWithBook(await engine.empty(), {
      callTypes: BOOK.callTypes,
      destinations: BOOK.destinations,
      tariffs,
      customers: [
        { id: 7, defaultNationalTariff: "Business" },
        { id: 8, defaultNationalTariff: "Euros", currency: "EUR" },
      ],
      numbers: [
        { id: 1, customerID: 7, number: "02079460018" },
        { id: 2, customerID: 8, number: "02079460020" },
      ],
    } as typeof BOOK);
    ask = asking(store);
    const calls = [aCall(1, { duration: 60 }), aCall(2, { duration: 60, target: "02079460020" })];
    const { body } = await ask("POST", "/tollbook/batches", { calls }, { "Idempotency-Key": "k" });
    const other = { currency: "EUR", calls: 1, cost: "3" };
    expect(body.batch.totals).toMatchObject({ cost: "6", otherCurrencies: [other] });
    const raise = { increaseScope: "costOnly", increasePercent: "10" };
    const { id } = (await ask("POST", "/tariffs/9/createIncreaseVersion", raise)).body;
    const preview = (change: object): Promise<string> =>
      ask("POST", "/tollbook/previews", change, { Accept: "text/html" }).then(({ text }) => text);
    const amount = { resource: "tariffs", increaseScope: "costOnly", increaseAmount: "1.25" };
    expect(await preview({ increases: [{ ...amount, id: "9" }] })).toContain("Euros by 1.25c (");
    expect(await preview({ increases: [{ ...amount, id: "1" }] })).toContain("Business by 1.25p (");
    const { payers } = (await ask("POST", "/tollbook/activations", { id, dryRun: true })).body;
    expect(
      payers.map(({ customerID, currency, after }: Record<string, string>) => [customerID, currency, after]),
    ).toEqual([
      ["7", undefined, "6"],
      ["8", "EUR", "3.3"],
    ]);
  });

  test("H28: of records that are changed or removed", async () => {
    await send();
    const upsert = { tariffs: [{ id: 1, name: "Business", tariffClass: "national" as const, baseCost: 12 }] };
    const { body } = await ask("POST", "/tollbook/previews", { upsert });
    const changed = openBook({ ...BOOK, tariffs: [...upsert.tariffs, ...(BOOK.tariffs ?? []).slice(1)] });
    const report = previewChange(OPENED, changed, CALLS);
    expect(body.totals).toEqual(JSON.parse(JSON.stringify(report.totals)));
    const refused = (change: object) => ask("POST", "/tollbook/previews", change);
    expect((await refused({ remove: { tariffs: ["1"] } })).body.error_code).toBe(400002);
    expect((await refused({ remove: { tariffs: ["1", "99"] } })).body).toMatchObject({
      error_code: 400002,
      problems: [{ path: "remove.tariffs[1]" }],
    });
    expect((await refused({})).body.error_code).toBe(400002);
    expect((await refused({ increases: INCREASES, upsert })).body.error_code).toBe(400002);
    expect((await refused({ increases: [{ ...INCREASES[0], id: 9 }] })).body.error_code).toBe(404001);
    expect((await refused({ increases: [{ ...INCREASES[0], increasePercent: "x" }] })).body.error_code).toBe(
      400502,
    );
  });

  test("a version is put into force in one revision, with the list of who pays how much more", async () => {
    await send();
    const { resource: _resource, id: _id, ...terms } = INCREASES[0] as (typeof INCREASES)[0];
    const made = await ask("POST", "/tariffs/1/createIncreaseVersion", {
      ...terms,
      effectiveDate: "2026-10-04",
    });
    expect(made.status).toBe(201);
    const { id } = made.body;
    const dry = await ask("POST", "/tollbook/activations", { id, dryRun: true });
    const late = await ask("POST", "/tollbook/activations", { id, effectiveDate: "2026-12-01" });
    expect(late.body.error_code).toBe(409002);
    const done = await ask("POST", "/tollbook/activations", { id, effectiveDate: "2026-10-04" });
    expect(done.body).toMatchObject({ revision: 3, customers: 2 });
    expect(done.body.payers).toEqual(dry.body.payers);
    const [first] = done.body.payers;
    expect(first).toMatchObject({ customerID: "7", calls: 3 });
    expect(Number(first.difference)).toBeGreaterThan(0);
    // The second customer's call is of a day before.
    expect(done.body.payers[1]).toMatchObject({ customerID: "8", difference: "0" });
    const { data } = await store.present();
    expect(data.customers?.map(({ defaultNationalTariff }) => defaultNationalTariff)).toEqual([
      made.body.name,
      made.body.name,
    ]);
    expect((await ask("POST", "/tollbook/activations", { id })).body.error_code).toBe(400502);
    expect((await ask("POST", "/tollbook/activations", { id: 1 })).body.error_code).toBe(409002);
    expect((await ask("POST", "/tollbook/activations", { id: 99 })).body.error_code).toBe(404001);
  });

  test("H12: an activation keeps a label that was written while its preview was read", async () => {
    const version = { increasePercent: "10", increaseScope: "costOnly" };
    const made = await ask("POST", "/tariffs/1/createIncreaseVersion", version);
    const read: Store["read"] = Object.getPrototypeOf(store).read;
    const reading = vi.spyOn(Object.getPrototypeOf(store), "read");
    reading.mockImplementationOnce(async function (this: Store, work) {
      reading.mockRestore();
      expect((await ask("PATCH", "/customers/7", { companyName: "New name" })).status).toBe(200);
      return read.call(this, work as Parameters<Store["read"]>[0]);
    });
    const done = await ask("POST", "/tollbook/activations", { id: made.body.id });
    expect([done.status, done.body.revision]).toEqual([200, 3]);
    const customer = (await ask("GET", "/customers/7")).body;
    expect([customer.companyName, customer.defaultNationalTariff]).toEqual(["New name", made.body.name]);
  });

  test("H29: a rate sheet becomes lines of a tariff", async () => {
    const put = (body: object, id = 1) =>
      ask("POST", `/tollbook/tariffs/${id}/sheet`, { mapping: "prefixes", ...body });
    const sheet = "Prefix,Destination,Rate\n4420,London,0.02\n44161,Manchester,0.03\n";
    const dry = await put({ sheet, dryRun: true });
    expect(dry.status).toBe(200);
    expect(dry.body).toMatchObject({ revision: 1, rows: 2, unchanged: 0 });
    expect(dry.body.new.length).toBe(2);
    const done = await put({ sheetBase64: Buffer.from(sheet).toString("base64") });
    expect(done.body).toMatchObject({ revision: 2, rows: 2 });
    const { data } = await store.present();
    expect(data.tariffs?.[0]?.rates?.map(({ prefix, cost }) => [prefix, cost])).toEqual([
      ["4420", "2"],
      ["44161", "3"],
    ]);
    const jumps = sheet.replaceAll("0.0", "");
    expect((await put({ sheet: jumps })).body.error_code).toBe(409006);
    expect((await put({ sheet: jumps, acceptJumps: true })).body.revision).toBe(3);
    const faulty = await put({ sheet: "Prefix,Destination,Rate\nabc,London,x\n" });
    expect(faulty.body.error_code).toBe(400002);
    expect(faulty.body.problems[0].path).toMatch(/^sheet:2/);
    expect((await put({ sheet, mapping: "/etc/passwd" })).body).toMatchObject({
      error_code: 400002,
      problems: [{ path: "mapping" }],
    });
    expect((await put({ sheet, mapping: {} })).body.problems).toEqual([
      { path: "mapping", message: "columns is required" },
      { path: "mapping", message: "unit is required" },
    ]);
    expect((await put({})).body.error_code).toBe(400002);
    expect((await put({ sheet }, 99)).body.error_code).toBe(404001);
  });

  test("H29: the prices of a rate sheet are in the currency of the book", async () => {
    await ask("PATCH", "/tollbook/book", { settings: { currencyDecimals: 0 } });
    const sheet = "Prefix,Rate,Remark\n34,12,new\n";
    const { status, body } = await ask("POST", "/tollbook/tariffs/1/sheet", { sheet, mapping: "prefixes" });
    expect([status, body.new.map(({ cost }: { cost: string }) => cost)]).toEqual([200, ["12"]]);
    expect(body.unreadColumns).toEqual(["Remark"]);
    expect(body.warnings).toEqual([expect.stringContaining("no destination")]);
  });
});
