/**
 * Scaled integers: an amount as a whole number of units of 10^-decimals.
 * Book prices are kept in micro-pence (6 decimals, R2) and always fit a double exactly;
 * amounts on calls have up to 10 decimals and may need a bigint.
 */
import { decimalPlaces } from "./decimal-text.ts";

/** An exact whole number: a double while it is a safe integer, a bigint beyond. */
export type Units = number | bigint;

/** Decimal text as whole units of 10^-decimals; undefined where the text has more decimal places. */
export function toUnits(text: string, decimals: number): bigint | undefined {
  const digits = digitsAtScale(text, decimals);
  return digits === undefined ? undefined : BigInt(digits);
}

/** Like `toUnits`, as a double; undefined where the text has more decimal places or the result is not a safe integer. */
export function toSafeUnits(text: string, decimals: number): number | undefined {
  const isNegative = text.charCodeAt(0) === 45;
  let units = 0;
  let places = -1;
  for (let at = isNegative ? 1 : 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit === -2) {
      places = 0;
    } else if (places < decimals) {
      units = units * 10 + digit;
      // Beyond this limit digits would be lost, and further digits only make the number larger.
      if (units > Number.MAX_SAFE_INTEGER) return undefined;
      if (places >= 0) places++;
    } else if (digit !== 0) {
      return undefined;
    }
  }
  units *= 10 ** (decimals - Math.max(places, 0));
  if (units > Number.MAX_SAFE_INTEGER) return undefined;
  return isNegative ? 0 - units : units;
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
