import type { DayNumber } from "./civil-date.ts";

/** The names of weekdays in a book, Monday first; a weekday's number is its index in this list. */
export const WEEKDAY_NAMES = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/**
 * The weekday of a date: 0 = Monday … 6 = Sunday.
 *
 * @example weekdayOf(0) // => 3 // 1970-01-01 was a Thursday
 */
export function weekdayOf(day: DayNumber): number {
  const weekday = (day + 3) % 7;
  return weekday < 0 ? weekday + 7 : weekday;
}
