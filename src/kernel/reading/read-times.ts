/**
 * Times as other programs write them: a date in any form, the clock as HH:mm:ss or HHmmss, a fraction, an offset; and
 * the starts of calls from such times. The host reads each distinct date and offset once, and gives the offset of a
 * zone once a day; the answers are cached here.
 */
import { floor, i32At, quotient, setI32, setU8, toF64, toI32, u8At } from "../memory.ts";
import * as rows from "../rows.ts";
import { copyBytes } from "../writing/write-copy.ts";
import { ASK_HOST, CAREFULLY, daysOf, pairAt, SCRATCH_AT, SCRATCH_END, show } from "./read-cells.ts";
import { areSame, hashOf } from "./read-names.ts";

/** Returned instead of 0: the host has to read the time from its text. */
export const ODD_TIME: i32 = -3;

// Words of a time format.
/**
 * Bytes before the clock, 0 where the clock is first; BEFORE_COLON where the clock begins two bytes before the first
 * colon.
 */
export const PREFIX: i32 = 0;
export const BEFORE_COLON: i32 = -1;
/** The host reads all times of the format. */
export const UNREADABLE: i32 = -2;
/** The endings that a time may have behind its seconds, as bits. */
export const ENDINGS: i32 = 4;
export const BARE: i32 = 1;
export const WITH_FRACTION: i32 = 2;
export const WITH_OFFSET: i32 = 4;
export const WITH_BOTH: i32 = 8;
/** Whether a space stands before the offset. */
export const HAS_SPACE: i32 = 8;
/** The unit of a time that is a number since 1970; 0 for other times. */
export const EPOCH: i32 = 12;
export const SECONDS: i32 = 1;
export const MILLISECONDS: i32 = 2;
export const MICROSECONDS: i32 = 3;
/** Whether a local time has the form of the product's own records. */
export const IS_OURS: i32 = 16;
/**
 * Whether a time without an offset is local time in the book's zone; whether the time has a zone that the host knows.
 */
export const IS_LOCAL: i32 = 20;
export const HAS_ZONE: i32 = 24;
/** The columns of texts of starts, as `show` takes them. */
export const SHOWN_DATE: i32 = 28;
export const SHOWN_CLOCK: i32 = 32;
/**
 * The time read: its day, its millisecond or NO_TIME, minutes east of UTC or LOCAL_TIME, and the offset as shown.
 */
export const DAY: i32 = 36;
export const MILLISECOND: i32 = 40;
export const OFFSET: i32 = 44;
export const OFFSET_TEXT: i32 = 48;
export const OFFSET_LENGTH: i32 = 52;
/** The question to the host: DATE_OF or OFFSET_OF a text, or ZONE_OF a day. */
export const ASKED: i32 = 56;
export const ASKED_START: i32 = 60;
export const ASKED_END: i32 = 64;
const DATE_OF: i32 = 1;
export const OFFSET_OF: i32 = 2;
export const ZONE_OF: i32 = 3;
/** The offset last read. */
export const LAST_MINUTES: i32 = 68;
export const LAST_OFFSET_LENGTH: i32 = 72;
export const LAST_OFFSET: i32 = 76;
export const MOST_OFFSET_BYTES: i32 = 8;
/** The entry of the date that was asked for last. */
export const LAST_ENTRY: i32 = 84;
/** The day (+ 1) whose date was written last, and the text. */
const WRITTEN_DAY: i32 = 88;
const WRITTEN_DATE: i32 = 92;
/** The offset of UTC. */
const UTC_TEXT: i32 = 112;
/** Whether the clock is HHmmss in place of HH:mm:ss. */
export const IS_PACKED: i32 = 128;
/** Room for the offset of a start that the host puts. */
export const GIVEN_OFFSET: i32 = 116;
/** The cache of dates: the length of each, its meaning, and its bytes. */
const DATES: i32 = 136;
const DATE_COUNT: i32 = 64;
export const DATE_LENGTH: i32 = 0;
export const DATE_DAY: i32 = 4;
export const DATE_OFFSET: i32 = 8;
export const DATE_OFFSET_LENGTH: i32 = 12;
export const DATE_OFFSET_TEXT: i32 = 16;
export const DATE_TEXT: i32 = 24;
const MOST_DATE_BYTES: i32 = 40;
const DATE_BYTES: i32 = 64;
/**
 * The cache of the zone's days: the day, or NOT_PLAIN for an empty entry; milliseconds east of UTC, or NOT_PLAIN near a
 * clock change.
 */
