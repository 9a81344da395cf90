/** R76 to R78: bills of random books, calls and charges, held to the second opinion; and what is true of every bill. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BookData,
  type Charged,
  callTransactions,
  charges,
  type Invoice,
  type Invoices,
  invoices,
  openBook,
  sumAmounts,
} from "../../src/index.ts";
import { billedCall } from "../charges/billed-calls.ts";
import { anyBill, type BillCase } from "../second-opinion/charges/any-bill.ts";
import * as opinion from "../second-opinion/charges/index.ts";
import type { Row } from "../second-opinion/values.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "./runs.ts";

function ratedBy({ book, rated }: BillCase) {
  const numbers = book.numbers as readonly Row[];
  return rated.map(({ bytes, events, duration, ...call }) => ({
    ...billedCall({
      ...call,
      seconds: null,
      customerID: String(numbers.find(({ id }) => String(id) === call.numberID)?.customerID),
    }),
    duration,
    bytes,
    events,
  }));
}

function billsOf(one: BillCase, charged: Charged, opened = openBook(one.book as BookData)): Invoices {
  const { from, to, invoiceDate } = one;
  return invoices(opened, {
    charged,
    rated: ratedBy(one) as never,
    from,
    to,
    ...(invoiceDate === undefined ? {} : { invoiceDate }),
  });
}

function chargedOf({ book, from, to }: BillCase, opened = openBook(book as BookData)): Charged {
  return charges(opened, from, to);
}

test("R76 to R78: bills are those of the second opinion", () => {
  const met = { calls: 0, minimum: 0, errors: 0, invoices: 0, reverse: 0, withoutVAT: 0 };
  fc.assert(
    fc.property(
      anyBill,
      shrinkingBriefly((one) => {
        const { book, to } = one;
        const opened = openBook(book as BookData);
        const charged = chargedOf(one, opened);
        const bills = billsOf(one, charged, opened);
        const wanted = opinion.invoices(book, { ...one, charged } as never);
        expectSame({ ...bills, warnings: bills.warnings.length }, wanted, () => one);
        const ofCalls = callTransactions(opened, ratedBy(one) as never, to);
        expectSame(ofCalls, inCustomersOrder(opinion.callTransactions(book, one.rated, to)), () => one);
        met.errors += bills.errors.length;
        met.invoices += bills.invoices.length;
        met.withoutVAT += bills.warnings.length;
        for (const invoice of bills.invoices) {
          if (invoice.invoiceReverseVAT !== "0") met.reverse++;
          for (const { transactionSource } of invoice.transactions) {
            if (transactionSource === "calls" || transactionSource === "minimum") met[transactionSource]++;
          }
        }
      }),
    ),
    runs(3_000),
  );
  for (const [what, count] of Object.entries(met)) expect([what, count > atLeast(200)]).toEqual([what, true]);
});

/** The second opinion gives them by number; numbers 9 and 101 are of customer 10, number 100 of customer 1. */
function inCustomersOrder(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => Number(a.customerID) - Number(b.customerID));
}

const MODES = [
  ["rate", "nearest"],
  ["rate", "down"],
  ["line", "nearest"],
  ["line", "down"],
] as const;

test("R78: in every mode of VAT a bill's total is the sum of its parts, and reverse VAT is no part of it", () => {
  fc.assert(
    fc.property(
      anyBill,
      shrinkingBriefly((one) => {
        const charged = chargedOf(one);
        for (const [vatBy, vatRounding] of MODES) {
          const book = { ...one.book, vatBy, vatRounding };
          const bills = billsOf({ ...one, book }, charged);
          for (const invoice of bills.invoices) expectSumOfParts(book, invoice);
          // Whoever has a transaction has a bill or is in error, and not both.
          const customers = [...bills.invoices, ...bills.errors].map(({ customerID }) => customerID);
          expect(new Set(customers).size).toBe(customers.length);
          for (const { customerID } of charged.transactions) expect(customers).toContain(customerID);
        }
      }),
    ),
    runs(300),
  );
});

function expectSumOfParts(book: Row, { transactions, ...invoice }: Invoice): void {
  const values = transactions.map(({ transactionValue }) => transactionValue);
  expect(invoice.invoiceAmount).toBe(sumAmounts(values));
  expect(invoice.total).toBe(sumAmounts([invoice.invoiceAmount, invoice.invoiceVAT]));
  // What each line alone would come to is the whole by lines, and never more than a unit for each line away by rates.
  const withoutMinimums = { ...book, numbers: [], features: [] };
  const alone = transactions.map(
    (own) => opinion.invoices(withoutMinimums, ofLine(own, invoice)).invoices[0]!,
  );
  const units = 10 ** Number(book.currencyDecimals ?? 2);
  for (const field of ["invoiceVAT", "invoiceReverseVAT"] as const) {
    const byLines = sumAmounts(alone.map((own) => String(own[field])));
    if (book.vatBy === "line") expect(invoice[field]).toBe(byLines);
    else {
      const apart = Math.abs(Number(invoice[field]) - Number(byLines)) * units;
      expect(apart).toBeLessThanOrEqual(transactions.length + 1e-6);
    }
  }
}

/** A bill of one line alone. */
function ofLine(own: object, { invoiceDate, cutoffDate }: Omit<Invoice, "transactions">) {
  const transaction = { ...own, transactionSource: "recurring", featureID: "0" };
  const charged = { transactions: [transaction], features: [] };
  return { charged, rated: [], from: cutoffDate, to: cutoffDate, invoiceDate };
}
