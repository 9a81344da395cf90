/** Invoices and transactions over both databases: H7, H12, H13, H14, H18, H19, H20. */
import { setImmediate } from "node:timers/promises";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { callTransactions, fromRecord } from "../../src/index.ts";
import type { Database } from "../../src/server/database/index.ts";
import { lockBilling, type Store } from "../../src/server/store/index.ts";
import { type Ask, asking } from "./calls/http.ts";
import { aCall, storeWithBook, WHO } from "./calls/setup.ts";
import { ENGINES } from "./databases.ts";
import { until } from "./workers/gate.ts";

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
  const OCTOBER = [
    aCall(1, { duration: 1500 }),
    aCall(2, { startDate: "2026-10-20", external: "07700900123" }),
    aCall(3, { startDate: "2026-10-31", target: "02079460019" }),
    aCall(4, { startDate: "2026-11-01" }),
    aCall(5, { target: "02079460020" }),
    aCall(6, { external: "999" }),
  ];
  const bill = (body: object = {}) =>
    ask("POST", "/customers/7/invoices/", { cutoffDate: "2026-11-01", ...body });
  const idsOf = async (path: string): Promise<string[]> =>
    (await ask("GET", path)).body.map(({ id }: { id: string }) => id);

  test("H18: an invoice takes the rated calls of a customer that start before its cutoff", async () => {
    const sent = await send("k", OCTOBER);
    const made = await bill({ purchaseOrderNumber: "PO 5", myReference: 9 });
    expect(made.status).toBe(201);
    expect(made.headers.get("location")).toBe("/backend/api/v1/invoices/1");
    const { book } = await store.present();
    const rated = [0, 1, 2].map((at) => fromRecord(sent.body.results[at], OCTOBER[at]));
    const transactions = callTransactions(book, rated, "2026-10-31");
    const { body } = made;
    expect(body).toMatchObject({
      id: "1",
      customerID: "7",
      invoiceNumber: null,
      purchaseOrderNumber: "PO 5",
      myReference: 9,
      cutoffDate: "2026-11-01",
      invoiceDate: "2026-11-01",
      invoiceCallCount: 3,
      invoiceCallMinutes: 28,
      outstanding: body.total,
    });
    expect(Number(body.total)).toBeCloseTo(Number(body.invoiceAmount) * 1.2, 1);
    const listed = await ask("GET", "/invoices/1/transactions/?includeUnsent");
    expect(listed.body.map(({ transactionValue }: { transactionValue: string }) => transactionValue)).toEqual(
      transactions.map(({ transactionValue }) => transactionValue),
    );
    expect(await idsOf("/invoices/1/calls/")).toEqual(["1", "2", "3"]);
    const byTransaction = await Promise.all(
      listed.body.map(({ id }: { id: string }) => idsOf(`/transactions/${id}/calls/`)),
    );
    expect(byTransaction.flat().sort()).toEqual(["1", "2", "3"]);
    expect((await ask("GET", "/calls/1")).body.tollbook.invoiceID).toBe("1");
    expect((await bill()).body).toMatchObject({
      id: "2",
      invoiceAmount: "0",
      total: "0",
      invoiceCallCount: 0,
    });
  });

  test.each([
    ["2026-06-30T22:59:59Z", "2026-06-01"],
    ["2026-06-30T23:00:00Z", "2026-07-01"],
  ])("H18: at %s the current month of London begins on %s", async (now, cutoffDate) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
    try {
      expect((await bill({ cutoffDate: undefined })).body).toMatchObject({
        cutoffDate,
        invoiceDate: cutoffDate,
      });
    } finally {
      vi.useRealTimers();
    }
  });

  test("H18: an invoiceNumber raises an invoice; its calls are billed, and it is not deleted", async () => {
    await send("k", OCTOBER);
    await bill();
    expect(await idsOf("/invoices/")).toEqual([]);
    expect(await idsOf("/invoices/?unsent")).toEqual(["1"]);
    expect(await idsOf("/calls/?billed")).toEqual([]);
    expect(await idsOf("/invoices/1/transactions/")).toEqual([]);
    const raised = await ask("PATCH", "/invoices/1", { invoiceNumber: "A-1", status: ["Approved"] });
    expect(raised.body).toMatchObject({ invoiceNumber: "A-1", status: ["Approved"] });
    expect(raised.headers.get("x-api-no-changes")).toBeNull();
    expect(
      (await ask("PATCH", "/invoices/1", { invoiceNumber: "A-1" })).headers.get("x-api-no-changes"),
    ).toBe("1");
    expect(await idsOf("/invoices/?invoiceNumber=A-1")).toEqual(["1"]);
    expect(await idsOf("/invoices/?undelivered")).toEqual(["1"]);
    await ask("PATCH", "/invoices/1", { status: ["Approved", "Emailed"] });
    expect(await idsOf("/invoices/?undelivered")).toEqual([]);
    expect(await idsOf("/calls/?billed")).toEqual(["1", "2", "3"]);
    expect(await idsOf("/customers/7/calls/?unbilled")).toEqual(["4", "6"]);
    expect((await idsOf("/invoices/1/transactions/")).length).toBeGreaterThan(0);
    expect((await ask("DELETE", "/invoices/1")).body.error_code).toBe(409002);
    expect((await ask("PATCH", "/invoices/1", { invoiceNumber: "" })).body.error_code).toBe(409002);
    expect((await ask("POST", "/invoices/1?action=updateCallTransactions")).body.error_code).toBe(409002);
    expect((await bill({ invoiceNumber: "A-1" })).body.error_code).toBe(409004);
    expect((await ask("POST", "/tollbook/rerate", { customerID: 7 })).body.read).toBe(2);
  });

  test("H18: status and billTypes take one text with commas as well as a list", async () => {
    await send("k", OCTOBER);
    await bill({ status: "Approved, Emailed", billTypes: "Online" });
    const patch = (body: object) => ask("PATCH", "/invoices/1", body);
    const same = await patch({ status: ["Approved", "Emailed"], billTypes: ["Online"] });
    expect(same.body).toMatchObject({ status: ["Approved", "Emailed"], billTypes: ["Online"] });
    expect(same.headers.get("x-api-no-changes")).toBe("1");
    expect(await idsOf("/invoices/?unsent&undelivered")).toEqual([]);
    expect((await patch({ status: " Approved ,, ", billTypes: "" })).body).toMatchObject({
      status: ["Approved"],
      billTypes: null,
    });
    expect(await idsOf("/invoices/?unsent&undelivered")).toEqual(["1"]);
    const { problems } = (await patch({ status: { Approved: true } })).body;
    expect(problems).toEqual([{ path: "status", message: "is not a list of names" }]);
  });

  test("H18: deleting an unsent invoice frees its calls", async () => {
    await send("k", OCTOBER);
    await bill();
    const gone = await ask("DELETE", "/invoices/1");
    expect(gone.body.id).toBe("1");
    expect((await ask("GET", "/invoices/1")).body.error_code).toBe(404001);
    expect(await idsOf("/transactions/?includeUnsent")).toEqual([]);
    expect((await ask("GET", "/calls/1")).body.tollbook.invoiceID).toBeNull();
    expect((await bill()).body).toMatchObject({ id: "2", invoiceCallCount: 3 });
  });

  test("H19: updateCallTransactions takes in what came since", async () => {
    await send("k", OCTOBER.slice(0, 1));
    const first = await bill();
    await send("l", OCTOBER.slice(1));
    const updated = await ask("POST", "/invoices/1/updateCallTransactions");
    expect(updated.status).toBe(200);
    expect(first.body.invoiceCallCount).toBe(1);
    expect(updated.body).toMatchObject({ id: "1", invoiceCallCount: 3 });
    expect(await idsOf("/invoices/1/calls/")).toEqual(["1", "2", "3"]);
    expect((await ask("POST", "/invoices/9/updateCallTransactions")).body.error_code).toBe(404001);
    expect((await ask("POST", "/invoices/1/updateCallTransactions", { x: 1 })).body.error_code).toBe(400502);
    expect((await ask("POST", "/invoices/1?action=nothing")).body.error_code).toBe(400501);
  });

  test("H20: reapplyDiscountPlans draws afresh behind what other raised invoices keep", async () => {
    await send("k", [aCall(1, { startTime: "12:00:00", duration: 700 })]);
    await bill({ cutoffDate: "2026-10-06", invoiceNumber: "A-1" });
    await send("l", [aCall(2, { startTime: "13:00:00", duration: 700 })]);
    await send("m", [aCall(3, { startTime: "09:00:00", duration: 700 })]);
    const before = await ask("GET", "/calls/3");
    expect(before.body).toMatchObject({ cost: before.body.costBase, tollbook: { late: true } });
    await bill();
    const done = await ask("POST", "/invoices/2?action=reapplyDiscountPlans", {});
    expect(done.status).toBe(200);
    const cost = async (id: number): Promise<[number, boolean]> => {
      const { body } = await ask("GET", `/calls/${id}`);
      return [Number(body.cost) / Number(body.costBase), body.tollbook.late];
    };
    // 1,200 seconds: 700 stay with the first call, the third goes before the second.
    expect((await cost(1))[0]).toBe(0);
    expect((await cost(3))[0]).toBeCloseTo(200 / 700, 3);
    expect((await cost(2))[0]).toBe(1);
    const [pools] = (await ask("GET", "/tollbook/pools?customerID=7")).body;
    expect(pools).toMatchObject({ usedSeconds: "1200", usedCalls: "2" });
    for (const id of [1, 2, 3]) {
      expect((await ask("GET", `/tollbook/calls/${id}/explanation`)).body.matches).toBe(true);
    }
    expect((await idsOf("/invoices/2/calls/")).length).toBe(2);
    expect(done.body.invoiceAmount).not.toBe("0");
    // Again it changes nothing.
    const results = await database.query("SELECT * FROM results ORDER BY call_id, attempt");
    const again = await ask("POST", "/invoices/2?action=reapplyDiscountPlans", {});
    expect(again.body.total).toBe(done.body.total);
    expect(await database.query("SELECT * FROM results ORDER BY call_id, attempt")).toEqual(results);
  });

  test("H11: a customer who waits for his purge gets no more invoices; those he has are raised", async () => {
    await send("k", OCTOBER);
    await bill();
    expect((await ask("DELETE", "/customers/7")).status).toBe(200);
    expect((await bill()).body.error_code).toBe(409002);
    expect(await idsOf("/invoices/?includeUnsent")).toEqual(["1"]);
    expect((await ask("PATCH", "/invoices/1", { invoiceNumber: "A1" })).status).toBe(200);
  });

  test("H13: transactions whose type gets a new name are listed by updatedSince", async () => {
    await store.write(WHO, async (writing) => {
      const transactionTypes = [{ id: 1, transactionTypeName: "Usage" }];
      writing.revise({ upsert: { transactionTypes }, settings: { callsTransactionType: "Usage" } });
    });
    await send("k", OCTOBER);
    await bill();
    const named = await idsOf("/transactions/?includeUnsent");
    expect(named).not.toEqual([]);
    await database.query("UPDATE sequences SET stamp = '2099-01-01T00:00:00Z' WHERE name = 'calls'");
    const since = "/transactions/?includeUnsent&updatedSince=2099-01-01T00:00:00Z";
    expect(await idsOf(since)).toEqual([]);
    expect((await ask("PATCH", "/transactionTypes/1", { transactionTypeName: "Calls" })).status).toBe(200);
    expect(await idsOf(since)).toEqual(named);
  });

  /** Waits until so many other transactions wait; the embedded database lets them wait outside. */
  const waiting = (count: number): Promise<unknown> =>
    engine.kind === "pglite"
      ? setImmediate()
      : until(async () => {
          const found = await database.query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return found.length >= count ? true : undefined;
        });

  test("H10: an invoice that waits while a transaction type is renamed has the new name", async () => {
    await ask("POST", "/transactionTypes/", { transactionTypeName: "Calls" });
    await send("k", OCTOBER);
    const { asked } = await database.transaction(async (sql) => {
      await lockBilling(sql);
      const renamed = ask("PATCH", "/transactionTypes/1", { transactionTypeName: "Usage" });
      await waiting(1);
      const billed = bill();
      await waiting(2);
      return { asked: Promise.all([renamed, billed]) };
    });
    expect((await asked).map(({ status }) => status)).toEqual([200, 201]);
    const { body } = await ask("GET", "/invoices/1/transactions/?includeUnsent");
    const types = body.map(({ transactionType }: { transactionType: string }) => transactionType);
    expect(new Set(types)).toEqual(new Set(["Usage"]));
  });

  // The embedded database has one connection.
  if (engine.kind === "postgresql") {
    test("H11: a transaction type is in use, too, while an invoice that names it is being made", async () => {
      await store.write(WHO, async (writing) => {
        writing.revise({ upsert: { transactionTypes: [{ id: 1, transactionTypeName: "Usage" }] } });
      });
      const other = await engine.again(database);
      let isAnswered = false;
      const deletion = await other.transaction(async (sql) => {
        await lockBilling(sql);
        await sql.script(
          `INSERT INTO invoices (id, customer_id, invoice_date, cutoff_date, data) VALUES (1, 7, '2026-11-01', '2026-11-01', '{}');
           INSERT INTO transactions (invoice_id, customer_id, transaction_type, data) VALUES (1, 7, 'Usage', '{}')`,
        );
        const asked = ask("DELETE", "/transactionTypes/1").finally(() => {
          isAnswered = true;
        });
        await until(async () => {
          // Within its transaction PostgreSQL would show what waited at the first look.
          const waiting = await database.query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return isAnswered || waiting.length > 0 ? true : undefined;
        });
        return { asked };
      });
      expect((await deletion.asked).body.error_code).toBe(409001);
      await other.close();
    });
  }

  test("H12: If-Match, and what is worked out is not written", async () => {
    await bill();
    const read = await ask("GET", "/invoices/1");
    const tag = read.headers.get("etag") ?? "";
    const patch = (body: object, headers = {}) => ask("PATCH", "/invoices/1", body, headers);
    expect((await patch({ customerReference: "x" }, { "If-Match": tag })).status).toBe(200);
    expect((await patch({ customerReference: "y" }, { "If-Match": tag })).body.error_code).toBe(409003);
    expect((await patch({ customerReference: "x" }, { "If-Match": `${tag} , *` })).body.error_code).toBe(
      409003,
    );
    expect((await patch({ customerReference: "x" }, { "If-Match": " * " })).status).toBe(200);
    expect((await patch({ total: "5" })).body).toMatchObject({
      error_code: 400002,
      problems: [{ path: "total" }],
    });
    expect((await patch({ total: "0.00" })).headers.get("x-api-no-changes")).toBe("1");
    expect((await patch({ total: "0", id: 1 })).headers.get("x-api-no-changes")).toBe("1");
    expect((await bill({ total: 5 })).body.error_code).toBe(400002);
    expect((await bill({ cutoffDate: "x" })).body.error_code).toBe(400002);
    expect((await bill({ _includeTransactionIDs: [4] })).body.error_code).toBe(400002);
    expect((await ask("POST", "/customers/99/invoices/", {})).body.error_code).toBe(404001);
  });

  test("H4: texts that come as numbers are texts, and dates that no calendar has are 400002", async () => {
    const made = await bill({ purchaseOrderNumber: 5, customerReference: "6" });
    expect(made.body).toMatchObject({ purchaseOrderNumber: "5", customerReference: "6" });
    const raised = await ask("PATCH", "/invoices/1", { invoiceNumber: 77 });
    expect(raised.body.invoiceNumber).toBe("77");
    for (const [method, path, body] of [
      ["POST", "/customers/7/invoices/", { cutoffDate: "0000-01-01" }],
      ["POST", "/customers/7/invoices/", { cutoffDate: "0001-01-01" }],
      ["PATCH", "/invoices/1", { dueDate: "0000-02-01" }],
      ["PATCH", "/invoices/1", { paidDate: "2026-02-30" }],
      ["POST", "/tollbook/rerate", { minDate: "0000-01-01" }],
      ["POST", "/tollbook/previews", { upsert: {}, calls: { maxDate: "0000-12-31" } }],
    ] as const) {
      expect((await ask(method, path, body)).body.error_code, JSON.stringify(body)).toBe(400002);
    }
  });

  test("H13, H26, H28: days that run backwards are refused, both named", async () => {
    const days = { minDate: "2026-11-01", maxDate: "2026-10-31" };
    const words = "is 2026-11-01, which lies after the maxDate 2026-10-31";
    const query = "minDate=2026-11-01&maxDate=2026-10-31";
    for (const path of ["/calls/", "/customers/7/calls/", "/invoices/", "/tollbook/worklist"]) {
      expect((await ask("GET", `${path}?${query}`)).body, path).toMatchObject({
        error_code: 400001,
        hint: `minDate ${words}.`,
      });
    }
    const due = await ask("GET", "/invoices/?minDueDate=2026-11-01&maxDueDate=2026-10-31");
    expect(due.body.hint).toBe("minDueDate is 2026-11-01, which lies after the maxDueDate 2026-10-31.");
    const rerate = await ask("POST", "/tollbook/rerate", days);
    expect(rerate.body).toMatchObject({
      error_code: 400002,
      problems: [{ path: "minDate", message: words }],
    });
    const preview = await ask("POST", "/tollbook/previews", { upsert: {}, calls: days });
    expect(preview.body).toMatchObject({ error_code: 400002, problems: [{ path: "calls.minDate" }] });
    const oneDay = { minDate: "2026-10-31", maxDate: "2026-10-31" };
    expect((await ask("POST", "/tollbook/rerate", oneDay)).status).toBe(200);
    expect((await ask("POST", "/tollbook/rerate", { ...days, maxDate: null })).status).toBe(200);
  });

  test("H18: calls that the book cannot bill are refused", async () => {
    await send("k", OCTOBER);
    await store.write(WHO, async (writing) => {
      writing.revise({
        upsert: { customers: [{ id: 7, defaultNationalTariff: "Business", defaultMobileTariff: "Cell" }] },
      });
    });
    const refused = await bill();
    expect(refused.body.error_code).toBe(409002);
    expect(await idsOf("/invoices/?includeUnsent")).toEqual([]);
  });
});
