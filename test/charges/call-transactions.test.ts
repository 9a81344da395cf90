/** R76: what becomes of rated calls on bills. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  callTransactions,
  charges,
  createCallBill,
  type InvoiceTransaction,
  openBook,
  openShared,
  rateCalls,
  shareBook,
  sumAmounts,
  toPounds,
  toRecord,
} from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { type BilledCall, billedCall } from "./billed-calls.ts";

const NUMBER = { id: "1", customerID: "1", number: "020 7946 0001" };

const BOOK: BookData = {
  customers: [{ id: "1", VATRate: "Standard" }],
  numbers: [NUMBER],
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile", transactionType: "Mobile calls" },
  ],
};

function transactionsOf(
  book: BookData,
  calls: readonly BilledCall[],
  to = "2026-10-31",
): readonly InvoiceTransaction[] {
  return callTransactions(openBook(book), calls.map(billedCall), to);
}

/** Type, VAT rate, code, value, calls and minutes. */
function short(own: InvoiceTransaction): string {
  const { transactionType, transactionVATRate, transactionCode, transactionValue } = own;
  const { transactionCallCount, transactionCallMinutes } = own;
  return [
    transactionType,
    transactionVATRate,
    transactionCode,
    transactionValue,
    transactionCallCount,
    transactionCallMinutes,
  ].join(" ");
}

function shorts(...given: Parameters<typeof transactionsOf>): string[] {
  return transactionsOf(...given).map(short);
}

describe("R76 the worked examples", () => {
  test("32 the sum of the calls is rounded, and not each of them; a call of nothing is not counted", () => {
    const calls = [
      { cost: "1.2345", seconds: 61 },
      { cost: "2.5", seconds: 59 },
      { cost: "0.0001", seconds: 30 },
      { cost: "0", seconds: 0 },
    ];
    expect(shorts(BOOK, calls)).toEqual(["Calls Standard  0.04 3 3"]);
  });

  test("33 each transaction type is rounded on its own", () => {
    const calls = [
      { cost: "250.5", seconds: 89 },
      { cost: "250.5", seconds: 89, tariffType: "Mobile" },
    ];
    expect(shorts(BOOK, calls)).toEqual(["Calls Standard  2.51 1 1", "Mobile calls Standard  2.51 1 1"]);
  });
});

