/** Compares the fixed charges of two books: charges due in the days of bills, and recurring charges (R60 to R75). */

import { compareIDs } from "../../book/index.ts";
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import type { FeatureDue } from "../../charges/index.ts";
import { groupedBy } from "../../model/index.ts";
import { comparePartly, compareSizes, compareUnits, type Sides } from "../comparison.ts";
import type {
  ChargedKind,
  Comparison,
  FeatureInError,
  FixedCharges,
  FixedChargesKind,
  FixedChargesLabels,
  RunRate,
} from "../preview-report.ts";
import type { Names } from "../side.ts";
import type { BillDays } from "./bill-days.ts";
import {
  CHARGED_KINDS,
  type ChargedFeature,
  type ChargedSide,
  type ChargedSum,
  type FeaturePair,
} from "./charged-side.ts";
import { notReachedOf } from "./not-reached.ts";

/** Compares the fixed charges of two books. */
export function compareFixedCharges(
  before: ChargedSide,
  after: ChargedSide,
  bills: readonly BillDays[],
  { names, currencyDecimals }: { readonly names: Names; readonly currencyDecimals: number },
): FixedCharges {
  const days = { from: bills[0]?.from ?? 0, to: bills.at(-1)?.to ?? 0 };
  const pairs = pairsOf(before.features, after.features);
  const kinds = Object.fromEntries(
    CHARGED_KINDS.map((kind) => [kind, kindOf(pairs, kind, days.to, names)]),
  ) as Record<ChargedKind, FixedChargesKind>;
  const charged = CHARGED_KINDS.flatMap((kind) => chargedAmong(pairs, retailOf(kind)));
  return {
    from: formatCivilDate(days.from),
    to: formatCivilDate(days.to),
    periods: bills.length,
    total: compareAmounts(charged, 0),
    ...kinds,
    runRate: runRateOf(pairs, days.to, names),
    notReached: pairs
      .flatMap((pair) => notReachedOf(pair, bills, currencyDecimals, names))
      .sort((a, b) => compareIDs(a.featureID, b.featureID)),
    inError: pairs.flatMap((pair) => inErrorOf(pair, names)),
  };
}

/** Pairs of the features of both books with the same id, in the order of ids. */
function pairsOf(
  before: ReadonlyMap<string, ChargedFeature>,
  after: ReadonlyMap<string, ChargedFeature>,
): readonly FeaturePair[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort(compareIDs);
  return ids.flatMap((id) => {
    const pair = { before: before.get(id), after: after.get(id) };
    const either = pair.before ?? pair.after;
    return either === undefined ? [] : [{ ...pair, due: either.due }];
  });
}

/** A feature with a charge on at least one side: the amounts of the charge, units of 10^-SUM_DECIMALS pence. */
interface ChargedPair {
  readonly due: FeatureDue;
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
}

/** The features with a charge; `amountsOf` gives the amounts of one on a side, undefined without a charge. */
function chargedAmong(
  pairs: readonly FeaturePair[],
  amountsOf: (feature: ChargedFeature) => readonly bigint[] | undefined,
): readonly ChargedPair[] {
  return pairs.flatMap(({ due, before, after }) => {
    const [left, right] = [before && amountsOf(before), after && amountsOf(after)];
    return left === undefined && right === undefined ? [] : [{ due, before: left ?? [], after: right ?? [] }];
  });
}

const retailOf =
  (kind: ChargedKind) =>
  ({ charged: { [kind]: sum } }: ChargedFeature): readonly bigint[] | undefined =>
    sum && [sum.retail];

/** The sums of the amounts at an index. */
function sumsOf(group: readonly ChargedPair[], at: number): Sides<bigint> {
  const sumOf = (side: keyof Sides<unknown>): bigint =>
    group.reduce((sum, { [side]: amounts }) => sum + (amounts[at] ?? 0n), 0n);
  return { before: sumOf("before"), after: sumOf("after") };
}

function compareAmounts(group: readonly ChargedPair[], at: number): Comparison {
  const { before, after } = sumsOf(group, at);
  return compareUnits(before, after);
}

