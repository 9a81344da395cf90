/** Civil dates by hand (R65, R68): a day is the number of days since 1970-01-01, and no clock is asked. */
export type Day = number;

export type Unit = "days" | "weeks" | "months" | "years";

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysInYear(year: number): number {
  return isLeap(year) ? 366 : 365;
}

/** `month` counts from 1. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** After so many years the calendar is the same again. */
const CYCLE = { years: 400, days: 146_097 };

export function dayOf(year: number, month: number, dayOfMonth: number): Day {
  const cycles = Math.floor((year - 1970) / CYCLE.years);
  if (cycles !== 0) return dayOf(year - cycles * CYCLE.years, month, dayOfMonth) + cycles * CYCLE.days;
  let days = 0;
  for (let y = 1970; y < year; y++) days += daysInYear(y);
  for (let m = 1; m < month; m++) days += daysInMonth(year, m);
  return days + dayOfMonth - 1;
}

export function parseDay(text: string): Day {
  const [year = 0, month = 0, dayOfMonth = 0] = text.split("-").map(Number);
  return dayOf(year, month, dayOfMonth);
}

interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly dayOfMonth: number;
}

export function dateOf(day: Day): CivilDate {
  const cycles = Math.floor(day / CYCLE.days);
  let year = 1970 + cycles * CYCLE.years;
  let left = day - cycles * CYCLE.days;
  while (left >= daysInYear(year)) left -= daysInYear(year++);
  let month = 1;
  while (left >= daysInMonth(year, month)) left -= daysInMonth(year, month++);
  return { year, month, dayOfMonth: left + 1 };
}

export function formatDay(day: Day): string {
  const { year, month, dayOfMonth } = dateOf(day);
  return `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(dayOfMonth).padStart(2, "0")}`;
}

/** So many months later, on the month's last day where it has no such day. */
function addMonths(day: Day, months: number): Day {
  const { year, month, dayOfMonth } = dateOf(day);
  const count = year * 12 + (month - 1) + months;
  const [laterYear, laterMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return dayOf(laterYear, laterMonth, Math.min(dayOfMonth, daysInMonth(laterYear, laterMonth)));
}

export function add(day: Day, length: number, unit: Unit): Day {
  if (unit === "days") return day + length;
  if (unit === "weeks") return day + 7 * length;
  return addMonths(day, unit === "months" ? length : 12 * length);
}
