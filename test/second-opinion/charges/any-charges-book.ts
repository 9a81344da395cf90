/**
 * Random books of features for R60 to R75: owners of every kind, all intervals, dated counts and prices, schemes, fixed
 * fee tariffs, wholesale amounts, instalments, ends, and a change that comes after the first run. What is drawn are
 * places in lists and days of two years, so that every book is valid.
 */
import fc from "fast-check";
import { decimal } from "../../properties/amounts.ts";
import type { Row } from "../values.ts";
import { type Day, formatDay, parseDay } from "./days.ts";

export interface ChargesCase {
  readonly book: Row;
  /** The first run's range, and that of the second, which follows a change. */
  readonly first: readonly [from: string, to: string];
  readonly second: readonly [from: string, to: string];
  /** The last day of the first of two ranges that together are the second run's. */
  readonly cut: string;
  /** Fields laid over a feature between the runs, feature by feature. */
  readonly changes: readonly Row[];
}

const INTERVALS: readonly Row[] = [
  { name: "After", every: 1, unit: "months", timing: "arrears" },
  { name: "Calendar After", every: 3, unit: "months", aligned: true, timing: "arrears" },
  { name: "Fortnightly", every: 2, unit: "weeks" },
  { name: "Ten days", every: 10, unit: "days", timing: "arrears" },
];
const INTERVAL_NAMES = [
  undefined,
  "Monthly",
  "Weekly",
  "Quarterly",
  "Annually",
  "Calendar Monthly",
  "Calendar Quarterly",
  "Calendar Half-Yearly",
  ...INTERVALS.map(({ name }) => name as string),
];
const SCHEMES: readonly Row[] = [
  { name: "Half price", recurringType: "percent", recurringValue: "50", length: 3, lengthType: "months" },
  {
    name: "A third off",
    recurringType: "percent",
    recurringValue: "33.333333",
    oneOffType: "percent",
    oneOffValue: "10",
  },
  { name: "£5 off", recurringType: "fixed", recurringValue: "5", oneOffType: "fixed", oneOffValue: "30" },
  { name: "Free fortnight", recurringType: "percent", recurringValue: "100", length: 14, lengthType: "days" },
];
const SCHEME_NAMES = SCHEMES.map(({ name }) => name as string);
const TARIFFS: readonly Row[] = [
  {
    id: "1",
    name: "Fees",
    retail: "retail",
    rates: [
      { fixedFeeValue: "12.34" },
      { chargeKind: "recurring", featureTypeIDs: ["Line"], startDate: "2025-06-16", fixedFeeValue: "13.57" },
      { chargeKind: "oneOff", featureTypeIDs: ["Line"], fixedFeeValue: "40" },
    ],
  },
  {
    id: "2",
    name: "Whole fees",
    retail: "retail",
    parentFixedFeeTariff: "1",
    rates: [{ featureTypeIDs: ["Line"], fixedFeeTariffType: "fixed", fixedFeeValue: "14.99" }],
  },
  {
    id: "3",
    name: "Marked up",
    retail: "retail",
    rates: [{ fixedFeeTariffType: "markup", fixedFeeValue: "35" }],
  },
  {
    id: "4",
    name: "Northway's",
    retail: "wholesale",
    wholesaleForCarrierIDs: ["Northway"],
    rates: [
      { fixedFeeValue: "7.89" },
      { chargeKind: "oneOff", fixedFeeTariffType: "fixed", fixedFeeValue: "20" },
    ],
  },
];
const OWNERS: readonly Row[] = [
  { customerID: "1" },
  { customerID: "10" },
  { numberID: "100" },
  { numberID: "9" },
  { serviceID: "4" },
];

const EARLIEST = parseDay("2025-01-01");
const LATEST = parseDay("2026-12-31");
const BEGINS = parseDay("2026-04-01");

/** Days about the ends of months and leap days come up often. */
const day: fc.Arbitrary<Day> = fc.oneof(
  fc.integer({ min: EARLIEST, max: LATEST }),
  fc
    .constantFrom(
      "2025-01-31",
      "2025-02-28",
      "2025-12-31",
      "2026-01-01",
      "2026-02-28",
      "2026-03-31",
      "2026-06-30",
    )
    .map(parseDay),
);

function some<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.option(arbitrary, { nil: undefined, freq: oneIn });
}

const amount = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }).map((pence) => decimal(pence, 2)),
  fc.integer({ min: -99_999, max: 999_999 }).map((units) => decimal(units, 4)),
  fc.constantFrom("0", "10.01", "0.005", "-4.5"),
);
const count = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom("2.5", 1, 100));

