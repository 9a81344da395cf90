import { type HolidayEntry, type RatingPeriodEntry, weekdayOf } from "../../src/calendar/index.ts";

/** R23 read word by word, for comparison: tries the entries in order at one minute. */
export function naivePeriodName(
  entries: readonly RatingPeriodEntry[],
  holidays: readonly HolidayEntry[],
  day: number,
  minute: number,
): string {
  const weekday = holidays.find((holiday) => holiday.day === day)?.countsAs ?? weekdayOf(day);
  const match = entries.find((entry) => {
    if (entry.weekdays.length > 0 && !entry.weekdays.includes(weekday)) return false;
    const from = entry.fromMinute ?? 0;
    const to = entry.toMinute ?? 1_440;
    return to > from ? minute >= from && minute < to : minute >= from || minute < to;
  });
  return match?.name ?? "default";
}
