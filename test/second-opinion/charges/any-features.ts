/**
 * Random features for R60 to R75: owners of every kind, every level of a value, all intervals, dated counts and prices,
 * schemes, fixed fee tariffs, wholesale amounts, instalments and ends; and here and there one for each error code.
 */
import fc from "fast-check";
import { decimal } from "../../properties/amounts.ts";
import type { Row } from "../values.ts";
import {
  BAD_TARIFF_NAMES,
  CARRIERS,
  FEATURE_TYPES,
  TARIFF_NAMES,
  TRANSACTION_TYPES,
  value,
} from "./any-fees.ts";
import { add, type Day, dateOf, dayOf, formatDay, parseDay } from "./days.ts";

export const INTERVALS: readonly Row[] = [
  { name: "After", every: 1, unit: "months", timing: "arrears" },
  { name: "Calendar After", every: 3, unit: "months", aligned: true, timing: "arrears" },
  { name: "Fortnightly", every: 2, unit: "weeks" },
  { name: "Ten days", every: 10, unit: "days", timing: "arrears" },
  { name: "Five months", every: "5", unit: "months", aligned: "no", timing: "advance" },
  { name: "Two months", every: 2, unit: "months", aligned: "yes" },
  { name: "Year after", every: 1, unit: "years", aligned: true, timing: "arrears" },
  { name: "__proto__", every: 2, unit: "years" },
  { name: "Quarterly", every: 3, unit: "months", timing: "arrears" },
];
const DAILY: Row = { name: "Daily", every: 1, unit: "days" };
export const ALL_INTERVALS: readonly Row[] = [...INTERVALS, DAILY];
const INTERVAL_NAMES = [
  "Monthly",
  "Monthly",
  "Weekly",
  "Half-Yearly",
  "Annually",
  "Calendar Monthly",
  "Calendar Quarterly",
  "Calendar Half-Yearly",
  "Calendar Annually",
  ...INTERVALS.map(({ name }) => name as string),
];

export const SCHEMES: readonly Row[] = [
  { name: "Half price", recurringType: "percent", recurringValue: "50", length: 3, lengthType: "months" },
  {
    name: "A third off",
    recurringType: "percent",
    recurringValue: "33.333333",
    oneOffType: "percent",
    oneOffValue: 10,
  },
  { name: "£5 off", recurringType: "fixed", recurringValue: "5", oneOffType: "fixed", oneOffValue: "30" },
  { name: "Free fortnight", recurringType: "percent", recurringValue: "100", length: 2, lengthType: "weeks" },
  {
    name: "Hundred days",
    recurringType: "fixed",
    recurringValue: "0.125",
    length: "100",
    lengthType: "days",
  },
  { name: "A year", oneOffType: "percent", oneOffValue: 100, length: 1, lengthType: "years" },
  { name: "__proto__", recurringType: "percent", recurringValue: 0 },
];
const SCHEME_NAMES = SCHEMES.map(({ name }) => name as string);

/** A value in so many of a hundred cases, else blank. */
export function maybe<T>(percent: number, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary },
  );
}

const EARLIEST = parseDay("2023-06-01");
const LATEST = parseDay("2026-12-31");

/** Days about the ends of months and leap days come up often. */
export const day: fc.Arbitrary<Day> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: EARLIEST, max: LATEST }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: EARLIEST, max: LATEST }), fc.integer({ min: -1, max: 1 }))
      .map(([near, beside]) => {
        const { year, month } = dateOf(near);
        return add(dayOf(year, month, 1), 1, "months") - 1 + beside;
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("2024-02-28", "2024-02-29", "2024-03-01", "2025-12-31").map(parseDay),
  },
);

const date = day.map(formatDay);
const count = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 20 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>("2.5", 1, 100, "0.333333", "1000000") },
);

export const datedChanges: fc.Arbitrary<readonly Row[]> = fc
  .uniqueArray(
    fc.record({ date: day, change: fc.constantFrom("count", "count", "price", "both"), count, value }),
    { selector: ({ date: on }) => on, maxLength: 4 },
  )
  .map((changes) =>
    changes
      .sort((a, b) => a.date - b.date)
      .map(({ date: on, change, ...given }) => ({
        date: formatDay(on),
        ...(change === "price" ? {} : { featureCount: given.count }),
        ...(change === "count" ? {} : { serviceCharge: given.value }),
      })),
  );

const tariffName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom<string>(...TARIFF_NAMES) },
  { weight: 3, arbitrary: fc.constantFrom<string>(...BAD_TARIFF_NAMES) },
);
const total = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 99_999 }).map((pence) => decimal(pence, 2)) },
  { weight: 1, arbitrary: fc.constantFrom("0", "0.000001", "1000000", "-5") },
);

