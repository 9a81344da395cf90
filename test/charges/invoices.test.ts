/** R77 and R78: minimums, VAT and bills. */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type Charged,
  type FeatureState,
  type InvoiceRequest,
  type Invoices,
  invoices,
  openBook,
  rateCalls,
  type Transaction,
} from "../../src/index.ts";
import { type BilledCall, billedCall } from "./billed-calls.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };

const NUMBER = { id: "1", customerID: "1", number: "020 7946 0001" };

const BOOK: BookData = {
  customers: [{ id: "1", VATRate: "Standard" }],
  numbers: [{ ...NUMBER, lowInvoiceActionValue: "5" }],
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile", transactionType: "Mobile calls" },
  ],
};

/** A transaction of feature 1, customer 1's. */
function charge(transactionValue: string, own: Partial<Transaction> = {}): Transaction {
  return {
    customerID: "1",
    numberID: null,
    serviceID: null,
    featureID: "1",
    transactionSource: "recurring",
    transactionType: "Rental",
    transactionDescription: null,
    transactionDate: "2026-10-01",
    transactionBillDate: "2026-10-01",
    transactionStartDate: "2026-10-01",
    transactionEndDate: "2026-10-31",
    featureCount: 1,
    transactionValue,
    transactionValueCarrier: null,
    transactionCarrier: null,
    transactionCode: null,
    transactionVATRate: "Standard",
    site: null,
    campaign: null,
    ...own,
  };
}

function charged(transactions: readonly Transaction[], features: readonly FeatureState[] = []): Charged {
  return { transactions, features, errors: [], warnings: [] };
}

function bill(
  book: BookData,
  request: Partial<InvoiceRequest> & { calls?: readonly BilledCall[] },
): Invoices {
  const { calls = [], ...own } = request;
  return invoices(openBook(book), {
    charged: charged([]),
    rated: calls.map(billedCall),
    ...OCTOBER,
    ...own,
  });
}

/** Source, type, value, VAT rate, from and to of each transaction of the first bill. */
function lines({ invoices: [first] }: Invoices): string[] {
  return (first?.transactions ?? []).map((own) =>
    [own.transactionSource, own.transactionType, own.transactionValue, own.transactionVATRate].join(" "),
  );
}

