/** The changes of a tariff's prices: base, lines and settings (R25, R26). */
import { isPercentage, type OpenedTariff } from "../../book/index.ts";
import { resolvedTariff, spanOf } from "../../increases/index.ts";
import {
  BOOK_LISTS,
  type BookData,
  type CheckedRateLine,
  type CheckedTariff,
  isBaseLine,
  RateLines,
  type RateValues,
  withWrittenLines,
} from "../../model/index.ts";
import type { Sides } from "../comparison.ts";
import type { ChangedLines } from "./changed-lines.ts";
import { type Dated, spansOfTwo } from "./changed-spans.ts";
import { type LinesOfKey, linesByKey } from "./line-keys.ts";
import type { ChangedPriceLine, PriceChange } from "./price-list.ts";
import { PRICE_FIELDS, type PriceValues, priceChanges } from "./price-texts.ts";

/** A tariff of either book. */
export interface TariffSide {
  /** The data the book was opened from. */
  readonly data: BookData;
  /** The tariff's record in `data`. */
  readonly raw: object;
  readonly tariff: OpenedTariff;
}

/** Adds the changes between two tariffs, or between the same tariff in two books. */
export function addTariffChanges(before: TariffSide, after: TariffSide, changed: ChangedLines): void {
  const hasSameParent = before.tariff.record.parentTariff === after.tariff.record.parentTariff;
  const [left, right] = [linesOf(before, hasSameParent), linesOf(after, hasSameParent)];
  changed.add(
    () => ({ kind: "settings" }),
    "both",
    priceChanges(PRICE_FIELDS.settings, settingsOf(left), settingsOf(right)),
  );
  const kinds = { before: baseTypeOf(left, before.tariff), after: baseTypeOf(right, after.tariff) };
  for (const { span, before: old, after: now } of spansOfTwo(basesOf(left), basesOf(right))) {
    const isMarkup = {
      before: isPercentage(old?.chargeType ?? kinds.before),
      after: isPercentage(now?.chargeType ?? kinds.after),
    };
    changed.add(() => ({ kind: "base" }), "both", priceChanges(PRICE_FIELDS.rate, old, now, isMarkup), span);
  }
  const pairs = new KindPairs(left.rates, right.rates, kinds);
  for (const lines of linesByKey(left.rates, right.rates))
    addKey(lines, left.rates, right.rates, pairs, changed);
}

/** A tariff's record with its lines; with all inherited lines and prices where the other side has another parent. */
function linesOf({ data, raw, tariff }: TariffSide, hasSameParent: boolean): CheckedTariff {
  const { id, parentTariff } = tariff.record;
  const resolved = hasSameParent || parentTariff === undefined ? undefined : resolvedTariff(data, id);
  if (resolved !== undefined) return resolved;
  const read = BOOK_LISTS.tariffs.schema.safeParse(withWrittenLines(raw));
  // Records of an opened book are valid; a record that was changed since falls back to the opened one, without lines.
  return read.success ? (read.data as CheckedTariff) : { ...tariff.record, rates: RateLines.NONE };
}

function settingsOf(tariff: CheckedTariff): PriceValues {
  return tariff as unknown as PriceValues;
}

/** R25: the charge type of the nearest tariff that says one. */
function baseTypeOf(record: CheckedTariff, tariff: OpenedTariff): RateValues["chargeType"] {
  if (record.base.chargeType !== undefined) return record.base.chargeType;
  for (let at = tariff.parent; at !== undefined; at = at.parent) {
    if (at.record.base.chargeType !== undefined) return at.record.base.chargeType;
  }
  return undefined;
}

/** Base lines before the base fields, which they replace while they are in force (R25). */
function basesOf({ base, rates }: CheckedTariff): readonly Dated<RateValues>[] {
  const always = { first: Number.NEGATIVE_INFINITY, last: Number.POSITIVE_INFINITY };
  const lines = rates.where(isBaseLine).map((line): Dated<RateValues> => {
    const record = rates.at(line) as CheckedRateLine;
    return { span: spanOf(record), value: record };
  });
  return [...lines, { span: always, value: base }];
}

