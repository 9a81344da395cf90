import { add } from "date-fns/add";
import type { DayNumber } from "./civil-date.ts";
import { DAY_MS } from "./units.ts";

/** Units of the calendar in which intervals, terms and discount schemes are counted. */
export const CALENDAR_UNITS = ["days", "weeks", "months", "years"] as const;

/** A unit of the calendar. */
export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

/**
 * The day so many units later (earlier for a negative count). The day of the month stays, or is the month's last where the
 * month is too short, so count always from the first day: 31 January, 28 February, 31 March (R65).
 *
 * @example formatCivilDate(addUnits(dayNumberOf(2026, 1, 31), 1, "months")) // => "2026-02-28"
 * @example formatCivilDate(addUnits(dayNumberOf(2024, 2, 29), 1, "years")) // => "2025-02-28"
 */
export function addUnits(day: DayNumber, count: number, unit: CalendarUnit): DayNumber {
  return add(new CivilDay(day * DAY_MS), { [unit]: count }).getTime() / DAY_MS;
}

/** Midnight of a civil day. date-fns asks a date for its local parts; here they are those of UTC, whatever the host's zone. */
class CivilDay extends Date {
  override getDate(): number {
    return this.getUTCDate();
  }
  override getMonth(): number {
    return this.getUTCMonth();
  }
  override getFullYear(): number {
    return this.getUTCFullYear();
  }
  override setDate(day: number): number {
    return this.setUTCDate(day);
  }
  override setMonth(month: number, day: number): number {
    return this.setUTCMonth(month, day);
  }
  override setFullYear(year: number, month: number, day: number): number {
    return this.setUTCFullYear(year, month, day);
  }
}
