/** The values of a sheet's cells: prefixes, decimals, increments and dates. */
import { parseCivilDate } from "../../calendar/index.ts";
import { Fault, MAX_PREFIX_DIGITS, quoteValue } from "../../model/index.ts";
import { MAX_AMOUNT_LENGTH } from "../../money/index.ts";
import { isoDate, MONTH_NAMES, withoutTrunkZero } from "../dialects/values/index.ts";

interface PrefixStyle {
  readonly ranges: boolean;
  readonly leadingZero: "refuse" | "drop" | "keep";
}

const MAX_PREFIXES_OF_CELL = 10_000;
const MAX_CELL = 100_000;

const SEPARATORS = /[\s()-]/g;
const SEPARATORS_BUT_HYPHEN = /[\s()]/g;
/** Two numbers that begin alike; of three digits they may be an area and an exchange of North America, 201-202. */
const LIKE_A_RANGE = /^\+?([0-9]{2})[0-9]{2,}-\+?\1[0-9]{2,}$/;
const MASK = "xX*";
const PAIRED_BRACKETS = /^[^()]*(?:\([^()]*\)[^()]*)*$/;

/**
 * The prefixes in a cell: one or several between `;`, `,`, `|`, `/` or line ends, each with `+` or `00` or as bare
 * digits, spaces and brackets in it, as a mask (`7072xxxxx` is 7072) or, where the mapping says so, as a range.
 * With a country code the prefixes are national, unless they begin with `+` or `00`.
 *
 * @example prefixesInCell("+44 20; 0044 21xx", "", { ranges: false, leadingZero: "refuse" }) // => ["4420", "4421"]
 */
export function prefixesInCell(
  cell: string,
  countryCode: string,
  style: PrefixStyle,
): readonly string[] | Fault {
  if (cell.length > MAX_CELL) return new Fault(`is longer than ${MAX_CELL} characters`);
  const found = new Set<string>();
  for (const written of cell.split(/[;,|/\r\n]/)) {
    const part = written.trim();
    if (part === "") continue;
    if (!PAIRED_BRACKETS.test(part)) {
      return new Fault(
        `${quoteValue(part)} has one bracket of a pair; write every prefix in full: 4420, 4421`,
      );
    }
    const prefixes = style.ranges ? ofRange(part, countryCode, style) : ofPart(part, countryCode, style);
    if (prefixes instanceof Fault) return prefixes;
    for (const prefix of prefixes) found.add(prefix);
    if (found.size > MAX_PREFIXES_OF_CELL) {
      return new Fault(`stands for more than ${MAX_PREFIXES_OF_CELL} prefixes`);
    }
  }
  return found.size > 0 ? [...found] : new Fault("has no prefix");
}

function ofPart(part: string, countryCode: string, style: PrefixStyle): readonly string[] | Fault {
  if (!style.ranges && LIKE_A_RANGE.test(part.replace(SEPARATORS_BUT_HYPHEN, ""))) {
    return new Fault(
      `${quoteValue(part)} looks like a range; say "ranges": true if it is, else leave the hyphen out`,
    );
  }
  const number = numberOf(withoutTrunkZero(part).replace(SEPARATORS, ""), part);
  if (number instanceof Fault) return number;
  const prefix = complete(number, countryCode, style, part);
  return prefix instanceof Fault ? prefix : [prefix];
}

function ofRange(part: string, countryCode: string, style: PrefixStyle): readonly string[] | Fault {
  const ends = part
    .split(/[-–]/)
    .map((end) => withoutTrunkZero(end.trim()).replace(SEPARATORS_BUT_HYPHEN, ""));
  if (ends.length === 1) return ofPart(part, countryCode, style);
  const notARange = new Fault(`${quoteValue(part)} is not a range of prefixes; write it as 4420-4425`);
  if (ends.length !== 2) return notARange;
  const from = numberOf(ends[0] ?? "", part);
  const to = numberOf(ends[1] ?? "", part);
  if (from instanceof Fault || to instanceof Fault) return notARange;
  const last = from.digits.slice(0, -to.digits.length) + to.digits;
  if (last.length !== from.digits.length || last.length > MAX_PREFIX_DIGITS || last < from.digits)
    return notARange;
  // Fifteen digits are a safe whole number.
  const count = Number(last) - Number(from.digits) + 1;
  if (count > MAX_PREFIXES_OF_CELL) {
    return new Fault(`${quoteValue(part)} stands for more than ${MAX_PREFIXES_OF_CELL} prefixes`);
  }
  const prefixes: string[] = [];
  for (let step = 0; step < count; step++) {
    const digits = String(Number(from.digits) + step).padStart(from.digits.length, "0");
    const prefix = complete({ ...from, digits }, countryCode, style, part);
    if (prefix instanceof Fault) return prefix;
    prefixes.push(prefix);
  }
  return prefixes;
}

