import type { RateLine } from "../../model/index.ts";
import { formatUnits, nearestDivide, toDecimalText, toSafeUnits } from "../../money/index.ts";
import { callsOf, differingFields, startOf } from "./line-key.ts";
import { isMoney, type MoneyColumn } from "./sheet-columns.ts";

/** A price that differs between two lines; amounts are pence. */
export interface PriceChange {
  readonly field: MoneyColumn;
  readonly before: string | null;
  readonly after: string | null;
  /** Change in percent of the old price, to two decimal places; null to or from blank, and from 0. */
  readonly percent: string | null;
  /**
   * How many times the smaller price goes into the larger one; Infinity to or from 0. It orders changes and is no
   * amount. null where prices cannot be compared: to or from blank, or under another charge type.
   */
  readonly factor: number | null;
}

/** A line that is there before and after, and differs. */
export interface RateChange {
  readonly before: RateLine;
  readonly after: RateLine;
  /** Largest first. */
  readonly prices: readonly PriceChange[];
  /** What else differs, such as `roundSeconds`. */
  readonly otherFields: readonly string[];
}

/** Two price lists beside each other. */
export interface RateComparison {
  readonly new: readonly RateLine[];
  readonly gone: readonly RateLine[];
  /** Largest price changes first. */
  readonly changed: readonly RateChange[];
  /** Lines that say the same before and after. */
  readonly unchanged: number;
}

/**
 * Compares two lists of lines by prefix, call type and rating period. A line is held against the old one that it
 * follows: the last that starts on or before its own startDate. Dates alone are no change.
 *
 * @example
 * const { changed } = compareRates([{ prefix: "4420", cost: 1.2 }], [{ prefix: "4420", cost: "1.5" }]);
 * changed[0]?.prices; // => [{ field: "cost", before: "1.2", after: "1.5", percent: "25", factor: 1.25 }]
 */
export function compareRates(before: readonly RateLine[], after: readonly RateLine[]): RateComparison {
  const old = new Map<string, RateLine[]>();
  for (const line of before) {
    const calls = callsOf(line);
    const lines = old.get(calls);
    if (lines === undefined) old.set(calls, [line]);
    else lines.push(line);
  }
  const isNew: RateLine[] = [];
  const changed: RateChange[] = [];
  const met = new Set<string>();
  let unchanged = 0;
  for (const line of after) {
    const calls = callsOf(line);
    const earlier = old.get(calls);
    if (earlier === undefined) {
      isNew.push(line);
      continue;
    }
    met.add(calls);
    const change = changeOf(predecessor(earlier, line), line);
    if (change === undefined) unchanged++;
    else changed.push(change);
  }
  const gone = before.filter((line) => !met.has(callsOf(line)));
  return { new: isNew, gone, changed: sortedBySize(changed), unchanged };
}

function predecessor(earlier: readonly RateLine[], line: RateLine): RateLine {
  const sorted =
    earlier.length === 1 ? earlier : [...earlier].sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1));
  const start = startOf(line);
  const before = start === "" ? sorted : sorted.filter((other) => startOf(other) <= start);
  return (before.at(-1) ?? sorted[0]) as RateLine;
}

function changeOf(before: RateLine, after: RateLine): RateChange | undefined {
  const differing = differingFields(before, after);
  if (differing.length === 0) return undefined;
  const isSameType = !differing.includes("chargeType");
  return {
    before,
    after,
    prices: differing
      .filter(isMoney)
      .map((field) => priceChange(field, before[field], after[field], isSameType))
      .sort((a, b) => (b.factor ?? 0) - (a.factor ?? 0)),
    otherFields: differing.filter((field) => !isMoney(field)),
  };
}

const DECIMALS = 6;

function priceChange(
  field: MoneyColumn,
  before: unknown,
  after: unknown,
  isComparable: boolean,
): PriceChange {
  const old = unitsOf(before);
  const now = unitsOf(after);
  return {
    field,
    before: old === undefined ? null : formatUnits(old, DECIMALS),
    after: now === undefined ? null : formatUnits(now, DECIMALS),
    percent: old === undefined || now === undefined ? null : percentOf(old, now),
    factor: old === undefined || now === undefined || !isComparable ? null : factorOf(old, now),
  };
}

function unitsOf(amount: unknown): number | undefined {
  const text = toDecimalText(amount);
  return text === undefined ? undefined : toSafeUnits(text, DECIMALS);
}

function percentOf(old: number, now: number): string | null {
  if (old === 0) return null;
  const hundredths = nearestDivide(BigInt(now - old) * 10_000n, BigInt(Math.abs(old)));
  return formatUnits(hundredths, 2);
}

/** A quotient of whole numbers below 2^53 is rounded correctly, so one that is a limit exactly compares as equal. */
function factorOf(old: number, now: number): number {
  if (old === 0 || now === 0 || old < 0 !== now < 0) return Number.POSITIVE_INFINITY;
  const sizes = [Math.abs(old), Math.abs(now)];
  return Math.max(...sizes) / Math.min(...sizes);
}

function sortedBySize(changed: readonly RateChange[]): RateChange[] {
  const sizeOf = (change: RateChange): number => change.prices[0]?.factor ?? 0;
  return [...changed].sort((a, b) => sizeOf(b) - sizeOf(a) || 0);
}