export const ZONE_DAYS: i32 = DATES + DATE_COUNT * DATE_BYTES;
const ZONE_DAY_COUNT: i32 = 64;
export const NOT_PLAIN: i32 = -2147483648;
export const TIME_BYTES: i32 = ZONE_DAYS + 8 * ZONE_DAY_COUNT;

const NO_TIME: i32 = -1;
const LOCAL_TIME: i32 = -32_768;
const DAY_MS: i32 = 86_400_000;
const MINUTE_MS: i32 = 60_000;
/** Calls lie from 1970-01-01 to 2099-12-31. */
const LAST_CALL_DAY: i32 = 47_481;
/** 1968 begins so many days before 1970; of the years that calls have every fourth is a leap year. */
const DAYS_FROM_1968: i32 = 731;
const DAYS_OF_FOUR_YEARS: i32 = 1461;

const CLOCK_BYTES: i32 = 8;
/** Bytes of a date, a separator and a clock, as the product's own records have them. */
const OUR_BYTES: i32 = 19;
/** Most bytes of the text of a start, with the surplus bytes that copying writes behind it. */
const MOST_START_BYTES: i32 = 40;
const SAFE_DIGITS: i32 = 15;

const SPACE: i32 = 32;
const PLUS: i32 = 43;
const MINUS: i32 = 45;
const POINT: i32 = 46;
const ZERO: i32 = 48;
const COLON: i32 = 58;
const LETTER_T: i32 = 84;
const LETTER_Z: i32 = 90;

/**
 * Reads the start of a row's call, `later` milliseconds after the time from `start` to `end`, and puts it; returns 0,
 * ASK_HOST, ODD_TIME or CAREFULLY.
 */
export function readStart(reading: i32, time: i32, start: i32, end: i32, later: f64, row: i32): i32 {
  const read = readTime(time, start, end);
  if (read !== 0) return read;
  const isOnWall = i32At(time + OFFSET) === LOCAL_TIME;
  if (isOnWall && later === 0 && i32At(time + IS_OURS) !== 0 && end - start === OUR_BYTES) {
    if (!putColumns(time, row)) return CAREFULLY;
    show(i32At(time + SHOWN_DATE), start, start + 10, row);
    show(i32At(time + SHOWN_CLOCK), end - CLOCK_BYTES, end, row);
    return 0;
  }
  const moved = isOnWall ? moveWall(time, later) : moveInstant(time, later);
  return moved === 0 ? putStart(reading, time, row, i32At(time + OFFSET) === LOCAL_TIME) : moved;
}

/**
 * Puts the day, the millisecond and the offset of a time as the start of a row's call, shown as two texts or one;
 * returns 0 or CAREFULLY.
 */
export function putStart(reading: i32, time: i32, row: i32, isSplit: boolean): i32 {
  if (!putColumns(time, row)) return CAREFULLY;
  const shownDate = i32At(time + SHOWN_DATE);
  const shownClock = i32At(time + SHOWN_CLOCK);
  if (shownDate === 0 && shownClock === 0) return 0;
  const start = i32At(reading + SCRATCH_AT);
  if (start + MOST_START_BYTES > i32At(reading + SCRATCH_END)) return CAREFULLY;
  const date = writeDate(time, start);
  let end = date;
  if (i32At(time + MILLISECOND) !== NO_TIME) {
    setU8(end, LETTER_T);
    end = writeClock(end + 1, i32At(time + MILLISECOND));
  }
  if (i32At(time + OFFSET) !== LOCAL_TIME)
    end = copyBytes(end, i32At(time + OFFSET_TEXT), i32At(time + OFFSET_LENGTH));
  setI32(reading + SCRATCH_AT, end);
  const hasClock = isSplit && end > date;
  show(shownDate, start, isSplit ? date : end, row);
  show(shownClock, hasClock ? date + 1 : 0, hasClock ? end : 0, row);
  return 0;
}

