import { add } from "date-fns/add";
import { millisecondsInDay, millisecondsInMinute, minutesInDay } from "date-fns/constants";

export const MINUTE_MS: number = millisecondsInMinute;

/** Milliseconds in a civil day of 24 hours (a day with a clock change lasts longer or shorter in real time). */
export const DAY_MS: number = millisecondsInDay;

/** Minutes of a civil day of 24 hours. */
export const DAY_MINUTES: number = minutesInDay;

const ZERO = 48;

/**
 * The value of the two ASCII digits at `at`, or -1 where either is not a digit or the text has ended.
 * Char codes instead of a regular expression, for speed: every call has a date and a time.
 */
export function twoDigitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  // Past the end charCodeAt gives NaN, which fails both comparisons.
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** A civil date: whole days since 1970-01-01 in the proleptic Gregorian calendar; negative before it. */
export type DayNumber = number;

/** A civil date in parts: month 1 … 12, day 1 … 31. */
export interface CivilDateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const HYPHEN = 45;
// A Gregorian cycle of 400 years, and the days from 0000-03-01 to 1970-01-01. Years are counted from March,
// so that the leap day is the last of its year and the months before it have a fixed pattern.
const CYCLE_DAYS = 146_097;
const EPOCH_SHIFT = 719_468;

/**
 * The day number of a date. The date must exist: `parseCivilDate` checks dates, this function does not.
 *
 * @example dayNumberOf(1970, 1, 1) // => 0
 */
export function dayNumberOf(year: number, month: number, day: number): DayNumber {
  const marchYear = month <= 2 ? year - 1 : year;
  const cycle = Math.floor(marchYear / 400);
  const yearOfCycle = marchYear - cycle * 400;
  const monthFromMarch = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + day - 1;
  const dayOfCycle =
    yearOfCycle * 365 + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100) + dayOfYear;
  return cycle * CYCLE_DAYS + dayOfCycle - EPOCH_SHIFT;
}

/** The last day with a text `YYYY-MM-DD`. */
export const LAST_DAY: DayNumber = dayNumberOf(9_999, 12, 31);

/**
 * Year, month and day of a day number: the inverse of `dayNumberOf`.
 *
 * @example civilDateParts(20_541) // => { year: 2026, month: 3, day: 29 }
 */
export function civilDateParts(day: DayNumber): CivilDateParts {
  const shifted = day + EPOCH_SHIFT;
  const cycle = Math.floor(shifted / CYCLE_DAYS);
  const dayOfCycle = shifted - cycle * CYCLE_DAYS;
  const yearOfCycle = Math.floor(
    (dayOfCycle -
      Math.floor(dayOfCycle / 1_460) +
      Math.floor(dayOfCycle / 36_524) -
      Math.floor(dayOfCycle / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return {
    year: cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1,
  };
}

/**
 * Reads a date written `YYYY-MM-DD`, 0001-01-01 … 9999-12-31. Anything else, and a day that does not exist
 * (31 February, 29 February of a common year), is `undefined`: a wrong date is never repaired (R2).
 *
 * @example parseCivilDate("2026-03-29") // => 20541
 * @example parseCivilDate("2026-02-29") // => undefined
 */
export function parseCivilDate(text: string): DayNumber | undefined {
  return text.length === 10 ? civilDateAtStartOf(text) : undefined;
}

/** The date in the first ten characters of a longer text (a timestamp), under the rules of `parseCivilDate`. */
export function civilDateAtStartOf(text: string): DayNumber | undefined {
  if (text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) return undefined;
  const century = twoDigitsAt(text, 0);
  const yearOfCentury = twoDigitsAt(text, 2);
  const month = twoDigitsAt(text, 5);
  const day = twoDigitsAt(text, 8);
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return undefined;
  const year = century * 100 + yearOfCentury;
  if (year === 0 || day > daysInMonth(year, month)) return undefined;
  const start = MONTH_STARTS[(year - FIRST_YEAR) * 12 + month - 1];
  return start === undefined ? dayNumberOf(year, month, day) : start + day - 1;
}

/** Cache of the first days of the months of calls, 1970 … 2099, because every call has a date. */
const FIRST_YEAR = 1970;
const MONTH_STARTS = Int32Array.from({ length: 130 * 12 }, (_, monthIndex) =>
  dayNumberOf(FIRST_YEAR + Math.floor(monthIndex / 12), (monthIndex % 12) + 1, 1),
);

/**
 * Writes a date as `YYYY-MM-DD`. Years outside 0 … 9999, which no call and no book can hold, get a sign and
 * six digits as in ISO 8601, so that different days never have the same text.
 *
 * @example formatCivilDate(20_541) // => "2026-03-29"
 */
export function formatCivilDate(day: DayNumber): string {
  const parts = civilDateParts(day);
  return `${yearText(parts.year)}-${padded(parts.month)}-${padded(parts.day)}`;
}

/**
 * The date so many days after a date, or before it for a negative count; a text that is no date stays as it is.
 *
 * @example dateAfter("2026-02-28", 1) // => "2026-03-01"
 * @example dateAfter("2026-11-01", -1) // => "2026-10-31"
 */
export function dateAfter(date: string, days: number): string {
  const day = parseCivilDate(date);
  return day === undefined ? date : formatCivilDate(day + days);
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9_999) return String(year).padStart(4, "0");
  return `${year < 0 ? "-" : "+"}${String(Math.abs(year)).padStart(6, "0")}`;
}

function padded(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

/** Units of the calendar in which intervals, terms and discount schemes are counted. */
export const CALENDAR_UNITS = ["days", "weeks", "months", "years"] as const;

export type CalendarUnit = (typeof CALENDAR_UNITS)[number];

/**
 * The day `count` units later (earlier for a negative count). The day of the month stays, or is the last day where the
 * month is too short. So always count from the first day: 31 January, 28 February, 31 March (R65).
 *
 * @example formatCivilDate(addUnits(dayNumberOf(2026, 1, 31), 1, "months")) // => "2026-02-28"
 * @example formatCivilDate(addUnits(dayNumberOf(2024, 2, 29), 1, "years")) // => "2025-02-28"
 */
export function addUnits(day: DayNumber, count: number, unit: CalendarUnit): DayNumber {
  return add(new CivilDay(day * DAY_MS), { [unit]: count }).getTime() / DAY_MS;
}

/** Midnight of a civil day. date-fns reads local parts of a date; here these are the UTC parts in every host zone. */
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
