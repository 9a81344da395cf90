/**
 * A prefix as one number: its digits, each one more than it is, to the base of eleven and filled up with zeros. So keys
 * sort as prefixes do, a shorter one before those it begins, and a double holds each exactly.
 */
import { MAX_PREFIX_DIGITS } from "../fields/index.ts";

const BASE = 11;
/** The value of a digit by its position. */
const POWERS: readonly number[] = Array.from(
  { length: MAX_PREFIX_DIGITS + 1 },
  (_, at) => BASE ** (MAX_PREFIX_DIGITS - at),
);
const ZERO = 48;
/** A key's halves. */
const LOWER_DIGITS = 7;
const UPPER_DIGITS = MAX_PREFIX_DIGITS - LOWER_DIGITS;
const POWER_OF_HALF = BASE ** LOWER_DIGITS;

/** The key of "", which is no prefix. */
export const NO_PREFIX_KEY = 0;

/** The key of a prefix; undefined where the text is none. */
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

/** The key of the digits between two indices of a text's bytes. */
export function prefixKeyOf(bytes: Uint8Array, start: number, end: number): number {
  let key = 0;
  for (let at = start; at < end; at++) key = key * BASE + (bytes[at] as number) - ZERO + 1;
  return key * (POWERS[end - start] as number);
}

/** Writes the digits of a key's prefix and gives the index behind them. */
export function putPrefix(key: number, bytes: Uint8Array, start: number): number {
  // Whole numbers of 32 bits are divided much faster than doubles.
  const upper = Math.floor(key / POWER_OF_HALF);
  const end = putHalf(upper | 0, UPPER_DIGITS, bytes, start);
  return Math.max(end, putHalf((key - upper * POWER_OF_HALF) | 0, LOWER_DIGITS, bytes, start + UPPER_DIGITS));
}

/** The index behind the last digit, 0 where there is none. */
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

/** How many digits a prefix has, and the number they are. */
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

/** The prefix of a key. */
export function prefixText(key: number): string {
  const { digits, length } = prefixDigits(key);
  return length === 0 ? "" : digits.toString().padStart(length, "0");
}
