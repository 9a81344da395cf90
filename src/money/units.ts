/**
 * Scaled integers: an amount as a whole number of units of 10^-decimals.
 * Book prices are kept in micro-pence (6 decimals, R2) and always fit a double exactly;
 * amounts on calls have up to 10 decimals and may need a bigint.
 */
import { decimalPlaces } from "./decimal-text.ts";

/** An exact whole number: a double while it is a safe integer, a bigint beyond. */
export type Units = number | bigint;

/** Decimal text as whole units of 10^-decimals; undefined where it has more decimal places than that. */
export function toUnits(text: string, decimals: number): bigint | undefined {
  const digits = digitsAtScale(text, decimals);
  return digits === undefined ? undefined : BigInt(digits);
}

/** As `toUnits`, as a double; undefined where it has more decimal places or is not a safe integer. */
export function toSafeUnits(text: string, decimals: number): number | undefined {
  const digits = digitsAtScale(text, decimals);
  if (digits === undefined) return undefined;
  const units = Number(digits);
  return Number.isSafeInteger(units) ? units + 0 : undefined;
}

function digitsAtScale(text: string, decimals: number): string | undefined {
  const point = text.indexOf(".");
  if (point < 0) return text + "0".repeat(decimals);
  const places = decimalPlaces(text);
  if (places > decimals) return undefined;
  return text.slice(0, point) + text.slice(point + 1, point + 1 + places) + "0".repeat(decimals - places);
}

/** Whole units of 10^-decimals as plain decimal text: no exponent, no trailing zeros, no `-0` (R1). */
export function formatUnits(units: Units, decimals: number): string {
  if (units === 0 || units === 0n) return "0";
  const negative = units < 0;
  const digits = (negative ? -units : units).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === 48) end--;
  const text = end > point ? `${digits.slice(0, point)}.${digits.slice(point, end)}` : digits.slice(0, point);
  return negative ? `-${text}` : text;
}
