/** The forms of times of a dialect, tried in order, and why a text fits none of them. */
import { civilDateAtStartOf, type DayNumber } from "../../../calendar/index.ts";
import { Fault } from "../../../model/index.ts";
import type { DialectTime } from "../call-dialect.ts";
import { openPicture, type TimeParts } from "./time-picture.ts";
import { clearParts, TimeScanner } from "./time-scanner.ts";

/** Fills the parts; false where the text is not written so. */
type ReadForm = (text: string, parts: TimeParts) => boolean;

/** What is wrong with how a dialect writes its times; undefined where nothing is. */
export function timeFault(time: DialectTime): string | undefined {
  const forms = typeof time === "string" ? [time] : time;
  for (const form of forms) {
    const opened = WORDS.has(form) ? undefined : openPicture(form);
    if (typeof opened === "string") return opened;
  }
  return forms.length === 0 ? "names no form of a time" : undefined;
}

/** Whether a year must be said beside what is written: some form of the time names none. */
export function needsYear(time: DialectTime): boolean {
  return (typeof time === "string" ? [time] : time).some((form) => {
    const opened = WORDS.has(form) ? undefined : openPicture(form);
    return typeof opened === "object" && !opened.hasYear;
  });
}

/** The forms of a time, opened. Keeps what it read last, so that a row makes no garbage. */
export class TimeForms {
  readonly parts: TimeParts = {
    year: -1,
    month: -1,
    day: -1,
    millisecondOfDay: -1,
    offset: "",
    instant: Number.NaN,
  };
  /** The date that was read last, as a text and by its number; not of instants. */
  date = "";
  dayNumber: DayNumber = 0;
  // None is the day that was read last before one was read.
  #yearOfDay = Number.NaN;
  #month = Number.NaN;
  #day = Number.NaN;
  readonly #forms: readonly ReadForm[];
  readonly #year: number | undefined;
  readonly #unfit: Fault;
  readonly #swapped: Fault;

  /** Throws a RangeError for a picture that is none (see `timeFault`). */
  constructor(time: DialectTime, year: number | undefined) {
    const forms = typeof time === "string" ? [time] : time;
    this.#forms = forms.map(openForm);
    this.#year = year;
    const written = forms.map((form) => JSON.stringify(form)).join(" or ");
    this.#unfit = new Fault(`is not a time as ${written}`);
    this.#swapped = new Fault(`is not a time as ${written}; day and month may stand the other way round`);
  }

  /** Reads a text; undefined where it is a time that exists, else why it is none. */
  read(text: string): Fault | undefined {
    const { parts } = this;
    let isSwapped = false;
    for (const form of this.#forms) {
      if (!form(text, parts)) continue;
      if (!Number.isNaN(parts.instant)) return undefined;
      const year = parts.year < 0 ? this.#year : parts.year;
      if (year === undefined) continue;
      // Rows that follow one another are mostly of one day.
      if (parts.day === this.#day && parts.month === this.#month && year === this.#yearOfDay)
        return undefined;
      const date = `${fourDigits(year)}-${twoDigits(parts.month)}-${twoDigits(parts.day)}`;
      const day = civilDateAtStartOf(date);
      if (day !== undefined) {
        this.date = date;
        this.dayNumber = day;
        this.#yearOfDay = year;
        this.#month = parts.month;
        this.#day = parts.day;
        return undefined;
      }
      isSwapped ||= parts.month > 12 && parts.month <= 31 && parts.day >= 1 && parts.day <= 12;
    }
    return isSwapped ? this.#swapped : this.#unfit;
  }
}

const scanner = new TimeScanner();

const WORDS: ReadonlyMap<string, ReadForm> = new Map<string, ReadForm>([
  ["iso", (text, parts) => scanner.readIso(text, parts)],
  ["epoch s", (text, parts) => readEpoch(text, 3, parts)],
  ["epoch ms", (text, parts) => readEpoch(text, 0, parts)],
  ["epoch us", (text, parts) => readEpoch(text, -3, parts)],
]);

function openForm(form: string): ReadForm {
  const word = WORDS.get(form);
  if (word !== undefined) return word;
  const picture = openPicture(form);
  if (typeof picture === "string") throw new RangeError(picture);
  const { pieces } = picture;
  return (text, parts) => scanner.read(text, pieces, parts);
}

/** The last millisecond that is written with a year of four digits. */
const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1;

/** Digits since 1970, with any decimals; `shift` digits more than they are, they are milliseconds. Cut, not rounded. */
function readEpoch(text: string, shift: number, parts: TimeParts): boolean {
  clearParts(parts);
  const point = text.indexOf(".");
  const wholeEnd = point < 0 ? text.length : point;
  if (wholeEnd === 0 || wholeEnd > 18 || point === text.length - 1) return false;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (at !== point && !(digit >= 0 && digit <= 9)) return false;
  }
  const whole = text.slice(0, wholeEnd);
  const decimals = point < 0 ? "" : text.slice(point + 1, point + 1 + Math.max(shift, 0));
  const digits = shift < 0 ? whole.slice(0, shift) : whole + decimals.padEnd(shift, "0");
  const instant = Number(digits);
  if (instant > LAST_INSTANT) return false;
  parts.instant = instant;
  return true;
}

const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, value) =>
  String(value).padStart(2, "0"),
);

/** Two digits of 0 … 99; any other number gives a text that is no part of a date. */
function twoDigits(value: number): string {
  return TWO_DIGITS[value] ?? "??";
}

function fourDigits(year: number): string {
  return twoDigits(Math.floor(year / 100)) + twoDigits(year % 100);
}

/** A time of day as `HH:mm:ss`, with milliseconds where it has some. */
export function clockText(millisecondOfDay: number): string {
  const second = Math.floor(millisecondOfDay / 1_000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  const clock = `${twoDigits(hour)}:${twoDigits(minute - hour * 60)}:${twoDigits(second - minute * 60)}`;
  const millisecond = millisecondOfDay - second * 1_000;
  return millisecond === 0 ? clock : `${clock}.${String(millisecond).padStart(3, "0")}`;
}
