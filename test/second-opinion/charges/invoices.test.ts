/** The worked examples of bills, R76 to R78, by the second opinion. */
import { expect, test } from "vitest";
import type { Row } from "../values.ts";
import type { BilledCall } from "./call-transactions.ts";
import { charges, invoices } from "./index.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

function call(cost: string, duration: number, tariffType = "UK"): BilledCall {
  return {
    numberID: "1",
    tariffType,
    startDate: "2026-10-20",
    duration,
    costBase: cost,
    cost,
    costCarrier: null,
  };
}

const NOTHING = { transactions: [], features: [] };

const BOOK: Row = {
  customers: [{ id: "1", VATRate: "Standard" }],
  numbers: [{ id: "1", customerID: "1", number: "442079460000", lowInvoiceActionValue: "5" }],
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile", transactionType: "Mobile calls" },
  ],
};

function linesOf(bill: ReturnType<typeof invoices>): string[] {
  return (bill.invoices[0]!.transactions as readonly Row[]).map(
    (row) =>
      `${row.transactionSource} ${row.transactionType} ${row.transactionValue} ${row.transactionCallCount} ${row.transactionCallMinutes}`,
  );
}

test("worked example 32 (R76, R77)", () => {
  const rated = [call("1.2345", 61), call("2.5", 59), call("0.0001", 30), call("0", 0)];
  expect(linesOf(invoices(BOOK, { charged: NOTHING, rated, ...OCTOBER }))).toEqual([
    "calls Calls 0.04 3 3",
    "minimum Calls 4.96 null null",
  ]);
});

test("worked example 33 (R76, R77)", () => {
  const rated = [call("250.5", 89), call("250.5", 89, "Mobile")];
  const bill = invoices(BOOK, { charged: NOTHING, rated, ...OCTOBER });
  expect(linesOf(bill)).toEqual(["calls Calls 2.51 1 1", "calls Mobile calls 2.51 1 1"]);
  expect(bill.invoices[0]).toMatchObject({ invoiceCallCount: 2, invoiceCallMinutes: 3 });
});

function line(transactionValue: string, transactionVATRate = "Standard"): Row {
  return {
    customerID: "1",
    numberID: null,
    serviceID: null,
    featureID: "1",
    transactionSource: "recurring",
    transactionValue,
    transactionVATRate,
  };
}

const THREE = [line("0.13"), line("0.13"), line("0.13")];
const NO_NUMBERS: Row = { customers: BOOK.customers };

test.for([
  ["by rate", {}, {}, "0.08", "0", "0.47"],
  ["by line", { vatBy: "line" }, {}, "0.09", "0", "0.48"],
  ["by rate, down", { vatRounding: "down" }, {}, "0.07", "0", "0.46"],
  ["by line, down", { vatBy: "line", vatRounding: "down" }, {}, "0.06", "0", "0.45"],
  ["reverse", {}, { reverse: true }, "0", "0.08", "0.39"],
] as const)("worked example 34 (R78), %s", ([, settings, rate, invoiceVAT, invoiceReverseVAT, total]) => {
  const book = { ...NO_NUMBERS, ...settings, vatRates: [{ name: "Standard", percent: "20", ...rate }] };
  expect(
    invoices(book, { charged: { transactions: THREE, features: [] }, rated: [], ...OCTOBER }).invoices,
  ).toMatchObject([{ invoiceAmount: "0.39", invoiceVAT, invoiceReverseVAT, total }]);
});

test.for([
  ["2026-11-01", "20.49"],
  ["2026-10-31", "19.49"],
] as const)("worked example 35 (R78), billed on %s", ([invoiceDate, invoiceVAT]) => {
  const vatRates = [
    { name: "Standard", percent: "20", endDate: "2026-10-31" },
    { name: "Standard", percent: "21", startDate: "2026-11-01" },
    { name: "Reduced", percent: "5" },
  ];
  const charged = { transactions: [line("100"), line("-10.1", "Reduced")], features: [] };
  const bill = invoices({ ...NO_NUMBERS, vatRates }, { charged, rated: [], ...OCTOBER, invoiceDate });
  expect(bill.invoices).toMatchObject([{ invoiceDate, cutoffDate: "2026-11-01", invoiceVAT }]);
});

test("worked example 36 (R78)", () => {
  const book: Row = {
    customers: [{ id: "1", VATRate: "Standard" }],
    vatRates: [{ name: "Standard", percent: "20" }],
    features: [
      {
        id: "1",
        customerID: "1",
        serviceCharge: "30",
        connectionCharge: "25",
        featureCount: 2,
        startDate: "2026-01-12",
      },
    ],
  };
  const [from, to] = ["2026-01-01", "2026-01-31"];
  const charged = charges(book, from, to);
  expect(invoices(book, { charged, rated: [], from, to }).invoices).toMatchObject([
    { invoiceAmount: "88.71", invoiceVAT: "17.74", total: "106.45" },
  ]);
});

test("R78: a rate that has no percentage on the invoice's date stops the customer's invoice", () => {
  const book = { ...NO_NUMBERS, vatRates: [{ name: "Standard", percent: "20", endDate: "2026-10-31" }] };
  expect(
    invoices(book, { charged: { transactions: THREE, features: [] }, rated: [], ...OCTOBER }),
  ).toMatchObject({
    invoices: [],
    errors: [{ customerID: "1", error: "no-vat-rate", field: "transactionVATRate" }],
  });
});