/** False where the day is outside the days of calls. */
function putColumns(time: i32, row: i32): boolean {
  const day = i32At(time + DAY);
  if (day < 0 || day > LAST_CALL_DAY) return false;
  setI32(rows.START_DAY + (row << 2), day);
  setI32(rows.START_MILLISECOND + (row << 2), i32At(time + MILLISECOND));
  setI32(rows.START_OFFSET + (row << 2), i32At(time + OFFSET));
  return true;
}

/** Reads a time into the words of its format; returns 0, ASK_HOST or ODD_TIME. */
export function readTime(time: i32, start: i32, end: i32): i32 {
  if (i32At(time + EPOCH) !== 0) return readEpoch(time, start, end);
  const prefix = i32At(time + PREFIX);
  if (prefix === UNREADABLE) return ODD_TIME;
  if (prefix === 0) return readClockFirst(time, start, end);
  const clock = start + (prefix === BEFORE_COLON ? colonIn(start, end) - 2 : prefix);
  if (clock <= start || clock - start > MOST_DATE_BYTES) return ODD_TIME;
  const behind = readClock(time, clock, end);
  if (behind < 0) return ODD_TIME;
  const ending = readEnding(time, behind, end);
  if (ending !== 0) return ending;
  const date = findDate(time, start, clock);
  if (date === 0) return ASK_HOST;
  setI32(time + DAY, i32At(date + DATE_DAY));
  return 0;
}

/** Reads the clock, and the bytes behind the clock as a date with an offset. */
function readClockFirst(time: i32, start: i32, end: i32): i32 {
  let at = readClock(time, start, end);
  if (at < 0) return ODD_TIME;
  if (i32At(time + ENDINGS) === WITH_BOTH) {
    const fraction = at + 1;
    if (u8At(at) !== POINT) return ODD_TIME;
    at = readFraction(time, fraction, end);
    if (at === fraction) return ODD_TIME;
  }
  if (at >= end || end - at > MOST_DATE_BYTES) return ODD_TIME;
  const date = findDate(time, at, end);
  if (date === 0) return ASK_HOST;
  setI32(time + DAY, i32At(date + DATE_DAY));
  setI32(time + OFFSET, i32At(date + DATE_OFFSET));
  setI32(time + OFFSET_TEXT, date + DATE_OFFSET_TEXT);
  setI32(time + OFFSET_LENGTH, i32At(date + DATE_OFFSET_LENGTH));
  return 0;
}

/** Reads the clock; returns its end, or ODD_TIME. */
function readClock(time: i32, start: i32, end: i32): i32 {
  const isPacked = i32At(time + IS_PACKED) !== 0;
  const step: i32 = isPacked ? 2 : 3;
  const behind = start + 2 * step + 2;
  if (behind > end) return ODD_TIME;
  const hours = pairAt(start);
  const minutes = pairAt(start + step);
  const seconds = pairAt(start + 2 * step);
  if (hours > 23 || minutes > 59 || seconds > 59) return ODD_TIME;
  if (!isPacked && (u8At(start + 2) !== COLON || u8At(start + 5) !== COLON)) return ODD_TIME;
  setI32(time + MILLISECOND, ((hours * 60 + minutes) * 60 + seconds) * 1000);
  return behind;
}

function readEpoch(time: i32, start: i32, end: i32): i32 {
  const epoch = i32At(time + EPOCH);
  // The last three digits of microseconds are dropped.
  const last = epoch === MICROSECONDS ? end - 3 : end;
  if (last <= start || last - start > SAFE_DIGITS) return ODD_TIME;
  let units: f64 = 0;
  for (let at = start; at < end; at++) {
    const digit = u8At(at) - ZERO;
    if (digit < 0 || digit > 9) return ODD_TIME;
    if (at < last) units = units * 10 + toF64(digit);
  }
  return setInstant(time, epoch === SECONDS ? units * 1000 : units);
}

