/**
 * The key of a prefix: a number in base 11 with the digits of the prefix, each plus one, padded with zeros on the
 * right. So keys sort as prefixes do, a prefix before its extensions, and a double holds every key exactly.
 */
import { MAX_PREFIX_DIGITS } from "../fields/index.ts";

const BASE = 11;
/** The weight of a digit, by its position. */
const POWERS: readonly number[] = Array.from(
  { length: MAX_PREFIX_DIGITS + 1 },
  (_, position) => BASE ** (MAX_PREFIX_DIGITS - position),
);
const ZERO = 48;
/** A key splits into two halves of at most 8 digits, each of which fits into a 32-bit integer. */
const LOWER_DIGITS = 7;
const UPPER_DIGITS = MAX_PREFIX_DIGITS - LOWER_DIGITS;
const POWER_OF_HALF = BASE ** LOWER_DIGITS;

/** The key of "": no prefix. */
export const NO_PREFIX_KEY = 0;

/** The key of a prefix; undefined where the text is not a prefix. */
export function prefixKey(text: string): number | undefined {
  const { length } = text;
  if (length > MAX_PREFIX_DIGITS) return undefined;
  let key = 0;
  for (let at = 0; at < length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    key = key * BASE + digit + 1;
  }
  return key * (POWERS[length] as number);
}

/** The key of the digits at the offsets from `start` up to `end`. */
export function prefixKeyOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < end; at++) key = key * BASE + (bytes[at] as number) - ZERO + 1;
  return key * (POWERS[end - start] as number);
}

/** Writes the digits of a key's prefix and returns the offset after the last digit. */
export function putPrefix(key: number, bytes: Uint8Array, start: number): number {
  // Integers of 32 bits divide much faster than doubles.
  const upper = Math.floor(key / POWER_OF_HALF);
  const end = putHalf(upper | 0, UPPER_DIGITS, bytes, start);
  return Math.max(end, putHalf((key - upper * POWER_OF_HALF) | 0, LOWER_DIGITS, bytes, start + UPPER_DIGITS));
}

/** Returns the offset after the last digit, 0 without digits. */
function putHalf(half: number, digits: number, bytes: Uint8Array, start: number): number {
  let end = 0;
  let rest = half;
  for (let at = start + digits - 1; rest > 0; at--) {
    const digit = rest % BASE;
    rest = (rest / BASE) | 0;
    if (digit === 0) continue;
    bytes[at] = digit + ZERO - 1;
    if (end === 0) end = at + 1;
  }
  return end;
}

export function prefixDigits(key: number): { readonly digits: number; readonly length: number } {
  let digits = 0;
  let length = 0;
  for (let rest = key; rest > 0; ) {
    const power = POWERS[++length] as number;
    const digit = Math.floor(rest / power);
    rest -= digit * power;
    digits = digits * 10 + digit - 1;
  }
  return { digits, length };
}

export function prefixText(key: number): string {
  const { digits, length } = prefixDigits(key);
  return length === 0 ? "" : digits.toString().padStart(length, "0");
}
