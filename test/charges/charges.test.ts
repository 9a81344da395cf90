/** R60 to R75: what the worked examples do not show of charging features. */
import { describe, expect, test } from "vitest";
import { openBook, openShared, shareBook } from "../../src/book/index.ts";
import { type Charged, charges } from "../../src/charges/index.ts";
import type { BookData, ChargeMade, Feature } from "../../src/model/index.ts";

const CUSTOMER = { customers: [{ id: 1 }] };
const DAILY = { serviceChargeIntervals: [{ name: "Daily", every: 1, unit: "days" as const }] };

function bookOf(feature: Partial<Feature>, book: BookData = {}): BookData {
  return {
    ...CUSTOMER,
    ...book,
    features: [{ id: 12, customerID: 1, startDate: "2026-06-01", ...feature }],
  };
}

const run = (data: BookData, from: string, to: string): Charged => charges(openBook(data), from, to);

/** The book with what a run changed laid over its features, and more. */
function laidOver(data: BookData, { features }: Charged, more: Partial<Feature> = {}): BookData {
  return {
    ...data,
    features: (data.features ?? []).map((feature) => {
      const { id: _, ...state } = features.find(({ id }) => id === String(feature.id)) ?? { id: "" };
      return { ...feature, ...state, ...more };
    }),
  };
}

/** `date source value`, and the wholesale value where it is known. */
const lines = ({ transactions }: Charged): string[] =>
  transactions.map(
    ({ transactionDate, transactionSource, transactionValue, transactionValueCarrier }) =>
      `${transactionDate} ${transactionSource} ${transactionValue}${transactionValueCarrier === null ? "" : ` (${transactionValueCarrier})`}`,
  );

const codes = ({ errors }: Charged): string[] => errors.map(({ error, field }) => `${error} ${field}`);

describe("R60 the range", () => {
  const book = openBook(bookOf({ serviceCharge: 30 }));

  test.each([
    ["2026-06-31", "2026-07-01", 'charges: from: "2026-06-31" is not a date; write YYYY-MM-DD.'],
    ["2026-06-01", "", 'charges: to: "" is not a date; write YYYY-MM-DD.'],
    ["2026-06-02", "2026-06-01", "charges: to, 2026-06-01, is before from, 2026-06-02."],
    [
      "2016-01-01",
      "2026-01-08",
      "charges: 2016-01-01 to 2026-01-08 is more than 3660 days; charge them in parts.",
    ],
  ])("from %s to %s is refused", (from, to, message) => {
    expect(() => charges(book, from, to)).toThrow(message);
  });

  test("may have 3,660 days", () => {
    expect(charges(book, "2016-01-01", "2026-01-07").transactions).toEqual([]);
  });

  test("charges nothing into the book, and the same again of the same book", () => {
    expect(charges(book, "2026-06-01", "2026-06-30")).toEqual(charges(book, "2026-06-01", "2026-06-30"));
  });
});

describe("R60 the order", () => {
  test("is by customer, his own, his numbers', his services', by id as a number, whatever the order in the book", () => {
    const features: Feature[] = [
      { id: 1, serviceID: 5 },
      { id: 2, numberID: 100 },
      { id: 3, numberID: 9 },
      { id: 4, customerID: 10 },
      { id: 10, customerID: 2 },
      { id: 9, customerID: 2 },
      { id: "x", customerID: 2 },
    ].map((feature) => ({ ...feature, startDate: "2026-06-01", serviceCharge: 1 }));
    const book: BookData = {
      customers: [{ id: 10 }, { id: 2 }],
      numbers: [
        { id: 100, customerID: 2, number: "02079460000" },
        { id: 9, customerID: 2, number: "02079460001" },
      ],
      services: [{ id: 5, customerID: 2 }],
    };
    const charged = ["9", "10", "x", "3", "2", "1", "4"];
    for (const list of [features, features.toReversed()]) {
      const { transactions } = run({ ...book, features: list }, "2026-06-01", "2026-06-30");
      expect(transactions.map(({ featureID }) => featureID)).toEqual(charged);
    }
  });
});

