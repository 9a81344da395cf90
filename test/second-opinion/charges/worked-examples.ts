/**
 * The worked examples of the rules of charges, R60 to R75, each as a small book and what its runs give. Whatever charges
 * features can be driven through them: the second opinion, and the engine.
 */
import { expect } from "vitest";
import type { Row } from "../values.ts";

/** What is driven through the examples. */
export interface ChargesDriver {
  charges(
    data: Row,
    from: string,
    to: string,
  ): {
    readonly transactions: readonly Row[];
    readonly features: readonly Row[];
    readonly errors: readonly Row[];
  };
  dropFeature(data: Row, featureID: string, drop: { dateDrop: string; dateBillTo?: string | null }): Row;
  reinstateFeature(data: Row, featureID: string, reinstate: { dateReinstate: string }): Row;
}

export interface Step {
  /** Laid over the features' state before the step: "1" is the feature unless another is named. */
  readonly set?: Row;
  readonly drop?: { readonly dateDrop: string; readonly dateBillTo?: string };
  readonly reinstate?: string;
  /** The run's first and last day; without it nothing is charged. */
  readonly run?: readonly [from: string, to: string];
  /** `date source value`, and where it matters ` start..end` and ` xCount`. */
  readonly gives?: readonly string[];
  readonly errors?: ReadonlyArray<readonly [featureID: string, code: string, field: string]>;
  /** Fields of feature 1 after the step. */
  readonly after?: Row;
}

export interface WorkedExample {
  /** The number in the table, and a letter where it has several cases. */
  readonly name: string;
  readonly rules: string;
  readonly feature: Row;
  /** What the book has beside one customer and the feature. */
  readonly book?: Row;
  readonly steps: readonly Step[];
}

export function bookOf({ feature, book }: WorkedExample): Row {
  return {
    customers: [{ id: "1" }],
    ...book,
    features: [{ id: "1", customerID: "1", ...feature }, ...((book?.features ?? []) as readonly Row[])],
  };
}

export function checkExample(example: WorkedExample, driver: ChargesDriver): void {
  let data = bookOf(example);
  const laidOver = (states: readonly Row[]): Row => ({
    ...data,
    features: (data.features as readonly Row[]).map((feature) => ({
      ...feature,
      ...states.find((state) => state.id === feature.id),
    })),
  });
  for (const step of example.steps) {
    if (step.set !== undefined) data = laidOver([{ id: "1", ...step.set }]);
    if (step.drop !== undefined) data = laidOver([driver.dropFeature(data, "1", step.drop)]);
    if (step.reinstate !== undefined) {
      data = laidOver([driver.reinstateFeature(data, "1", { dateReinstate: step.reinstate })]);
    }
    if (step.run !== undefined) {
      const { transactions, features, errors } = driver.charges(data, ...step.run);
      const wanted = step.gives ?? [];
      const lines = transactions.map(lineOf);
      expect(
        lines.map((line, at) => line.split(" ").slice(0, wanted[at]?.split(" ").length).join(" ")),
      ).toEqual(wanted);
      expect(errors.map(({ featureID, error, field }) => [featureID, error, field])).toEqual(
        step.errors ?? [],
      );
      data = laidOver(features);
      // R60: the same range again gives nothing.
      expect(driver.charges(data, ...step.run).transactions).toEqual([]);
      for (const transaction of transactions) {
        const [date, billed] = [String(transaction.transactionDate), transaction.transactionBillDate];
        expect(billed).toBe(date > step.run[0] ? date : step.run[0]);
      }
    }
    expect((data.features as readonly Row[])[0]).toMatchObject(step.after ?? {});
  }
}

function lineOf(row: Row): string {
  return `${row.transactionDate} ${row.transactionSource} ${row.transactionValue} ${row.transactionStartDate}..${row.transactionEndDate} x${row.featureCount}`;
}

const YEAR_2026: readonly [string, string] = ["2026-01-01", "2026-12-31"];
const JUNE: readonly [string, string] = ["2026-06-01", "2026-06-30"];
const JULY: readonly [string, string] = ["2026-07-01", "2026-07-31"];

