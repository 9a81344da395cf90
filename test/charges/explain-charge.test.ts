/** R79: what an explanation of a charge shows. */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type ChargeExplanation,
  type ChargeStep,
  charges,
  explainCharge,
  type Feature,
  openBook,
} from "../../src/index.ts";

const ONLY = { chargeKind: "recurring" } as const;

const FEE_BOOK: BookData = {
  customers: [{ id: 7, VATRate: "Standard", fixedFeeTariff: "Corporate fees" }],
  vatRates: [
    { name: "Standard", percent: 20 },
    { name: "Reverse", percent: 20, reverse: true },
  ],
  featureTypes: [{ id: 1, featureTypeName: "Line" }],
  standardFeatures: [
    { id: 1, name: "Main line", featureType: "Line", serviceCharge: 12, VATRate: "Reverse" },
  ],
  featureDiscountSchemes: [
    { name: "Half", recurringType: "percent", recurringValue: 50, length: 3, lengthType: "months" },
    { name: "£5 off", recurringType: "fixed", recurringValue: 5 },
  ],
  fixedFeeTariffs: [
    {
      id: 1,
      name: "Fees",
      rates: [
        { ...ONLY, fixedFeeValue: 12 },
        { ...ONLY, featureTypeIDs: "Line", fixedFeeValue: 13, endDate: "2026-05-31" },
      ],
    },
    {
      id: 2,
      name: "Corporate fees",
      parentFixedFeeTariff: 1,
      rates: [
        {
          ...ONLY,
          featureTypeIDs: "Line",
          fixedFeeTariffType: "markup",
          fixedFeeValue: 35,
          startDate: "2026-02-01",
        },
      ],
    },
  ],
};

function bookOf(feature: Partial<Feature>, others: BookData = {}): BookData {
  return {
    ...FEE_BOOK,
    ...others,
    features: [{ id: 12, customerID: 7, startDate: "2026-01-12", serviceCharge: 30, ...feature }],
  };
}

function explain(feature: Partial<Feature>, on: string, others: BookData = {}): ChargeExplanation {
  return explainCharge(openBook(bookOf(feature, others)), 12, on);
}

/** The feature as charging up to a day left it. */
function charged(feature: Partial<Feature>, to: string): Feature {
  const data = bookOf(feature);
  const [state] = charges(openBook(data), "2026-01-01", to).features;
  return { ...data.features![0]!, ...state } as Feature;
}

function stepsOf(explained: ChargeExplanation): readonly ChargeStep[] {
  if ("steps" in explained) return explained.steps;
  return explained.charges.flatMap(({ steps }) => steps);
}

/** "R74 30 × 2 = 60", with what was there before it was rounded. */
function sums(explained: ChargeExplanation): string[] {
  return stepsOf(explained).flatMap((step) => {
    if (step.kind === "choice") return [];
    const { rule, inputs, before, after } = step;
    return [`${rule} ${inputs} = ${before === undefined ? "" : `${before} → `}${after}`];
  });
}

/** "price: 30, serviceCharge of feature 12 [passed over]" of the choices of a subject. */
function choices(explained: ChargeExplanation, subject: string): string[] {
  return stepsOf(explained).flatMap((step) => {
    if (step.kind === "sum" || step.subject !== subject) return [];
    const passedOver = step.passedOver.map(({ what, why }) => `${what} ${why}`).join("; ");
    return [`${step.chosen ?? "none"}: ${step.reason}${passedOver === "" ? "" : ` [${passedOver}]`}`];
  });
}