describe("R60 errors", () => {
  test("leave the other features charged, and name the customer", () => {
    const book = bookOf({ serviceCharge: 30, serviceChargeInterval: "Calender Monthly" });
    const other = { id: 13, customerID: 1, startDate: "2026-06-01", serviceCharge: 1 };
    const charged = run({ ...book, features: [...(book.features ?? []), other] }, "2026-06-01", "2026-06-30");
    expect(lines(charged)).toEqual(["2026-06-01 recurring 1"]);
    expect(charged.errors).toEqual([
      {
        featureID: "12",
        customerID: "1",
        error: "unknown-interval",
        message:
          'Feature 12 is charged "Calender Monthly", which is no interval of the book; did you mean "Calendar Monthly"?',
        field: "serviceChargeInterval",
      },
    ]);
  });

  test("end a feature's charges where they arise: those before stand", () => {
    const rates = [{ chargeKind: "recurring" as const, fixedFeeValue: 9, endDate: "2026-06-30" }];
    const book = bookOf({ fixedFeeTariff: "Fees" }, { fixedFeeTariffs: [{ id: 1, name: "Fees", rates }] });
    const charged = run(book, "2026-06-01", "2026-08-31");
    expect(lines(charged)).toEqual(["2026-06-01 recurring 9"]);
    expect(charged.errors[0]?.message).toBe('"Fees" has no recurring fee for feature 12 on 2026-07-01.');
    expect(charged.features[0]?.dueDate).toBe("2026-07-01");
  });

  test("too many charges leave the feature as it is", () => {
    const charged = run(
      bookOf({ startDate: "2001-01-01", serviceCharge: 1, serviceChargeInterval: "Daily" }, DAILY),
      "2026-01-01",
      "2026-01-31",
    );
    expect([codes(charged), lines(charged), charged.features]).toEqual([
      ["too-many-charges dueDate"],
      [],
      [],
    ]);
    expect(charged.errors[0]?.message).toBe(
      "Feature 12 has more than 5,000 transactions due since 2001-01-01; set its dueDate.",
    );
  });

  test("a day in two records is malformed, a record of another interval is not", () => {
    const made = (periodStart: string, periodEnd: string): ChargeMade => ({
      source: "recurring",
      periodStart,
      periodEnd,
      fixed: false,
      value: "30",
      parts: [
        { startDate: periodStart, endDate: periodEnd, count: "1", billed: "1", price: "30", net: "30" },
      ],
    });
    const of = (...chargesMade: ChargeMade[]): Charged =>
      run(bookOf({ serviceCharge: 30, dueDate: "2026-07-10", chargesMade }), "2026-07-01", "2026-07-31");
    expect(codes(of(made("2026-06-01", "2026-06-30"), made("2026-06-30", "2026-07-09")))).toEqual([
      "malformed-feature chargesMade",
    ]);
    expect(lines(of(made("2026-06-10", "2026-07-09")))).toEqual([
      // The days of July that the other interval's record does not have.
      "2026-07-10 recurring 21.29",
    ]);
  });

  test("a record of centuries is never the one of a month", () => {
    const centuries: ChargeMade = {
      ...{ source: "recurring", periodStart: "2025-12-31", periodEnd: "4896-12-25" },
      ...{ fixed: false, value: "100", parts: [] },
    };
    const data = bookOf({ startDate: "2026-01-01", serviceCharge: 30, chargesMade: [centuries] });
    expect(lines(run(data, "2026-01-01", "2026-01-31"))).toEqual(["2026-01-01 recurring 30"]);
  });

  test("a feature that is over and settled has none of them, one with a day to put right has", () => {
    const data = bookOf({ serviceCharge: 30, endDate: "2026-06-15" });
    const settled = laidOver(data, run(data, "2026-06-01", "2026-06-30"), { serviceChargeInterval: "Gone" });
    expect(codes(run(settled, "2026-07-01", "2026-07-31"))).toEqual([]);
    const cut = laidOver(
      settled,
      { transactions: [], features: [], errors: [], warnings: [] },
      { endDate: "2026-06-10" },
    );
    expect(codes(run(cut, "2026-07-01", "2026-07-31"))).toEqual(["unknown-interval serviceChargeInterval"]);
  });
});

