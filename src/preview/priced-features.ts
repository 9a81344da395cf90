/** The features of a book in force on a date, with the prices of their fixed charges (R20, R41, R53). */
import type { OpenedBook } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import { type CheckedFeature, resolveFeature } from "../model/index.ts";

/** A fixed charge of a feature. */
export interface FixedCharge {
  /** Full-period price, micro-pence: millionths of the unit in which calls are priced (R16). */
  readonly price: number;
  /** Whether it is the feature's own, which no change of its standard feature reaches. */
  readonly isOwn: boolean;
}

/** One kind of charge on a feature; undefined where it has none. Prices are micro-pence. */
export interface FeatureCharges {
  readonly retail: FixedCharge | undefined;
  readonly wholesale: number | undefined;
  /** What its standard feature has. */
  readonly standard: number | undefined;
}

/** A feature in force. */
export interface PricedFeature {
  readonly id: string;
  readonly customerID: string | null;
  readonly standardFeature: string | null;
  readonly interval: string | null;
  /** max(featureCount, blank 1; featureCountCommitted), in millionths (R41). */
  readonly billedCount: number;
  readonly recurring: FeatureCharges;
  readonly oneOff: FeatureCharges;
  /** Why its recurring price is not known; undefined where it is, or where there is none. */
  readonly unpriced: "fixedFeeTariff" | "instalments" | undefined;
}

const ONE = 1_000_000;

/** The features of a book that are in force on a day, by id. */
export function featuresInForce(book: OpenedBook, day: DayNumber): ReadonlyMap<string, PricedFeature> {
  const { records, settings } = book;
  const minor = 10 ** settings.currencyDecimals;
  // At most a million pounds: whole numbers below 2^53.
  const inPence = (pounds: number | undefined): number | undefined => pounds && pounds * minor;
  const standards = new Map(records.standardFeatures.map((standard) => [standard.name, standard]));
  const customers = new Map(records.customers.map((own) => [own.id, own]));
  const numbers = new Map(records.numbers.map((own) => [own.id, own]));
  const services = new Map(records.services.map((own) => [own.id, own]));
  const found = new Map<string, PricedFeature>();
  for (const feature of records.features) {
    if ((feature.startDate ?? day) > day || (feature.endDate ?? day) < day) continue;
    const standard =
      feature.standardFeature === undefined ? undefined : standards.get(feature.standardFeature);
    const resolved = resolveFeature(feature, standard);
    const owner = numbers.get(feature.numberID ?? "") ?? services.get(feature.serviceID ?? "");
    const customerID = feature.customerID ?? owner?.customerID;
    const fixedFeeTariff =
      resolved.fixedFeeTariff ?? owner?.fixedFeeTariff ?? customers.get(customerID ?? "")?.fixedFeeTariff;
    found.set(feature.id, {
      id: feature.id,
      customerID: customerID ?? null,
      standardFeature: feature.standardFeature ?? null,
      interval: resolved.serviceChargeInterval ?? null,
      billedCount: Math.max(feature.featureCount ?? ONE, feature.featureCountCommitted ?? 0),
      recurring: {
        retail: chargeOf(feature.serviceCharge, inPence(resolved.serviceCharge)),
        wholesale: inPence(resolved.serviceChargeCarrier),
        standard: inPence(standard?.serviceCharge),
      },
      oneOff: {
        retail: chargeOf(feature.connectionCharge, inPence(resolved.connectionCharge)),
        wholesale: inPence(resolved.connectionChargeCarrier),
        standard: inPence(standard?.connectionCharge),
      },
      unpriced: whyUnpriced(resolved, fixedFeeTariff),
    });
  }
  return found;
}

function chargeOf(own: number | undefined, resolved: number | undefined): FixedCharge | undefined {
  return resolved === undefined ? undefined : { price: resolved, isOwn: own !== undefined };
}

function whyUnpriced(
  resolved: CheckedFeature,
  fixedFeeTariff: string | undefined,
): PricedFeature["unpriced"] {
  if (resolved.serviceCharge !== undefined) return undefined;
  if (resolved.totalFeatureValue !== undefined) return "instalments";
  return fixedFeeTariff === undefined ? undefined : "fixedFeeTariff";
}
