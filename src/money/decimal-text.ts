/**
 * Amounts as they arrive (R1): decimal text, a JSON number, a bigint or a decimal.js value.
 * Everything here works on digits; no amount passes through binary floating point.
 */

/** Anything that prints its own plain decimal digits, such as a decimal.js value. */
export interface DecimalLike {
  toFixed(): string;
}

/** An amount as a caller may hand it in. */
export type Amount = string | number | bigint | DecimalLike;

/** Longest decimal text that is read; the widest valid amount has 20 digits. */
export const MAX_AMOUNT_LENGTH = 64;

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const POINT = 46;

/** Whether `text` is `-?digits(.digits)?`, the only form of an amount (R1, R2). */
export function isDecimalText(text: string): boolean {
  const length = text.length;
  if (length > MAX_AMOUNT_LENGTH) return false;
  let at = text.charCodeAt(0) === MINUS ? 1 : 0;
  let digits = 0;
  let point = false;
  for (; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      digits++;
    } else if (code === POINT && !point && digits > 0) {
      point = true;
      digits = 0;
    } else {
      return false;
    }
  }
  return digits > 0;
}

/**
 * The plain decimal text of an amount, or undefined where it is none.
 * A JSON number is read through its shortest decimal form, written out without an exponent (R1).
 */
export function toDecimalText(value: unknown): string | undefined {
  if (typeof value === "string") return isDecimalText(value) ? value : undefined;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "bigint") return value.toString();
  return typeof value === "object" && value !== null ? objectText(value) : undefined;
}

/** A decimal.js value and its like; an object that throws when it is asked is no amount. */
function objectText(value: object): string | undefined {
  try {
    const text: unknown =
      "toFixed" in value && typeof value.toFixed === "function" ? value.toFixed() : undefined;
    return typeof text === "string" && isDecimalText(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

function numberText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  // An integer beyond 2^53 has lost digits before it reached us.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  const text = String(value);
  const exponentAt = text.indexOf("e-");
  if (exponentAt < 0) return text === "-0" ? "0" : text;
  const mantissa = text.slice(0, exponentAt);
  const negative = mantissa.startsWith("-");
  const digits = mantissa.replace("-", "").replace(".", "");
  const places = Number(text.slice(exponentAt + 2));
  return `${negative ? "-" : ""}0.${"0".repeat(places - 1)}${digits}`;
}

/** How many decimal places a decimal text has, trailing zeros not counted. */
export function decimalPlaces(text: string): number {
  const point = text.indexOf(".");
  if (point < 0) return 0;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  return Math.max(0, end - point - 1);
}
