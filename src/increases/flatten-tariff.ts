/** R51: a tariff with its parents resolved: no parent, and the same rate for every call. */
import {
  type ChainRecords,
  isPercentage,
  ownerOf,
  ownerOfCost,
  settingOwner,
  valueIn,
} from "../book/index.ts";
import {
  type BookData,
  baseFieldName,
  type CheckedRateLine,
  type CheckedTariff,
  RATE_VALUE_NAMES,
  type RateValues,
  type Tariff,
} from "../model/index.ts";
import { answerOf, isActionError } from "./action-error.ts";
import { type CombinedLine, combineLines } from "./combined-lines.ts";
import { baseFields, basesOf, type DatedBase, lineSource, type Source } from "./dated-bases.ts";
import { covers, type DaySpan, datesOf, piecesOf } from "./day-spans.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";

/** Settings beside the base values that a tariff inherits (R25). */
const INHERITED = [
  "singleRate",
  "periodRule",
  "locationLookupCarrier",
  "baseDiscountPlan",
  "fallbackMarkupSuggested",
  "fallbackMarkup",
] as const;

/** A tariff and its parents, the nearest first. */
export type Chain = readonly ReadRecord<"tariffs">[];

/**
 * The first tariff of a chain without its parents: with the inherited values in its own base, and one line for each
 * combination of the chain's lines that a call can meet. A tariff without a parent is returned unchanged.
 *
 * @throws ActionFailure 400502 for too many lines
 */
export function flattenTariff(chain: Chain): Tariff {
  const [nearest] = chain as [ReadRecord<"tariffs">];
  if (chain.length === 1) return nearest.raw;
  const { parentTariff: _, ...rest } = nearest.raw;
  const result: Record<string, unknown> = { ...rest };
  const checked = chain.map((tariff) => tariff.checked);
  for (const name of INHERITED) {
    const owner = settingOwner(checked, name);
    if (owner !== undefined) result[name] = chain[checked.indexOf(owner)]?.raw[name];
  }
  for (const [name, value] of mergedBase(chain.map(baseFields)).values) {
    result[baseFieldName(name as keyof RateValues)] = value;
  }
  const periods = basesOverTime(chain);
  const combined = combineLines(
    checked.map(({ rates }) => rates),
    periods.map(({ span }) => span),
  );
  result.rates = [
    ...mergedLines(chain, combined, periods),
    // Where base lines are in force, one base line merges all bases of the chain.
    ...periods.flatMap(({ span, base, hasLines }) =>
      hasLines ? [{ base: true, ...datesOf(span), ...Object.fromEntries(base.values) }] : [],
    ),
  ];
  return result as unknown as Tariff;
}

/** A tariff of a book without its parents, with the same rate for every call (R51); undefined for too many lines. */
export function resolvedTariff(book: BookData, id: string): CheckedTariff | undefined {
  const answer = answerOf(() => readRecord("tariffs", flattenTariff(chainOf(book, "tariffs", id))).checked);
  return isActionError(answer) ? undefined : answer;
}

/** The bases of a chain, merged. */
interface MergedBase {
  readonly sources: readonly Source[];
  readonly values: ReadonlyMap<string, unknown>;
  readonly cost: Source | undefined;
  /** The minimum of the chain, before it is lowered. */
  readonly minimum: unknown;
  /** Whether the minimum was above the maximum, which wins (R2): one record needs a minimum lowered to the maximum. */
  readonly isLowered: boolean;
}

interface BasePeriod {
  readonly span: DaySpan;
  readonly base: MergedBase;
  /** Whether any of the chain's tariffs has a base line in force. */
  readonly hasLines: boolean;
}

function mergedBase(sources: readonly Source[]): MergedBase {
  const values = valuesOf(sources);
  const cost = sources[ownerOfCost(valuesChecked(sources), sources.length)];
  if (cost !== undefined) values.set("cost", cost.raw("cost"));
  const minimum = values.get("costMin");
  const isLowered = isCrossed(sources);
  if (isLowered) values.set("costMin", values.get("costMax"));
  return { sources, values, cost, minimum, isLowered };
}