describe("R68 the end", () => {
  const dropped = bookOf({ serviceCharge: 30, status: "Dropped", updatedDate: "2026-06-10" });

  test("is the endDate alone: a status has no effect on charges, in a shared book neither", () => {
    expect(lines(run(dropped, "2026-06-01", "2026-06-30"))).toEqual(["2026-06-01 recurring 30"]);
    const shared = openShared(structuredClone(shareBook(openBook(dropped))));
    expect(lines(charges(shared, "2026-06-01", "2026-06-30"))).toEqual(["2026-06-01 recurring 30"]);
  });

  test("that cuts days settled without a record is told, and nothing is credited for them (R69)", () => {
    const charged = run(
      bookOf({ serviceCharge: 30, dueDate: "2026-07-01", endDate: "2026-06-15" }),
      "2026-07-01",
      "2026-07-31",
    );
    expect([lines(charged), charged.features]).toEqual([[], []]);
    expect(charged.warnings).toEqual([
      {
        featureID: "12",
        customerID: "1",
        warning: "no-history",
        message:
          "Feature 12 ends on 2026-06-15, but was settled up to 2026-06-30 without a record of what was charged from 2026-06-16 on; if it was charged, credit it by hand.",
        field: "endDate",
      },
    ]);
  });
});

describe("R69 corrections", () => {
  test("under peak go up to what was billed before the day, never to a later peak (R63, R70)", () => {
    const data = bookOf({
      startDate: "2025-01-01",
      serviceCharge: 10,
      serviceChargeInterval: "Calendar Annually",
      featureCountCommittedAuto: "peak",
    });
    const datedChanges = [
      { date: "2025-02-01", featureCount: 0.5 },
      { date: "2026-09-13", featureCount: 17 },
    ];
    const later = laidOver(data, run(data, "2025-01-01", "2026-12-31"), { datedChanges });
    expect(lines(run(later, "2027-01-01", "2027-01-31"))).toEqual([
      "2026-09-13 correction 48.22",
      "2027-01-01 recurring 170",
    ]);
  });

  test("under peak see what the same run charges for days before them", () => {
    const made: ChargeMade = {
      source: "recurring",
      periodStart: "2026-01-01",
      periodEnd: "2026-12-31",
      fixed: false,
      value: "10",
      valueCarrier: null,
      parts: [
        { startDate: "2026-01-01", endDate: "2026-12-31", count: "1", billed: "1", price: "10", net: "10" },
      ],
    };
    const data = bookOf({
      startDate: "2025-11-30",
      featureCount: 100,
      connectionCharge: 1,
      serviceCharge: 10,
      featureCountCommittedAuto: "peak",
      datedChanges: [{ date: "2026-03-22", featureCount: 0.5, serviceCharge: 20 }],
      chargesMade: [made],
    });
    const { transactions } = run(data, "2026-11-01", "2026-11-30");
    expect(transactions.at(-1)).toMatchObject({
      transactionSource: "correction",
      transactionDate: "2026-03-22",
      featureCount: 100,
    });
  });

  test("that come to nothing are no transaction, and what was charged wholesale stays as it is", () => {
    const data = bookOf({ serviceCharge: 0, serviceChargeCarrier: 5 });
    const june = run(data, "2026-06-01", "2026-06-30");
    expect(lines(june)).toEqual(["2026-06-01 recurring 0 (5)"]);
    const ended = laidOver(data, june, { endDate: "2026-06-15" });
    const cut = run(ended, "2026-07-01", "2026-07-31");
    expect(lines(cut)).toEqual([]);
    expect(cut.features[0]?.chargesMade?.[0]).toMatchObject({ value: "0", valueCarrier: "5" });
    // Charged again, the days bring no more than the period's share.
    const again = run(laidOver(ended, cut, { endDate: null }), "2026-07-01", "2026-07-31");
    expect(lines(again)).toEqual(["2026-06-16 recurring 0 (0)", "2026-07-01 recurring 0 (5)"]);
  });

  test("of thousands of short periods, and a dueDate set back over them, are charged as any other", () => {
    const data = bookOf(
      { startDate: "2020-01-01", serviceCharge: "0.1", serviceChargeInterval: "Daily" },
      DAILY,
    );
    const first = run(data, "2020-01-01", "2023-06-30");
    const back = laidOver(data, first, { dueDate: "2020-01-02" });
    expect(run(back, "2023-07-01", "2025-09-20").transactions).toHaveLength(813);
    const dearer = { datedChanges: [{ date: "2020-01-01", serviceCharge: "0.3" }] };
    const corrected = run(laidOver(data, first, dearer), "2023-07-01", "2023-07-01");
    expect(corrected.transactions).toHaveLength(1_277 + 1);
    expect(new Set(lines(corrected).map((line) => line.slice(11)))).toEqual(
      new Set(["correction 0.2", "recurring 0.3"]),
    );
  });
});

