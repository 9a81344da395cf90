/**
 * The *charges* workload: a reseller's features as they are for most customers, from a seed, the same on every
 * machine. Line rentals by the calendar month that begin part-way, rentals from the day of the order, quarters, yearly
 * licences; some with a connection charge, a count that changes, an end, or a scheme for the first months.
 */
import type { BookData } from "tollbook";
import { createRandom } from "../../fixtures/generator/index.mjs";

/** The year that is charged. */
export const YEAR = { from: "2026-01-01", to: "2026-12-31" } as const;
/** The month after it. */
export const NEXT_MONTH = { from: "2027-01-01", to: "2027-01-31" } as const;

export const INTERVALS = ["Calendar Monthly", "Monthly", "Calendar Quarterly", "Annually"] as const;

/** A feature of the workload: amounts in pounds as decimal text. */
export interface ChargedFeature {
  readonly id: number;
  readonly numberID: number;
  readonly startDate: string;
  readonly endDate?: string;
  readonly featureCount: number;
  readonly serviceCharge: string;
  readonly serviceChargeCarrier: string;
  readonly connectionCharge?: string;
  readonly serviceChargeInterval: (typeof INTERVALS)[number];
  readonly initialFeatureDiscountScheme?: "Half price";
  readonly datedChanges?: readonly { readonly date: string; readonly featureCount: number }[];
}

export interface ChargesBook extends BookData {
  readonly features: readonly ChargedFeature[];
}

/** Months that *Half price* lasts. */
export const HALF_PRICE_MONTHS = 3;

const FEATURES_OF_A_NUMBER = 4;
const NUMBERS_OF_A_CUSTOMER = 5;

export function makeChargesBook({ features, seed = 1 }: { features: number; seed?: number }): ChargesBook {
  const random = createRandom(seed);
  const numbers = Math.ceil(features / FEATURES_OF_A_NUMBER);
  const customers = Math.ceil(numbers / NUMBERS_OF_A_CUSTOMER);
  const day = (month: number): string =>
    `2026-${String(month).padStart(2, "0")}-${String(random.between(1, 28)).padStart(2, "0")}`;
  const pounds = (least: number, most: number): string => (random.between(least, most) / 100).toFixed(2);
  const oneIn = (share: number): boolean => random.between(1, share) === 1;

  const feature = (at: number): ChargedFeature => {
    const startDate = oneIn(2) ? day(random.between(1, 9)) : "2026-01-01";
    const month = Number(startDate.slice(5, 7));
    return {
      id: at + 1,
      numberID: Math.floor(at / FEATURES_OF_A_NUMBER) + 1,
      startDate,
      featureCount: oneIn(5) ? random.between(2, 40) : 1,
      serviceCharge: pounds(100, 6000),
      serviceChargeCarrier: pounds(50, 4000),
      // Seven of ten by the calendar month.
      serviceChargeInterval: INTERVALS[Math.max(0, random.between(-6, 3))] ?? "Calendar Monthly",
      ...(oneIn(3) && { connectionCharge: pounds(500, 10000) }),
      ...(oneIn(10) && { endDate: day(random.between(month + 1, 12)) }),
      ...(oneIn(8) && { initialFeatureDiscountScheme: "Half price" as const }),
      ...(oneIn(8) && {
        datedChanges: [{ date: day(random.between(month + 1, 12)), featureCount: random.between(1, 40) }],
      }),
    };
  };

  return {
    featureDiscountSchemes: [
      {
        name: "Half price",
        recurringType: "percent",
        recurringValue: 50,
        length: HALF_PRICE_MONTHS,
        lengthType: "months",
      },
    ],
    customers: Array.from({ length: customers }, (_, at) => ({ id: at + 1 })),
    numbers: Array.from({ length: numbers }, (_, at) => ({
      id: at + 1,
      customerID: Math.floor(at / NUMBERS_OF_A_CUSTOMER) + 1,
      number: `line-${at + 1}`,
    })),
    features: Array.from({ length: features }, (_, at) => feature(at)),
  };
}