/** The charge types of the bases, which hold for a line without a charge type. */
type BaseTypes = Sides<RateValues["chargeType"]>;

/** Most pairs of kinds in the cache. */
const MOST_PAIRS = 65_536;

/** A cache of the changes from one kind of lines to another, computed once for all lines of both kinds. */
class KindPairs {
  readonly #before: RateLines;
  readonly #after: RateLines;
  readonly #baseTypes: BaseTypes;
  readonly #cache = new Map<number, readonly PriceChange[]>();

  constructor(before: RateLines, after: RateLines, baseTypes: BaseTypes) {
    this.#before = before;
    this.#after = after;
    this.#baseTypes = baseTypes;
  }

  /** The changes from one line to another; undefined stands for no line. */
  of(before: number | undefined, after: number | undefined): readonly PriceChange[] {
    const left = before === undefined ? -1 : (this.#before.kinds[before] as number);
    const right = after === undefined ? -1 : (this.#after.kinds[after] as number);
    const key = (left + 1) * (this.#after.kindCount + 1) + right + 1;
    let changes = this.#cache.get(key);
    if (changes === undefined) {
      changes = this.#changes(left, right);
      if (this.#cache.size === MOST_PAIRS) this.#cache.clear();
      this.#cache.set(key, changes);
    }
    return changes;
  }

  #changes(left: number, right: number): readonly PriceChange[] {
    const old = left < 0 ? undefined : this.#before.kindAt(left);
    const now = right < 0 ? undefined : this.#after.kindAt(right);
    return priceChanges(PRICE_FIELDS.rate, old, now, {
      before: isPercentage(old?.chargeType ?? this.#baseTypes.before),
      after: isPercentage(now?.chargeType ?? this.#baseTypes.after),
    });
  }
}

function addKey(
  { before, after }: LinesOfKey,
  left: RateLines,
  right: RateLines,
  pairs: KindPairs,
  changed: ChangedLines,
): void {
  const [old] = before;
  const [now] = after;
  const isUndated = (lines: RateLines, indexes: readonly number[]): boolean =>
    indexes.length === 0 || (indexes.length === 1 && isOpen(lines.patternOf(indexes[0] as number)));
  if (isUndated(left, before) && isUndated(right, after)) {
    const changes = pairs.of(old, now);
    changed.add(() => labelsOf(left, old, right, now), presenceOf(old, now), changes);
    return;
  }
  const datedOf = (lines: RateLines, indexes: readonly number[]): readonly Dated<number>[] =>
    indexes.map((index) => ({ span: spanOf(lines.patternOf(index)), value: index }));
  for (const span of spansOfTwo(datedOf(left, before), datedOf(right, after))) {
    const changes = pairs.of(span.before, span.after);
    const presence = presenceOf(span.before, span.after);
    changed.add(() => labelsOf(left, span.before, right, span.after), presence, changes, span.span);
  }
}

function isOpen({ startDate, endDate }: CheckedRateLine): boolean {
  return startDate === undefined && endDate === undefined;
}

function presenceOf(old: number | undefined, now: number | undefined): ChangedPriceLine["presence"] {
  return old === undefined ? "added" : now === undefined ? "removed" : "both";
}

/** The conditions that both lines share. */
function labelsOf(
  left: RateLines,
  old: number | undefined,
  right: RateLines,
  now: number | undefined,
): Pick<ChangedPriceLine, "kind" | "callType" | "prefix" | "period"> {
  const line = now === undefined ? left.at(old as number) : right.at(now);
  return {
    kind: "line",
    callType: line?.tariffType ?? null,
    prefix: line?.prefix ?? null,
    period: line?.tariffTime ?? null,
  };
}
