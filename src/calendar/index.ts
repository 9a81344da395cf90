// The whole face of the calendar floor: civil dates, wall times, zones, rating periods and UK bank holidays.
// Pure: no clock, no host zone, nothing kept between calls.
export { addUnits, CALENDAR_UNITS, type CalendarUnit } from "./add-units.ts";
export { type AmbiguousTime, instantsOf, resolveWallTime } from "./ambiguous-time.ts";
export {
  type CivilDateParts,
  civilDateAtStartOf,
  civilDateParts,
  type DayNumber,
  dayNumberOf,
  formatCivilDate,
  LAST_DAY,
  parseCivilDate,
} from "./civil-date.ts";
export { offsetText } from "./offset-text.ts";
export { type PeriodFinding, periodGapsAndOverlaps } from "./period-coverage.ts";
export { type PeriodPiece, periodPieces } from "./period-pieces.ts";
export {
  type HolidayEntry,
  openPeriods,
  type PeriodTable,
  periodAt,
  periodLastsUntil,
  type RatingPeriodEntry,
  weekRow,
} from "./rating-periods.ts";
export { type UkBankHoliday, type UkNation, ukBankHolidays } from "./uk-bank-holidays.ts";
export { DAY_MS, MINUTE_MS } from "./units.ts";
export { clockAt, parseClock, parseTimeOfDay, parseTimestamp, type WallTime } from "./wall-time.ts";
export { WEEKDAY_NAMES, weekdayOf } from "./weekday.ts";
export { isPlainDay, localMillisecondsAt, openZone, type Zone } from "./zone.ts";
