/** Random fixed fee tariffs for R71 and R72, beside tariffs that bring each of their errors. */
import fc from "fast-check";
import { decimal } from "../../properties/amounts.ts";
import type { Row } from "../values.ts";
import { replacementKey } from "./fee-lines.ts";

export const CARRIERS = ["Northway", "Southway", "__proto__"] as const;
export const FEATURE_TYPES = ["Line", "Router", "__proto__"] as const;
export const TRANSACTION_TYPES = ["Rental", "Hire"] as const;

/** What a feature, standard feature, number, service or customer may name. */
export const TARIFF_NAMES = ["Any", "Any below", "Whole", "Marked up", "Own", "Ours"] as const;
/** Those that mostly end in an error. */
export const BAD_TARIFF_NAMES = ["For 10", "In euro", "Tied", "Ended", "Empty"] as const;

function names(list: readonly string[], blank: number) {
  return fc.oneof(
    { weight: blank, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.subarray([...list], { minLength: 1 }) },
  );
}

export const value = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }).map((pence) => decimal(pence, 2)),
  fc.integer({ min: -99_999, max: 999_999 }).map((units) => decimal(units, 4)),
  fc.integer({ min: -2_000_000, max: 99_000_000 }).map((units) => decimal(units, 6)),
  fc.constantFrom("0", "10.01", "0.005", "-4.5", "1000000", 30, 9.99),
);

function line(types: readonly string[]) {
  return fc
    .record({
      featureTypeIDs: names(FEATURE_TYPES, 1),
      transactionTypeIDs: names(TRANSACTION_TYPES, 4),
      carrierIDs: names(CARRIERS, 5),
      numberTypeIDs: names(["Geographic", "Mobile"], 8),
      serviceTypeIDs: names(["Broadband"], 8),
      chargeKind: fc.constantFrom(undefined, undefined, "recurring", "oneOff"),
      startDate: fc.constantFrom(undefined, undefined, undefined, "2024-02-29", "2025-06-16"),
      endDate: fc.constantFrom(undefined, undefined, undefined, "2025-06-15", "2026-03-31"),
      fixedFeeTariffType: fc.constantFrom(undefined, undefined, ...types),
      fixedFeeValue: fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant("") }),
    })
    .map(({ startDate, endDate, ...own }) => ({
      ...own,
      startDate,
      endDate: startDate !== undefined && endDate !== undefined && endDate < startDate ? undefined : endDate,
    }))
    .map((own) => Object.fromEntries(Object.entries(own).filter(([, given]) => given !== undefined)));
}

function lines(types: readonly string[], most: number): fc.Arbitrary<readonly Row[]> {
  return fc.uniqueArray(line(types), { maxLength: most, selector: replacementKey });
}

const RETAIL = ["fixed", "proRata", "markup"];

/** A line that ties with none of its tariff, whatever is charged. */
const CATCH_ALL: Row = { fixedFeeValue: "12.34" };

export const anyFees: fc.Arbitrary<readonly Row[]> = fc
  .record({
    any: lines(RETAIL, 4),
    below: lines(RETAIL, 4),
    wholesale: lines(["fixed", "proRata"], 3),
    caught: fc.boolean(),
    availability: fc.constantFrom(undefined, undefined, "Historic"),
    second: fc.constantFrom(undefined, undefined, undefined, undefined, "Historic", ""),
  })
  .map(({ any, below, wholesale, caught, availability, second }) => [
    {
      id: "1",
      name: "Any",
      parentFixedFeeTariff: "2",
      rates:
        caught && !any.some((own) => replacementKey(own) === replacementKey(CATCH_ALL))
          ? [...any, CATCH_ALL]
          : any,
    },
    { id: "2", name: "Any below", retail: "retail", rates: below },
    {
      id: "3",
      name: "Whole",
      parentFixedFeeTariff: "2",
      rates: [
        { featureTypeIDs: "Line", fixedFeeTariffType: "fixed", fixedFeeValue: "14.99" },
        { fixedFeeTariffType: "fixed", fixedFeeValue: "3.333333" },
      ],
    },
    { id: "4", name: "Marked up", rates: [{ fixedFeeTariffType: "markup", fixedFeeValue: "35" }] },
    {
      id: "5",
      name: "Own",
      customerID: 1,
      rates: [{ chargeKind: "recurring", fixedFeeValue: "7.77" }],
    },
    {
      id: "6",
      name: "Ours",
      customerGroups: ["Gold", "Silver"],
      rates: [CATCH_ALL, { chargeKind: "oneOff", fixedFeeTariffType: "markup", fixedFeeValue: "-12.5" }],
    },
    { id: "7", name: "For 10", customerID: "10", rates: [CATCH_ALL] },
    { id: "8", name: "In euro", currency: "EUR", rates: [CATCH_ALL] },
    {
      id: "9",
      name: "Tied",
      rates: [
        { fixedFeeValue: "1", endDate: "2098-12-31" },
        { fixedFeeValue: "2", endDate: "2099-12-31" },
        { fixedFeeValue: "3", endDate: "2100-12-31", chargeKind: "oneOff" },
      ],
    },
    {
      id: "10",
      name: "Ended",
      rates: [
        { fixedFeeValue: "9", endDate: "2025-03-31" },
        { chargeKind: "oneOff", fixedFeeValue: "40", startDate: "2025-01-01" },
      ],
    },
    { id: "11", name: "Empty" },
    {
      id: "20",
      name: "Northway's",
      retail: "wholesale",
      wholesaleForCarrierIDs: "Northway",
      availability,
      rates: [
        { fixedFeeValue: "7.89" },
        { chargeKind: "oneOff", fixedFeeTariffType: "fixed", fixedFeeValue: "20" },
      ],
    },
    {
      id: "21",
      name: "Southway's",
      retail: "wholesale",
      wholesaleForCarrierIDs: ["Southway", "__proto__"],
      rates: wholesale,
    },
    {
      id: "23",
      name: "Southway's, in euro",
      retail: "wholesale",
      currency: "EUR",
      wholesaleForCarrierIDs: ["Southway"],
      rates: [CATCH_ALL],
    },
    ...(second === undefined
      ? []
      : [
          {
            id: "22",
            name: "Northway's, too",
            retail: "wholesale",
            wholesaleForCarrierIDs: ["Northway"],
            availability: second,
            customerID: "1",
            rates: [CATCH_ALL],
          },
        ]),
  ]);
