/** Two sums side by side: difference and percentage, exact. */
import { type ExactSum, formatUnits, nearestDivide, toUnits, type Units } from "../money/index.ts";
import type { Comparison, PartialComparison } from "./preview-report.ts";
import type { Costs } from "./side.ts";

/**
 * Decimal places of a penny in which sums are compared: no amount of a call has more, nor has a fixed charge, which is
 * a price in micro-pounds times a count in millionths, with any decimal places of the currency.
 */
export const SUM_DECIMALS = 12;

/** A value on each side of a preview. */
export interface Sides<T> {
  readonly before: T;
  readonly after: T;
}

const PERCENT_DECIMALS = 2;

/** A sum in whole units of 10^-SUM_DECIMALS pence. */
export function sumUnits(sum: ExactSum): bigint {
  return sum.unitsAt(SUM_DECIMALS);
}

/** Whole units of 10^-decimals pence in units of 10^-SUM_DECIMALS. */
export function toSumUnits(units: Units, decimals: number): bigint {
  return BigInt(units) * 10n ** BigInt(SUM_DECIMALS - decimals);
}

/**
 * Retail after less before, where a side without a price counts as 0: in the units of the sides where both have the
 * same decimals, else in units of 10^-SUM_DECIMALS pence.
 */
export function differenceOf(
  before: Costs | undefined,
  after: Costs | undefined,
  hasSameDecimals: boolean,
): Units {
  const left = before?.retail ?? 0;
  const right = after?.retail ?? 0;
  if (!hasSameDecimals) {
    return toSumUnits(right, after?.decimals ?? 0) - toSumUnits(left, before?.decimals ?? 0);
  }
  if (typeof left === "number" && typeof right === "number") {
    const difference = right - left;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return BigInt(right) - BigInt(left);
}

/** Units of 10^-SUM_DECIMALS pence as decimal text. */
export function sumText(units: bigint): string {
  return formatUnits(units, SUM_DECIMALS);
}

/** Compares two amounts in units of 10^-SUM_DECIMALS pence. */
export function compareUnits(before: bigint, after: bigint): Comparison {
  return {
    before: sumText(before),
    after: sumText(after),
    difference: sumText(after - before),
    percent: percentText(after - before, before),
  };
}

/** Compares two amounts in pence as decimal text. */
export function comparisonOf(before: string, after: string): Comparison {
  const unitsOf = (text: string): bigint => toUnits(text, SUM_DECIMALS) ?? 0n;
  return compareUnits(unitsOf(before), unitsOf(after));
}

/** As `compareUnits`, where a side may not be known. */
export function comparePartly(before: bigint | undefined, after: bigint | undefined): PartialComparison {
  if (before !== undefined && after !== undefined) return compareUnits(before, after);
  return {
    before: before === undefined ? null : sumText(before),
    after: after === undefined ? null : sumText(after),
    difference: null,
    percent: null,
  };
}

/** The difference in percent of the size of `before`; null where `before` is 0. */
export function percentText(difference: bigint, before: bigint): string | null {
  if (before === 0n) return null;
  const scaled = difference * 100n * 10n ** BigInt(PERCENT_DECIMALS);
  return formatUnits(nearestDivide(scaled, before < 0n ? -before : before), PERCENT_DECIMALS);
}

/** Orders by size, the largest first. */
export function compareSizes(a: bigint, b: bigint): number {
  const difference = (b < 0n ? -b : b) - (a < 0n ? -a : a);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
