/** Compares the fixed charges of two books: charges due in the days of bills, and recurring charges (R60 to R75). */

import { compareIDs } from "../../book/index.ts";
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import type { FeatureDue } from "../../charges/index.ts";
import { groupedBy } from "../../model/index.ts";
import { comparePartly, compareSizes, compareUnits, type Sides } from "../comparison.ts";
import type {
  ChargedKind,
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
  type Recurring,
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
  const total = sumOf(
    CHARGED_KINDS.flatMap((kind) => pairs.flatMap((pair) => chargedPair(pair, kind) ?? [])),
  );
  return {
    from: formatCivilDate(days.from),
    to: formatCivilDate(days.to),
    periods: bills.length,
    total: compareUnits(total.before, total.after),
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

/** Retail of both sides, in units of 10^-SUM_DECIMALS pence. */
type Retail = Sides<bigint>;

/** A feature that has a charge on at least one side, with the amounts of the charge. */
interface Valued<Value> {
  readonly pair: FeaturePair;
  readonly value: Value;
}

function chargedPair(pair: FeaturePair, kind: ChargedKind): Retail | undefined {
  const [before, after] = [pair.before?.charged[kind], pair.after?.charged[kind]];
  if (before === undefined && after === undefined) return undefined;
  return { before: before?.retail ?? 0n, after: after?.retail ?? 0n };
}

function sumOf(values: readonly Retail[]): Retail {
  let [before, after] = [0n, 0n];
  for (const value of values) {
    before += value.before;
    after += value.after;
  }
  return { before, after };
}

function kindOf(
  pairs: readonly FeaturePair[],
  kind: ChargedKind,
  day: DayNumber,
  names: Names,
): FixedChargesKind {
  const charged = pairs.flatMap((pair): readonly Valued<Retail>[] => {
    const value = chargedPair(pair, kind);
    return value === undefined ? [] : [{ pair, value }];
  });
  const before = wholesaleOf(charged.flatMap(({ pair }) => pair.before?.charged[kind] ?? []));
  const after = wholesaleOf(charged.flatMap(({ pair }) => pair.after?.charged[kind] ?? []));
  const figuresOf = (group: readonly Valued<Retail>[]) => {
    const sum = sumOf(group.map(({ value }) => value));
    return { features: group.length, retail: compareUnits(sum.before, sum.after) };
  };
  const { linesBy, byCustomer } = linesOf(charged, (value) => value, figuresOf, names);
  return {
    ...figuresOf(charged),
    wholesale: comparePartly(before.units, after.units),
    withoutWholesale: { before: before.without, after: after.without },
    lines: linesBy((due) => labelsOf(due, kind, day)),
    byCustomer,
  };
}

/** The recurring charges of both sides. */
interface RecurringRetail {
  readonly month: Retail;
  readonly year: Retail;
}

const NOTHING: Recurring = { month: 0n, year: 0n };

function runRateOf(pairs: readonly FeaturePair[], day: DayNumber, names: Names): RunRate {
  const recurring = pairs.flatMap((pair): readonly Valued<RecurringRetail>[] => {
    const [before, after] = [pair.before?.recurring, pair.after?.recurring];
    if (before === undefined && after === undefined) return [];
    const ofSpan = (span: keyof Recurring): Retail => ({
      before: (before ?? NOTHING)[span],
      after: (after ?? NOTHING)[span],
    });
    return [{ pair, value: { month: ofSpan("month"), year: ofSpan("year") } }];
  });
  const figuresOf = (group: readonly Valued<RecurringRetail>[]) => {
    const [month, year] = (["month", "year"] as const).map((span) =>
      sumOf(group.map(({ value }) => value[span])),
    ) as [Retail, Retail];
    return {
      features: group.length,
      perMonth: compareUnits(month.before, month.after),
      perYear: compareUnits(year.before, year.after),
    };
  };
  const { linesBy, byCustomer } = linesOf(recurring, ({ year }) => year, figuresOf, names);
  return {
    on: formatCivilDate(day),
    ...figuresOf(recurring),
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

/** Figures of features by labels: largest change first, then the largest sum, then in the order of first features. */
function linesOf<Value, Figures extends object>(
  features: readonly Valued<Value>[],
  retailOf: (value: Value) => Retail,
  figuresOf: (group: readonly Valued<Value>[]) => Figures,
  names: Names,
) {
  const linesBy = <Labels extends object>(labelsOfDue: (due: FeatureDue) => Labels) => {
    const groups = groupedBy(features, ({ pair }) => JSON.stringify(labelsOfDue(pair.due)));
    return [...groups]
      .map(([labels, group]) => ({ labels, group, sum: sumOf(group.map(({ value }) => retailOf(value))) }))
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