describe("R76 the transactions of calls", () => {
  test("have every field, the number's site with it, and the days of the first and the last call", () => {
    const book = { ...BOOK, numbers: [{ ...NUMBER, site: "Leeds", campaign: "Spring" }] };
    const calls = [
      { cost: "5", seconds: 30, startDate: "2026-10-20", costCarrier: "1.5" },
      { cost: "5", seconds: 30, startDate: "2026-10-03", costCarrier: "1" },
    ];
    expect(transactionsOf(book, calls)).toEqual([
      {
        customerID: "1",
        numberID: "1",
        serviceID: null,
        featureID: null,
        transactionSource: "calls",
        transactionType: "Calls",
        transactionDescription: null,
        transactionDate: "2026-10-31",
        transactionBillDate: "2026-10-31",
        transactionStartDate: "2026-10-03",
        transactionEndDate: "2026-10-20",
        featureCount: null,
        transactionValue: "0.1",
        transactionValueCarrier: "0.03",
        transactionCarrier: null,
        transactionCode: null,
        transactionVATRate: "Standard",
        site: "Leeds",
        campaign: "Spring",
        transactionCallCount: 2,
        transactionCallMinutes: 1,
      },
    ]);
  });

  test("have no wholesale value where one call's is not known", () => {
    const calls = [
      { cost: "5", seconds: 30, costCarrier: "1.5" },
      { cost: "5", seconds: 30 },
    ];
    expect(transactionsOf(BOOK, calls)[0]?.transactionValueCarrier).toBeNull();
  });

  test("leave calls that start after the day, and bill those of any day before", () => {
    const bill = createCallBill(openBook(BOOK), { from: "2026-10-01", to: "2026-10-31" });
    for (const startDate of ["2026-08-01", "2026-10-31", "2026-11-01"]) {
      bill.add(billedCall({ cost: "1", seconds: 60, startDate }));
    }
    bill.add({ id: "a", error: "no-tariff", message: "None." });
    bill.add({ id: "b", ignored: true, reason: null });
    expect(bill.report()).toEqual({ billed: 2, left: 1, errors: 1, ignored: 1 });
    expect(bill.transactions().map(short)).toEqual(["Calls Standard  0.02 2 2"]);
  });

  test("count a call that used nothing where it cost something, be it that a discount covers it", () => {
    const calls = [
      { cost: "0", costBase: "10", seconds: 0 },
      { cost: "0", seconds: 1 },
      { cost: "0", seconds: null },
    ];
    expect(shorts(BOOK, calls)).toEqual(["Calls Standard  0 2 0"]);
  });

  test("round half a minor unit and half a minute away from zero, in the currency's own places", () => {
    const calls = [
      { cost: "0.5", seconds: 30 },
      { cost: "-1", seconds: 0 },
    ];
    expect(shorts(BOOK, calls)).toEqual(["Calls Standard  -0.01 2 1"]);
    expect(shorts({ ...BOOK, currency: "JPY", currencyDecimals: 0 }, calls.slice(0, 1))).toEqual([
      "Calls Standard  1 1 1",
    ]);
    expect(shorts({ ...BOOK, currency: "KWD", currencyDecimals: 3 }, calls.slice(0, 1))).toEqual([
      "Calls Standard  0.001 1 1",
    ]);
  });

  test("take the book's callsTransactionType and the type's default code", () => {
    const book = {
      ...BOOK,
      callsTransactionType: "Usage",
      transactionTypes: [
        { id: 1, transactionTypeName: "Usage", defaultTransactionCode: "4000" },
        { id: 2, transactionTypeName: "Mobile calls" },
      ],
    };
    const calls = [
      { cost: "1", seconds: 60 },
      { cost: "1", seconds: 60, tariffType: "Mobile" },
    ];
    expect(shorts(book, calls)).toEqual(["Mobile calls Standard  0.01 1 1", "Usage Standard 4000 0.01 1 1"]);
  });

  test("R62 take the type's default carrier, as no feature names another, and so does a minimum", () => {
    const book = openBook({
      ...BOOK,
      vatRates: [{ name: "Standard", percent: 20 }],
      numbers: [{ ...NUMBER, lowInvoiceActionValue: 1 }],
      transactionTypes: [
        { id: 1, transactionTypeName: "Calls", defaultTransactionCarrier: "Northway" },
        { id: 2, transactionTypeName: "Mobile calls" },
      ],
    });
    const bill = createCallBill(book, { from: "2026-10-01", to: "2026-10-31" });
    bill.add(billedCall({ cost: "1", seconds: 60 }));
    bill.add(billedCall({ cost: "1", seconds: 60, tariffType: "Mobile" }));
    const charged = charges(book, "2026-10-01", "2026-10-31");
    const carriers = bill
      .invoices({ charged })
      .invoices[0]?.transactions.map((own) => [
        own.transactionSource,
        own.transactionType,
        own.transactionCarrier,
      ]);
    expect(carriers).toEqual([
      ["calls", "Calls", "Northway"],
      ["calls", "Mobile calls", null],
      ["minimum", "Calls", "Northway"],
    ]);
  });
});

describe("R76 VAT rate and code of calls", () => {
  const calls = ["2026-10-09", "2026-10-10", "2026-10-20", "2026-10-21"].map((startDate) => ({
    cost: "100",
    seconds: 60,
    startDate,
  }));

  test("go by the number's features in force on the call's day, then by the customer's", () => {
    const features = [
      { id: 1, numberID: 1, startDate: "2026-10-10", endDate: "2026-10-20", VATRateCalls: "Reduced" },
      { id: 2, numberID: 1, startDate: "2026-10-20", callsTransactionCode: "4200" },
      { id: 3, customerID: 1, VATRateCalls: "Zero", callsTransactionCode: "4300" },
    ];
    expect(shorts({ ...BOOK, features }, calls)).toEqual([
      "Calls Reduced 4200 1 1 1",
      "Calls Reduced 4300 1 1 1",
      "Calls Zero 4200 1 1 1",
      "Calls Zero 4300 1 1 1",
    ]);
  });

  test("take the feature that starts latest, of two the higher id, also where a standard feature says it (R24)", () => {
    const standardFeatures = [{ id: 1, name: "SIM", VATRateCalls: "Of the SIM" }];
    const features = [
      { id: 9, numberID: 1, startDate: "2026-10-01", VATRateCalls: "Ninth" },
      { id: 10, numberID: 1, startDate: "2026-10-01", standardFeature: "SIM" },
      { id: 11, numberID: 1, VATRateCalls: "Always" },
    ];
    expect(shorts({ ...BOOK, standardFeatures, features }, calls)).toEqual(["Calls Of the SIM  4 4 4"]);
  });

  test("fall back on the customer's VATRateCalls, then on his VATRate, then on nothing", () => {
    const own = { VATRate: "Standard", VATRateCalls: "Reduced" };
    expect(shorts({ ...BOOK, customers: [{ id: 1, ...own }] }, calls)).toEqual(["Calls Reduced  4 4 4"]);
    expect(shorts({ ...BOOK, customers: [{ id: 1 }] }, calls)).toEqual(["Calls   4 4 4"]);
  });
});

