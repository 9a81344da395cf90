/**
 * Exact fractions of a penny, for the exact computation of charges and for explanations.
 * Numerators and denominators are bigints: no value is rounded before a rule says so (R4).
 */
import { divide, type RoundingMode } from "./rounding.ts";
import { formatUnits } from "./units.ts";

/** An exact number, numerator over denominator; the denominator is positive. */
export interface Fraction {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Cache of powers of ten, the usual denominators. */
const TENS: readonly bigint[] = Array.from({ length: 13 }, (_, decimals) => 10n ** BigInt(decimals));

/** A fraction from whole units of 10^-decimals. */
export function fractionOf(units: bigint | number, decimals: number): Fraction {
  return { numerator: BigInt(units), denominator: TENS[decimals] ?? 10n ** BigInt(decimals) };
}

export const ZERO_FRACTION: Fraction = { numerator: 0n, denominator: 1n };

export function addFractions(a: Fraction, b: Fraction): Fraction {
  if (a.denominator === b.denominator) {
    return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  }
  // Keep the larger denominator where possible: products of denominators would grow with every addition.
  if (a.denominator % b.denominator === 0n) {
    const numerator = a.numerator + b.numerator * (a.denominator / b.denominator);
    return { numerator, denominator: a.denominator };
  }
  if (b.denominator % a.denominator === 0n) return addFractions(b, a);
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

/** a × numerator ÷ denominator. */
export function scaleFraction(
  a: Fraction,
  numerator: bigint | number,
  denominator: bigint | number = 1n,
): Fraction {
  return { numerator: a.numerator * BigInt(numerator), denominator: a.denominator * BigInt(denominator) };
}

/** Negative, zero or positive as a is less than, equal to or greater than b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** value ÷ `multiple` (positive), rounded in the named direction. */
function multiplesIn(value: Fraction, multiple: Fraction, mode: RoundingMode): bigint {
  return divide(value.numerator * multiple.denominator, value.denominator * multiple.numerator, mode);
}

/** The value rounded to a multiple of `multiple` (positive) in the named direction (R5, R12). */
export function roundToMultiple(value: Fraction, multiple: Fraction, mode: RoundingMode): Fraction {
  return scaleFraction(multiple, multiplesIn(value, multiple, mode));
}

/** The value in whole units of 10^-decimals, halves away from zero (R4). */
export function quantise(value: Fraction, decimals: number): bigint {
  return divide(value.numerator * (TENS[decimals] ?? 10n ** BigInt(decimals)), value.denominator, "nearest");
}

/**
 * The value as text for a person: its decimal digits where they end within 12 decimal places, else twelve
 * decimal places followed by "…".
 */
export function formatFraction(value: Fraction): string {
  const places = 12;
  const scaled = value.numerator * 10n ** BigInt(places);
  const units = scaled / value.denominator;
  const text = formatUnits(units, places);
  return units * value.denominator === scaled ? text : `${text}…`;
}

/** The value as plain decimal text. The denominator must be a power of ten, as for decimals and their products. */
export function decimalTextOf({ numerator, denominator }: Fraction): string {
  return formatUnits(numerator, denominator.toString().length - 1);
}