function kindOf(
  pairs: readonly FeaturePair[],
  kind: ChargedKind,
  day: DayNumber,
  names: Names,
): FixedChargesKind {
  const charged = chargedAmong(pairs, retailOf(kind));
  const before = wholesaleOf(pairs.flatMap((pair) => pair.before?.charged[kind] ?? []));
  const after = wholesaleOf(pairs.flatMap((pair) => pair.after?.charged[kind] ?? []));
  const figuresOf = (group: readonly ChargedPair[]) => {
    return { features: group.length, retail: compareAmounts(group, 0) };
  };
  const { linesBy, byCustomer } = linesOf(charged, figuresOf, names);
  return {
    ...figuresOf(charged),
    wholesale: comparePartly(before.units, after.units),
    withoutWholesale: { before: before.without, after: after.without },
    lines: linesBy((due) => labelsOf(due, kind, day)),
    byCustomer,
  };
}

function runRateOf(pairs: readonly FeaturePair[], day: DayNumber, names: Names): RunRate {
  const charged = chargedAmong(pairs, ({ recurring }) => recurring && [recurring.year, recurring.month]);
  const figuresOf = (group: readonly ChargedPair[]) => ({
    features: group.length,
    perMonth: compareAmounts(group, 1),
    perYear: compareAmounts(group, 0),
  });
  const { linesBy, byCustomer } = linesOf(charged, figuresOf, names);
  return {
    on: formatCivilDate(day),
    ...figuresOf(charged),
    lines: linesBy((due) => labelsOf(due, "recurring", day)),
    byCustomer,
  };
}

function labelsOf(due: FeatureDue, kind: ChargedKind, day: DayNumber): FixedChargesLabels {
  const level = due.priceLevel(kind === "oneOff" ? "oneOff" : "recurring", day);
  return {
    standardFeature: due.standardFeature,
    fixedFeeTariff: level === "fixedFeeTariff" ? due.fixedFeeTariff : null,
    interval: kind === "oneOff" ? null : due.interval,
  };
}

/** Figures of features by labels: the first amounts in order of change, then of size, then of the first features. */
function linesOf<Figures extends object>(
  charged: readonly ChargedPair[],
  figuresOf: (group: readonly ChargedPair[]) => Figures,
  names: Names,
) {
  const linesBy = <Labels extends object>(labelsOfDue: (due: FeatureDue) => Labels) => {
    const groups = groupedBy(charged, ({ due }) => JSON.stringify(labelsOfDue(due)));
    return [...groups]
      .map(([labels, group]) => ({ labels, group, sum: sumsOf(group, 0) }))
      .sort(
        ({ sum: a }, { sum: b }) =>
          compareSizes(a.after - a.before, b.after - b.before) || compareSizes(a.before, b.before),
      )
      .map(({ labels, group }) => ({ ...(JSON.parse(labels) as Labels), ...figuresOf(group) }));
  };
  const byCustomer = linesBy(({ customerID }) => ({ key: customerID, name: names.customer(customerID) }));
  return { linesBy, byCustomer };
}

/** Wholesale of one side, over the features that the side charges. */
function wholesaleOf(sums: readonly ChargedSum[]) {
  const isKnown = sums.length === 0 || sums.some(({ withWholesale }) => withWholesale > 0);
  const units = sums.reduce((sum, { wholesale }) => sum + wholesale, 0n);
  const without = sums.filter(({ withoutWholesale }) => withoutWholesale > 0).length;
  return { without, units: isKnown ? units : undefined };
}

function inErrorOf({ before, after, due }: FeaturePair, names: Names): readonly FeatureInError[] {
  const reason = (feature: ChargedFeature | undefined): FeatureInError["before"] => {
    if (feature?.error === undefined) return null;
    const { error, message, field } = feature.error;
    return { error, message, field };
  };
  const [errorBefore, errorAfter] = [reason(before), reason(after)];
  if (errorBefore === null && errorAfter === null) return [];
  const { id: featureID, customerID } = due;
  const customerName = names.customer(customerID);
  return [{ featureID, customerID, customerName, before: errorBefore, after: errorAfter }];
}