/** What a feature and its standard feature both have; `often` times as many of the amounts. */
function template(often: number) {
  return {
    featureType: maybe(40, fc.constantFrom<string>(...FEATURE_TYPES)),
    description: maybe(20, fc.constantFrom("Main line", "<b>Line</b>")),
    carrier: maybe(30, fc.constantFrom<string>(...CARRIERS)),
    connectionCharge: maybe(15 * often, value),
    serviceCharge: maybe(30 * often, value),
    connectionChargeCarrier: maybe(6 * often, value),
    serviceChargeCarrier: maybe(10 * often, value),
    serviceChargeInterval: maybe(25 * often, fc.constantFrom(...INTERVAL_NAMES)),
    initialFeatureDiscountScheme: maybe(8 * often, fc.constantFrom(...SCHEME_NAMES)),
    ongoingFeatureDiscountScheme: maybe(7 * often, fc.constantFrom(...SCHEME_NAMES)),
    featureCountCommittedAuto: maybe(8 * often, fc.constantFrom("initial", "peak")),
    fixedFeeTariff: maybe(8 * often, tariffName),
    instalments: maybe(3 * often, fc.constantFrom<unknown>(1, 2, 3, 7, 12, 24, "36", 0)),

    totalFeatureValue: maybe(1 * often, total),
    connectionTransactionType: maybe(10, fc.constantFrom<string>(...TRANSACTION_TYPES)),
    connectionTransactionCode: maybe(10, fc.constantFrom<unknown>("C1", 4100)),
    serviceTransactionType: maybe(20, fc.constantFrom<string>(...TRANSACTION_TYPES)),
    serviceTransactionCode: maybe(10, fc.constantFrom<unknown>("S1", 4200)),
    VATRate: maybe(15, fc.constantFrom("Standard", "Reduced", "Unknown")),
  };
}

export const anyStandardFeature: fc.Arbitrary<Row> = fc.record(template(1)).map(withoutBlanks);

const OWNERS: readonly Row[] = [
  { customerID: "1" },
  { customerID: 10 },
  { customerID: "2" },
  { numberID: "100" },
  { numberID: 9 },
  { serviceID: "4" },
  { serviceID: "31" },
];

/** One thing that is wrong with a feature, in a few of a hundred. */
const FAULTS: readonly Row[] = [
  { featureCountCommittedAuto: "highest" },
  { featureCountCommittedAuto: "Peak" },
  { featureType: "Odd", featureCountCommittedAuto: "", standardFeature: "" },
  { instalments: 12, totalFeatureValue: 120, totalValueCharged: "ten" },
  { instalments: 12, totalFeatureValue: 120, totalValueCharged: "66.6665" },
  { serviceCharge: 10, site: { name: "Leeds" } },
  { customerID: "", numberID: "", serviceID: "5" },
  { customerID: "", numberID: "", serviceID: "5", serviceChargeInterval: "Unheard of" },
  { startDate: "" },
  { startDate: "", endDate: "", serviceChargeInterval: "Unheard of" },
  { totalFeatureValue: "240", instalments: "" },
  { totalFeatureValue: "", serviceCharge: "", instalments: 4 },
  { totalFeatureValue: "-1", instalments: 4 },
  { serviceChargeInterval: "Unheard of" },
  { serviceChargeInterval: "monthly" },
  { initialFeatureDiscountScheme: "Unheard of" },
  { ongoingFeatureDiscountScheme: "Unheard of" },
  { serviceCharge: "", fixedFeeTariff: "For 10" },
  { serviceCharge: "", fixedFeeTariff: "In euro" },
  { serviceCharge: "", fixedFeeTariff: "Tied" },
  { serviceCharge: "", fixedFeeTariff: "Ended" },
  { serviceCharge: "", connectionCharge: "", fixedFeeTariff: "Empty" },
  { serviceCharge: "", carrier: "", fixedFeeTariff: "Marked up" },
];
const TOO_MANY: Row = {
  startDate: "2009-01-01",
  dueDate: "",
  serviceChargeInterval: "Daily",
  serviceCharge: "0.1",
  endDate: "",
  instalments: 0,
  totalFeatureValue: "",
  totalValueCharged: "",
  chargesMade: null,
};

