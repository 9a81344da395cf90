/**
 * Reads amounts (R1): decimal text, a JSON number, a bigint or a decimal.js value.
 * All steps work on digits; no amount passes through binary floating point.
 */

/** An object that prints its plain decimal digits, such as a decimal.js value. */
export interface DecimalLike {
  toFixed(): string;
}

/** An amount as an argument. */
export type Amount = string | number | bigint | DecimalLike;

/** Length of the longest decimal text that is read; the widest valid amount has 20 digits. */
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
 * The plain decimal text of an amount, or undefined where the value is not an amount.
 * A JSON number is read through its shortest decimal form, written out without an exponent (R1).
 */
export function toDecimalText(value: unknown): string | undefined {
  if (typeof value === "string") return isDecimalText(value) ? value : undefined;
  if (typeof value === "number") return numberText(value);
  if (typeof value === "bigint") return value.toString();
  return typeof value === "object" && value !== null ? objectText(value) : undefined;
}

/** The text of a decimal.js value or similar object; undefined for an object whose `toFixed` throws. */
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
  // An integer beyond 2^53 has already lost digits.
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

/** The number of decimal places of a decimal text, without trailing zeros. */
export function decimalPlaces(text: string): number {
  const point = text.indexOf(".");
  if (point < 0) return 0;
  let end = text.length;
  while (text.charCodeAt(end - 1) === ZERO) end--;
  return Math.max(0, end - point - 1);
}