describe("R76 whatever the calls come as", () => {
  const MONTH: BookData = {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [
      { id: 1, name: "T", tariffClass: "national", baseCost: "1.2", baseRoundSeconds: 60 },
      { id: 2, name: "W", tariffClass: "national", retail: "wholesale", baseCost: "0.4", forCarriers: "*" },
    ],
    customers: [{ id: "1", defaultNationalTariff: "T", VATRate: "Standard" }],
    numbers: [NUMBER, { ...NUMBER, id: "2", number: "020 7946 0002" }],
  };
  const row = fc.record({
    target: fc.constantFrom("02079460001", "02079460002", "02079460009"),
    external: fc.constant("01632960001"),
    tariffType: fc.constant("UK"),
    startDate: fc.constantFrom("2026-10-01", "2026-10-31", "2026-11-01"),
    duration: fc.integer({ min: 0, max: 4_000 }),
  });

  test("order, records, threads and a bill of files change nothing, and the sums are those of the calls", () => {
    const book = openBook(MONTH);
    const shared = openShared(structuredClone(shareBook(book)));
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
        const calls = rows.map((own, at) => ({ ...own, id: String(at) }));
        const results = [...rateCalls(book, calls)];
        const wanted = callTransactions(book, results, "2026-10-31");
        const records = results.map((result, at) => ({ ...calls[at], ...toRecord(result) }));
        expect(callTransactions(book, records.toReversed(), "2026-10-31")).toEqual(wanted);
        expect(callTransactions(shared, rateCalls(shared, calls), "2026-10-31")).toEqual(wanted);
        for (const own of wanted) {
          const billed = results.filter(
            (result, at) =>
              result.outcome === "rated" &&
              result.numberID === own.numberID &&
              (calls[at]?.startDate ?? "") <= "2026-10-31",
          );
          const costs = billed.map((result) => (result.outcome === "rated" ? result.cost : null));
          expect(own.transactionValue).toBe(toPounds(sumAmounts(costs)));
          const seconds = billed.reduce((sum, { id }) => sum + (calls[Number(id)]?.duration ?? 0), 0);
          expect(own.transactionCallMinutes).toBe(Math.floor(seconds / 60 + 0.5));
        }
      }),
      runs(300),
    );
  });

  test("a record that does not say when or how long is refused", () => {
    const { startDate, duration, ...record } = billedCall({ cost: "1", seconds: 60 });
    const book = openBook(BOOK);
    expect(() => callTransactions(book, [record], "2026-10-31")).toThrow(
      /does not say when its call started/,
    );
    expect(() => callTransactions(book, [{ ...record, startDate } as never], "2026-10-31")).toThrow(
      /does not say how long its call lasted/,
    );
    expect(() =>
      callTransactions(book, [{ ...record, startDate, duration: "long" } as never], "2026-10-31"),
    ).toThrow(
      new RangeError(
        'A call without an id cannot be measured: duration: "long" is not an amount; write digits such as 1.25.',
      ),
    );
  });

  test("calls of numbers, customers and call types that the book does not have are refused", () => {
    const billed = (own: Partial<BilledCall>) => () =>
      transactionsOf(BOOK, [{ cost: "1", seconds: 60, ...own }]);
    const elsewhere = "which this book does not have; bill it with a book that has it, or rate it again.";
    expect(billed({ numberID: "9" })).toThrow(
      new RangeError(`A call without an id is of number 9 of customer 1, ${elsewhere}`),
    );
    expect(billed({ customerID: "9" })).toThrow(
      new RangeError(`A call without an id is of number 1 of customer 9, ${elsewhere}`),
    );
    expect(billed({ tariffType: "Satellite" })).toThrow(
      new RangeError(
        "A call without an id was rated as Satellite, a call type that this book does not have; bill it with a book that has it, or rate it again.",
      ),
    );
  });

  test("days and options that cannot be read are refused", () => {
    const book = openBook(BOOK);
    expect(() => callTransactions(book, [], "31.10.2026")).toThrow(
      new TypeError('callTransactions: to: "31.10.2026" is not a date; write YYYY-MM-DD.'),
    );
    expect(() => createCallBill(book, { from: "2026-11-01", to: "2026-10-31" })).toThrow(
      new RangeError("createCallBill: from 2026-11-01 is after to 2026-10-31."),
    );
    expect(() => createCallBill(book, { form: "2026-10-01", to: "2026-10-31" } as never)).toThrow(
      new TypeError("createCallBill: form is not known here; did you mean from?"),
    );
  });
});