describe("R60 the state", () => {
  test("can always be read again, on the last day that can be written too", () => {
    const data = bookOf({ startDate: "9999-11-15", serviceCharge: 30, serviceChargeInterval: "Monthly" });
    const charged = run(data, "9999-11-01", "9999-12-31");
    expect([lines(charged), charged.features[0]?.dueDate]).toEqual([
      ["9999-11-15 recurring 30", "9999-12-15 recurring 30"],
      "9999-12-31",
    ]);
    expect(run(laidOver(data, charged), "9999-11-01", "9999-12-31")).toMatchObject({
      transactions: [],
      features: [],
    });
  });

  test("of more decimal places than can be written down is malformed", () => {
    const long = `0.${"0123456789".repeat(4)}`;
    const part = { startDate: "2026-06-01", endDate: "2026-06-30", price: long, net: "60" };
    const made: ChargeMade = {
      source: "recurring",
      periodStart: "2026-06-01",
      periodEnd: "2026-06-30",
      fixed: false,
      value: "60",
      parts: [{ ...part, count: long, billed: long }],
    };
    const feature = { serviceCharge: 1, dueDate: "2026-07-01", chargesMade: [made] };
    const july = (more: Partial<Feature>): Charged =>
      run(bookOf({ ...feature, ...more }), "2026-07-01", "2026-07-31");
    expect(lines(july({}))).toEqual(["2026-07-01 recurring 1"]);
    const corrected = july({ datedChanges: [{ date: "2026-06-11", featureCount: "3.000001" }] });
    expect([codes(corrected), corrected.features, lines(corrected)]).toEqual([
      ["malformed-feature chargesMade"],
      [],
      [],
    ]);
  });
});

describe("R70 a first price dated part-way", () => {
  test("falls due with its period and is charged from its day on", () => {
    const { transactions } = run(
      bookOf({ datedChanges: [{ date: "2026-06-11", serviceCharge: 30 }] }),
      "2026-06-01",
      "2026-06-10",
    );
    expect(
      transactions.map((one) => [one.transactionDate, one.transactionStartDate, one.transactionValue]),
    ).toEqual([["2026-06-01", "2026-06-11", "20"]]);
  });
});