/** What an earlier system, or an earlier interval, may have left behind. */
const LEFT: readonly Row[] = [
  { source: "oneOff", startDate: "2024-01-01", value: "25" },
  recorded("2025-06-01", "2025-06-30", [["2025-06-10", "2025-06-20", "2", "2", "30", "60", null]]),
  recorded("2025-01-01", "2025-12-31", [
    ["2025-01-01", "2025-03-31", 1, 3, "120.5", "361.5", "60"],
    ["2025-04-01", "2025-09-30", 3, 3, "120.5", "361.5", "60"],
  ]),
  {
    ...recorded("2025-10-01", "2025-10-31", [["2025-10-05", "2025-10-31", 1, 1, "14", "14", null]]),
    fixed: true,
    value: "14",
  },
];

/** Charged by a system that kept more places than the currency has. */
const TOO_FINE: readonly Row[] = [
  { ...recorded("2025-03-01", "2025-03-31", []), value: "1.2345" },
  { ...recorded("2025-04-01", "2025-04-30", []), value: "1", valueCarrier: "1.2345" },
];

function recorded(periodStart: string, periodEnd: string, parts: ReadonlyArray<readonly unknown[]>): Row {
  const names = ["startDate", "endDate", "count", "billed", "price", "net", "carrier"];
  return {
    source: "recurring",
    periodStart,
    periodEnd,
    fixed: false,
    value: "22",
    valueCarrier: null,
    parts: parts.map((part) => Object.fromEntries(names.map((name, at) => [name, part[at]]))),
  };
}

export const anyFeature: fc.Arbitrary<Row> = fc
  .record({
    owner: fc.constantFrom(...OWNERS),
    startDate: day,
    length: maybe(35, fc.integer({ min: 0, max: 600 })),
    fields: fc.record({
      ...template(2),
      standardFeature: maybe(50, fc.constantFrom("One", "Two", "__proto__")),
      featureCount: maybe(40, count),
      featureCountCommitted: maybe(15, count),
      dueDate: maybe(25, date),
      datedChanges: maybe(35, datedChanges),
      totalValueCharged: maybe(4, total),
      initialFeatureDiscountSchemeEndDate: maybe(8, date),
      ongoingFeatureDiscountSchemeEndDate: maybe(5, date),
      site: maybe(10, fc.constantFrom<unknown>("Leeds", 7)),
      campaign: maybe(10, fc.constant("Spring")),
      status: maybe(4, fc.constantFrom<unknown>("Dropped", ["Live", "dropped"], "Live")),
      updatedDate: maybe(4, date),
      chargesMade: maybe(6, fc.subarray([...LEFT, ...TOO_FINE], { minLength: 1 })),
    }),
    fault: maybe(14, fc.constantFrom(...FAULTS)),
    tooMany: fc.oneof(
      { weight: 499, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constant(TOO_MANY) },
    ),
  })
  .map(({ owner, startDate, length, fields, fault, tooMany }) =>
    valid({
      ...owner,
      ...withoutBlanks(fields),
      startDate: formatDay(startDate),
      ...(length === undefined ? {} : { endDate: formatDay(startDate + length) }),
      ...fault,
      ...tooMany,
    }),
  );

/** What may become of a feature between two runs. */
export const anyChange: fc.Arbitrary<Row> = fc
  .record({
    endDate: maybe(30, fc.oneof(date, fc.constant(""))),
    startDate: maybe(4, date),
    dueDate: maybe(8, date),
    datedChanges: maybe(30, datedChanges),
    featureCount: maybe(15, count),
    featureCountCommitted: maybe(5, count),
    serviceCharge: maybe(10, fc.oneof(value, fc.constant(""))),
    serviceChargeCarrier: maybe(6, fc.oneof(value, fc.constant(""))),
    carrier: maybe(6, fc.constantFrom<string>("", ...CARRIERS)),
    fixedFeeTariff: maybe(5, fc.oneof(tariffName, fc.constant(""))),
    serviceChargeInterval: maybe(5, fc.constantFrom(...INTERVAL_NAMES)),
    initialFeatureDiscountScheme: maybe(5, fc.constantFrom("", ...SCHEME_NAMES)),
    initialFeatureDiscountSchemeEndDate: maybe(4, date),
    totalFeatureValue: maybe(3, total),
    instalments: maybe(3, fc.constantFrom<unknown>(0, 3, 12)),
  })
  .map(withoutBlanks);

/** A feature does not end before it starts. */
export function valid(feature: Row): Row {
  const { startDate, endDate } = feature as { startDate?: string; endDate?: string };
  return startDate && endDate && endDate < startDate ? { ...feature, endDate: startDate } : feature;
}

export function withoutBlanks(row: object): Row {
  return Object.fromEntries(Object.entries(row).filter(([, given]) => given !== undefined));
}