describe("R79 from count to VAT", () => {
  test("1 a first period by its days, twice", () => {
    const explained = explain({ featureCount: 2 }, "2026-01-12");
    expect(sums(explained)).toEqual([
      "R74 30 × 2 = 60",
      "R67 60 × 20 of 31 days = 38.709677419354…",
      "R61 38.709677419354… = 38.709677419354… → 38.71",
      "R78 38.71 × 20 ÷ 100 = 7.742 → 7.74",
    ]);
    expect(explained).toMatchObject({
      outcome: "due",
      charges: [{ transaction: { transactionValue: "38.71", transactionDate: "2026-01-12" } }],
    });
    expect(choices(explained, "count")).toEqual(["2: featureCount on 2026-01-12"]);
    expect(choices(explained, "price")).toEqual([
      "30: serviceCharge of feature 12",
      "none: neither an amount nor a tariff has one",
    ]);
    expect(choices(explained, "period")).toEqual([
      "2026-01-01 to 2026-01-31: 31 days, Calendar Monthly, in advance",
    ]);
    expect(choices(explained, "VAT rate")).toEqual([
      "Standard: VATRate of customer 7; 20 % on 2026-01-12 [VATRate of feature 12 is blank]",
    ]);
  });

  test("27 one scheme after the other, each for its days", () => {
    const schemes = { initialFeatureDiscountScheme: "Half", ongoingFeatureDiscountScheme: "£5 off" };
    expect(sums(explain(schemes, "2026-04-01"))).toEqual([
      "R74 30 × 1 × (100 − 50) ÷ 100 = 15",
      "R74 (30 − 5, at least 0) × 1 = 25",
      "R67 15 × 11 of 30 days = 5.5",
      "R67 25 × 19 of 30 days = 15.833333333333…",
      "R67 (15 × 11 + 25 × 19) ÷ 30 = 21.333333333333…",
      "R61 21.333333333333… = 21.333333333333… → 21.33",
      "R78 21.33 × 20 ÷ 100 = 4.266 → 4.27",
    ]);
  });

  test("the standard feature's amount and VAT rate, where the feature's are blank", () => {
    const explained = explain({ standardFeature: "Main line", serviceCharge: null }, "2026-02-01");
    expect(choices(explained, "price")[0]).toBe(
      '12: serviceCharge of standard feature "Main line" [serviceCharge of feature 12 is blank]',
    );
    expect(choices(explained, "VAT rate")).toEqual([
      'Reverse: VATRate of standard feature "Main line"; 20 % on 2026-02-01, for the customer to account for [VATRate of feature 12 is blank]',
    ]);
  });

  test("the fixed fee tariff, its line, the lines passed over and the markup", () => {
    const feature = {
      featureType: "Line",
      serviceCharge: null,
      serviceChargeCarrier: "8.37",
      chargesMade: null,
    };
    const explained = explain({ ...feature, startDate: "2026-02-01" }, "2026-02-01");
    expect(choices(explained, "fixed fee tariff").at(-1)).toBe(
      "Corporate fees: fixedFeeTariff of customer 7 [serviceCharge of feature 12 is blank; fixedFeeTariff of feature 12 is blank]",
    );
    expect(choices(explained, "price").at(-1)).toBe(
      '11.2995: rates[0] of "Corporate fees", proRata, a markup of 35 % [rates[1] of "Fees", proRata 13 is of a tariff further up than "Corporate fees"; rates[0] of "Fees", proRata 12 sets no list, the one chosen sets one list]',
    );
    expect(sums(explained)).toContain("R72 8.37 × (100 + 35) ÷ 100 = 11.2995");
    expect(sums(explained).at(-2)).toBe("R71 (8.37 × 1 × 28) ÷ 28 = 8.37 → 8.37");
  });

  test("22 a line that a nearer tariff's replaces, and one without a value", () => {
    const child = {
      id: 3,
      name: "Own fees",
      parentFixedFeeTariff: 1,
      rates: [
        { ...ONLY, featureTypeIDs: "Line", fixedFeeValue: 11, endDate: "2026-05-31" },
        { ...ONLY, numberTypeIDs: "DDI" },
        { ...ONLY, transactionTypeIDs: "Rental" },
      ],
    };
    const book = {
      fixedFeeTariffs: [...FEE_BOOK.fixedFeeTariffs!, child],
      transactionTypes: [{ id: 1, transactionTypeName: "Rental" }],
    };
    const feature = { featureType: "Line", serviceCharge: null, serviceTransactionType: "Rental" };
    const explained = explain({ ...feature, fixedFeeTariff: "Own fees" }, "2026-01-12", book);
    expect(choices(explained, "price").at(-1)).toBe(
      '11: rates[0] of "Own fees", proRata [rates[0] of "Fees", proRata 12 sets no list, the one chosen sets one list; rates[2] of "Own fees" has no fixedFeeValue; rates[1] of "Fees" a line of a nearer tariff replaces it]',
    );
  });

  test("6 a correction: which days, what was charged before and what is left", () => {
    const monthly = { serviceChargeInterval: "Monthly", serviceCharge: 20, startDate: "2026-03-10" };
    const made = charged(monthly, "2026-04-30");
    const explained = explainCharge(
      openBook({ ...FEE_BOOK, features: [{ ...made, endDate: "2026-04-20" }] }),
      12,
      "2026-04-21",
    );
    expect(choices(explained, "days put right")).toEqual([
      "2026-04-21 to 2026-05-09: the feature is due from 2026-03-10 to 2026-04-20",
    ]);
    expect(sums(explained)).toEqual([
      "R67 20 × 11 of 30 days = 7.333333333333…",
      "R61 7.333333333333… = 7.333333333333… → 7.33",
      "R67 7.33 − 20 = -12.67",
      "R78 -12.67 × 20 ÷ 100 = -2.534 → -2.53",
    ]);
  });

  test("29 an instalment: all up to it, less what was charged", () => {
    const three = { totalFeatureValue: 100, instalments: 3, serviceChargeInterval: "Monthly" };
    const explained = explain(three, "2026-02-12");
    expect(sums(explained)).toEqual([
      "R75 100 × 1 × 2 ÷ 3 = 66.666666666666… → 66.67",
      "R75 66.67 − 33.33, at least 0 = 33.34",
      "R78 33.34 × 20 ÷ 100 = 6.668 → 6.67",
    ]);
  });

  test("peak and dated counts, with the committed count that holds", () => {
    const feature = {
      featureCount: 10,
      featureCountCommitted: 12,
      datedChanges: [{ date: "2026-02-11", featureCount: 14 }],
    };
    expect(choices(explain(feature, "2026-02-01"), "count")).toEqual([
      "12: featureCount on 2026-02-01, at least 12 committed",
      "14: datedChanges on 2026-02-11, at least 12 committed [featureCount a dated change holds]",
    ]);
  });
});

