/**
 * Random books of features for R60 to R75, charged twice, with changes between the runs. What is drawn are places in
 * lists and days of some years, so that every book is valid.
 */
import fc from "fast-check";
import type { Row } from "../values.ts";
import {
  ALL_INTERVALS,
  anyChange,
  anyFeature,
  anyStandardFeature,
  day,
  maybe,
  SCHEMES,
  valid,
  withoutBlanks,
} from "./any-features.ts";
import { anyFees, FEATURE_TYPES, TARIFF_NAMES, TRANSACTION_TYPES } from "./any-fees.ts";
import { formatDay, parseDay } from "./days.ts";

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

const EARLIEST_RUN = parseDay("2024-09-15");
const LATEST_RUN = parseDay("2026-09-30");

const featureType = fc
  .record({
    connectionTransactionType: maybe(30, fc.constantFrom<string>(...TRANSACTION_TYPES)),
    serviceTransactionType: maybe(30, fc.constantFrom<string>(...TRANSACTION_TYPES)),
    defaultTransactionCode: maybe(30, fc.constant("F1")),
    defaultTransactionCarrier: maybe(20, fc.constant("Southway")),
    featureCountCommittedAuto: maybe(15, fc.constantFrom("initial", "peak")),
  })
  .map(withoutBlanks);

const transactionType = fc
  .record({
    defaultTransactionCode: maybe(30, fc.constant("T1")),
    defaultTransactionCarrier: maybe(15, fc.constant("Northway")),
  })
  .map(withoutBlanks);

/** What customers, numbers and services name. */
const defaultTariff = maybe(20, fc.constantFrom<string>(...TARIFF_NAMES));

/** A book of so many features at most, and at least. */
export function anyChargesCase(most: number, least = 1): fc.Arbitrary<ChargesCase> {
  return fc
    .record({
      settings: fc.record({
        currencyDecimals: maybe(40, fc.constantFrom<unknown>(0, 1, "2", 3)),
        chargesFrom: maybe(20, day.map(formatDay)),
        currency: maybe(10, fc.constant("GBP")),
      }),
      features: fc.array(anyFeature, { minLength: least, maxLength: most, size: "max" }),
      changes: fc.array(anyChange, { minLength: most, maxLength: most }),
      standardFeatures: fc.tuple(anyStandardFeature, anyStandardFeature, anyStandardFeature),
      featureTypes: fc.tuple(...FEATURE_TYPES.map(() => featureType)),
      transactionTypes: fc.tuple(...TRANSACTION_TYPES.map(() => transactionType)),
      fixedFeeTariffs: anyFees,
      tariffs: fc.array(defaultTariff, { minLength: 7, maxLength: 7 }),
      begins: fc.integer({ min: EARLIEST_RUN, max: LATEST_RUN }),
      lengths: fc.tuple(
        fc.integer({ min: 0, max: 150 }),
        fc.integer({ min: 1, max: 250 }),
        fc.integer({ min: 0, max: 249 }),
      ),
    })
    .map(({ settings, features, changes, tariffs, begins, lengths: [one, two, part], ...lists }) => {
      const [firstTo, secondTo] = [begins + one, begins + one + 1 + two];
      const names = ["One", "Two", "__proto__"];
      const named = (row: Row, at: number): Row => withoutBlanks({ ...row, fixedFeeTariff: tariffs[at] });
      return {
        book: {
          ...withoutBlanks(settings),
          customers: [
            named({ id: 1, customerGroups: ["Gold"], VATRate: "Standard" }, 0),
            named({ id: "10" }, 1),
            named({ id: "2", currency: "EUR", VATRate: "Reduced" }, 2),
          ],
          numbers: [
            named(
              { id: "100", customerID: "1", number: "442079460000", numberType: "Geographic", site: "York" },
              3,
            ),
            named({ id: "9", customerID: "10", number: "442079460001", campaign: "Autumn" }, 4),
          ],
          services: [
            named({ id: "31", customerID: "1", serviceType: "Broadband" }, 5),
            named({ id: 4, customerID: "10", site: "Hull", campaign: "Winter" }, 6),
            { id: "5" },
          ],
          standardFeatures: lists.standardFeatures.map((row, at) => ({
            id: at + 1,
            name: names[at],
            ...row,
          })),
          featureTypes: [
            ...lists.featureTypes.map((row, at) => ({
              id: at + 1,
              featureTypeName: FEATURE_TYPES[at],
              ...row,
            })),
            { id: 9, featureTypeName: "Odd", featureCountCommittedAuto: {} },
          ],
          transactionTypes: lists.transactionTypes.map((row, at) => ({
            id: at + 1,
            transactionTypeName: TRANSACTION_TYPES[at],
            ...row,
          })),
          serviceChargeIntervals: ALL_INTERVALS,
          featureDiscountSchemes: SCHEMES,
          fixedFeeTariffs: lists.fixedFeeTariffs,
          features: features.map((row, at) => ({ id: at % 3 === 0 ? at + 8 : String(at + 8), ...row })),
        },
        first: [formatDay(begins), formatDay(firstTo)] as const,
        second: [formatDay(firstTo + 1), formatDay(secondTo)] as const,
        cut: formatDay(firstTo + 1 + (part % two)),
        changes: features.map((_, at) => changes[at]!),
      };
    });
}

/** The features as the first run left them, with what changed then laid over. */
export function changed(features: readonly Row[], changes: readonly Row[]): Row[] {
  return features.map((feature, at) => valid({ ...feature, ...changes[at] }));
}
