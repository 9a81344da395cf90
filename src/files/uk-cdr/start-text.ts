import { DAY_MS, formatCivilDate, parseCivilDate, parseTimeOfDay } from "../../calendar/index.ts";
import type { UkCdrDateFormat } from "./dialect.ts";

const YEAR_FIRST = /^([0-9]{4})([/.-])([0-9]{1,2})\2([0-9]{1,2})$/;
const YEAR_LAST = /^([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{2}|[0-9]{4})$/;
const EIGHT_DIGITS = /^([0-9]{4})([0-9]{2})([0-9]{2})$/;
const CLOCK = /^([0-9]{1,2})(:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?)$/;
const SIX_DIGITS = /^([0-9]{2})([0-9]{2})([0-9]{2})$/;

/**
 * A date as `YYYY-MM-DD`. The parts change places and nothing else: 31/02/2026 becomes 2026-02-31, which rating
 * refuses; so does a text that is no date of this format stay as it is.
 */
export function isoDate(text: string, format: UkCdrDateFormat): string {
  const ordered = YEAR_FIRST.exec(text);
  if (ordered !== null) return dateText(ordered[1], ordered[3], ordered[4]);
  if (format === "yyyymmdd") {
    const packed = EIGHT_DIGITS.exec(text);
    return packed === null ? text : dateText(packed[1], packed[2], packed[3]);
  }
  const parts = YEAR_LAST.exec(text);
  if (parts === null) return text;
  const [, first, , second, year = ""] = parts;
  if (year.length === 2 && format !== "dd/mm/yy") return text;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return format === "mm/dd/yyyy" ? dateText(fullYear, first, second) : dateText(fullYear, second, first);
}

function dateText(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A time of day as `HH:mm:ss`: a spreadsheet drops the first 0, some carriers the colons. Else as it is. */
export function clockText(text: string): string {
  const clock = CLOCK.exec(text);
  if (clock !== null) return `${(clock[1] ?? "").padStart(2, "0")}${clock[2]}`;
  const packed = SIX_DIGITS.exec(text);
  return packed === null ? text : `${packed[1]}:${packed[2]}:${packed[3]}`;
}

/** Whether a text is a time of day alone, so that an offset can be put behind it. */
export function isClockText(text: string): boolean {
  return CLOCK.test(text);
}

/** A date and a time of day. */
export interface StartText {
  readonly date: string;
  readonly time: string;
}

/** A start so many seconds later, on the wall; undefined where there is no such date or time. */
export function laterBy(start: StartText, seconds: number): StartText | undefined {
  const day = parseCivilDate(start.date);
  const time = parseTimeOfDay(start.time);
  if (day === undefined || time === undefined) return undefined;
  const moment = day * DAY_MS + time.millisecondOfDay + seconds * 1000;
  const laterDay = Math.floor(moment / DAY_MS);
  return { date: formatCivilDate(laterDay), time: timeText(moment - laterDay * DAY_MS) };
}

function timeText(millisecondOfDay: number): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor(millisecondOfDay / 1000);
  const rest = millisecondOfDay % 1000;
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return rest === 0 ? text : `${text}.${String(rest).padStart(3, "0")}`;
}