const datedChanges = fc
  .uniqueArray(fc.record({ date: day, featureCount: some(count, 2), serviceCharge: some(amount, 2) }), {
    selector: ({ date }) => date,
    maxLength: 4,
  })
  .map((changes) =>
    changes
      .sort((a, b) => a.date - b.date)
      .map((change) => ({
        ...change,
        date: formatDay(change.date),
        ...(change.featureCount === undefined && change.serviceCharge === undefined
          ? { featureCount: 3 }
          : {}),
      })),
  );

const feature = fc
  .record({
    owner: fc.constantFrom(...OWNERS),
    start: day,
    length: some(fc.integer({ min: 0, max: 500 }), 2),
    dueDate: some(day, 5),
    fields: fc.record({
      featureType: fc.constantFrom(undefined, "Line"),
      carrier: fc.constantFrom(undefined, "Northway"),
      featureCount: some(count, 2),
      featureCountCommitted: some(count, 4),
      featureCountCommittedAuto: fc.constantFrom(undefined, undefined, "initial", "peak"),
      connectionCharge: some(amount, 2),
      serviceCharge: some(amount, 1),
      serviceChargeCarrier: some(amount, 3),
      connectionChargeCarrier: some(amount, 3),
      serviceChargeInterval: fc.constantFrom(...INTERVAL_NAMES),
      initialFeatureDiscountScheme: some(fc.constantFrom(...SCHEME_NAMES), 3),
      ongoingFeatureDiscountScheme: some(fc.constantFrom(...SCHEME_NAMES), 4),
      fixedFeeTariff: fc.constantFrom(undefined, undefined, "Fees", "Whole fees", "Marked up"),
      instalments: some(fc.integer({ min: 1, max: 12 }), 6),
      datedChanges: some(datedChanges, 2),
    }),
    total: some(fc.integer({ min: 0, max: 99_999 }), 2),
  })
  .map(({ owner, start, length, dueDate, fields, total }) => ({
    ...owner,
    ...fields,
    startDate: formatDay(start),
    endDate: length === undefined ? undefined : formatDay(start + length),
    dueDate: dueDate === undefined ? undefined : formatDay(dueDate),
    totalFeatureValue:
      fields.instalments === undefined || total === undefined ? undefined : decimal(total, 2),
  }));

const change = fc.record({
  change: fc.constantFrom("none", "end", "counts", "both"),
  end: day,
  datedChanges,
});

export const anyChargesCase: fc.Arbitrary<ChargesCase> = fc
  .record({
    currencyDecimals: fc.constantFrom(undefined, undefined, 0, 3),
    chargesFrom: some(day, 4),
    features: fc.array(feature, { minLength: 1, maxLength: 5 }),
    changes: fc.array(change, { minLength: 5, maxLength: 5 }),
    lengths: fc.tuple(
      fc.integer({ min: 0, max: 120 }),
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 199 }),
    ),
  })
  .map(({ currencyDecimals, chargesFrom, features, changes, lengths: [one, two, part] }) => {
    const [firstTo, secondTo] = [BEGINS + one, BEGINS + one + 1 + two];
    return {
      book: {
        ...(currencyDecimals === undefined ? {} : { currencyDecimals }),
        ...(chargesFrom === undefined ? {} : { chargesFrom: formatDay(chargesFrom) }),
        customers: [{ id: "1", fixedFeeTariff: "Fees" }, { id: "10" }],
        numbers: [
          { id: "100", customerID: "1", number: "442079460000", numberType: "Geographic" },
          { id: "9", customerID: "10", number: "442079460001" },
        ],
        services: [{ id: "4", customerID: "1" }],
        featureTypes: [{ id: "1", featureTypeName: "Line" }],
        serviceChargeIntervals: INTERVALS,
        featureDiscountSchemes: SCHEMES,
        fixedFeeTariffs: TARIFFS,
        features: features.map((row, at) => withoutBlanks({ id: String(at + 8), ...row })),
      },
      first: [formatDay(BEGINS), formatDay(firstTo)] as const,
      second: [formatDay(firstTo + 1), formatDay(secondTo)] as const,
      cut: formatDay(firstTo + 1 + (part % two)),
      changes: features.map((row, at) => changed(row, changes[at]!)),
    };
  });

function changed(
  row: Row,
  { change, end, datedChanges }: { change: string; end: Day; datedChanges: readonly Row[] },
) {
  const start = parseDay(row.startDate as string);
  return {
    ...(change === "end" || change === "both" ? { endDate: formatDay(Math.max(start, end)) } : {}),
    ...(change === "counts" || change === "both" ? { datedChanges: datedChanges.map(withoutBlanks) } : {}),
  };
}

function withoutBlanks(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}