interface WrittenNumber {
  readonly digits: string;
  readonly isInternational: boolean;
}

/** The digits of a number or a mask, and whether it was written with `+` or `00`. */
function numberOf(text: string, part: string): WrittenNumber | Fault {
  let end = text.length;
  while (end > 0 && MASK.includes(text.charAt(end - 1))) end--;
  const start = text.startsWith("+") ? 1 : text.startsWith("00") ? 2 : 0;
  const digits = text.slice(start, end);
  if (/^[0-9]+$/.test(digits)) return { digits, isInternational: start > 0 };
  return new Fault(`${quoteValue(part)} is not a prefix; write digits such as 4420, +4420 or 4420xxx`);
}

function complete(
  number: WrittenNumber,
  countryCode: string,
  { leadingZero }: PrefixStyle,
  part: string,
): string | Fault {
  let prefix = number.digits;
  if (!number.isInternational && prefix.startsWith("0")) {
    if (countryCode === "") {
      return new Fault(`${quoteValue(part)} begins with 0; write it with its country code`);
    }
    if (leadingZero === "refuse") {
      return new Fault(
        `${quoteValue(part)} begins with 0; say "leadingZero": "drop" or "keep" for national prefixes`,
      );
    }
    if (leadingZero === "drop") prefix = prefix.slice(1);
  }
  if (!number.isInternational) prefix = countryCode + prefix;
  if (prefix === "") return new Fault(`${quoteValue(part)} has no digits`);
  if (prefix.startsWith("0")) return new Fault(`${quoteValue(part)} has a country code that begins with 0`);
  if (prefix.length <= MAX_PREFIX_DIGITS) return prefix;
  return new Fault(`${quoteValue(part)} has more than ${MAX_PREFIX_DIGITS} digits`);
}

interface NumberStyle {
  readonly decimal: "." | "," | "either";
  /** A currency sign that may stand before the number; "" for none. */
  readonly sign: string;
}

const NUMBERS: Readonly<Record<NumberStyle["decimal"], RegExp>> = {
  ".": /^([0-9]*)(?:\.([0-9]+))?$/,
  ",": /^([0-9]*)(?:,([0-9]+))?$/,
  either: /^([0-9]*)(?:[.,]([0-9]+))?$/,
};

/**
 * The number in a cell as plain decimal text, without needless zeros. Nothing is calculated and nothing guessed:
 * an ambiguous number is a Fault that says what to do.
 *
 * @example decimalInCell("0,1250", { decimal: ",", sign: "" }) // => "0.125"
 */
export function decimalInCell(cell: string, { decimal, sign }: NumberStyle): string | Fault {
  const hasSign = sign !== "" && cell.startsWith(sign);
  const text = hasSign ? cell.slice(sign.length).trimStart() : cell;
  const found = text !== "" && text.length <= MAX_AMOUNT_LENGTH ? NUMBERS[decimal].exec(text) : null;
  return found === null ? notANumber(cell, text) : plain(found[1] ?? "", found[2] ?? "");
}

function notANumber(cell: string, text: string): Fault {
  const shown = quoteValue(cell);
  const sign = /^(\p{Sc})\s*[0-9.,]+$/u.exec(text)?.[1];
  if (sign !== undefined) {
    return new Fault(`${shown} has a currency sign; say "moneySign": "${sign}" if its prices have it`);
  }
  if (/^-[0-9.,]+$/.test(text)) {
    return new Fault(`${shown} is negative; if it means that there is no price, list it under "blank"`);
  }
  if (/^[0-9.,]+[eE]/.test(text)) {
    return new Fault(`${shown} has an exponent; give the column a plain number format and save it again`);
  }
  if (text.includes(",") && text.includes(".")) {
    return new Fault(`${shown} has a comma and a point; write it without grouping thousands`);
  }
  if (/^[0-9]*,[0-9]+$/.test(text)) {
    return new Fault(`${shown} has a comma; say "decimal": "," if commas are its decimal points`);
  }
  if (/^[0-9]*\.[0-9]+$/.test(text)) {
    return new Fault(`${shown} has a point; say "decimal": "either" if some of its cells have points`);
  }
  return new Fault(`${shown} is not an amount; write digits such as 1.25`);
}

