/** Values (R1, R3, R5, R12): amounts, texts, flags, dates and roundings, all exact. */
import { Decimal } from "decimal.js";

export type Row = Readonly<Record<string, unknown>>;

/** Wide enough that no product or sum of two fields within R2's bounds is ever rounded. */
export const Exact: typeof Decimal = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_UP });
export const ZERO: Decimal = new Exact(0);
export const ONE: Decimal = new Exact(1);

/**
 * Pence times 60. A price per minute times seconds is a whole number of decimal digits in this unit,
 * where pence would need a third. Everything before R13 is kept so; byte prices divide by a power of two,
 * which a decimal holds exactly.
 */
export type Sixtieths = Decimal;

export function sixtieths(pence: Decimal | null): Sixtieths {
  return pence === null ? ZERO : pence.times(60);
}

/** R3: blank is not zero. */
export function isBlank(value: unknown): boolean {
  return value === null || value === undefined || value === "";
}

/** R3: what a flag says; null where it says neither yes nor no. */
export function flagOf(value: unknown): boolean | null {
  if (isBlank(value)) return false;
  if (!["boolean", "string", "number", "bigint"].includes(typeof value)) return null;
  const word = String(value).toLowerCase();
  if (["0", "false", "no", "n", "off", "none"].includes(word)) return false;
  return ["1", "true", "yes", "y", "on"].includes(word) ? true : null;
}

/** R3: a flag of the (valid) book, which may be written as a word of its own. */
export function isTrue(value: unknown, ownWord = "true"): boolean {
  return flagOf(value) === true || text(value).toLowerCase() === ownWord;
}

/** A text field of the book; blank is "". */
export function text(value: unknown): string {
  if (isBlank(value)) return "";
  return typeof value === "number" ? plainNumber(value) : String(value);
}

/** A JSON number in its shortest decimal form, without an exponent. */
export function plainNumber(value: number): string {
  return new Exact(value).toFixed();
}

/** A list of names: an array, or one text with commas. Blank is the empty list. */
export function names(value: unknown): string[] {
  const parts = Array.isArray(value) ? value.map(text) : text(value).split(",");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** R1: an amount of the (valid) book as a Decimal; null where blank. */
export function amount(value: unknown): Decimal | null {
  if (isBlank(value)) return null;
  return new Exact(amountText(value));
}

/** R1: the digits of an amount, however it arrives. A string is returned as it is. */
export function amountText(value: unknown): string {
  if (typeof value === "number") return plainNumber(value);
  if (typeof value === "object" && value !== null && "toFixed" in value) {
    return String((value as { toFixed(): string }).toFixed());
  }
  return String(value);
}

/** R1: plain digits, no exponent, no trailing zeros, no minus zero. */
export function plain(pence: Decimal | null): string | null {
  return pence === null ? null : pence.toFixed();
}

/** R5: the smallest multiple that is not below the value. */
export function up(value: Decimal, multiple: Decimal | null): Decimal {
  return multiple === null || multiple.isZero() ? value : value.toNearest(multiple, Decimal.ROUND_CEIL);
}

/** R12: a named rounding, `nearest` half away from zero, `down` towards minus infinity. */
export function roundTo(value: Decimal, mode: string, multiple: Decimal | null): Decimal {
  if (multiple === null || multiple.isZero()) return value;
  if (mode === "up") return value.toNearest(multiple, Decimal.ROUND_CEIL);
  if (mode === "down") return value.toNearest(multiple, Decimal.ROUND_FLOOR);
  return value.toNearest(multiple, Decimal.ROUND_HALF_UP);
}

/** R4: sixtieths become pence of so many decimal places, half away from zero. */
export function quantise(value: Sixtieths, costDecimals: number): Decimal {
  const quantum = new Exact(`1e-${costDecimals}`).times(60);
  return value.toNearest(quantum, Decimal.ROUND_HALF_UP).div(60);
}

/** Both ends inclusive, blank is open. Dates of this form compare as text. */
export function isInForce(startDate: unknown, endDate: unknown, date: string): boolean {
  const from = text(startDate);
  const to = text(endDate);
  return (from === "" || from <= date) && (to === "" || date <= to);
}

/** Integers first, as numbers, then others by code unit. */
export function compareIDs(a: string, b: string): number {
  const isInteger = (id: string): boolean => /^-?[0-9]+$/.test(id);
  if (isInteger(a) !== isInteger(b)) return isInteger(a) ? -1 : 1;
  if (isInteger(a) && BigInt(a) !== BigInt(b)) return BigInt(a) < BigInt(b) ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** How the book's amounts become Decimals: afresh at every use, or once. */
export type ReadAmount = (row: Row, field: string) => Decimal | null;