test("R79 a decimal is printed whole, so that the step after it begins with the same figure", () => {
  const schemes = {
    featureDiscountSchemes: [{ name: "Off", oneOffType: "percent", oneOffValue: 10 }],
  } as const;
  const tiny = { serviceCharge: null, connectionCharge: "0.000001", featureCount: "0.333333" };
  const explained = explain({ ...tiny, initialFeatureDiscountScheme: "Off" }, "2026-01-12", {
    ...schemes,
    customers: [{ id: 7 }],
  });
  expect(sums(explained)).toEqual([
    "R74 0.000001 × 0.333333 × (100 − 10) ÷ 100 = 0.0000002999997",
    "R61 0.0000002999997 = 0.0000002999997 → 0",
  ]);
});

describe("R79 which charges of a day", () => {
  test("those that fall due on it, one-off before recurring", () => {
    const explained = explain({ connectionCharge: 25 }, "2026-01-12");
    expect(
      explained.outcome === "due" && explained.charges.map((own) => own.transaction.transactionSource),
    ).toEqual(["oneOff", "recurring"]);
  });

  test("else the one that covers it, as charges give it for the day", () => {
    const explained = explain({}, "2026-02-14");
    const own = charges(openBook(bookOf({})), "2026-02-14", "2026-02-14").transactions.at(-1);
    expect(explained.outcome === "due" && explained.charges.map(({ transaction }) => transaction)).toEqual([
      own,
    ]);
    expect(own).toMatchObject({ transactionDate: "2026-02-01", transactionBillDate: "2026-02-14" });
  });

  test("else what was charged before, from its record", () => {
    const book = openBook({
      ...FEE_BOOK,
      features: [charged({ connectionCharge: 25, featureCount: 2 }, "2026-02-28")],
    });
    const explained = explainCharge(book, 12, "2026-01-12");
    expect(explained).toMatchObject({
      outcome: "recorded",
      charges: [
        { source: "oneOff", startDate: "2026-01-12", endDate: "2026-01-12", value: "50", valueCarrier: null },
        {
          source: "recurring",
          startDate: "2026-01-12",
          endDate: "2026-01-31",
          value: "38.71",
          valueCarrier: null,
        },
      ],
    });
    expect(sums(explained)).toEqual([
      "R78 50 × 20 ÷ 100 = 10 → 10",
      "R67 60 × 20 of 31 days = 38.709677419354…",
      "R61 38.709677419354… = 38.709677419354… → 38.71",
      "R78 38.71 × 20 ÷ 100 = 7.742 → 7.74",
    ]);
  });
});

