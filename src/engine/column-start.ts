/** The start of a call as columns hold it (R23): what the record says, before any zone is applied. */
import { parseCivilDate, parseTimeOfDay, parseTimestamp } from "../calendar/index.ts";
import { isBlank } from "../model/index.ts";
import { FIRST_DAY, LAST_DAY } from "./read-start.ts";

/** `startOffset` of a call whose start is local time of the book's zone. */
export const LOCAL_TIME = -32_768;

/** `startMillisecond` of a call without a time of day. */
export const NO_TIME = -1;

/** Entries of the three columns of a start. */
export interface ColumnStart {
  readonly day: number;
  readonly millisecond: number;
  readonly offset: number;
}

/** Reads a start written in one of the usual ways; undefined for the others, which the record has to say. */
export function readColumnStart(startDate: unknown, startTime: unknown): ColumnStart | undefined {
  let day = typeof startDate === "string" ? parseCivilDate(startDate) : undefined;
  let millisecond = NO_TIME;
  let offset: number | undefined;
  if (day !== undefined && !isCallDay(day)) return undefined;
  if (typeof startTime === "string" && startTime !== "") {
    const isTimestamp = startTime.length > 10;
    if (day === undefined && !(isTimestamp && isBlank(startDate))) return undefined;
    const time = (isTimestamp ? parseTimestamp(startTime) : undefined) ?? parseTimeOfDay(startTime);
    if (time === undefined) return undefined;
    day = time.day ?? day;
    millisecond = time.millisecondOfDay;
    offset = time.offsetMinutes;
  } else if (!isBlank(startTime)) {
    return undefined;
  } else if (day === undefined && typeof startDate === "string") {
    const time = parseTimestamp(startDate);
    if (time === undefined) return undefined;
    day = time.day;
    millisecond = time.millisecondOfDay;
    offset = time.offsetMinutes;
  }
  if (day === undefined || !isCallDay(day)) return undefined;
  return { day, millisecond, offset: offset ?? LOCAL_TIME };
}

/** Whether calls can lie on a day: 1970-01-01 to 2099-12-31. */
export function isCallDay(day: number): boolean {
  return day >= FIRST_DAY && day <= LAST_DAY;
}
