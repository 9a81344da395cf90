import { groupedBy, type RateLine } from "../../model/index.ts";
import { formatUnits, nearestDivide, toDecimalText, toSafeUnits } from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import { isMoney, type MoneyColumn } from "./mapping.ts";
import { callsOf, differingFields, startOf } from "./merge-lines.ts";

/** A price that differs between two lines; amounts are pence. */
export interface PriceChange {
  readonly field: MoneyColumn;
  readonly before: string | null;
  readonly after: string | null;
  /** Change in percent of the old price, to two decimal places; null to or from blank, and from 0. */
  readonly percent: string | null;
  /**
   * The larger price divided by the smaller; Infinity to or from 0. The factor orders changes and is no amount.
   * null where prices cannot be compared: to or from blank, or under another charge type.
   */
  readonly factor: number | null;
}

/** A line that both lists have, with differences. */
export interface RateChange {
  readonly before: RateLine;
  readonly after: RateLine;
  /** Largest first. */
  readonly prices: readonly PriceChange[];
  /** Other fields that differ, such as `roundSeconds`. */
  readonly otherFields: readonly string[];
}

/** The comparison of two price lists. */
export interface RateComparison {
  readonly new: readonly RateLine[];
  readonly gone: readonly RateLine[];
  /** Largest price changes first. */
  readonly changed: readonly RateChange[];
  /** Number of lines without differences. */
  readonly unchanged: number;
  /** Number of prices on both sides: each prefix, call type and rating period once, however many dates its lines have. */
  readonly common: number;
}

/**
 * Compares two lists of lines by prefix, call type and rating period. A line is compared with the old line that it
 * follows: the last old line that starts on or before the line's startDate. Dates alone are no change.
 *
 * @example
 * const { changed } = compareRates([{ prefix: "4420", cost: 1.2 }], [{ prefix: "4420", cost: "1.5" }]);
 * changed[0]?.prices; // => [{ field: "cost", before: "1.2", after: "1.5", percent: "25", factor: 1.25 }]
 */
export function compareRates(before: readonly RateLine[], after: readonly RateLine[]): RateComparison {
  const old = groupedBy(before, callsOf);
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
  changed.sort((a, b) => largest(b) - largest(a) || 0);
  return { new: isNew, gone, changed, unchanged, common: met.size };
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

/** A quotient of whole numbers below 2^53 is rounded correctly, so a quotient at a limit compares as equal. */
function factorOf(old: number, now: number): number {
  if (old === 0 || now === 0 || old < 0 !== now < 0) return Number.POSITIVE_INFINITY;
  const sizes = [Math.abs(old), Math.abs(now)];
  return Math.max(...sizes) / Math.min(...sizes);
}

/** Limits beyond which changes are no price rise. The reason of each limit is in docs/rate-sheets.md. */
export interface JumpLimits {
  /** A price that changes by more than this factor is a jump. Default 5. */
  readonly factor?: number;
  /** This many jumps are never too many. Default 2. */
  readonly allowed?: number;
  /** Jumps are too many where they are more than this share, in percent, of the prices on both sides. Default 2. */
  readonly percent?: number;
  /** One price that changes by at least this factor is too many. Default 100. */
  readonly extreme?: number;
  /** The share of the old list, in percent, that may be gone, where that list has at least 20 prices. Default 50. */
  readonly gonePercent?: number;
}

const checkLimits = knownOptions<JumpLimits>("implausibleJumps", {
  factor: "any",
  allowed: "any",
  percent: "any",
  extreme: "any",
  gonePercent: "any",
});

/** Whether a comparison looks like a damaged sheet, and why. */
export interface JumpFinding {
  /** Sentences for a person; none where nothing is implausible. */
  readonly reasons: readonly string[];
  /** The changes by more than `factor`, largest first. */
  readonly jumps: readonly RateChange[];
}

/** Least prices of a list for `gonePercent`; a short list may well be cut in half. */
const LONG_LIST = 20;

/**
 * Looks for changes that no carrier makes: many prices that change by more than a factor of 5, a price that changes by
 * a factor of 100 or more, or a list of which half is gone. A price that becomes 0, or was 0, is a jump and no
 * extreme change. What a prefix, call type and rating period costs is one price, however many dates its lines have.
 *
 * @example
 * const pounds = [{ prefix: "4420", cost: "0.0125" }];
 * const pence = [{ prefix: "4420", cost: "1.25" }];
 * implausibleJumps(compareRates(pounds, pence)).reasons; // => ["1 price changes by a factor of 100 or more"]
 */
export function implausibleJumps(comparison: RateComparison, limits: JumpLimits = {}): JumpFinding {
  checkLimits(limits);
  const { factor = 5, allowed = 2, percent = 2, extreme = 100, gonePercent = 50 } = limits;
  const { changed, gone, common } = comparison;
  const jumps = changed.filter((change) => largest(change) > factor);
  const isExtreme = ({ factor: by }: PriceChange): boolean =>
    by !== null && by >= extreme && by !== Number.POSITIVE_INFINITY;
  const extremes = jumps.filter(({ prices }) => prices.some(isExtreme));
  const reasons: string[] = [];
  const extremePrices = pricesOf(extremes.map(({ after }) => after));
  if (extremePrices > 0) {
    const prices = extremePrices === 1 ? "1 price changes" : `${extremePrices} prices change`;
    reasons.push(`${prices} by a factor of ${extreme} or more`);
  }
  const jumping = pricesOf(jumps.map(({ after }) => after));
  if (jumping > allowed && jumping * 100 > common * percent) {
    reasons.push(
      `${jumping} of ${common} prices change by a factor of more than ${factor}, to or from 0 included`,
    );
  }
  const lost = pricesOf(gone);
  const old = common + lost;
  if (old >= LONG_LIST && lost * 100 > old * gonePercent) reasons.push(`${lost} of ${old} prices are gone`);
  return { reasons, jumps };
}

/** Number of prices of lines: lines of one prefix, call type and period that differ in their dates count once. */
function pricesOf(lines: readonly RateLine[]): number {
  return new Set(lines.map(callsOf)).size;
}

function largest({ prices }: RateChange): number {
  return prices[0]?.factor ?? 0;
}
