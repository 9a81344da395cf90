/**
 * The canonical form of telephone numbers (R21). Separators are removed; `+` or `00` is international; a leading 0 is
 * replaced by the country code; other digits are international, or national by the book's `bareDigits`. A value
 * with other characters (a SIP name, a `*` code) stays unchanged.
 */
import type { CheckedSettings } from "../../model/index.ts";

/** The settings that the reading of numbers needs. */
export type NumberingPlan = Pick<CheckedSettings, "countryCode" | "bareDigits">;

/** The most digits of a prefix, and the most of a number in E.164. */
export const KEY_DIGITS = 15;
export const POWERS: readonly number[] = Array.from({ length: KEY_DIGITS + 1 }, (_, power) => 10 ** power);

const ZERO = 48;
const PLUS = 43;

/** White space, dot, brackets and dash. */
const SEPARATORS = /[\s.()[\]-]+/g;
const DIALLED = /^(\+?)([0-9]*)$/;

/** The digits of a number as dialled, separators and one leading plus removed; undefined for anything else. */
function dialledDigits(value: string): { readonly digits: string; readonly plus: boolean } | undefined {
  const [dialled, plus, digits = ""] = DIALLED.exec(value.replace(SEPARATORS, "")) ?? [];
  return dialled === undefined ? undefined : { digits, plus: plus === "+" };
}

/** The canonical form of a number (R21); "" for a value of separators alone. */
export function canonicalNumber(value: string, plan: NumberingPlan): string {
  const dialled = dialledDigits(value);
  if (dialled === undefined) return value;
  if (dialled.digits === "") return "";
  if (isInternational(dialled)) {
    // "+44 (0)20": drop the trunk zero, which is not dialled from abroad. In "0(0)44" the bracket is part of the 00.
    const trunk = value.indexOf("(0)");
    const without = trunk < 0 ? undefined : dialledDigits(value.slice(0, trunk) + value.slice(trunk + 3));
    const { plus, digits } = without !== undefined && isInternational(without) ? without : dialled;
    return plus ? digits : digits.slice(2);
  }
  if (dialled.digits.startsWith("0")) return plan.countryCode + dialled.digits.slice(1);
  return plan.bareDigits === "national" ? plan.countryCode + dialled.digits : dialled.digits;
}

/** Whether a spreadsheet has kept the first digits of a number only, `1.87655E+10`. */
export function isShortened(value: string): boolean {
  return /^\+?\d([.,]\d+)?E\+\d{1,2}$/i.test(value);
}

/** For messages: why a number is not known where a spreadsheet has shortened it; "" for any other number. */
export function shortenedWords(value: string): string {
  return isShortened(value) ? ", a number that a spreadsheet has shortened: its last digits are lost" : "";
}

function isInternational({ plus, digits }: { readonly plus: boolean; readonly digits: string }): boolean {
  return plus || digits.startsWith("00");
}

/**
 * The other party's number, read once per call without making strings: its first fifteen canonical digits
 * as a number padded with zeros (a prefix is a range of such keys), and the digits as dialled for short
 * codes. An opened book has one such buffer for all calls.
 */
export class DialledNumber {
  /** First fifteen canonical digits, padded; meaningless where `length` is 0. */
  key = 0;
  /** How many canonical digits there are; 0 = no number that a prefix could match. */
  length = 0;
  /** The digits as dialled with a 1 before them (so leading zeros count), or 0 where there are more than fifteen. */
  dialledKey = 0;

  readonly #plan: NumberingPlan;
  readonly #countryCode: number;
  readonly #countryDigits: number;
  /** The characters of the number that is read: a plus and the most digits of a key. */
  readonly #bytes = new Uint8Array(KEY_DIGITS + 1);

  constructor(plan: NumberingPlan) {
    this.#plan = plan;
    this.#countryCode = Number(plan.countryCode);
    this.#countryDigits = plan.countryCode.length;
  }

