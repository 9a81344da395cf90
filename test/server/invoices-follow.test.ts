/** Invoices that are not raised follow their calls; none charges a minimum twice: H18, H20, H26, R77. */
import { beforeEach, describe, expect, test } from "vitest";
import type { BookData } from "../../src/index.ts";
import type { Database } from "../../src/server/database/index.ts";
import type { Store } from "../../src/server/store/index.ts";
import { type Ask, asking } from "./calls/http.ts";
import { aCall, BOOK, storeWithBook, WHO } from "./calls/setup.ts";
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

  const send = (key: string, calls: readonly unknown[]) =>
    ask("POST", "/tollbook/batches", { calls }, { "Idempotency-Key": key });
  const revise = (upsert: BookData) =>
    store.write(WHO, async (writing) => {
      writing.revise({ upsert });
    });
  const bill = async (customer: number, body: object = {}) => {
    const made = await ask("POST", `/customers/${customer}/invoices/`, { cutoffDate: "2026-11-01", ...body });
    expect(made.status, made.text).toBe(201);
    return made.body;
  };
  const invoice = async (id: string) => (await ask("GET", `/invoices/${id}`)).body;
  const idsOf = async (path: string): Promise<string[]> =>
    (await ask("GET", path)).body.map(({ id }: { id: string }) => id);
  const transactionsOf = async (id: string) => {
    const { body } = await ask("GET", `/invoices/${id}/transactions/?includeUnsent`);
    return body.map((own: Record<string, string>) => [own.transactionSource, own.transactionValue]);
  };
  const plain = (id: number, more: object = {}) => aCall(id, { target: "02079460021", ...more });

  test("H26: an unsent invoice has the amounts of its calls when they are rated again, a raised one its own", async () => {
    await send("k", [plain(1, { duration: 6000 }), plain(2, { startDate: "2026-09-05", duration: 6000 })]);
    const raised = await bill(8, { cutoffDate: "2026-10-01", invoiceNumber: "A-1" });
    const unsent = await bill(8);
    await revise({ tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "63.7" }] });
    const tag = (await ask("GET", `/invoices/${unsent.id}`)).headers.get("etag") ?? "";
    const done = await ask("POST", "/tollbook/rerate", {});
    expect(done.body).toMatchObject({ read: 1, rated: 1 });
    expect(await invoice(raised.id)).toEqual(raised);
    expect(await invoice(unsent.id)).toMatchObject({ invoiceAmount: "63.7", invoiceVAT: "12.74" });
    expect(await transactionsOf(unsent.id)).toEqual([["calls", "63.7"]]);
    expect((await idsOf(`/invoices/${unsent.id}/calls/`)).join()).toBe("1");
    const late = await ask("PATCH", `/invoices/${unsent.id}`, { invoiceNumber: "A-2" }, { "If-Match": tag });
    expect(late.body.error_code).toBe(409003);
  });

  test("H26, H18: a call that becomes another customer's leaves the invoice, and is billed to him", async () => {
    await send("k", [plain(1), plain(2, { target: "02079460018", duration: 3000 })]);
    const first = await bill(8);
    const [, second] = BOOK.customers ?? [];
    expect(second?.id).toBe(8);
    await revise({ numbers: [{ id: 1010, customerID: 7, number: "020 7946 0021" }] });
    await ask("POST", "/tollbook/rerate", {});
    expect(await invoice(first.id)).toMatchObject({ total: "0", invoiceCallCount: 0 });
    expect(await idsOf(`/invoices/${first.id}/calls/`)).toEqual([]);
    expect((await ask("GET", "/calls/1")).body.tollbook).toMatchObject({ customerID: "7", invoiceID: null });
    expect(await idsOf("/customers/7/calls/?unbilled")).toEqual(["1", "2"]);
    const other = await bill(7);
    expect(await idsOf(`/invoices/${other.id}/calls/`)).toEqual(["1", "2"]);
  });

  test("H26: a call that comes to be in error leaves the invoice, and comes back with the next one", async () => {
    await send("k", [plain(1), plain(2, { external: "07700900123" })]);
    const first = await bill(8);
    await revise({ destinations: [{ prefix: "447", tariffType: "Mobile" }], tariffs: [] });
    await ask("PATCH", "/customers/8", { defaultMobileTariff: "" });
    await ask("POST", "/tollbook/rerate", {});
    expect((await ask("GET", "/calls/2")).body.tollbook).toMatchObject({
      error: "no-tariff",
      invoiceID: null,
    });
    expect(await invoice(first.id)).toMatchObject({ invoiceCallCount: 1 });
    await ask("PATCH", "/customers/8", { defaultMobileTariff: "Cell" });
    await ask("POST", "/tollbook/rerate", { errorsOnly: true });
    await ask("POST", `/invoices/${first.id}/updateCallTransactions`);
    expect(await invoice(first.id)).toMatchObject({ invoiceCallCount: 2 });
  });

  test("H20: drawing afresh changes calls on other unsent invoices, which follow", async () => {
    await send("k", [aCall(1, { startTime: "12:00:00", duration: 1200 })]);
    const first = await bill(7, { cutoffDate: "2026-10-20" });
    await send("l", [aCall(2, { startTime: "09:00:00", duration: 1200 })]);
    const second = await bill(7);
    expect([first.total, second.invoiceAmount]).toEqual(["0", "1.28"]);
    expect((await ask("POST", `/invoices/${second.id}/reapplyDiscountPlans`)).body.total).toBe("0");
    expect(await invoice(first.id)).toMatchObject({
      invoiceAmount: "1.28",
      invoiceVAT: "0.26",
      total: "1.54",
    });
    expect(await transactionsOf(first.id)).toEqual([["calls", "1.28"]]);
  });

  test("H26: an invoice that cannot follow is named, and nothing is changed", async () => {
    await send("k", [plain(1)]);
    const { id } = await bill(8);
    const before = await database.query("SELECT * FROM results ORDER BY call_id, attempt");
    await revise({ customers: [{ id: 8, defaultNationalTariff: "Business" }] });
    const refused = await ask("POST", "/tollbook/rerate", {});
    expect(refused.body).toMatchObject({ error_code: 409002 });
    expect(refused.body.hint).toContain(`Invoice ${id}`);
    expect(await database.query("SELECT * FROM results ORDER BY call_id, attempt")).toEqual(before);
  });

  test("R77: several invoices of a billing period charge a number's minimum once", async () => {
    await revise({
      numbers: [{ id: 1010, customerID: 8, number: "020 7946 0021", lowInvoiceActionValue: "5" }],
    });
    await send("k", [plain(1, { duration: 1200 })]);
    const first = await bill(8, { cutoffDate: "2026-10-16" });
    expect(await transactionsOf(first.id)).toEqual([
      ["calls", "1.28"],
      ["minimum", "3.72"],
    ]);
    await send("l", [plain(2, { startDate: "2026-10-20", duration: 600 })]);
    const second = await bill(8);
    expect(await transactionsOf(second.id)).toEqual([["calls", "0.64"]]);
    expect((await bill(8)).total).toBe("0");
    // The next period has a minimum of its own.
    expect(await transactionsOf((await bill(8, { cutoffDate: "2026-12-01" })).id)).toEqual([
      ["minimum", "5"],
    ]);
    // Made anew, an invoice still counts what the others have.
    await ask("POST", `/invoices/${first.id}/updateCallTransactions`);
    expect(await transactionsOf(first.id)).toEqual([
      ["calls", "1.28"],
      ["minimum", "3.08"],
    ]);
    await ask("DELETE", `/invoices/${first.id}`);
    await ask("POST", `/invoices/${second.id}/updateCallTransactions`);
    expect(await transactionsOf(second.id)).toEqual([
      ["calls", "1.92"],
      ["minimum", "3.08"],
    ]);
  });
});
