/** R23: the local start of a call, from the texts of its startDate and startTime. */
import { type BookTables, Refusal } from "../book/index.ts";
import {
  DAY_MS,
  type DayNumber,
  isPlainDay,
  localMillisecondsAt,
  MINUTE_MS,
  parseTimeOfDay,
  parseTimestamp,
  resolveWallTime,
  type WallTime,
} from "../calendar/index.ts";
import { isBlank, quoteValue } from "../model/index.ts";
import { malformed } from "./malformed.ts";

/** 1970-01-01 … 2099-12-31: the days calls can lie on. */
export const FIRST_DAY: DayNumber = 0;
export const LAST_DAY: DayNumber = 47_481;

/** A startTime that is meant to be a timestamp, so that what is wrong with it is not that startDate is blank. */
const BEGINS_LIKE_TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]/;

const ISO_FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
/** A date in an order of its own, such as 31.10.2026, 10/31/26 or 20261031. */
const DIGITS_IN_PARTS = /^[0-9]{1,8}(?:[/.-][0-9]{1,4}){0,2}$/;

const TIMESTAMP_FORM = 'a timestamp such as "2026-10-05 10:00:00.25+01"';
const TIME_FORMS = `write HH:mm:ss, with up to six decimals and an offset (Z, +01, +01:00) where it has them, or ${TIMESTAMP_FORM}`;

/** The local start of a call. */
export interface CallStart {
  readonly day: DayNumber;
  readonly millisecondOfDay: number;
  readonly instant: number | undefined;
}

/** R23: the local start of a call, from startDate and startTime. */
export function readStart(
  book: BookTables,
  startDate: unknown,
  startTime: unknown,
  hasOwnPeriod: boolean,
): CallStart | Refusal {
  if (typeof startTime === "string" && startTime !== "") {
    const timestamp = startTime.length > 10 ? parseTimestamp(startTime) : undefined;
    // A timestamp wins over the date beside it, which must be a date all the same.
    const isInPlaceOfDate =
      isBlank(startDate) && (timestamp !== undefined || BEGINS_LIKE_TIMESTAMP.test(startTime));
    const day = isInPlaceOfDate ? (timestamp?.day ?? 0) : readDay(book, startDate, false);
    if (day instanceof Refusal) return day;
    if (timestamp !== undefined) return localStart(book, timestamp, timestamp.day ?? 0, "startTime");
    const time = parseTimeOfDay(startTime);
    if (time === undefined) {
      return malformed("startTime", `${quoteValue(startTime)} is not a time; ${TIME_FORMS}`);
    }
    return localStart(book, time, day, "startTime");
  }
  if (startTime !== undefined && startTime !== null && startTime !== "") {
    const day = readDay(book, startDate, false);
    return day instanceof Refusal
      ? day
      : malformed("startTime", `${quoteValue(startTime)} is not a time; ${TIME_FORMS}`);
  }
  if (typeof startDate === "string" && startDate.length > 10) {
    const timestamp = parseTimestamp(startDate);
    if (timestamp !== undefined) return localStart(book, timestamp, timestamp.day ?? 0, "startDate");
  }
  const day = readDay(book, startDate, true);
  if (day instanceof Refusal) return day;
  // A blank time is 00:00 where it decides nothing (docs/decisions.md).
  if (book.hasPeriods && !hasOwnPeriod) {
    return malformed("startTime", "is required, because the book has rating periods");
  }
  return localStart(book, { day, millisecondOfDay: 0, offsetMinutes: undefined }, day, "startDate");
}

/** `isAlone` where no time stands beside the date, so that it may be a timestamp. */
function readDay(book: BookTables, value: unknown, isAlone: boolean): DayNumber | Refusal {
  if (value === undefined || value === null || value === "") return malformed("startDate", "is required");
  const day = typeof value === "string" ? book.recentDay.read(value) : undefined;
  if (day === undefined) {
    return malformed("startDate", notADate(value, isAlone));
  }
  if (day < FIRST_DAY || day > LAST_DAY) {
    return malformed("startDate", `${quoteValue(value)} is outside 1970-01-01 to 2099-12-31`);
  }
  return day;
}

/** Says what to write instead: a UK standard CDR, whose dates its reader turns round, must not have YYYY-MM-DD. */
function notADate(value: unknown, isAlone: boolean): string {
  const text = quoteValue(value);
  if (typeof value === "string" && ISO_FORM.test(value)) return `${text} is a day that does not exist`;
  const forms = ["YYYY-MM-DD"];
  if (isAlone) forms.push(TIMESTAMP_FORM);
  if (typeof value === "string" && DIGITS_IN_PARTS.test(value))
    forms.push("in a UK standard CDR a date in the dateFormat of its dialect");
  return `${text} is not a date; write ${forms.join(", or ")}`;
}

/** A wall time, or an instant where it names its offset, as the local start in the book's zone. */
function localStart(book: BookTables, time: WallTime, day: DayNumber, field: string): CallStart | Refusal {
  if (day < FIRST_DAY || day > LAST_DAY) {
    return malformed(field, "is outside 1970-01-01 to 2099-12-31");
  }
  if (time.offsetMinutes === undefined) {
    if (isPlainDay(book.zone, day))
      return { day, millisecondOfDay: time.millisecondOfDay, instant: undefined };
    const instant = resolveWallTime(book.zone, day * DAY_MS + time.millisecondOfDay, book.ambiguousTime);
    if (instant === undefined) {
      return malformed(
        field,
        "is a time that the clock change skips or repeats, which the book's settings reject",
      );
    }
    return fromInstant(book, instant);
  }
  return fromInstant(book, day * DAY_MS + time.millisecondOfDay - time.offsetMinutes * MINUTE_MS);
}

function fromInstant(book: BookTables, instant: number): CallStart {
  const local = localMillisecondsAt(book.zone, instant);
  const day = Math.floor(local / DAY_MS);
  return { day, millisecondOfDay: local - day * DAY_MS, instant };
}