describe("R76 to R78 the worked examples", () => {
  test("32 what four calls leave of a minimum", () => {
    const calls = [
      { cost: "1.2345", seconds: 61 },
      { cost: "2.5", seconds: 59 },
      { cost: "0.0001", seconds: 30 },
      { cost: "0", seconds: 0 },
    ];
    const result = bill(BOOK, { calls });
    expect(lines(result)).toEqual(["calls Calls 0.04 Standard", "minimum Calls 4.96 Standard"]);
    expect(result.invoices[0]).toMatchObject({ invoiceCallCount: 3, invoiceCallMinutes: 3 });
  });

  test("33 minutes of a bill are not summed from rounded ones, and two transactions leave nothing of the minimum", () => {
    const calls = [
      { cost: "250.5", seconds: 89 },
      { cost: "250.5", seconds: 89, tariffType: "Mobile" },
    ];
    const result = bill(BOOK, { calls });
    expect(lines(result)).toEqual(["calls Calls 2.51 Standard", "calls Mobile calls 2.51 Standard"]);
    expect(result.invoices[0]).toMatchObject({ invoiceCallCount: 2, invoiceCallMinutes: 3 });
  });

  const THREE = charged([charge("0.13"), charge("0.13"), charge("0.13")]);
  test.each([
    ["by rate", {}, {}, "0.08", "0", "0.47"],
    ["by line", { vatBy: "line" }, {}, "0.09", "0", "0.48"],
    ["by rate, down", { vatRounding: "down" }, {}, "0.07", "0", "0.46"],
    ["by line, down", { vatBy: "line", vatRounding: "down" }, {}, "0.06", "0", "0.45"],
    ["reverse", {}, { reverse: true }, "0", "0.08", "0.39"],
  ] as const)("34 VAT %s", (_, settings, rate, invoiceVAT, invoiceReverseVAT, total) => {
    const vatRates = [{ name: "Standard", percent: 20, ...rate }];
    const book = { customers: BOOK.customers ?? [], ...settings, vatRates };
    expect(bill(book, { charged: THREE }).invoices).toMatchObject([
      { invoiceAmount: "0.39", invoiceVAT, invoiceReverseVAT, total },
    ]);
  });

  test.each([
    ["2026-11-01", "20.49", "110.39"],
    ["2026-10-31", "19.49", "109.39"],
  ])("35 October billed on %s", (invoiceDate, invoiceVAT, total) => {
    const vatRates = [
      { name: "Standard", percent: 20, endDate: "2026-10-31" },
      { name: "Standard", percent: 21, startDate: "2026-11-01" },
      { name: "Reduced", percent: 5 },
    ];
    const two = charged([charge("100"), charge("-10.1", { transactionVATRate: "Reduced" })]);
    expect(bill({ vatRates }, { charged: two, invoiceDate }).invoices).toMatchObject([
      { invoiceDate, cutoffDate: "2026-11-01", invoiceAmount: "89.9", invoiceVAT, total },
    ]);
  });

  test("36 January of example 1", () => {
    const vatRates = [{ name: "Standard", percent: 20 }];
    const january = { from: "2026-01-01", to: "2026-01-31" };
    const two = charged([charge("50", { transactionSource: "oneOff" }), charge("38.71")]);
    expect(bill({ vatRates }, { charged: two, ...january }).invoices).toMatchObject([
      { invoiceDate: "2026-02-01", invoiceAmount: "88.71", invoiceVAT: "17.74", total: "106.45" },
    ]);
  });

  test("the line of a bill that the rules print, byte for byte", () => {
    const book = openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      transactionTypes: [{ id: 1, transactionTypeName: "Calls", defaultTransactionCode: "4000" }],
      vatRates: [{ name: "Standard", percent: 20 }],
      tariffs: [
        { id: 1, name: "T", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 },
        {
          id: 2,
          name: "W",
          tariffClass: "national",
          retail: "wholesale",
          baseCost: "0.4",
          forCarriers: "*",
        },
      ],
      customers: [{ id: 1, defaultNationalTariff: "T", VATRate: "Standard" }],
      numbers: [{ id: 1007, customerID: 1, number: "020 7946 0018" }],
    });
    const call = { target: "02079460018", tariffType: "UK", startDate: "2026-10-20", duration: 91 };
    const rental = charge("7.42", {
      numberID: "1007",
      featureID: "3",
      transactionDescription: "Main line",
      transactionDate: "2026-10-12",
      transactionBillDate: "2026-10-12",
      transactionStartDate: "2026-10-12",
      transactionValueCarrier: "5.29",
      transactionCarrier: "Northway",
      transactionCode: "4100",
    });
    const { invoices: made } = invoices(book, {
      charged: charged([rental]),
      rated: rateCalls(book, [call]),
      ...OCTOBER,
    });
    expect(made.map((own) => JSON.stringify(own))).toEqual([
      '{"customerID":"1","invoiceDate":"2026-11-01","cutoffDate":"2026-11-01","invoiceAmount":"7.46","invoiceVAT":"1.49","invoiceReverseVAT":"0","total":"8.95","invoiceCallCount":1,"invoiceCallMinutes":2,"transactions":[{"customerID":"1","numberID":"1007","serviceID":null,"featureID":"3","transactionSource":"recurring","transactionType":"Rental","transactionDescription":"Main line","transactionDate":"2026-10-12","transactionBillDate":"2026-10-12","transactionStartDate":"2026-10-12","transactionEndDate":"2026-10-31","featureCount":1,"transactionValue":"7.42","transactionValueCarrier":"5.29","transactionCarrier":"Northway","transactionCode":"4100","transactionVATRate":"Standard","site":null,"campaign":null,"transactionCallCount":null,"transactionCallMinutes":null},{"customerID":"1","numberID":"1007","serviceID":null,"featureID":null,"transactionSource":"calls","transactionType":"Calls","transactionDescription":null,"transactionDate":"2026-10-31","transactionBillDate":"2026-10-31","transactionStartDate":"2026-10-20","transactionEndDate":"2026-10-20","featureCount":null,"transactionValue":"0.04","transactionValueCarrier":"0.01","transactionCarrier":null,"transactionCode":"4000","transactionVATRate":"Standard","site":null,"campaign":null,"transactionCallCount":1,"transactionCallMinutes":2}]}',
    ]);
  });
});

