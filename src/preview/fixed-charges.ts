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
  const customers = new Map(records.customers.map((record) => [record.id, record]));
  const numbers = new Map(records.numbers.map((record) => [record.id, record]));
  const services = new Map(records.services.map((record) => [record.id, record]));
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

function chargeOf(recorded: number | undefined, resolved: number | undefined): FixedCharge | undefined {
  return resolved === undefined ? undefined : { price: resolved, isOwn: recorded !== undefined };
}

function whyUnpriced(
  resolved: CheckedFeature,
  fixedFeeTariff: string | undefined,
): PricedFeature["unpriced"] {
  if (resolved.serviceCharge !== undefined) return undefined;
  if (resolved.totalFeatureValue !== undefined) return "instalments";
  return fixedFeeTariff === undefined ? undefined : "fixedFeeTariff";
}

type FixedChargeKind = "recurring" | "oneOff";

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
    unpriced: pairs.flatMap(({ before: featureBefore, after: featureAfter, either }) => {
      const why = featureBefore?.unpriced ?? featureAfter?.unpriced;
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
    const pair = { before: before.get(id), after: after.get(id) };
    const either = pair.before ?? pair.after;
    return either === undefined ? [] : [{ ...pair, either }];
  });
}

/** A pair that has a charge on one side at least. */
interface ChargedPair extends FeaturePair {
  readonly interval: string | null;
  /** Retail, units of 10^-SUM_DECIMALS pence. */
  readonly units: Retail;
}

interface Retail {
  readonly before: bigint;
  readonly after: bigint;
}

function kindOf(pairs: readonly FeaturePair[], kind: FixedChargeKind, names: Names): FixedChargesKind {
  const charged = pairs.flatMap((pair): readonly ChargedPair[] => {
    const before = retailUnits(pair.before, kind);
    const after = retailUnits(pair.after, kind);
    if (before === undefined && after === undefined) return [];
    const interval = kind === "recurring" ? pair.either.interval : null;
    return [{ ...pair, interval, units: { before: before ?? 0n, after: after ?? 0n } }];
  });
  const [before, after] = (["before", "after"] as const).map((side) =>
    wholesaleOf(
      charged.flatMap((pair) => pair[side] ?? []),
      kind,
    ),
  );
  return {
    ...figuresOf(charged),
    wholesale: comparePartly(before?.units, after?.units),
    withoutWholesale: { before: before?.without ?? 0, after: after?.without ?? 0 },
    lines: groupsOf(charged, ({ either, interval }) => [either.standardFeature, interval]).map(
      ({ key: [standardFeature = null, interval = null], pairs: pairsOfGroup }) => ({
        standardFeature,
        interval,
        ...figuresOf(pairsOfGroup),
      }),
    ),
    byCustomer: groupsOf(charged, ({ either }) => [either.customerID]).map(
      ({ key: [key = null], pairs: pairsOfGroup }) => ({
        key,
        name: names.customer(key),
        ...figuresOf(pairsOfGroup),
      }),
    ),
  };
}

function sumOf(pairs: readonly ChargedPair[]): Retail {
  return pairs.reduce<Retail>(
    ({ before, after }, { units }) => ({ before: before + units.before, after: after + units.after }),
    { before: 0n, after: 0n },
  );
}

function figuresOf(pairs: readonly ChargedPair[]) {
  const { before, after } = sumOf(pairs);
  return { features: pairs.length, retail: compareUnits(before, after) };
}

/** Pairs by a key. Largest change first, then the largest sum; groups that tie keep the order of their first feature. */
function groupsOf(
  pairs: readonly ChargedPair[],
  keyOf: (pair: ChargedPair) => readonly (string | null)[],
): readonly { readonly key: readonly (string | null)[]; readonly pairs: readonly ChargedPair[] }[] {
  const groups = new Map<string, { key: readonly (string | null)[]; pairs: ChargedPair[] }>();
  for (const pair of pairs) {
    const key = keyOf(pair);
    const group = groups.get(JSON.stringify(key)) ?? { key, pairs: [] };
    groups.set(JSON.stringify(key), group);
    group.pairs.push(pair);
  }
  return [...groups.values()]
    .map((group) => ({ ...group, sum: sumOf(group.pairs) }))
    .sort(
      ({ sum: a }, { sum: b }) =>
        compareSizes(a.after - a.before, b.after - b.before) || compareSizes(a.before, b.before),
    );
}

/** Wholesale charges of one side, over the features that have a retail charge there. */
function wholesaleOf(features: readonly PricedFeature[], kind: FixedChargeKind) {
  const charged = features.filter((feature) => feature[kind].retail !== undefined);
  const known = charged.flatMap(({ billedCount, [kind]: { wholesale } }) =>
    wholesale === undefined ? [] : [unitsOf(wholesale, billedCount)],
  );
  const without = charged.length - known.length;
  const units = known.reduce((sum, one) => sum + one, 0n);
  return { without, units: known.length === 0 && without > 0 ? undefined : units };
}

function retailUnits(feature: PricedFeature | undefined, kind: FixedChargeKind): bigint | undefined {
  const charge = feature?.[kind].retail;
  return feature === undefined || charge === undefined
    ? undefined
    : unitsOf(charge.price, feature.billedCount);
}

/** Micro-pence × millionths are 10^-12 pence: units of SUM_DECIMALS as they are. */
function unitsOf(microPence: number, millionths: number): bigint {
  return BigInt(microPence) * BigInt(millionths);
}

/** A feature is passed over by its standard feature where it has a price of its own on both sides. */
function notReachedOf(
  { before, after }: FeaturePair,
  kind: FixedChargeKind,
  names: Names,
): NotReachedFeature[] {
  const retailBefore = before?.[kind].retail;
  const retailAfter = after?.[kind].retail;
  if (before === undefined || after === undefined || after.standardFeature === null) return [];
  if (retailBefore?.isOwn !== true || retailAfter?.isOwn !== true) return [];
  const standardBefore = standardOf(before[kind]);
  const standardAfter = standardOf(after[kind]);
  return [
    {
      featureID: after.id,
      customerID: after.customerID,
      customerName: names.customer(after.customerID),
      standardFeature: after.standardFeature,
      kind,
      price: priceText(retailAfter.price),
      standardBefore,
      standardAfter,
      isPassedBy: standardBefore !== standardAfter && retailBefore.price === retailAfter.price,
    },
  ];
}

function standardOf({ standard }: FeatureCharges): string | null {
  return standard === undefined ? null : priceText(standard);
}

function priceText(microPence: number): string {
  return sumText(unitsOf(microPence, 1_000_000));
}