  /** Reads a number into the keys of its `canonicalNumber`. */
  read(value: string): void {
    const { length } = value;
    const bytes = this.#bytes;
    if (length <= bytes.length) {
      // A character of more than a byte is no digit.
      for (let at = 0; at < length; at++) bytes[at] = Math.min(value.charCodeAt(at), 255);
      if (this.#readPlain(bytes, 0, length)) return;
    }
    this.#readSlowly(value);
  }

  /** Like `read`, from bytes of ASCII text; false where the text has other characters. */
  readBytes(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#readPlain(bytes, start, end)) return true;
    let text = "";
    for (let at = start; at < end; at++) {
      const code = bytes[at] as number;
      if (code > 127) return false;
      text += String.fromCharCode(code);
    }
    this.#readSlowly(text);
    return true;
  }

  /** Reads digits, with or without a plus; false where there are separators, other characters or too many digits. */
  #readPlain(bytes: Uint8Array, start: number, end: number): boolean {
    const plus = start < end && bytes[start] === PLUS;
    const from = plus ? start + 1 : start;
    const digits = end - from;
    if (digits > KEY_DIGITS) return false;
    // In two halves, because whole numbers below 2^31 are quicker to build than doubles.
    const half = from + Math.min(7, digits);
    const high = wholeNumber(bytes, from, half);
    const low = wholeNumber(bytes, half, end);
    if (high < 0 || low < 0) return false;
    // The byte behind the last digit belongs to another text.
    const isTrunk = !plus && digits > 0 && bytes[from] === ZERO;
    const zeros = !isTrunk ? 0 : digits > 1 && bytes[from + 1] === ZERO ? 2 : 1;
    this.#setDialled(high * (POWERS[end - half] as number) + low, digits, plus, zeros);
    return true;
  }

  /** Sets the keys from digits as dialled; `zeros` is 1 for a trunk prefix 0, 2 for an international prefix 00. */
  #setDialled(number: number, digits: number, plus: boolean, zeros: number): void {
    this.dialledKey = digits === 0 ? 0 : (POWERS[digits] as number) + number;
    if (plus || digits === 0) this.#set(number, digits);
    else if (zeros === 2) this.#set(number, digits - 2);
    else if (zeros === 1) this.#setNational(number, digits - 1);
    else if (this.#plan.bareDigits === "national") this.#setNational(number, digits);
    else this.#set(number, digits);
  }

  #set(number: number, length: number): void {
    this.length = length;
    this.key = number * (POWERS[KEY_DIGITS - length] as number);
  }

  #setNational(number: number, nationalDigits: number): void {
    const length = nationalDigits + this.#countryDigits;
    if (length > KEY_DIGITS) {
      const excess = POWERS[length - KEY_DIGITS] as number;
      this.key =
        this.#countryCode * (POWERS[KEY_DIGITS - this.#countryDigits] as number) +
        Math.floor(number / excess);
    } else {
      this.key =
        (this.#countryCode * (POWERS[nationalDigits] as number) + number) *
        (POWERS[KEY_DIGITS - length] as number);
    }
    this.length = length;
  }

  /** The slow path of `read`, for any text. */
  #readSlowly(value: string): void {
    const dialled = dialledDigits(value)?.digits ?? "";
    this.dialledKey =
      dialled === "" || dialled.length > KEY_DIGITS
        ? 0
        : (POWERS[dialled.length] as number) + Number(dialled);
    // A value with other characters stays unchanged: prefixes match its leading digits. Of a shortened number none
    // does: 1.87655E+10 is Jamaica, and would be the USA.
    const canonical = isShortened(value) ? "" : canonicalNumber(value, this.#plan).replace(/[^0-9].*/s, "");
    const first = canonical.slice(0, KEY_DIGITS);
    this.length = canonical.length;
    this.key = first === "" ? 0 : Number(first) * (POWERS[KEY_DIGITS - first.length] as number);
  }
}

/** The digits between two offsets of bytes as a number, at most eight digits; -1 where there are other characters. */
function wholeNumber(bytes: Uint8Array, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = ((bytes[at] as number) - ZERO) >>> 0;
    // One comparison: `>>> 0` has made negative differences large.
    if (digit > 9) return -1;
    number = (number * 10 + digit) | 0;
  }
  return number;
}

/** The key of a short code: its digits with a 1 before them, as a number. */
export function dialledKeyOf(digits: string): number {
  return (POWERS[digits.length] as number) + Number(digits);
}