describe("R79 why nothing is charged", () => {
  const arrears = { name: "After", every: 1, unit: "months", timing: "arrears" } as const;
  const others = { serviceChargeIntervals: [arrears] };
  test.each<[string, Partial<Feature>, string, BookData, string]>([
    ["not begun", {}, "2026-01-11", {}, "Feature 12 starts on 2026-01-12."],
    ["ended", { endDate: "2026-01-31" }, "2026-02-01", {}, "Feature 12 ended on 2026-01-31."],
    [
      "settled without a record",
      { dueDate: "2026-03-01" },
      "2026-02-14",
      {},
      "Feature 12 is settled up to 2026-02-28, and no record says what was charged for this day.",
    ],
    [
      "settled by chargesFrom",
      {},
      "2026-02-14",
      { chargesFrom: "2026-03-01" },
      "Feature 12 is settled where it fell due before 2026-03-01, the chargesFrom of the book.",
    ],
    [
      "in arrears",
      { serviceChargeInterval: "After" },
      "2026-02-14",
      others,
      "Feature 12 is charged in arrears: 2026-02-12 to 2026-03-11 falls due on 2026-03-12.",
    ],
    [
      "in arrears, and ending",
      { serviceChargeInterval: "After", endDate: "2026-02-20" },
      "2026-02-14",
      others,
      "Feature 12 is charged in arrears: 2026-02-12 to 2026-02-20 falls due on 2026-02-21.",
    ],
    [
      "all instalments charged",
      { totalFeatureValue: 100, instalments: 2 },
      "2026-03-01",
      {},
      "Feature 12 has no more instalments due for 2026-03-01.",
    ],
    [
      "no amount",
      { serviceCharge: null, connectionCharge: 5 },
      "2026-02-14",
      { customers: [{ id: 7 }] },
      "Feature 12 is charged nothing for 2026-02-14: there is no price.",
    ],
    [
      "nothing to charge at all",
      { serviceCharge: null },
      "2026-02-14",
      { customers: [{ id: 7 }] },
      "Feature 12 has nothing to charge: no amount, total, instalments, dated price, fixed fee tariff or record.",
    ],
  ])("%s", (_, feature, on, book, reason) => {
    expect(explain(feature, on, book)).toMatchObject({ outcome: "nothing", reason });
  });

  test("24 an error, with the lines that would have fitted on other days", () => {
    const feature = { featureType: "Line", serviceCharge: null, startDate: "2026-06-01" };
    const ended = [
      {
        id: 2,
        name: "Corporate fees",
        rates: [{ featureTypeIDs: "Line", fixedFeeValue: 13, endDate: "2026-05-31" }],
      },
    ];
    const explained = explain(feature, "2026-06-01", { fixedFeeTariffs: ended });
    expect(explained).toMatchObject({ outcome: "error", error: { error: "no-fixed-fee", featureID: "12" } });
    expect(choices(explained, "price").at(-1)).toBe(
      'none: "Corporate fees" has no line for it [rates[0] of "Corporate fees", proRata 13 ended on 2026-05-31]',
    );
  });

  test("what cannot be asked is refused", () => {
    const book = openBook(bookOf({}));
    expect(() => explainCharge(book, 13, "2026-01-12")).toThrow(
      new TypeError("explainCharge: the book has no feature 13."),
    );
    expect(() => explainCharge(book, 12, "12 January")).toThrow(
      new TypeError('explainCharge: on: "12 January" is not a date; write YYYY-MM-DD.'),
    );
  });
});

describe("R78 VAT that nobody can say", () => {
  test.each<[string, BookData, string]>([
    [
      "no rate",
      { customers: [{ id: 7 }] },
      "none: neither the feature nor its customer has one [VATRate of feature 12 is blank; VATRate of customer 7 is blank]",
    ],
    [
      "no percentage",
      { vatRates: [{ name: "Standard", percent: 20, startDate: "2026-02-01" }] },
      "Standard: VATRate of customer 7; it has no percentage on 2026-01-12 [VATRate of feature 12 is blank]",
    ],
    [
      "no rates in the book",
      { vatRates: [] },
      "Standard: VATRate of customer 7; the book has no vatRates [VATRate of feature 12 is blank]",
    ],
  ])("%s", (_, book, wanted) => {
    const feature = { VATRate: null };
    const without = { standardFeatures: [], ...book };
    expect(choices(explain(feature, "2026-01-12", without), "VAT rate")).toEqual([wanted]);
  });
});
