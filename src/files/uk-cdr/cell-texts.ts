/** What the cells of a UK standard CDR say in the platform's form. Text is rearranged, and nothing is judged. */
import { DAY_MS, formatCivilDate, parseCivilDate, parseTimeOfDay } from "../../calendar/index.ts";
import { NO_TIME, readColumnStart } from "../../engine/index.ts";
import { MONEY_FIELDS, REPORTED_COSTS, type ReadableField } from "../../model/index.ts";
import { isZeroAmount, penceOf, poundsToPence } from "../dialects/values/index.ts";
import type { UkCdrDateFormat } from "./dialect.ts";
import type { OpenedDialect } from "./open-dialect.ts";

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
  const [, first, , second, year = ""] = YEAR_LAST.exec(text) ?? [];
  if (year === "" || (year.length === 2 && format !== "dd/mm/yy")) return text;
  const fullYear = year.length === 2 ? `20${year}` : year;
  return format === "mm/dd/yyyy" ? dateText(fullYear, first, second) : dateText(fullYear, second, first);
}

function dateText(year = "", month = "", day = ""): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** A time of day as `HH:mm:ss`: a spreadsheet drops the first 0, some carriers the colons. Else as it is. */
function clockText(text: string): string {
  const clock = CLOCK.exec(text);
  if (clock !== null) return `${(clock[1] ?? "").padStart(2, "0")}${clock[2]}`;
  return text.replace(SIX_DIGITS, "$1:$2:$3");
}

/** Whether a text is a time of day alone, so that an offset can be put behind it. */
export function isClockText(text: string): boolean {
  return CLOCK.test(text);
}

/** A date and a time of day. */
interface StartText {
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
  // Of a moment of 1970 in UTC the text of its time: no zone and no clock of the machine comes into it.
  const clock = new Date(moment - laterDay * DAY_MS).toISOString().slice(11, -1);
  return { date: formatCivilDate(laterDay), time: clock.replace(/\.000$/, "") };
}

/**
 * What a cell says in a field of the call. "" is a code that says nothing and is carried along under its column's
 * name; undefined is a mere filler.
 */
export type Convert = (cell: string) => string | boolean | undefined;

/** How a column's cells are turned into a field; undefined where they are taken as they stand. */
export function converterOf(field: ReadableField, dialect: OpenedDialect): Convert | undefined {
  const byCode = (codes: ReadonlyMap<string, string | boolean>): Convert | undefined =>
    codes.size === 0 ? undefined : (cell) => codes.get(cell) ?? cell;
  switch (field) {
    case "id":
    case "carrierCallID":
      return detached;
    case "startDate":
      return (cell) => isoDate(cell, dialect.dateFormat);
    case "startTime":
      return clockText;
    case "tariffTime":
      return (cell) => dialect.timeBands.get(cell) ?? "";
    case "callTypeDirectionFlag":
      return byCode(dialect.directions);
    case "callTypeOriginationTypeFlag":
      return byCode(dialect.origins);
    case "callTypeRecordingFlag":
      return byCode(dialect.recordings);
    default:
      return (MONEY_FIELDS as readonly string[]).includes(field) ? moneyConverter(field, dialect) : undefined;
  }
}

/** A copy: a run keeps these, and a text cut from a chunk keeps the whole chunk in memory. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

function moneyConverter(field: ReadableField, { unit }: OpenedDialect): Convert {
  const toPence = unit === "pounds" ? poundsToPence : penceOf;
  const isCostPart = field !== "costCDR" && (REPORTED_COSTS as readonly string[]).includes(field);
  // Carriers fill the parts of a cost with zeros where a call has no such part.
  return isCostPart ? (cell) => (isZeroAmount(penceOf(cell)) ? undefined : toPence(cell)) : toPence;
}

/** The day of a date on which calls can lie; undefined for any other text, and for one that names a column. */
export function callDay(text: string, { names, dateFormat }: OpenedDialect): number | undefined {
  if (names.resolve(text) !== undefined) return undefined;
  const start = readColumnStart(isoDate(text, dateFormat), "");
  return start === undefined || start.millisecond !== NO_TIME ? undefined : start.day;
}
