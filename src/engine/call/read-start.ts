/** R23: the start of a call, from the texts of its startDate and startTime, as written and in the book's zone. */
import { type BookTables, Refusal } from "../../book/index.ts";
import {
  DAY_MS,
  type DayNumber,
  isPlainDay,
  localMillisecondsAt,
  MINUTE_MS,
  parseCivilDate,
  parseTimeOfDay,
  parseTimestamp,
  resolveWallTime,
  type WallTime,
} from "../../calendar/index.ts";
import { isBlank, quoteValue } from "../../model/index.ts";
import { malformed } from "./malformed.ts";

/** 1970-01-01 … 2099-12-31: the days calls can lie on. */
const FIRST_DAY: DayNumber = 0;
const LAST_DAY: DayNumber = 47_481;

/** A startTime that is meant as a timestamp: its fault is its form, not that startDate is blank. */
const BEGINS_LIKE_TIMESTAMP = /^[0-9]{4}-[0-9]{2}-[0-9]{2}[T ]/;

const ISO_FORM = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
/** A date in another order, such as 31.10.2026, 10/31/26 or 20261031. */
const DIGITS_IN_PARTS = /^[0-9]{1,8}(?:[/.-][0-9]{1,4}){0,2}$/;

const TIMESTAMP_FORM = 'a timestamp such as "2026-10-05 10:00:00.25+01"';
const TIME_FORMS = `write HH:mm:ss, with up to six decimals and an offset (Z, +01, +01:00) where it has them, or ${TIMESTAMP_FORM}`;

/** `offset` of a start that is local time of the book's zone. */
export const LOCAL_TIME = -32_768;

/** `millisecond` of a start without a time of day. */
export const NO_TIME = -1;

/** A start as written, before any zone is applied: the values of the three columns of a start. */
interface WrittenStart {
  readonly day: DayNumber;
  /** Millisecond of the day, or NO_TIME. */
  readonly millisecond: number;
  /** Minutes east of UTC, or LOCAL_TIME. */
  readonly offset: number;
}

export interface CallStart {
  readonly day: DayNumber;
  readonly millisecondOfDay: number;
  /** The start as an instant, where the record gave one. */
  readonly instant: number | undefined;
}

/** Whether calls can lie on a day: 1970-01-01 to 2099-12-31. */
export function isCallDay(day: number): boolean {
  return day >= FIRST_DAY && day <= LAST_DAY;
}

/** R23: the local start of a call, from startDate and startTime. */
export function readStart(
  book: BookTables,
  startDate: unknown,
  startTime: unknown,
  hasOwnPeriod: boolean,
): CallStart | Refusal {
  const written = readWrittenStart(startDate, startTime);
  if (written instanceof Refusal) return written;
  // A blank time is 00:00 where it decides nothing (docs/decisions.md).
  if (written.millisecond === NO_TIME && book.hasPeriods && !hasOwnPeriod) {
    return malformed("startTime", "is required, because the book has rating periods");
  }
  const start = localStart(book, written);
  if (start !== undefined) return start;
  return malformed(
    isBlank(startTime) ? "startDate" : "startTime",
    "is a time that the clock change skips or repeats, which the book's settings reject",
  );
}

/** As `readWrittenStart`; undefined where there is a fault. */
export function readColumnStart(startDate: unknown, startTime: unknown): WrittenStart | undefined {
  const written = readWrittenStart(startDate, startTime);
  return written instanceof Refusal ? undefined : written;
}

/** A start as a record writes it: a date with or without a time, or a timestamp in place of either. */
function readWrittenStart(startDate: unknown, startTime: unknown): WrittenStart | Refusal {
  if (isBlank(startTime)) {
    const timestamp =
      typeof startDate === "string" && startDate.length > 10 ? parseTimestamp(startDate) : undefined;
    if (timestamp !== undefined) return written(timestamp, timestamp.day ?? 0, "startDate");
    const day = readDay(startDate, true);
    return day instanceof Refusal ? day : { day, millisecond: NO_TIME, offset: LOCAL_TIME };
  }
  const isText = typeof startTime === "string";
  const timestamp = isText && startTime.length > 10 ? parseTimestamp(startTime) : undefined;
  // A timestamp wins over the date beside it, which must be a date all the same.
  const isInPlaceOfDate =
    isText && isBlank(startDate) && (timestamp !== undefined || BEGINS_LIKE_TIMESTAMP.test(startTime));
  const day = isInPlaceOfDate ? 0 : readDay(startDate, false);
  if (day instanceof Refusal) return day;
  if (timestamp !== undefined) return written(timestamp, timestamp.day ?? 0, "startTime");
  const time = isText ? parseTimeOfDay(startTime) : undefined;
  if (time !== undefined) return written(time, day, "startTime");
  return malformed("startTime", `${quoteValue(startTime)} is not a time; ${TIME_FORMS}`);
}

function written(time: WallTime, day: DayNumber, field: string): WrittenStart | Refusal {
  if (!isCallDay(day)) return malformed(field, "is outside 1970-01-01 to 2099-12-31");
  return { day, millisecond: time.millisecondOfDay, offset: time.offsetMinutes ?? LOCAL_TIME };
}

/** A start in the book's zone; undefined for a time that a clock change skips or repeats, where the book rejects it. */
export function localStart(
  book: BookTables,
  { day, millisecond, offset }: WrittenStart,
): CallStart | undefined {
  const millisecondOfDay = millisecond === NO_TIME ? 0 : millisecond;
  const wall = day * DAY_MS + millisecondOfDay;
  if (offset === LOCAL_TIME && isPlainDay(book.zone, day))
    return { day, millisecondOfDay, instant: undefined };
  const instant =
    offset === LOCAL_TIME ? resolveWallTime(book.zone, wall, book.ambiguousTime) : wall - offset * MINUTE_MS;
  if (instant === undefined) return undefined;
  const local = localMillisecondsAt(book.zone, instant);
  const localDay = Math.floor(local / DAY_MS);
  return { day: localDay, millisecondOfDay: local - localDay * DAY_MS, instant };
}

/** `isAlone`: there is no time beside the date, so the value may be a timestamp. */
function readDay(value: unknown, isAlone: boolean): DayNumber | Refusal {
  if (isBlank(value)) return malformed("startDate", "is required");
  const day = typeof value === "string" ? parseCivilDate(value) : undefined;
  if (day === undefined) {
    return malformed("startDate", notADate(value, isAlone));
  }
  if (!isCallDay(day)) {
    return malformed("startDate", `${quoteValue(value)} is outside 1970-01-01 to 2099-12-31`);
  }
  return day;
}

/** Names the form to write instead: a UK standard CDR must not have YYYY-MM-DD, because its reader reorders dates. */
function notADate(value: unknown, isAlone: boolean): string {
  const text = quoteValue(value);
  if (typeof value === "string" && ISO_FORM.test(value)) return `${text} is a day that does not exist`;
  const forms = ["YYYY-MM-DD"];
  if (isAlone) forms.push(TIMESTAMP_FORM);
  if (typeof value === "string" && DIGITS_IN_PARTS.test(value))
    forms.push("in a UK standard CDR a date in the dateFormat of its dialect");
  return `${text} is not a date; write ${forms.join(", or ")}`;
}
