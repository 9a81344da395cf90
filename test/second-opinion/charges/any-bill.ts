/** Random bills for R76 to R78: a book with charges, VAT rates, minimums and numbers that end, and rated calls. */
import fc from "fast-check";
import { decimal } from "../../properties/amounts.ts";
import type { Row } from "../values.ts";
import { anyChargesCase } from "./any-charges-book.ts";
import { day, maybe, withoutBlanks } from "./any-features.ts";
import type { BilledCall } from "./call-transactions.ts";
import { formatDay, parseDay } from "./days.ts";

export interface BillCase {
  readonly book: Row;
  readonly from: string;
  readonly to: string;
  readonly invoiceDate: string | undefined;
  readonly rated: readonly BilledCall[];
}

const RATES = ["Standard", "Reduced", "Unknown", "__proto__"];

const pence = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 99_999 }).map((units) => decimal(units, 4)) },
  { weight: 1, arbitrary: fc.constantFrom("0", "0", "0.5", "-0.5", "250.5", "-12.3456", "99999999.9999") },
);
const pounds = fc.oneof(
  fc.integer({ min: -500, max: 5_000 }).map((units) => decimal(units, 2)),
  fc.constantFrom("0", "0.0049", "1.234567"),
);

/** What features and customers say of calls. */
const ofCalls = fc.record({
  VATRateCalls: maybe(20, fc.constantFrom(...RATES)),
  callsTransactionCode: maybe(20, fc.constantFrom<unknown>("C9", 7)),
});

const call = fc.record({
  numberID: fc.constantFrom("9", "100", "101"),
  tariffType: fc.constantFrom("UK", "Mobile", "Data", "Free"),
  startDate: fc.integer({ min: -400, max: 10 }),
  duration: fc.oneof(
    fc.integer({ min: 0, max: 400 }),
    fc.constantFrom<unknown>(null, "0", "29.999", "30", "0.001", "31622400"),
  ),
  bytes: fc.constantFrom<unknown>(null, 0, 0, "1024"),
  events: fc.constantFrom<unknown>(null, 0, 0, 3),
  costBase: pence,
  cost: pence,
  costCarrier: fc.oneof({ weight: 4, arbitrary: pence }, { weight: 1, arbitrary: fc.constant(null) }),
});

const vatRates = fc
  .record({
    percent: fc.constantFrom<unknown>("20", 21, "17.5", "0", "100", "5.000001"),
    after: fc.constantFrom<unknown>("20", 19),
    changes: day,
    reduced: fc.constantFrom<unknown>("5", 0),
    ends: maybe(30, day.map(formatDay)),
    reverse: fc.constantFrom<unknown>(true, false, "yes", undefined),
    has: fc.integer({ min: 0, max: 9 }),
  })
  .map(({ percent, after, changes, reduced, ends, reverse, has }): Row[] => {
    if (has === 0) return [];
    return [
      { name: "Standard", percent, endDate: formatDay(changes), reverse: has === 1 },
      { name: "Standard", percent: after, startDate: formatDay(changes + 1) },
      withoutBlanks({ name: "Reduced", percent: reduced, endDate: ends }),
      withoutBlanks({ name: "__proto__", percent: 20, reverse }),
      ...(has > 4 ? [{ name: "Unknown", percent: "12.5", reverse: true }] : []),
    ];
  });

export const anyBill: fc.Arbitrary<BillCase> = fc
  .record({
    charges: anyChargesCase(6),
    settings: fc.record({
      vatBy: fc.constantFrom(undefined, "rate", "line"),
      vatRounding: fc.constantFrom(undefined, "nearest", "down"),
      callsTransactionType: maybe(30, fc.constantFrom("Hire", "Telephony")),
    }),
    vatRates,
    usual: fc.constantFrom(undefined, "Standard", "Standard", "Reduced"),
    customers: fc.array(ofCalls, { minLength: 3, maxLength: 3 }),
    features: fc.array(ofCalls, { minLength: 6, maxLength: 6 }),
    minimums: fc.array(maybe(40, pounds), { minLength: 3, maxLength: 3 }),
    ends: fc.array(maybe(20, day.map(formatDay)), { minLength: 3, maxLength: 3 }),
    status: fc.constantFrom(undefined, undefined, "Dropped"),
    invoiceDate: maybe(40, day.map(formatDay)),
    calls: fc.array(call, { maxLength: 20 }),
  })
  .map(({ charges, settings, usual, minimums, ends, status, invoiceDate, calls, ...lists }) => {
    const { book, first } = charges;
    const rows = (list: string): readonly Row[] => book[list] as readonly Row[];
    const numbers = [...rows("numbers"), { id: 101, customerID: "10", number: "442079460101" }];
    return {
      book: {
        ...book,
        ...withoutBlanks(settings),
        vatRates: lists.vatRates,
        callTypes: [
          { name: "UK", tariffClass: "national" },
          { name: "Mobile", tariffClass: "mobile", transactionType: "Rental" },
          { name: "Data", tariffClass: "mobile", transactionType: "Hire" },
          { name: "Free", tariffClass: "bespoke1" },
        ],
        customers: rows("customers").map((row, at) =>
          withoutBlanks({ VATRate: usual, ...row, ...withoutBlanks(lists.customers[at]!) }),
        ),
        numbers: numbers.map((row, at) =>
          withoutBlanks({
            ...row,
            lowInvoiceActionValue: minimums[at],
            ...(at === 1 ? { status, updatedDate: ends[at] } : { billableTo: ends[at] }),
          }),
        ),
        features: rows("features").map((row, at) => ({ ...row, ...withoutBlanks(lists.features[at]!) })),
      },
      from: first[0],
      to: first[1],
      invoiceDate,
      rated: calls.map(
        (own) => ({ ...own, startDate: formatDay(parseDay(first[1]) + own.startDate) }) as BilledCall,
      ),
    };
  });
