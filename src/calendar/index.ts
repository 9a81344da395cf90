// Public interface of the calendar floor: civil dates, wall times, zones, rating periods and UK bank holidays.
// Pure functions: no clock, no host zone; the only state is the cache of opened zones.

export { type AmbiguousTime, instantsOf, resolveWallTime } from "./ambiguous-time.ts";
export {
  addUnits,
  CALENDAR_UNITS,
  type CalendarUnit,
  civilDateAtStartOf,
  civilDateParts,
  DAY_MS,
  type DayNumber,
  dateAfter,
  dayNumberOf,
  formatCivilDate,
  LAST_DAY,
  MINUTE_MS,
  parseCivilDate,
} from "./civil-date.ts";
export { offsetText } from "./offset-text.ts";
export {
  type PeriodFinding,
  type PeriodPiece,
  periodGapsAndOverlaps,
  periodPieces,
} from "./period-pieces.ts";
export {
  type HolidayEntry,
  openPeriods,
  type PeriodTable,
  periodAt,
  type RatingPeriodEntry,
} from "./rating-periods.ts";
export { type UkBankHoliday, type UkNation, ukBankHolidays } from "./uk-bank-holidays.ts";
export { clockAt, parseClock, parseTimeOfDay, parseTimestamp, type WallTime } from "./wall-time.ts";
export { WEEKDAY_NAMES, weekdayOf } from "./weekday.ts";
export { isPlainDay, localDateAt, localMillisecondsAt, openZone, ZONE_DAYS, type Zone } from "./zone.ts";
