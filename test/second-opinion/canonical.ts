/** R21: telephone numbers in one form. */
import { type Row, text } from "./values.ts";

export interface Dialling {
  readonly countryCode: string;
  readonly bareDigits: string;
}

export function diallingOf(book: Row): Dialling {
  return {
    countryCode: text(book.countryCode) || "44",
    bareDigits: text(book.bareDigits) || "international",
  };
}

/** The canonical number; "" where separators are all there is. A value with anything else in it stays as it stands. */
export function canonical(value: string, dialling: Dialling): string {
  const digits = withoutSeparators(value);
  if (digits === "" || digits === "+") return "";
  if (!/^\+?[0-9]+$/.test(digits)) return value;
  if (isInternational(digits)) {
    const withoutTrunkZero = withoutSeparators(value.replace("(0)", ""));
    const international = isInternational(withoutTrunkZero) ? withoutTrunkZero : digits;
    return international.replace(/^(\+|00)/, "");
  }
  if (digits.startsWith("0")) return dialling.countryCode + digits.slice(1);
  return dialling.bareDigits === "national" ? dialling.countryCode + digits : digits;
}

/** The canonical number for prefixes: they see nothing of one that a spreadsheet has written with an exponent. */
export function canonicalForPrefixes(value: string, dialling: Dialling): string {
  const [mantissa, exponent, ...more] = value.toUpperCase().split("E+");
  const isShortened = /^[+]?[0-9]([.,][0-9]+)?$/.test(mantissa ?? "") && /^[0-9][0-9]?$/.test(exponent ?? "");
  return isShortened && more.length === 0 ? "" : canonical(value, dialling);
}

/** Digits as dialled, for short codes: nothing is replaced. */
export function dialled(value: string): string {
  const digits = withoutSeparators(value);
  return /^\+?[0-9]+$/.test(digits) ? digits.replace("+", "") : value;
}

function withoutSeparators(value: string): string {
  return value.replace(/[\s\-.()[\]]/g, "");
}

function isInternational(digits: string): boolean {
  return digits.startsWith("+") || digits.startsWith("00");
}
