import { civilDateAtStartOf, DAY_MINUTES, type DayNumber, MINUTE_MS, twoDigitsAt } from "./civil-date.ts";

/** The parsed text of a call's start, before any zone is applied (R23). */
export interface WallTime {
  /** The date; undefined where the text has none. */
  day: DayNumber | undefined;
  /** Milliseconds since 00:00 by the wall clock, 0 … 86,399,999. */
  millisecondOfDay: number;
  /** Minutes east of UTC (`Z` is 0); undefined where the text has no offset: local time of the book's zone. */
  offsetMinutes: number | undefined;
}

const ZERO = 48;
const COLON = 58;
const POINT = 46;
const PLUS = 43;
const MINUS = 45;
const UPPER_T = 84;
const UPPER_Z = 90;
const SPACE = 32;

/** Decimals of a second: PostgreSQL prints microseconds. */
const MOST_DECIMALS = 6;

/**
 * Reads a time of day: `HH:mm`, `HH:mm:ss` or `HH:mm:ss.s` (one to six decimals, cut to milliseconds), optionally
 * followed by `Z`, `+HH:mm`, `+HHmm` or, as PostgreSQL prints it, `+HH`. Hours 00 … 23; `undefined` for anything else, so
 * that a doubtful time becomes `malformed-record` and not a guess. `day` is always undefined.
 *
 * @example parseTimeOfDay("09:30:00.5") // => { day: undefined, millisecondOfDay: 34_200_500, offsetMinutes: undefined }
 */
export function parseTimeOfDay(text: string): WallTime | undefined {
  return timeFrom(text, 0, undefined);
}

/** The time of day of the eight characters `HH:mm:ss` at an offset of a text, in milliseconds; -1 for any other text. */
export function clockAt(text: string, at: number): number {
  if (text.charCodeAt(at + 2) !== COLON || text.charCodeAt(at + 5) !== COLON) return -1;
  const hours = twoDigitsAt(text, at);
  const minutes = twoDigitsAt(text, at + 3);
  const seconds = twoDigitsAt(text, at + 6);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return -1;
  return (hours * 60 + minutes) * MINUTE_MS + seconds * 1_000;
}

/**
 * Reads a timestamp: `YYYY-MM-DD`, a `T` or one space, and a time of day in a form of `parseTimeOfDay`.
 *
 * @example parseTimestamp("2026-03-02T10:00:00+01:00") // => { day: 20_514, millisecondOfDay: 36_000_000, offsetMinutes: 60 }
 */
export function parseTimestamp(text: string): WallTime | undefined {
  const separator = text.charCodeAt(10);
  if (separator !== UPPER_T && separator !== SPACE) return undefined;
  const day = civilDateAtStartOf(text);
  return day === undefined ? undefined : timeFrom(text, 11, day);
}

/**
 * Reads the `from` or `to` of a rating period, `HH:mm`, as minutes since 00:00: 0 … 1440. `24:00` is 1440 and
 * is valid only as an end, which the caller must check.
 *
 * @example parseClock("19:00") // => 1140
 */
export function parseClock(text: string): number | undefined {
  if (text.length !== 5 || text.charCodeAt(2) !== COLON) return undefined;
  const hours = twoDigitsAt(text, 0);
  const minutes = twoDigitsAt(text, 3);
  if (hours < 0 || minutes < 0 || minutes > 59) return undefined;
  const clock = hours * 60 + minutes;
  return clock <= DAY_MINUTES ? clock : undefined;
}

function timeFrom(text: string, start: number, day: DayNumber | undefined): WallTime | undefined {
  const hours = twoDigitsAt(text, start);
  const minutes = twoDigitsAt(text, start + 3);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || text.charCodeAt(start + 2) !== COLON) {
    return undefined;
  }
  let millisecondOfDay = (hours * 60 + minutes) * MINUTE_MS;
  let at = start + 5;
  // Never read past the end: one such read makes the JavaScript engine use slower code from then on.
  if (at < text.length && text.charCodeAt(at) === COLON) {
    // Refuse a leap second (":60"): no switch writes one, and zone data has none.
    const seconds = twoDigitsAt(text, at + 1);
    if (seconds < 0 || seconds > 59) return undefined;
    millisecondOfDay += seconds * 1_000;
    at += 3;
    if (at < text.length && text.charCodeAt(at) === POINT) {
      const first = at + 1;
      let weight = 100;
      for (at = first; at < first + MOST_DECIMALS && isDigitAt(text, at); at += 1) {
        // Cut, not rounded: the result is the millisecond in which the call began.
        if (weight >= 1) millisecondOfDay += (text.charCodeAt(at) - ZERO) * weight;
        weight /= 10;
      }
      // At least one decimal must follow the point; a seventh decimal is not consumed and so refused below.
      if (at === first) return undefined;
    }
  }
  if (at === text.length) return { day, millisecondOfDay, offsetMinutes: undefined };
  const offsetMinutes = offsetFrom(text, at);
  return offsetMinutes === undefined ? undefined : { day, millisecondOfDay, offsetMinutes };
}

function isDigitAt(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9;
}

/** Minutes east of UTC; the offset must fill the text from `at` to its end. */
function offsetFrom(text: string, at: number): number | undefined {
  const sign = text.charCodeAt(at);
  if (sign === UPPER_Z) return text.length === at + 1 ? 0 : undefined;
  if (sign !== PLUS && sign !== MINUS) return undefined;
  const hasMinutes = text.length > at + 3;
  const colon = hasMinutes && text.charCodeAt(at + 3) === COLON ? 1 : 0;
  if (text.length !== at + (hasMinutes ? 5 + colon : 3)) return undefined;
  const hours = twoDigitsAt(text, at + 1);
  const minutes = hasMinutes ? twoDigitsAt(text, at + 3 + colon) : 0;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  const offset = hours * 60 + minutes;
  // Not `-offset` alone: "-00:00" must be 0, never -0.
  return sign === MINUS && offset !== 0 ? -offset : offset;
}