describe("R77 the minimum", () => {
  test("is charged once where a billing period has several invoices", () => {
    const opened = openBook(BOOK);
    const request = { charged: charged([charge("9")]), rated: [], ...OCTOBER };
    const minimumBeside = (onOtherInvoices: readonly Transaction[]): unknown =>
      invoices(opened, { ...request, onOtherInvoices }).invoices[0]?.transactions.find(
        ({ transactionSource }) => transactionSource === "minimum",
      )?.transactionValue;
    const other = (transactionSource: Transaction["transactionSource"], value: string, numberID = "1") =>
      charge(value, { transactionSource, numberID, featureID: null });
    expect(minimumBeside([])).toBe("5");
    expect(minimumBeside([other("calls", "2"), other("minimum", "3")])).toBeUndefined();
    expect(minimumBeside([other("calls", "7.5")])).toBeUndefined();
    expect(minimumBeside([other("calls", "2"), other("calls", "1.75")])).toBe("1.25");
    for (const value of ["5.001", "abc", 5.001, null] as string[])
      expect(() => minimumBeside([other("minimum", value)])).toThrow(
        /^The transactionValue .* of the minimum of number 1 is no amount of 2 decimal places/,
      );
    // Fixed charges and other numbers' calls do not count.
    expect(minimumBeside([other("recurring", "4"), other("calls", "4", "2")])).toBe("5");
  });

  const minimumOf = (book: BookData, calls: readonly BilledCall[] = []): unknown =>
    bill(book, { calls }).invoices[0]?.transactions.find((own) => own.transactionSource === "minimum");

  test("is a transaction of the range, as of a call on its last day, whole and without wholesale", () => {
    const features = [
      { id: 1, numberID: 1, endDate: "2026-10-30", VATRateCalls: "Reduced", callsTransactionCode: "4100" },
      { id: 2, customerID: 1, startDate: "2026-10-31", VATRateCalls: "Zero" },
    ];
    const transactionTypes = [{ id: 1, transactionTypeName: "Calls", defaultTransactionCode: "4000" }];
    const numbers = [{ ...NUMBER, lowInvoiceActionValue: "5", billableFrom: "2026-10-31", site: "Leeds" }];
    const callTypes = [{ name: "UK", tariffClass: "national" as const }];
    expect(minimumOf({ ...BOOK, callTypes, numbers, features, transactionTypes })).toEqual({
      customerID: "1",
      numberID: "1",
      serviceID: null,
      featureID: null,
      transactionSource: "minimum",
      transactionType: "Calls",
      transactionDescription: null,
      transactionDate: "2026-10-31",
      transactionBillDate: "2026-10-31",
      transactionStartDate: "2026-10-01",
      transactionEndDate: "2026-10-31",
      featureCount: null,
      transactionValue: "5",
      transactionValueCarrier: null,
      transactionCarrier: null,
      transactionCode: "4000",
      transactionVATRate: "Zero",
      site: "Leeds",
      campaign: null,
      transactionCallCount: null,
      transactionCallMinutes: null,
    });
  });

  test.each<[string, object, boolean]>([
    ["ends before", { billableTo: "2026-09-30" }, false],
    ["ends on the first day", { billableTo: "2026-10-01" }, true],
    ["begins after", { billableFrom: "2026-11-01" }, false],
    ["begins on the last day", { billableFrom: "2026-10-31" }, true],
    [
      "is dropped before it begins",
      { billableFrom: "2026-10-20", status: "Dropped", updatedDate: "2026-10-10" },
      false,
    ],
    ["is dropped before (R20)", { status: "Dropped", updatedDate: "2026-09-30" }, false],
  ])("is for numbers billable on some day: one that %s", (_, dates, has) => {
    const numbers = [{ ...NUMBER, lowInvoiceActionValue: "5", ...dates }];
    expect(minimumOf({ ...BOOK, numbers }) !== undefined).toBe(has);
  });

  test.each<[string, string, string | undefined]>([
    ["0", "-100", "1"],
    ["-0.5", "-100", "0.5"],
    ["5", "499.5", undefined],
    ["5", "499.4", "0.01"],
    ["5.005", "500", "0.01"],
    ["5.004", "500", "0"],
    ["1", "100", undefined],
  ])("of %s beside calls of %s p brings %s", (lowInvoiceActionValue, cost, wanted) => {
    const numbers = [{ ...NUMBER, lowInvoiceActionValue }];
    const own = minimumOf({ ...BOOK, numbers }, [{ cost, seconds: 60 }]) as Transaction | undefined;
    expect(own?.transactionValue).toBe(wanted);
  });

  test("takes no notice of fixed charges", () => {
    const result = bill(BOOK, { charged: charged([charge("100", { numberID: "1" })]) });
    expect(lines(result)).toEqual(["recurring Rental 100 Standard", "minimum Calls 5 Standard"]);
  });
});

