/** R51: a tariff with its parents resolved: no parent, and the same rate for every call. */
import {
  baseFieldName,
  type ChargeType,
  type CheckedRateLine,
  isMarkupType,
  RATE_VALUE_NAMES,
  type RateValues,
  type Tariff,
} from "../model/index.ts";
import { type CombinedLine, combineLines } from "./combined-lines.ts";
import { datesOf } from "./day-spans.ts";
import type { Fields } from "./raised-prices.ts";
import type { ReadRecord } from "./record-of-book.ts";

/** Settings beside the base values that a tariff inherits (R25). */
const INHERITED = [
  "singleRate",
  "periodRule",
  "locationLookupCarrier",
  "baseDiscountPlan",
  "fallbackMarkupSuggested",
  "fallbackMarkup",
] as const;

type Chain = readonly ReadRecord<"tariffs">[];

/** A record of the chain: its values as they came and checked, by the names of a line. */
interface Source {
  readonly raw: (name: string) => unknown;
  readonly checked: RateValues;
}

/** Whether a charge type's cost is a percentage; blank is perMinute. */
export function isPercentage(chargeType: ChargeType | undefined): boolean {
  return chargeType !== undefined && isMarkupType(chargeType);
}

/**
 * The first tariff of a chain without its parents: what it inherits in its own base, and one line for each
 * combination of the chain's lines that a call can meet. A tariff without a parent is returned as it is.
 *
 * @throws ActionFailure 400502 where that would be too many lines
 */
export function flattenTariff(chain: Chain): Tariff {
  const [own] = chain as [ReadRecord<"tariffs">];
  if (chain.length === 1) return own.raw;
  const { parentTariff: _, ...rest } = own.raw;
  const result: Record<string, unknown> = { ...rest };
  for (const name of INHERITED) {
    const owner = chain.find(({ checked }) => checked[name] !== undefined);
    if (owner !== undefined) result[name] = owner.raw[name];
  }
  const bases = chain.map(
    ({ raw, checked }): Source => ({
      raw: (name) => (raw as unknown as Fields)[baseFieldName(name as keyof RateValues)],
      checked: checked.base,
    }),
  );
  const base = valuesOf(bases);
  const baseCost = findCost(bases, bases.length, isPercentage(chargeTypeIn(bases, 0)));
  if (baseCost !== undefined) base.set("cost", baseCost.raw("cost"));
  const bound = { minimum: base.get("costMin"), isLowered: isCrossed(bases) };
  // Bounds that only inheritance brought together: the cap wins (R2), and in one record it has to be said.
  if (bound.isLowered) base.set("costMin", base.get("costMax"));
  for (const [name, value] of base) result[baseFieldName(name as keyof RateValues)] = value;

  const singleRate =
    chain.find(({ checked }) => checked.singleRate !== undefined)?.checked.singleRate === true;
  const lines = combineLines(
    chain.map(({ checked }) => checked.rates),
    singleRate,
  );
  result.rates = lines.map((line) => mergedLine(chain, line, bases, baseCost, bound));
  return result as unknown as Tariff;
}

interface BaseBound {
  /** The base's minimum as the chain gave it. */
  readonly minimum: unknown;
  readonly isLowered: boolean;
}

function mergedLine(
  chain: Chain,
  combined: CombinedLine,
  bases: readonly Source[],
  baseCost: Source | undefined,
  bound: BaseBound,
): object {
  const lines = combined.places.map((place, depth): Source | undefined => {
    if (place === undefined) return undefined;
    const raw = chain[depth]?.raw.rates?.[place] as unknown as Fields;
    return { raw: (name) => raw[name], checked: chain[depth]?.checked.rates[place] as CheckedRateLine };
  });
  const given = lines.filter((line) => line !== undefined);
  const values = valuesOf(given);
  // Of each tariff its line, then of each tariff its base: a cost's kind is seen from its own record upwards.
  const records = [...lines, ...bases];
  const cost = findCost(records, chain.length, isPercentage(chargeTypeIn(records, 0)));
  const isBaseOwn = isPercentage(chargeTypeIn(records, 0)) === isPercentage(chargeTypeIn(bases, 0));
  if (cost !== undefined && !(isBaseOwn && cost === baseCost)) values.set("cost", cost.raw("cost"));
  if (!values.has("costMin") && bound.isLowered) values.set("costMin", bound.minimum);
  if (
    values.has("costMin") &&
    values.has("costMax") &&
    isCrossed(records.filter((own) => own !== undefined))
  ) {
    values.set("costMin", values.get("costMax"));
  }
  const plan = given.find(({ checked }) => (checked as CheckedRateLine).discountPlan !== undefined);
  return {
    ...(combined.tariffType === "" ? {} : { tariffType: combined.tariffType }),
    ...(combined.prefix === "" ? {} : { prefix: combined.prefix }),
    ...(combined.tariffTime === "" ? {} : { tariffTime: combined.tariffTime }),
    ...datesOf(combined.span),
    ...(plan === undefined ? {} : { discountPlan: plan.raw("discountPlan") }),
    ...Object.fromEntries(values),
  };
}

/** Every value but the cost, from the first record that has it. */
function valuesOf(records: readonly Source[]): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const name of RATE_VALUE_NAMES) {
    const owner = name === "cost" ? undefined : records.find(({ checked }) => checked[name] !== undefined);
    if (owner !== undefined) values.set(name, owner.raw(name));
  }
  return values;
}

function isCrossed(records: readonly Source[]): boolean {
  const minimum = records.find(({ checked }) => checked.costMin !== undefined)?.checked.costMin;
  const maximum = records.find(({ checked }) => checked.costMax !== undefined)?.checked.costMax;
  return minimum !== undefined && maximum !== undefined && minimum > maximum;
}

/**
 * R25: the first cost of the kind in force. The records are the lines of `tariffs` tariffs and then their bases
 * (or bases alone); a line looks for its charge type from its own tariff upwards, then among the bases from its
 * own tariff upwards.
 */
function findCost(
  records: readonly (Source | undefined)[],
  tariffs: number,
  wantsPercentage: boolean,
): Source | undefined {
  return records.find((record, at): record is Source => {
    if (record?.checked.cost === undefined) return false;
    const depth = at % tariffs;
    const ownBase = records.length - tariffs + depth;
    const chargeType =
      at < records.length - tariffs
        ? (chargeTypeIn(records.slice(0, tariffs), depth) ?? chargeTypeIn(records, ownBase))
        : chargeTypeIn(records, at);
    return isPercentage(chargeType) === wantsPercentage;
  });
}

function chargeTypeIn(records: readonly (Source | undefined)[], from: number): ChargeType | undefined {
  for (let at = from; at < records.length; at++) {
    const own = records[at]?.checked.chargeType;
    if (own !== undefined) return own;
  }
  return undefined;
}
