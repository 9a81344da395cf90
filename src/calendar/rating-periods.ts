import { DAY_MINUTES, type DayNumber, MINUTE_MS } from "./civil-date.ts";

/** One entry of the book's `ratingPeriods`, with its texts parsed. Several entries may share a name. */
export interface RatingPeriodEntry {
  name: string;
  /** 0 = Monday … 6 = Sunday; empty = every day. */
  weekdays: readonly number[];
  /** Minute of the day at which the window begins (inside), 0 … 1439; undefined = 00:00. */
  fromMinute: number | undefined;
  /** Minute of the day at which the window ends (outside), 0 … 1440; undefined = 24:00. */
  toMinute: number | undefined;
}

/** One entry of the book's `holidays`: on this day the periods of another weekday apply. */
export interface HolidayEntry {
  day: DayNumber;
  /** The weekday whose periods apply, 0 = Monday … 6 = Sunday. */
  countsAs: number;
}

/** The rating periods of a book, worked out for every minute of the week. All fields but the first two are internal. */
export interface PeriodTable {
  /** The distinct period names in order of first appearance; "default" last unless an entry has this name. */
  readonly names: readonly string[];
  /** Index in `names` of "default", the period of a moment that no entry covers. */
  readonly defaultIndex: number;
  readonly entries: readonly RatingPeriodEntry[];
  readonly indexByName: ReadonlyMap<string, number>;
  /** Index in `names` of the period of each minute, a row of 1440 for each weekday. */
  readonly minutes: Uint16Array;
  /** By minute, as in `minutes`: the minute of the same day at which the period ends, up to 1440. */
  readonly runEnds: Uint16Array;
  /** The day of `holidayWeekdays[0]`. */
  readonly firstHoliday: DayNumber;
  /** By day, from the first holiday to the last: the weekday that the day counts as, or 7 for an ordinary day. */
  readonly holidayWeekdays: Uint8Array;
}

const ORDINARY_DAY = 7;
const MAX_PERIODS = 65_536;

/**
 * Works out the periods of every minute of the week (R23): the first entry that matches wins; a window whose
 * end is not after its beginning passes midnight; weekday and holiday are those of the moment itself. Of two
 * holidays on one day the first counts.
 *
 * @throws RangeError for a minute or weekday out of range; a checked book has none.
 * @example openPeriods([{ name: "Night", weekdays: [0, 1, 2, 3, 4], fromMinute: 1140, toMinute: 420 }], []).names // => ["Night", "default"]
 */
export function openPeriods(
  entries: readonly RatingPeriodEntry[],
  holidays: readonly HolidayEntry[],
): PeriodTable {
  const names = [...new Set([...entries.map((entry) => entry.name), "default"])];
  if (names.length > MAX_PERIODS) throw new RangeError("too many rating periods");
  const indexByName = new Map(names.map((name, index) => [name, index]));
  const defaultIndex = indexByName.get("default")!;
  const minutes = new Uint16Array(7 * DAY_MINUTES).fill(defaultIndex);
  // From the last entry to the first: earlier entries overwrite later ones.
  for (const entry of entries.toReversed()) {
    const period = indexByName.get(entry.name)!;
    for (const window of windowsOf(entry)) {
      const row = window.weekday * DAY_MINUTES;
      minutes.fill(period, row + window.fromMinute, row + window.toMinute);
    }
  }
  return {
    names,
    defaultIndex,
    entries: entries.map((entry) => ({ ...entry, weekdays: [...entry.weekdays] })),
    indexByName,
    minutes,
    runEnds: runEndsOf(minutes),
    ...holidayTable(holidays),
  };
}

/**
 * The period of a moment of local time (R23), as an index in `table.names`. A table look-up without allocation.
 *
 * @param day local date
 * @param millisecondOfDay milliseconds since 00:00 by the local wall clock, 0 … 86,399,999
 */
export function periodAt(table: PeriodTable, day: DayNumber, millisecondOfDay: number): number {
  // "| 0" instead of Math.floor: faster, and equal because the value is never negative.
  return table.minutes[weekRow(table, day) + ((millisecondOfDay / MINUTE_MS) | 0)]!;
}

/** Offset of a day's row in `minutes` and `runEnds`: the row of its weekday, or of the weekday that it counts as. */
export function weekRow(table: PeriodTable, day: DayNumber): number {
  const index = day - table.firstHoliday;
  if (index >= 0 && index < table.holidayWeekdays.length) {
    const weekday = table.holidayWeekdays[index]!;
    if (weekday !== ORDINARY_DAY) return weekday * DAY_MINUTES;
  }
  // `weekdayOf`, inlined for speed: every call comes here.
  const weekday = (day + 3) % 7;
  return (weekday < 0 ? weekday + 7 : weekday) * DAY_MINUTES;
}

/** A part of one weekday's clock. */
interface WeekdayWindow {
  readonly weekday: number;
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** The stretches of the week that an entry covers, cut at midnight. */
export function windowsOf(entry: RatingPeriodEntry): WeekdayWindow[] {
  const from = clockMinute(entry.fromMinute ?? 0);
  const to = clockMinute(entry.toMinute ?? DAY_MINUTES);
  const weekdays = entry.weekdays.length === 0 ? [0, 1, 2, 3, 4, 5, 6] : entry.weekdays;
  return weekdays.map(checkedWeekday).flatMap((weekday) =>
    to > from
      ? [{ weekday, fromMinute: from, toMinute: to }]
      : [
          // The weekday is that of the moment: Monday 19:00–07:00 is Monday 00:00–07:00 and Monday 19:00–24:00.
          { weekday, fromMinute: 0, toMinute: to },
          { weekday, fromMinute: from, toMinute: DAY_MINUTES },
        ],
  );
}

function runEndsOf(minutes: Uint16Array): Uint16Array {
  const ends = new Uint16Array(minutes.length);
  for (let index = minutes.length - 1; index >= 0; index -= 1) {
    const minute = index % DAY_MINUTES;
    const goesOn = minute < DAY_MINUTES - 1 && minutes[index] === minutes[index + 1];
    ends[index] = goesOn ? ends[index + 1]! : minute + 1;
  }
  return ends;
}

function holidayTable(
  holidays: readonly HolidayEntry[],
): Pick<PeriodTable, "firstHoliday" | "holidayWeekdays"> {
  if (holidays.length === 0) return { firstHoliday: 0, holidayWeekdays: new Uint8Array(0) };
  const days = holidays.map((holiday) => holiday.day).toSorted((a, b) => a - b);
  const firstHoliday = days[0]!;
  const holidayWeekdays = new Uint8Array(days[days.length - 1]! - firstHoliday + 1).fill(ORDINARY_DAY);
  for (const { day, countsAs } of holidays.toReversed()) {
    holidayWeekdays[day - firstHoliday] = checkedWeekday(countsAs);
  }
  return { firstHoliday, holidayWeekdays };
}

function clockMinute(minute: number): number {
  if (Number.isInteger(minute) && minute >= 0 && minute <= DAY_MINUTES) return minute;
  throw new RangeError(`a rating period's time must be 0 … 1440 minutes, not ${minute}`);
}

function checkedWeekday(weekday: number): number {
  if (Number.isInteger(weekday) && weekday >= 0 && weekday <= 6) return weekday;
  throw new RangeError(`a weekday must be 0 (Monday) … 6 (Sunday), not ${weekday}`);
}