/** Reads the ending behind the clock. */
function readEnding(time: i32, from: i32, end: i32): i32 {
  const endings = i32At(time + ENDINGS);
  setI32(time + OFFSET, LOCAL_TIME);
  let at = from;
  if (at === end) return (endings & BARE) !== 0 ? 0 : ODD_TIME;
  const hasFraction = u8At(at) === POINT;
  if (hasFraction) {
    at = readFraction(time, from + 1, end);
    if (at === from + 1) return ODD_TIME;
    if (at === end) return (endings & WITH_FRACTION) !== 0 ? 0 : ODD_TIME;
  }
  if ((endings & (hasFraction ? WITH_BOTH : WITH_OFFSET)) === 0) return ODD_TIME;
  if (i32At(time + HAS_SPACE) !== 0) {
    if (u8At(at) !== SPACE) return ODD_TIME;
    at++;
  }
  return readOffset(time, at, end);
}

/** Adds the digits of a fraction as milliseconds; returns their end. */
function readFraction(time: i32, from: i32, end: i32): i32 {
  let millisecond = i32At(time + MILLISECOND);
  let weight: i32 = 100;
  let at = from;
  while (at < end) {
    const digit = u8At(at) - ZERO;
    if (digit < 0 || digit > 9) break;
    millisecond += digit * weight;
    weight = quotient(weight, 10);
    at++;
  }
  setI32(time + MILLISECOND, millisecond);
  return at;
}

function readOffset(time: i32, from: i32, end: i32): i32 {
  const length = end - from;
  if (length <= 0 || length > MOST_OFFSET_BYTES) return ODD_TIME;
  const sign = u8At(from);
  const isUTC = sign === LETTER_Z && length === 1;
  if (!isUTC) {
    if (sign !== PLUS && sign !== MINUS) return ODD_TIME;
    if (length !== i32At(time + LAST_OFFSET_LENGTH) || !areSame(time + LAST_OFFSET, from, length))
      return ask(time, OFFSET_OF, from, end);
  }
  setI32(time + OFFSET, isUTC ? 0 : i32At(time + LAST_MINUTES));
  setI32(time + OFFSET_TEXT, from);
  setI32(time + OFFSET_LENGTH, length);
  return 0;
}

/**
 * The entry of the date from `start` to `end`; 0 where the host was asked for the date, and fills the entry at
 * LAST_ENTRY.
 */
function findDate(time: i32, start: i32, end: i32): i32 {
  const length = end - start;
  // Mostly the date is that of the row before.
  let entry = i32At(time + LAST_ENTRY);
  if (entry !== 0 && isDate(entry, start, length)) return entry;
  const hash = hashOf(start, end);
  entry = time + DATES + ((hash ^ (hash >>> 6)) & (DATE_COUNT - 1)) * DATE_BYTES;
  setI32(time + LAST_ENTRY, entry);
  if (isDate(entry, start, length)) return entry;
  ask(time, DATE_OF, start, end);
  return 0;
}

function isDate(entry: i32, start: i32, length: i32): boolean {
  return i32At(entry + DATE_LENGTH) === length && areSame(entry + DATE_TEXT, start, length);
}

/** Moves a time with an offset; a moved time is in UTC. */
function moveInstant(time: i32, later: f64): i32 {
  if (later === 0) return 0;
  const offset: f64 = toF64(i32At(time + OFFSET)) * toF64(MINUTE_MS);
  return setInstant(time, wallOf(time) - offset + later);
}

/**
 * Moves a time without an offset: as local time in the book's zone, else as an instant. Near a clock change the host
 * does it.
 */
function moveWall(time: i32, later: f64): i32 {
  const wall = wallOf(time);
  const hasZone = i32At(time + HAS_ZONE) !== 0;
  if (i32At(time + IS_LOCAL) === 0) {
    if (!hasZone) return setInstant(time, wall + later);
    const zone = zoneOn(time, i32At(time + DAY));
    if (zone === 0) return ASK_HOST;
    const offset = i32At(zone + 4);
    return offset === NOT_PLAIN ? ODD_TIME : setInstant(time, wall - toF64(offset) + later);
  }
  if (later === 0) return 0;
  const dayBefore = i32At(time + DAY);
  if (hasZone && (later >= toF64(DAY_MS) || later <= toF64(0 - DAY_MS))) return ODD_TIME;
  if (!split(time, wall + later)) return CAREFULLY;
  if (!hasZone) return 0;
  const zoneBefore = zoneOn(time, dayBefore);
  if (zoneBefore === 0) return ASK_HOST;
  const zone = zoneOn(time, i32At(time + DAY));
  if (zone === 0) return ASK_HOST;
  return i32At(zoneBefore + 4) === NOT_PLAIN || i32At(zone + 4) === NOT_PLAIN ? ODD_TIME : 0;
}