const FEES: Row = {
  id: "1",
  name: "Fees",
  retail: "retail",
  rates: [
    { chargeKind: "recurring", fixedFeeValue: "12" },
    { chargeKind: "recurring", featureTypeIDs: ["Line"], fixedFeeValue: "13" },
    {
      chargeKind: "recurring",
      transactionTypeIDs: ["Rental"],
      fixedFeeTariffType: "fixed",
      fixedFeeValue: "14",
    },
  ],
};
const TYPES: Row = {
  featureTypes: [
    { id: "1", featureTypeName: "Line" },
    { id: "2", featureTypeName: "Router" },
  ],
  transactionTypes: [{ id: "1", transactionTypeName: "Rental" }],
};
const HALF_PRICE: Row = {
  name: "Half price",
  recurringType: "percent",
  recurringValue: "50",
  length: 3,
  lengthType: "months",
};
const FIVE_OFF: Row = {
  name: "£5 off",
  recurringType: "fixed",
  recurringValue: "5",
  oneOffType: "fixed",
  oneOffValue: "30",
};
const MARKUP_TARIFF: Row = {
  id: "1",
  name: "Fees",
  retail: "retail",
  rates: [
    {
      chargeKind: "recurring",
      featureTypeIDs: ["Line"],
      carrierIDs: ["Northway"],
      fixedFeeTariffType: "markup",
      fixedFeeValue: "35",
    },
  ],
};

