/**
 * A prefix as one number: its digits, each one more than it is, to the base of eleven and filled up with zeros. So keys
 * sort as prefixes do, a shorter one before those it begins, and a double holds each exactly.
 */
import { MAX_PREFIX_DIGITS } from "./fields.ts";

const BASE = 11;
/** What a digit counts by its place. */
const POWERS: readonly number[] = Array.from(
  { length: MAX_PREFIX_DIGITS + 1 },
  (_, at) => BASE ** (MAX_PREFIX_DIGITS - at),
);
const ZERO = 48;

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