/** The spans of days on which each tariff of a chain has one base, one after the other over all days. */
export function basesOverTime(chain: Chain): readonly BasePeriod[] {
  const bases = chain.map(basesOf);
  return [...piecesOf(bases.flatMap((basesOfTariff) => basesOfTariff.map(({ span }) => span)))].map(
    (span) => {
      const inForce = bases.map(
        (basesOfTariff) => basesOfTariff.find((base) => covers(base.span, span)) as DatedBase,
      );
      return {
        span,
        base: mergedBase(inForce),
        hasLines: inForce.some(({ lineIndex }) => lineIndex !== undefined),
      };
    },
  );
}

/** One line for each combination; a line continues where its base changed and the line did not. */
function mergedLines(
  chain: Chain,
  combined: readonly CombinedLine[],
  periods: readonly BasePeriod[],
): readonly object[] {
  const result: object[] = [];
  let last: { line: CombinedLine; values: string } | undefined;
  for (const line of combined) {
    const { base } = periods[line.cutIndex] as BasePeriod;
    const merged = mergedLine(chain, line, base);
    const values = JSON.stringify([...Object.entries({ ...keyOf(line), ...merged })].flat().map(String));
    const goesOn =
      last !== undefined &&
      last.values === values &&
      last.line.span.last + 1 === line.span.first &&
      last.line.lineIndexes.every((lineIndex, depth) => lineIndex === line.lineIndexes[depth]);
    const span = goesOn && last !== undefined ? { ...line.span, first: last.line.span.first } : line.span;
    if (goesOn) result.pop();
    result.push({ ...keyOf(line), ...datesOf(span), ...merged });
    last = { line: { ...line, span }, values };
  }
  return result;
}

function keyOf({ tariffType, prefix, tariffTime }: CombinedLine): object {
  return {
    ...(tariffType === "" ? {} : { tariffType }),
    ...(prefix === "" ? {} : { prefix }),
    ...(tariffTime === "" ? {} : { tariffTime }),
  };
}

/** The line that each tariff of a chain gives the calls of a combination. */
export function linesOf(chain: Chain, { lineIndexes }: CombinedLine): readonly (Source | undefined)[] {
  return lineIndexes.map((lineIndex, depth) =>
    lineIndex === undefined ? undefined : lineSource(chain[depth] as ReadRecord<"tariffs">, lineIndex),
  );
}

/** The values of a combination's line: without the values of its base, so that a base can change without the line. */
function mergedLine(chain: Chain, line: CombinedLine, base: MergedBase): object {
  const bases = base.sources;
  const lines = linesOf(chain, line);
  const given = lines.filter((line) => line !== undefined);
  const values = valuesOf(given);
  // First the line of each tariff, then the base of each tariff: the kind of a cost is sought from its record upwards.
  const records = [...lines, ...bases];
  const cost = records[ownerOfCost(valuesChecked(records), chain.length)];
  const [kind, kindOfBase] = [records, bases].map((sources) =>
    isPercentage(valueIn(valuesChecked(sources), "chargeType")),
  );
  const isKindOfBase = kind === kindOfBase;
  if (cost !== undefined && !(isKindOfBase && cost === base.cost)) values.set("cost", cost.raw("cost"));
  if (values.has("costMax") && !values.has("costMin") && base.isLowered) values.set("costMin", base.minimum);
  if (values.has("costMin") && values.has("costMax") && isCrossed(records)) {
    values.set("costMin", values.get("costMax"));
  }
  const plan = given.find(({ checked }) => (checked as CheckedRateLine).discountPlan !== undefined);
  return {
    ...(plan === undefined ? {} : { discountPlan: plan.raw("discountPlan") }),
    ...Object.fromEntries(values),
  };
}

/** Every value but the cost, from the first record that has the value. */
function valuesOf(records: readonly Source[]): Map<string, unknown> {
  const checked = valuesChecked(records);
  const values = new Map<string, unknown>();
  for (const name of RATE_VALUE_NAMES) {
    const owner = name === "cost" ? undefined : records[ownerOf(checked, name)];
    if (owner !== undefined) values.set(name, owner.raw(name));
  }
  return values;
}

function isCrossed(records: readonly (Source | undefined)[]): boolean {
  const checked = valuesChecked(records);
  const minimum = valueIn(checked, "costMin");
  const maximum = valueIn(checked, "costMax");
  return minimum !== undefined && maximum !== undefined && minimum > maximum;
}

/** The checked values of records, undefined where a tariff has no line. */
export function valuesChecked(records: readonly (Source | undefined)[]): ChainRecords {
  return records.map((record) => record?.checked);
}