/** The cache entry of a zone's day; 0 where the host was asked for the day. */
function zoneOn(time: i32, day: i32): i32 {
  const entry = time + ZONE_DAYS + ((day & (ZONE_DAY_COUNT - 1)) << 3);
  if (i32At(entry) === day) return entry;
  ask(time, ZONE_OF, entry, day);
  return 0;
}

function ask(time: i32, what: i32, start: i32, end: i32): i32 {
  setI32(time + ASKED, what);
  setI32(time + ASKED_START, start);
  setI32(time + ASKED_END, end);
  return ASK_HOST;
}

function wallOf(time: i32): f64 {
  return toF64(i32At(time + DAY)) * toF64(DAY_MS) + toF64(i32At(time + MILLISECOND));
}

/** Sets a time in UTC. */
function setInstant(time: i32, instant: f64): i32 {
  if (!split(time, instant)) return CAREFULLY;
  setI32(time + OFFSET, 0);
  setU8(time + UTC_TEXT, LETTER_Z);
  setI32(time + OFFSET_TEXT, time + UTC_TEXT);
  setI32(time + OFFSET_LENGTH, 1);
  return 0;
}

/** Splits milliseconds since 1970 into a day and the milliseconds of the day; false outside the days of calls. */
function split(time: i32, moment: f64): boolean {
  const day: f64 = floor(moment / toF64(DAY_MS));
  if (!(day >= 0 && day <= toF64(LAST_CALL_DAY))) return false;
  setI32(time + DAY, toI32(day));
  setI32(time + MILLISECOND, toI32(moment - day * toF64(DAY_MS)));
  return true;
}

function colonIn(start: i32, end: i32): i32 {
  for (let at = start; at < end; at++) if (u8At(at) === COLON) return at - start;
  return 0;
}

/** Writes the date of a time; returns the end. */
function writeDate(time: i32, to: i32): i32 {
  const day = i32At(time + DAY);
  if (day + 1 !== i32At(time + WRITTEN_DAY)) {
    setI32(time + WRITTEN_DAY, day + 1);
    writeCivilDate(time + WRITTEN_DATE, day);
  }
  return copyBytes(to, time + WRITTEN_DATE, 10);
}

function writeCivilDate(to: i32, day: i32): void {
  const days = day + DAYS_FROM_1968;
  const fours = quotient(days, DAYS_OF_FOUR_YEARS);
  let left = days - fours * DAYS_OF_FOUR_YEARS;
  let year = 1968 + 4 * fours;
  const isLeap = left < 366;
  if (!isLeap) {
    const more = quotient(left - 366, 365);
    left -= 366 + more * 365;
    year += 1 + more;
  }
  let month: i32 = 1;
  while (left >= daysOf(month, isLeap)) {
    left -= daysOf(month, isLeap);
    month++;
  }
  const century = quotient(year, 100);
  putPair(to, century);
  putPair(to + 2, year - 100 * century);
  setU8(to + 4, MINUS);
  putPair(to + 5, month);
  setU8(to + 7, MINUS);
  putPair(to + 8, left + 1);
}

/** Writes HH:mm:ss, and milliseconds where there are some; returns the end. */
function writeClock(to: i32, millisecond: i32): i32 {
  const second = quotient(millisecond, 1000);
  const minute = quotient(second, 60);
  const hour = quotient(minute, 60);
  putPair(to, hour);
  setU8(to + 2, COLON);
  putPair(to + 3, minute - 60 * hour);
  setU8(to + 5, COLON);
  putPair(to + 6, second - 60 * minute);
  const rest = millisecond - 1000 * second;
  if (rest === 0) return to + CLOCK_BYTES;
  const tens = quotient(rest, 10);
  setU8(to + 8, POINT);
  putPair(to + 9, tens);
  setU8(to + 11, ZERO + rest - 10 * tens);
  return to + 12;
}

function putPair(to: i32, value: i32): void {
  const tens = quotient(value, 10);
  setU8(to, ZERO + tens);
  setU8(to + 1, ZERO + value - 10 * tens);
}