describe("R71 wholesale", () => {
  const wholesale = (...rates: object[]): BookData => ({
    fixedFeeTariffs: [
      { id: 1, name: "Fees", rates: [{ chargeKind: "recurring", fixedFeeValue: 20 }] },
      { id: 2, name: "Theirs", retail: "wholesale", wholesaleForCarrierIDs: "Northway", rates },
    ],
  });
  const feature = { carrier: "Northway", fixedFeeTariff: "Fees", startDate: "2026-06-16" };

  test("of a line by days is by days, of a fixed one whole with a period's first charge only", () => {
    const byDays = run(bookOf(feature, wholesale({ fixedFeeValue: 9 })), "2026-06-01", "2026-07-31");
    expect(lines(byDays)).toEqual(["2026-06-16 recurring 10 (4.5)", "2026-07-01 recurring 20 (9)"]);
    const book = wholesale({ fixedFeeTariffType: "fixed", fixedFeeValue: 9 });
    const data = bookOf({ ...feature, endDate: "2026-06-20" }, book);
    const june = run(data, "2026-06-01", "2026-06-30");
    expect(lines(june)).toEqual(["2026-06-16 recurring 3.33 (9)"]);
    const on = laidOver(data, june, { endDate: null });
    expect(lines(run(on, "2026-07-01", "2026-07-31"))).toEqual([
      "2026-06-21 recurring 6.67",
      "2026-07-01 recurring 20 (9)",
    ]);
  });

  test("of two tariffs for one carrier is ambiguous, of one in another currency not known", () => {
    const book = wholesale({ fixedFeeValue: 9 });
    const [fees, theirs] = book.fixedFeeTariffs as [object, object];
    const two = { ...book, fixedFeeTariffs: [fees, theirs, { ...theirs, id: 3, name: "Theirs, too" }] };
    expect(codes(run(bookOf(feature, two as BookData), "2026-06-01", "2026-06-30"))).toEqual([
      "ambiguous-fixed-fee fixedFeeTariff",
    ]);
    const euro = { ...book, fixedFeeTariffs: [fees, { ...theirs, currency: "EUR" }] };
    expect(lines(run(bookOf(feature, euro as BookData), "2026-06-01", "2026-06-30"))).toEqual([
      "2026-06-16 recurring 10",
    ]);
    // One for customers in pounds, one for those in euro.
    const each = { ...book, fixedFeeTariffs: [...euro.fixedFeeTariffs, { ...theirs, id: 3 }] };
    expect(lines(run(bookOf(feature, each as BookData), "2026-06-01", "2026-06-30"))).toEqual([
      "2026-06-16 recurring 10 (4.5)",
    ]);
  });
});

describe("R75 instalments", () => {
  test("of a customer whose fixed fee tariff has no line for them are no error (R71)", () => {
    const book = {
      customers: [{ id: 1, fixedFeeTariff: "Fees" }],
      fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ featureTypeIDs: "Line", fixedFeeValue: 9 }] }],
      featureTypes: [{ id: 1, featureTypeName: "Line" }],
    };
    const charged = run(
      bookOf({ totalFeatureValue: 240, instalments: 24 }, book),
      "2026-06-01",
      "2026-06-30",
    );
    expect([lines(charged), codes(charged)]).toEqual([["2026-06-01 instalment 10"], []]);
  });

  test("in error leave the feature as it is, its committed count too (R63)", () => {
    const northway = { name: "Northway", retail: "wholesale" as const, wholesaleForCarrierIDs: "Northway" };
    const rates = [{ fixedFeeValue: 1 }];
    const book: BookData = {
      fixedFeeTariffs: [
        { id: 1, ...northway, rates },
        { id: 2, ...northway, rates },
      ],
    };
    const feature: Partial<Feature> = { serviceCharge: 10, instalments: 3, carrier: "Northway" };
    const charged = run(
      bookOf({ ...feature, featureCountCommittedAuto: "initial" }, book),
      "2026-06-01",
      "2026-06-30",
    );
    expect([codes(charged), charged.features]).toEqual([["ambiguous-fixed-fee fixedFeeTariff"], []]);
  });

  test("before chargesFrom are settled, what an end before it leaves too (R65)", () => {
    const feature = { totalFeatureValue: 120, instalments: 12 };
    const book = { chargesFrom: "2026-08-01" };
    expect(lines(run(bookOf(feature, book), "2026-06-01", "2026-09-30"))).toEqual([
      "2026-08-01 instalment 10",
      "2026-09-01 instalment 10",
    ]);
    expect(
      lines(run(bookOf({ ...feature, endDate: "2026-07-20" }, book), "2026-06-01", "2026-09-30")),
    ).toEqual([]);
  });
});