function plain(whole: string, decimals: string): string {
  let end = decimals.length;
  while (decimals[end - 1] === "0") end--;
  const before = whole.replace(/^0+(?=.)/, "") || "0";
  return end === 0 ? before : `${before}.${decimals.slice(0, end)}`;
}

/**
 * A plain decimal text times a whole number, exactly: a price for a second as one for a minute.
 *
 * @example timesWhole("0.0125", 60) // => "0.75"
 */
export function timesWhole(text: string, factor: number): string {
  const [whole = "", decimals = ""] = text.split(".");
  const product = String(BigInt(whole + decimals) * BigInt(factor)).padStart(decimals.length + 1, "0");
  const point = product.length - decimals.length;
  return plain(product.slice(0, point), product.slice(point));
}

interface IncrementValues {
  readonly durationMin?: string;
  readonly roundSeconds: string;
  readonly roundSecondsFrom?: "minimum";
}

const STYLE = { decimal: ".", sign: "" } as const;

/**
 * The increment in a cell: `60/1` is sixty seconds in full and then every second (R7), a number alone is steps of
 * that many seconds from the start.
 *
 * @example incrementInCell("60/6") // => { durationMin: "60", roundSeconds: "6", roundSecondsFrom: "minimum" }
 */
export function incrementInCell(cell: string): IncrementValues | Fault {
  const parts = cell.split("/").map((part) => decimalInCell(part.trim(), STYLE));
  const [first, second] = parts;
  if (parts.length === 1 && typeof first === "string") return { roundSeconds: first };
  if (parts.length === 2 && typeof first === "string" && typeof second === "string") {
    return { durationMin: first, roundSeconds: second, roundSecondsFrom: "minimum" };
  }
  return new Fault(`${quoteValue(cell)} is not an increment; write seconds as 60/1 or 6`);
}

const NAMED_MONTH = /^([0-9]{1,2})[ /.-]([A-Za-z]{3,9})[ /.-]([0-9]{4}|[0-9]{2})$/;
const YEAR_FIRST = /^[0-9]{4}[/.-]/;
/** Midnight, which databases put behind a date; any other time of day would be lost. */
const MIDNIGHT = /[ T]00:00(?::00(?:\.0{1,9})?)?$/;

/** How dates can be written; `YYYY-MM-DD` is always read, and `/`, `-`, `.` may stand between the parts. */
export const DATE_FORMATS = [
  "yyyy-mm-dd",
  "dd/mm/yyyy",
  "dd/mm/yy",
  "mm/dd/yyyy",
  "yyyymmdd",
  "dd mmm yyyy",
] as const;

/** How dates are written; `YYYY-MM-DD` is always read, and `/`, `-`, `.` may stand between the parts. */
export type SheetDateFormat = (typeof DATE_FORMATS)[number];

/**
 * The date in a cell as `YYYY-MM-DD`, or why there is none.
 *
 * @example dateInCell("1/4/2026", "dd/mm/yyyy") // => "2026-04-01"
 */
export function dateInCell(cell: string, format: SheetDateFormat): string | Fault {
  const text = cell.replace(MIDNIGHT, "");
  const iso =
    format === "dd mmm yyyy"
      ? namedMonth(text)
      : isoDate(text, format === "yyyy-mm-dd" ? "dd/mm/yyyy" : format);
  const isWanted = format !== "yyyy-mm-dd" || YEAR_FIRST.test(text);
  if (isWanted && parseCivilDate(iso) !== undefined) return iso;
  const hint = format === "yyyy-mm-dd" ? 'write YYYY-MM-DD or name its "dateFormat"' : `write ${format}`;
  return new Fault(`${quoteValue(cell)} is not a date; ${hint}`);
}

function namedMonth(text: string): string {
  const [, day = "", name = "", year = ""] = NAMED_MONTH.exec(text) ?? [];
  const short = name.toLowerCase().replace(/^sept$/, "sep");
  const month = MONTH_NAMES.findIndex((full) => short === full || short === full.slice(0, 3));
  if (month < 0) return text;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return `${fullYear}-${String(month + 1).padStart(2, "0")}-${day.padStart(2, "0")}`;
}