describe("R78 bills", () => {
  const STANDARD = [{ name: "Standard", percent: 20 }];

  test("come by customer, what is his own before numbers and services, ids as numbers", () => {
    const book = {
      ...BOOK,
      customers: [{ id: "10" }, { id: "9" }],
      numbers: [
        { ...NUMBER, id: "10", customerID: "9", lowInvoiceActionValue: "1" },
        { ...NUMBER, id: "2", customerID: "9", number: "020 7946 0002" },
      ],
    };
    const shown = bill(book, {
      charged: charged([
        charge("1", { customerID: "10" }),
        charge("2", { customerID: "9", serviceID: "1" }),
        charge("3", { customerID: "9", numberID: "10" }),
        charge("4", { customerID: "9", numberID: "10", transactionSource: "correction" }),
        charge("5", { customerID: "9", numberID: "2" }),
        charge("6", { customerID: "9" }),
      ]),
      calls: [
        { cost: "700", seconds: 60, numberID: "2", customerID: "9" },
        { cost: "50", seconds: 60, numberID: "10", customerID: "9" },
      ],
    }).invoices.map(({ customerID, transactions }) => [
      customerID,
      ...transactions.map(({ transactionValue }) => transactionValue),
    ]);
    expect(shown).toEqual([
      ["9", "6", "5", "7", "3", "4", "0.5", "0.5", "2"],
      ["10", "1"],
    ]);
  });

  test("are only for customers with a transaction, be it of 0", () => {
    const book = { customers: [{ id: 1 }, { id: 2 }], vatRates: STANDARD };
    const { invoices: made } = bill(book, { charged: charged([charge("0")]) });
    expect(made).toMatchObject([{ customerID: "1", invoiceAmount: "0", invoiceVAT: "0", total: "0" }]);
  });

  test("sum VAT of credits towards zero where it is rounded down, and away from it by half", () => {
    const credit = charged([charge("-0.13")]);
    const vat = (settings: object, percent: string): unknown =>
      bill({ ...settings, vatRates: [{ name: "Standard", percent }] }, { charged: credit }).invoices[0]
        ?.invoiceVAT;
    expect(vat({}, "20")).toBe("-0.03");
    expect(vat({ vatRounding: "down" }, "20")).toBe("-0.02");
    expect(vat({}, "3.846153")).toBe("0");
    expect(vat({}, "3.846154")).toBe("-0.01");
  });

  test("round by each rate's name, in the currency's own places", () => {
    const vatRates = [...STANDARD, { name: "The same", percent: 20 }];
    const two = charged([charge("0.13"), charge("0.13", { transactionVATRate: "The same" })]);
    expect(bill({ vatRates }, { charged: two }).invoices[0]?.invoiceVAT).toBe("0.06");
    const yen = { currency: "JPY", currencyDecimals: 0, vatRates };
    expect(bill(yen, { charged: charged([charge("13")]) }).invoices[0]?.invoiceVAT).toBe("3");
  });

  test("without vatRates in the book have no VAT, and a warning says so", () => {
    const result = bill({}, { charged: charged([charge("100", { transactionVATRate: null })]) });
    expect(result.invoices).toMatchObject([{ invoiceAmount: "100", invoiceVAT: "0", total: "100" }]);
    expect(result.warnings).toEqual([
      "The book has no vatRates, so that these invoices are without VAT; add the rates to charge it.",
    ]);
  });
});

