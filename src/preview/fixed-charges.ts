/** The features of a book in force on a date, with the prices of their fixed charges (R20, R41, R53). */
import { compareIDs, type OpenedBook } from "../book/index.ts";
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";
import { type CheckedFeature, resolveFeature } from "../model/index.ts";
import { comparePartly, compareSizes, compareUnits, sumText } from "./comparison.ts";
import type { FixedCharges, FixedChargesKind, NotReachedFeature } from "./preview-report.ts";
import type { Names } from "./side.ts";

/** A fixed charge of a feature. */
interface FixedCharge {
  /** Full-period price, micro-pence: millionths of the unit in which calls are priced (R16). */
  readonly price: number;
  /** Whether it is the feature's own, which no change of its standard feature reaches. */
  readonly isOwn: boolean;
}

/** One kind of charge on a feature; undefined where it has none. Prices are micro-pence. */
interface FeatureCharges {
  readonly retail: FixedCharge | undefined;
  readonly wholesale: number | undefined;
  /** What its standard feature has. */
  readonly standard: number | undefined;
}

/** A feature in force. */
interface PricedFeature {
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
function featuresInForce(book: OpenedBook, day: DayNumber): ReadonlyMap<string, PricedFeature> {
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

/** Fixed charges of two books on one date: full-period price × billed count, nothing pro rata (R41, R53). */

type Kind = "recurring" | "oneOff";

/** A feature as either book has it; at least one does. */
interface FeaturePair {
  readonly before: PricedFeature | undefined;
  readonly after: PricedFeature | undefined;
  /** The one that says what it is: before, where it was there. */
  readonly either: PricedFeature;
}

/** Compares the fixed charges of two books on a day. */
export function fixedChargesOn(
  day: DayNumber,
  before: OpenedBook,
  after: OpenedBook,
  names: Names,
): FixedCharges {
  const pairs = pairsOf(featuresInForce(before, day), featuresInForce(after, day));
  const notReached = (["recurring", "oneOff"] as const).flatMap((kind) =>
    pairs.flatMap((pair) => notReachedOf(pair, kind, names)),
  );
  return {
    on: formatCivilDate(day),
    recurring: kindOf(pairs, "recurring", names),
    oneOff: kindOf(pairs, "oneOff", names),
    notReached: notReached.sort(
      (a, b) => Number(b.isPassedBy) - Number(a.isPassedBy) || compareIDs(a.featureID, b.featureID),
    ),
    unpriced: pairs.flatMap(({ before: own, after: other, either }) => {
      const why = own?.unpriced ?? other?.unpriced;
      return why === undefined ? [] : [{ featureID: either.id, customerID: either.customerID, why }];
    }),
  };
}

/** The features of both books by id, in the order of ids. */
function pairsOf(
  before: ReadonlyMap<string, PricedFeature>,
  after: ReadonlyMap<string, PricedFeature>,
): readonly FeaturePair[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort(compareIDs);
  return ids.flatMap((id) => {
    const own = before.get(id);
    const other = after.get(id);
    const either = own ?? other;
    return either === undefined ? [] : [{ before: own, after: other, either }];
  });
}

/** Sums of one group of features, units of 10^-SUM_DECIMALS pence. */
class Sums {
  features = 0;
  before = 0n;
  after = 0n;

  add(before: bigint | undefined, after: bigint | undefined): void {
    this.features++;
    this.before += before ?? 0n;
    this.after += after ?? 0n;
  }
}

function kindOf(pairs: readonly FeaturePair[], kind: Kind, names: Names): FixedChargesKind {
  const total = new Sums();
  const wholesale = { before: new WholesaleSum(), after: new WholesaleSum() };
  const lines = new Map<string, { standardFeature: string | null; interval: string | null; sums: Sums }>();
  const customers = new Map<string | null, Sums>();
  for (const { before, after, either } of pairs) {
    const left = retailUnits(before, kind);
    const right = retailUnits(after, kind);
    if (left === undefined && right === undefined) continue;
    total.add(left, right);
    wholesale.before.add(before, kind);
    wholesale.after.add(after, kind);
    const interval = kind === "recurring" ? either.interval : null;
    const key = JSON.stringify([either.standardFeature, interval]);
    const line = lines.get(key) ?? {
      standardFeature: either.standardFeature,
      interval,
      sums: new Sums(),
    };
    lines.set(key, line);
    line.sums.add(left, right);
    const customer = customers.get(either.customerID) ?? new Sums();
    customers.set(either.customerID, customer);
    customer.add(left, right);
  }
  return {
    features: total.features,
    retail: compareUnits(total.before, total.after),
    wholesale: comparePartly(wholesale.before.units, wholesale.after.units),
    withoutWholesale: { before: wholesale.before.without, after: wholesale.after.without },
    lines: [...lines.values()]
      .sort((a, b) => byChange(a.sums, b.sums))
      .map(({ sums, ...line }) => ({
        ...line,
        features: sums.features,
        retail: compareUnits(sums.before, sums.after),
      })),
    byCustomer: [...customers]
      .sort(([, a], [, b]) => byChange(a, b))
      .map(([key, sums]) => ({
        key,
        name: names.customer(key),
        features: sums.features,
        retail: compareUnits(sums.before, sums.after),
      })),
  };
}

/** Wholesale charges of one side, over the features that have a retail charge there. */
class WholesaleSum {
  #sum = 0n;
  #known = 0;
  without = 0;

  add(feature: PricedFeature | undefined, kind: Kind): void {
    if (feature === undefined || feature[kind].retail === undefined) return;
    const { wholesale } = feature[kind];
    if (wholesale === undefined) {
      this.without++;
      return;
    }
    this.#known++;
    this.#sum += unitsOf(wholesale, feature.billedCount);
  }

  get units(): bigint | undefined {
    return this.#known === 0 && this.without > 0 ? undefined : this.#sum;
  }
}

function retailUnits(feature: PricedFeature | undefined, kind: Kind): bigint | undefined {
  const charge = feature?.[kind].retail;
  return feature === undefined || charge === undefined
    ? undefined
    : unitsOf(charge.price, feature.billedCount);
}

/** Micro-pence × millionths are 10^-12 pence: units of SUM_DECIMALS as they are. */
function unitsOf(microPence: number, millionths: number): bigint {
  return BigInt(microPence) * BigInt(millionths);
}

/** Largest change first, then the largest sum; lines that tie keep the order of their first feature. */
function byChange(a: Sums, b: Sums): number {
  return compareSizes(a.after - a.before, b.after - b.before) || compareSizes(a.before, b.before);
}

/** A feature is passed over by its standard feature where it has a price of its own on both sides. */
function notReachedOf({ before, after }: FeaturePair, kind: Kind, names: Names): NotReachedFeature[] {
  const ownBefore = before?.[kind].retail;
  const own = after?.[kind].retail;
  if (before === undefined || after === undefined || after.standardFeature === null) return [];
  if (ownBefore?.isOwn !== true || own?.isOwn !== true) return [];
  const standardBefore = standardOf(before[kind]);
  const standardAfter = standardOf(after[kind]);
  return [
    {
      featureID: after.id,
      customerID: after.customerID,
      customerName: names.customer(after.customerID),
      standardFeature: after.standardFeature,
      kind,
      price: priceText(own.price),
      standardBefore,
      standardAfter,
      isPassedBy: standardBefore !== standardAfter && ownBefore.price === own.price,
    },
  ];
}

function standardOf({ standard }: FeatureCharges): string | null {
  return standard === undefined ? null : priceText(standard);
}

function priceText(microPence: number): string {
  return sumText(unitsOf(microPence, 1_000_000));
}
