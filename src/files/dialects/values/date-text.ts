/** Converts dates and times of day as texts: rearranges their parts, and judges nothing. */
import type { DialectStep } from "../call-dialect.ts";

/** The form of a date that is not ISO; `/`, `-` and `.` may separate the parts. */
export type DateFormat = Extract<DialectStep, { date: unknown }>["date"];

const YEAR_FIRST = /^([0-9]{4})([/.-])([0-9]{1,2})\2([0-9]{1,2})$/;
const YEAR_LAST = /^([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{2}|[0-9]{4})$/;
const EIGHT_DIGITS = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
const CLOCK = /^([0-9]{1,2})(:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)$/;
const SIX_DIGITS = /^([0-9]{2})([0-9]{2})([0-9]{2})$/;

/**
 * A date as `YYYY-MM-DD`. 31/02/2026 becomes 2026-02-31, which rating refuses; a text that is no date of this format
 * stays as it is. A date that begins with its year is read in every format.
 */
export function isoDate(text: string, format: DateFormat): string {
  const ordered = YEAR_FIRST.exec(text);
  if (ordered !== null) return dateText(ordered[1], ordered[3], ordered[4]);
  if (format === "yyyymmdd") {
    const packed = EIGHT_DIGITS.exec(text);
    return packed === null ? text : dateText(packed[1], packed[2], packed[3]);
  }
  const [, first, , second, year = ""] = YEAR_LAST.exec(text) ?? [];
  if (year === "" || (year.length === 2 && format !== "dd/mm/yy")) return text;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return format === "mm/dd/yyyy" ? dateText(fullYear, first, second) : dateText(fullYear, second, first);
}

function dateText(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A time of day as `HH:mm:ss`: a spreadsheet drops the first 0, some carriers the colons. Any other text unchanged. */
export function timeOfDay(text: string): string {
  const clock = CLOCK.exec(text);
  if (clock !== null) return `${(clock[1] ?? "").padStart(2, "0")}${clock[2]}`;
  return text.replace(SIX_DIGITS, "$1:$2:$3");
}

/** Whether a text is a time of day alone, so that an offset can be put behind it. */
export function isTimeOfDay(text: string): boolean {
  return CLOCK.test(text);
}