describe("R78 no-vat-rate", () => {
  const vatRates = [{ name: "Standard", percent: 20, endDate: "2026-10-31" }];
  const customers = [{ id: 1 }, { id: 7, VATRate: "Standard" }];
  const numbers = [{ ...NUMBER, id: "70", customerID: "7" }];
  const services = [{ id: 71, customerID: 7 }];
  const features = [
    { id: 11, customerID: 1 },
    { id: 12, customerID: 7 },
    { id: 13, numberID: 70 },
    { id: 14, serviceID: 71 },
  ];
  const book = { ...BOOK, vatRates, customers, numbers, services, features };
  const states = ["11", "12", "13", "14"].map((id) => ({ id, dueDate: "2026-11-01" }));

  test("is that customer's error in place of a bill, and his features stay as they were", () => {
    const all = [
      charge("1", { transactionVATRate: "Standard" }),
      charge("2", { customerID: "7", featureID: "12", transactionVATRate: "Zero" }),
    ];
    const result = bill(book, { charged: charged(all, states), invoiceDate: "2026-10-31" });
    expect(result.errors).toEqual([
      {
        customerID: "7",
        error: "no-vat-rate",
        message:
          'Customer 7 has a transaction (feature 12) whose VAT rate "Zero" has no percentage on 2026-10-31.',
        field: "transactionVATRate",
      },
    ]);
    expect(result.invoices).toMatchObject([{ customerID: "1", total: "1.2" }]);
    expect(result.features).toEqual([states[0]]);
  });

  test("says which transaction it is", () => {
    const messages = (request: Parameters<typeof bill>[1], data: BookData = book): string[] =>
      bill(data, request).errors.map(({ message }) => message);
    const calls = [{ cost: "1", seconds: 60, numberID: "70", customerID: "7" }];
    expect(messages({ calls })).toEqual([
      'Customer 7 has a transaction (calls of number 70) whose VAT rate "Standard" has no percentage on 2026-11-01.',
    ]);
    const least = { ...book, numbers: [{ ...numbers[0]!, lowInvoiceActionValue: 5 }] };
    expect(messages({}, least)).toEqual([
      'Customer 7 has a transaction (the minimum of number 70) whose VAT rate "Standard" has no percentage on 2026-11-01.',
    ]);
    expect(messages({ charged: charged([charge("1", { transactionVATRate: null })]) })).toEqual([
      "Customer 1 has a transaction (feature 1) without a VAT rate; write the VATRate of the feature or the customer.",
    ]);
  });
});

describe("R78 what cannot be billed", () => {
  const book = openBook({ customers: [{ id: 1 }] });
  const request = { charged: charged([]), rated: [], ...OCTOBER };

  test("is refused in words", () => {
    expect(() => invoices(book, { ...request, invoiceDate: "1 November" })).toThrow(
      new TypeError('invoices: invoiceDate: "1 November" is not a date; write YYYY-MM-DD.'),
    );
    expect(() => invoices(book, { ...request, invoicesDate: "2026-11-01" } as never)).toThrow(
      new TypeError("invoices: invoicesDate is not known here; did you mean invoiceDate?"),
    );
    expect(() => invoices(book, { ...request, to: "2026-09-30" })).toThrow(
      new RangeError("invoices: from 2026-10-01 is after to 2026-09-30."),
    );
    expect(() => invoices(book, { ...request, charged: [] as never })).toThrow(
      new TypeError("invoices: charged is what charges(book, from, to) gave."),
    );
    const finer = { ...request, charged: charged([charge("0.125", { featureID: "12" })]) };
    expect(() => invoices(book, finer)).toThrow(
      new RangeError(
        'The transactionValue "0.125" of feature 12 is no amount of 2 decimal places; hand in what charges gave for this book.',
      ),
    );
  });

  test("a blank invoiceDate is the day after the last", () => {
    const result = invoices(book, { ...request, charged: charged([charge("1")]), invoiceDate: null });
    expect(result.invoices[0]?.invoiceDate).toBe("2026-11-01");
  });
});