export const WORKED_EXAMPLES: readonly WorkedExample[] = [
  {
    name: "1",
    rules: "R63, R66, R67",
    feature: { serviceCharge: "30", connectionCharge: "25", featureCount: 2, startDate: "2026-01-12" },
    steps: [
      {
        run: ["2026-01-01", "2026-02-28"],
        gives: [
          "2026-01-12 oneOff 50 2026-01-12..2026-01-12 x2",
          "2026-01-12 recurring 38.71 2026-01-12..2026-01-31 x2",
          "2026-02-01 recurring 60 2026-02-01..2026-02-28 x2",
        ],
        after: { dueDate: "2026-03-01" },
      },
    ],
  },
  {
    name: "2",
    rules: "R65",
    feature: { serviceCharge: "30", startDate: "2026-01-31", serviceChargeInterval: "Monthly" },
    steps: [
      {
        run: ["2026-01-01", "2026-05-30"],
        gives: [
          "2026-01-31 recurring 30 2026-01-31..2026-02-27",
          "2026-02-28 recurring 30 2026-02-28..2026-03-30",
          "2026-03-31 recurring 30 2026-03-31..2026-04-29",
          "2026-04-30 recurring 30 2026-04-30..2026-05-30",
        ],
        after: { dueDate: "2026-05-31" },
      },
    ],
  },
  {
    name: "3",
    rules: "R65, R67",
    feature: {
      serviceCharge: "365",
      startDate: "2024-02-29",
      endDate: "2028-03-15",
      serviceChargeInterval: "Annually",
    },
    steps: [
      {
        run: ["2024-01-01", "2028-12-31"],
        gives: [
          "2024-02-29 recurring 365",
          "2025-02-28 recurring 365",
          "2026-02-28 recurring 365",
          "2027-02-28 recurring 365",
          "2028-02-29 recurring 16 2028-02-29..2028-03-15",
        ],
      },
    ],
  },
  {
    name: "4",
    rules: "R67",
    feature: { serviceCharge: "29", startDate: "2024-02-12" },
    steps: [{ run: ["2024-02-01", "2024-02-29"], gives: ["2024-02-12 recurring 18"] }],
  },
  {
    name: "5",
    rules: "R64, R67",
    feature: {
      serviceCharge: "99.95",
      startDate: "2026-02-10",
      serviceChargeInterval: "Calendar Quarterly",
    },
    steps: [
      {
        run: ["2026-02-01", "2026-03-31"],
        gives: ["2026-02-10 recurring 55.53 2026-02-10..2026-03-31"],
      },
    ],
  },
  {
    name: "6",
    rules: "R69",
    feature: { serviceCharge: "20", startDate: "2026-03-10", serviceChargeInterval: "Monthly" },
    steps: [
      {
        run: ["2026-03-01", "2026-04-30"],
        gives: ["2026-03-10 recurring 20", "2026-04-10 recurring 20 2026-04-10..2026-05-09"],
        after: { dueDate: "2026-05-10" },
      },
      {
        set: { endDate: "2026-04-20" },
        run: ["2026-05-01", "2026-05-31"],
        gives: ["2026-04-21 correction -12.67 2026-04-21..2026-05-09"],
        after: { dueDate: "2026-04-21" },
      },
    ],
  },
  {
    name: "7 and 8",
    rules: "R67, R69",
    feature: { serviceCharge: "10.01", startDate: "2026-06-01" },
    steps: [
      { run: JUNE, gives: ["2026-06-01 recurring 10.01"] },
      {
        set: { endDate: "2026-06-15" },
        run: JUNE,
        gives: ["2026-06-16 correction -5 2026-06-16..2026-06-30"],
        after: { dueDate: "2026-06-16" },
      },
      {
        set: { endDate: null },
        run: JUNE,
        gives: ["2026-06-16 recurring 5 2026-06-16..2026-06-30"],
        after: { dueDate: "2026-07-01" },
      },
    ],
  },
  {
    name: "9",
    rules: "R68",
    feature: {
      startDate: "2025-09-01",
      minimumTermPeriodLength: 12,
      minimumTermPeriodLengthType: "months",
      noticePeriodLength: 30,
      noticePeriodLengthType: "days",
      cancellationNoticeGivenDate: "2026-05-01",
    },
    steps: [{ drop: { dateDrop: "2026-05-15" }, after: { endDate: "2026-08-31" } }],
  },
  {
    name: "10",
    rules: "R67, R68",
    feature: {
      startDate: "2025-09-01",
      serviceCharge: "24.99",
      minimumTermPeriodLength: 12,
      minimumTermPeriodLengthType: "months",
      noticePeriodLength: 30,
      noticePeriodLengthType: "days",
      cancellationNoticeGivenDate: "2026-10-10",
      dueDate: "2026-11-01",
    },
    steps: [
      { drop: { dateDrop: "2026-10-15" }, after: { endDate: "2026-11-09" } },
      { run: ["2026-11-01", "2026-11-30"], gives: ["2026-11-01 recurring 7.5 2026-11-01..2026-11-09"] },
    ],
  },
  {
    name: "11",
    rules: "R68",
    feature: {
      startDate: "2024-02-29",
      minimumTermPeriodLength: 1,
      minimumTermPeriodLengthType: "years",
      noticePeriodLength: 1,
      noticePeriodLengthType: "months",
      cancellationNoticeGivenDate: "2025-01-31",
    },
    steps: [{ drop: { dateDrop: "2025-02-01" }, after: { endDate: "2025-02-28" } }],
  },
  {
    name: "12",
    rules: "R69, R70",
    feature: { serviceCharge: "9.99", featureCount: 10, startDate: "2026-06-01" },
    steps: [
      { run: JUNE, gives: ["2026-06-01 recurring 99.9"] },
      {
        set: { datedChanges: [{ date: "2026-06-11", featureCount: 14 }] },
        run: JUNE,
        gives: ["2026-06-11 correction 26.64 2026-06-11..2026-06-30"],
      },
      {
        set: {
          datedChanges: [
            { date: "2026-06-11", featureCount: 14 },
            { date: "2026-06-21", featureCount: 12 },
          ],
        },
        run: JUNE,
        gives: ["2026-06-21 correction -6.66 2026-06-21..2026-06-30"],
      },
    ],
  },
  {
    name: "13, known after",
    rules: "R69, R70",
    feature: { serviceCharge: "9.99", featureCount: 10, startDate: "2026-06-01" },
    steps: [
      { run: JUNE, gives: ["2026-06-01 recurring 99.9"] },
      {
        set: {
          datedChanges: [
            { date: "2026-06-11", featureCount: 14 },
            { date: "2026-06-21", featureCount: 12 },
          ],
        },
        run: JUNE,
        gives: ["2026-06-11 correction 19.98 2026-06-11..2026-06-30"],
      },
    ],
  },
  {
    name: "13, known before",
    rules: "R69, R70",
    feature: {
      serviceCharge: "9.99",
      featureCount: 10,
      startDate: "2026-06-01",
      datedChanges: [
        { date: "2026-06-11", featureCount: 14 },
        { date: "2026-06-21", featureCount: 12 },
      ],
    },
    steps: [{ run: JUNE, gives: ["2026-06-01 recurring 119.88 2026-06-01..2026-06-30 x12"] }],
  },
  {
    name: "14, committed",
    rules: "R63",
    feature: {
      serviceCharge: "4.5",
      featureCount: 7,
      featureCountCommitted: 10,
      startDate: "2026-06-01",
    },
    steps: [{ run: JUNE, gives: ["2026-06-01 recurring 45 2026-06-01..2026-06-30 x10"] }],
  },
  {
    name: "14, peak",
    rules: "R63",
    feature: {
      serviceCharge: "4.5",
      featureCount: 7,
      featureCountCommittedAuto: "peak",
      startDate: "2026-06-01",
    },
    steps: [
      { run: JUNE, gives: ["2026-06-01 recurring 31.5"], after: { featureCountCommitted: 7 } },
      {
        set: { featureCount: 12 },
        run: JULY,
        gives: ["2026-07-01 recurring 54"],
        after: { featureCountCommitted: 12 },
      },
      {
        set: { featureCount: 9 },
        run: ["2026-08-01", "2026-08-31"],
        gives: ["2026-08-01 recurring 54"],
        after: { featureCountCommitted: 12 },
      },
    ],
  },
  {
    name: "15",
    rules: "R63, R69",
    feature: {
      serviceCharge: "3",
      featureCount: 10,
      featureCountCommittedAuto: "peak",
      startDate: "2026-06-01",
    },
    steps: [
      { run: JUNE, gives: ["2026-06-01 recurring 30"] },
      {
        set: {
          datedChanges: [
            { date: "2026-06-11", featureCount: 14 },
            { date: "2026-06-21", featureCount: 12 },
          ],
        },
        run: JULY,
        gives: ["2026-06-11 correction 8 2026-06-11..2026-06-30", "2026-07-01 recurring 42"],
        after: { featureCountCommitted: 14 },
      },
    ],
  },
  {
    name: "15, days charged before those of a record",
    rules: "R69, R70",
    feature: {
      serviceCharge: "3",
      featureCount: 10,
      featureCountCommittedAuto: "peak",
      startDate: "2026-06-01",
      dueDate: "2026-07-01",
    },
    steps: [
      { run: JULY, gives: ["2026-07-01 recurring 30 2026-07-01..2026-07-31 x10"] },
      {
        set: {
          dueDate: "2026-06-01",
          featureCountCommitted: 14,
          datedChanges: [{ date: "2026-06-01", featureCount: 9 }],
        },
        run: JULY,
        gives: [
          "2026-06-01 recurring 42 2026-06-01..2026-06-30 x14",
          "2026-07-01 correction 12 2026-07-01..2026-07-31 x14",
        ],
        after: { featureCountCommitted: 14 },
      },
    ],
  },
  {
    name: "16",
    rules: "R69",
    feature: { serviceCharge: "30", startDate: "2026-06-01" },
    steps: [
      { run: JUNE, gives: ["2026-06-01 recurring 30"] },
      {
        set: { featureCount: 3, datedChanges: [{ date: "2026-06-16", serviceCharge: "36" }] },
        run: JULY,
        gives: ["2026-06-16 correction 3 2026-06-16..2026-06-30", "2026-07-01 recurring 108"],
      },
    ],
  },
  {
    name: "17",
    rules: "R60",
    feature: { serviceCharge: "31", connectionCharge: "10", startDate: "2026-01-20" },
    steps: [
      {
        run: ["2026-03-01", "2026-03-31"],
        gives: [
          "2026-01-20 oneOff 10",
          "2026-01-20 recurring 12 2026-01-20..2026-01-31",
          "2026-02-01 recurring 31",
          "2026-03-01 recurring 31",
        ],
      },
    ],
  },
  {
    name: "18",
    rules: "R65",
    feature: { serviceCharge: "31", connectionCharge: "10", startDate: "2026-01-20" },
    book: { chargesFrom: "2026-03-01" },
    steps: [{ run: ["2026-03-01", "2026-03-31"], gives: ["2026-03-01 recurring 31"] }],
  },
  {
    name: "19",
    rules: "R64, R67",
    feature: {
      serviceCharge: "20",
      startDate: "2026-04-10",
      endDate: "2026-05-20",
      serviceChargeInterval: "After",
    },
    book: { serviceChargeIntervals: [{ name: "After", every: 1, unit: "months", timing: "arrears" }] },
    steps: [
      {
        run: YEAR_2026,
        gives: [
          "2026-05-10 recurring 20 2026-04-10..2026-05-09",
          "2026-05-21 recurring 7.1 2026-05-10..2026-05-20",
        ],
      },
    ],
  },
  {
    name: "20",
    rules: "R68",
    feature: { serviceCharge: "30", startDate: "2026-04-01", endDate: "2026-04-20" },
    steps: [
      { run: ["2026-04-01", "2026-05-31"], gives: ["2026-04-01 recurring 20"] },
      {
        reinstate: "2026-06-11",
        run: ["2026-06-01", "2026-07-31"],
        gives: ["2026-06-11 recurring 20 2026-06-11..2026-06-30", "2026-07-01 recurring 30"],
      },
    ],
  },
  {
    name: "21",
    rules: "R72",
    feature: { featureType: "Router", startDate: "2026-06-16", fixedFeeTariff: "Fees" },
    book: {
      ...TYPES,
      fixedFeeTariffs: [FEES],
      features: [
        {
          id: "2",
          customerID: "1",
          featureType: "Line",
          startDate: "2026-06-16",
          fixedFeeTariff: "Fees",
        },
        {
          id: "3",
          customerID: "1",
          featureType: "Line",
          serviceTransactionType: "Rental",
          featureCount: 2,
          startDate: "2026-06-16",
          fixedFeeTariff: "Fees",
        },
      ],
    },
    steps: [
      {
        run: JUNE,
        gives: ["2026-06-16 recurring 6", "2026-06-16 recurring 6.5", "2026-06-16 recurring 28"],
      },
    ],
  },
  {
    name: "22",
    rules: "R72",
    feature: { featureType: "Line", startDate: "2026-06-16", fixedFeeTariff: "Child" },
    book: {
      ...TYPES,
      fixedFeeTariffs: [
        FEES,
        {
          id: "2",
          name: "Child",
          retail: "retail",
          parentFixedFeeTariff: "1",
          rates: [{ chargeKind: "recurring", featureTypeIDs: ["Line"], fixedFeeValue: "11" }],
        },
      ],
    },
    steps: [{ run: JUNE, gives: ["2026-06-16 recurring 5.5"] }],
  },
  {
    name: "23",
    rules: "R72",
    feature: {
      featureType: "Line",
      carrier: "Northway",
      serviceChargeCarrier: "8.37",
      startDate: "2026-07-01",
      fixedFeeTariff: "Fees",
    },
    book: {
      ...TYPES,
      fixedFeeTariffs: [MARKUP_TARIFF],
      features: [
        {
          id: "2",
          customerID: "1",
          featureType: "Line",
          carrier: "Northway",
          serviceChargeCarrier: "-2.79",
          startDate: "2026-07-01",
          fixedFeeTariff: "Fees",
        },
        {
          id: "3",
          customerID: "1",
          featureType: "Line",
          carrier: "Northway",
          startDate: "2026-07-01",
          fixedFeeTariff: "Fees",
        },
      ],
    },
    steps: [
      {
        run: JULY,
        gives: ["2026-07-01 recurring 11.3", "2026-07-01 recurring -3.77"],
        errors: [["3", "no-carrier-cost", "serviceChargeCarrier"]],
      },
    ],
  },
  {
    name: "24",
    rules: "R71",
    feature: {
      featureType: "Line",
      serviceCharge: "5",
      startDate: "2026-07-01",
      fixedFeeTariff: "Fees",
    },
    book: {
      ...TYPES,
      fixedFeeTariffs: [
        {
          id: "1",
          name: "Fees",
          retail: "retail",
          rates: [
            { chargeKind: "oneOff", featureTypeIDs: ["Line"], endDate: "2026-06-30", fixedFeeValue: "9" },
          ],
        },
      ],
    },
    steps: [{ run: JULY, gives: [], errors: [["1", "no-fixed-fee", "fixedFeeTariff"]] }],
  },
  {
    name: "25",
    rules: "R72",
    feature: { serviceTransactionType: "Rental", startDate: "2026-06-16", fixedFeeTariff: "Fees" },
    book: { ...TYPES, fixedFeeTariffs: [FEES] },
    steps: [
      { run: JUNE, gives: ["2026-06-16 recurring 14 2026-06-16..2026-06-30"] },
      { set: { endDate: "2026-06-20" }, run: ["2026-06-01", "2026-07-31"], gives: [] },
    ],
  },
  {
    name: "26",
    rules: "R74",
    feature: {
      serviceCharge: "30",
      startDate: "2026-01-12",
      initialFeatureDiscountScheme: "Half price",
    },
    book: { featureDiscountSchemes: [HALF_PRICE] },
    steps: [
      {
        run: ["2026-01-01", "2026-04-30"],
        gives: [
          "2026-01-12 recurring 9.68",
          "2026-02-01 recurring 15",
          "2026-03-01 recurring 15",
          "2026-04-01 recurring 24.5",
        ],
      },
    ],
  },
  {
    name: "27",
    rules: "R74",
    feature: {
      serviceCharge: "30",
      startDate: "2026-01-12",
      dueDate: "2026-04-01",
      initialFeatureDiscountScheme: "Half price",
      ongoingFeatureDiscountScheme: "£5 off",
    },
    book: { featureDiscountSchemes: [HALF_PRICE, FIVE_OFF] },
    steps: [{ run: ["2026-04-01", "2026-04-30"], gives: ["2026-04-01 recurring 21.33"] }],
  },
  {
    name: "28",
    rules: "R74",
    feature: {
      serviceCharge: "30",
      connectionCharge: "25",
      startDate: "2026-01-12",
      initialFeatureDiscountScheme: "£5 off",
    },
    book: { featureDiscountSchemes: [FIVE_OFF] },
    steps: [
      {
        run: ["2026-01-01", "2026-01-31"],
        gives: ["2026-01-12 oneOff 0", "2026-01-12 recurring 16.13"],
      },
    ],
  },
  {
    name: "28, a negative price",
    rules: "R74",
    feature: {
      serviceCharge: "-4.5",
      startDate: "2026-02-01",
      initialFeatureDiscountScheme: "Half price",
    },
    book: { featureDiscountSchemes: [HALF_PRICE] },
    steps: [{ run: ["2026-02-01", "2026-02-28"], gives: ["2026-02-01 recurring -4.5"] }],
  },
  {
    name: "29",
    rules: "R75",
    feature: {
      totalFeatureValue: "100",
      instalments: 3,
      startDate: "2026-01-31",
      serviceChargeInterval: "Monthly",
    },
    steps: [
      {
        run: YEAR_2026,
        gives: ["2026-01-31 instalment 33.33", "2026-02-28 instalment 33.34", "2026-03-31 instalment 33.33"],
        after: { totalValueCharged: "100", totalValueRemaining: "0" },
      },
    ],
  },
  {
    name: "29, two charged elsewhere",
    rules: "R75",
    feature: {
      totalFeatureValue: "100",
      instalments: 3,
      startDate: "2026-01-31",
      dueDate: "2026-03-31",
      totalValueCharged: "66.66",
      serviceChargeInterval: "Monthly",
    },
    steps: [{ run: YEAR_2026, gives: ["2026-03-31 instalment 33.34"] }],
  },
  {
    name: "30",
    rules: "R75",
    feature: { totalFeatureValue: "799", instalments: 24, startDate: "2026-01-01" },
    steps: [
      {
        run: ["2026-01-01", "2026-07-31"],
        gives: [
          "2026-01-01 instalment 33.29",
          "2026-02-01 instalment 33.29",
          "2026-03-01 instalment 33.3",
          "2026-04-01 instalment 33.29",
          "2026-05-01 instalment 33.29",
          "2026-06-01 instalment 33.29",
          "2026-07-01 instalment 33.29",
        ],
        after: { totalValueCharged: "233.04", totalValueRemaining: "565.96" },
      },
      {
        set: { endDate: "2026-07-20" },
        run: JULY,
        gives: ["2026-07-20 instalment 565.96"],
        after: { totalValueCharged: "799", totalValueRemaining: "0" },
      },
    ],
  },
  {
    name: "31",
    rules: "R75",
    feature: { serviceCharge: "10", instalments: 3, featureCount: 2, startDate: "2026-01-12" },
    steps: [
      {
        run: YEAR_2026,
        gives: ["2026-01-12 instalment 20", "2026-02-01 instalment 20", "2026-03-01 instalment 20"],
      },
    ],
  },
  {
    name: "31, a total without a number",
    rules: "R75",
    feature: { totalFeatureValue: "240", startDate: "2026-01-12" },
    steps: [{ run: YEAR_2026, gives: [], errors: [["1", "instalments-missing", "instalments"]] }],
  },
];
