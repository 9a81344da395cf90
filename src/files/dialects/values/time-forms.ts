/** The forms of a dialect's times, tried in order, and why a text fits none of them. */
import { civilDateAtStartOf, type DayNumber } from "../../../calendar/index.ts";
import { Fault } from "../../../model/index.ts";
import type { DialectTime } from "../call-dialect.ts";
import { ISO_TIME, openPicture, readByPattern, type TimeParts } from "./time-picture.ts";

/** Fills the parts; false if the text does not have the form. */
type ReadForm = (text: string, parts: TimeParts) => boolean;

/** The fault of the forms of a time; undefined if there is none. */
export function timeFault(time: DialectTime): string | undefined {
  const forms = typeof time === "string" ? [time] : time;
  for (const form of forms) {
    const opened = WORDS.has(form) ? undefined : openPicture(form);
    if (typeof opened === "string") return opened;
  }
  return forms.length === 0 ? "names no form of a time" : undefined;
}

/** Whether a year must be chosen: some form of the time has none. */
export function needsYear(time: DialectTime): boolean {
  return (typeof time === "string" ? [time] : time).some((form) => {
    const opened = WORDS.has(form) ? undefined : openPicture(form);
    return typeof opened === "object" && !opened.hasYear;
  });
}

/** The opened forms of a time. Reuses one record of parts, so that a row makes no garbage. */
export class TimeForms {
  readonly parts: TimeParts = {
    year: -1,
    month: -1,
    day: -1,
    millisecondOfDay: -1,
    offset: "",
    instant: Number.NaN,
  };
  /** The last date that was read, as a text and by its day number; not for instants. */
  date = "";
  dayNumber: DayNumber = 0;
  // The last day that was read; NaN at first.
  #yearOfDay = Number.NaN;
  #month = Number.NaN;
  #day = Number.NaN;
  readonly #forms: readonly ReadForm[];
  readonly #year: number | undefined;
  readonly #unfit: Fault;
  readonly #swapped: Fault;

  /** Throws a RangeError for an invalid picture (see `timeFault`). */
  constructor(time: DialectTime, year: number | undefined) {
    const forms = typeof time === "string" ? [time] : time;
    this.#forms = forms.map(openForm);
    this.#year = year;
    const written = forms.map((form) => JSON.stringify(form)).join(" or ");
    this.#unfit = new Fault(`is not a time as ${written}`);
    this.#swapped = new Fault(`is not a time as ${written}; day and month may stand the other way round`);
  }

  /** Reads a text; undefined for a time that exists, else its fault. */
  read(text: string): Fault | undefined {
    const { parts } = this;
    let isSwapped = false;
    for (const form of this.#forms) {
      if (!form(text, parts)) continue;
      if (!Number.isNaN(parts.instant)) return undefined;
      const year = parts.year < 0 ? this.#year : parts.year;
      if (year === undefined) continue;
      // A cache of the last day: consecutive rows are mostly of one day.
      if (parts.day === this.#day && parts.month === this.#month && year === this.#yearOfDay)
        return undefined;
      const years = twoDigits(Math.floor(year / 100)) + twoDigits(year % 100);
      const date = `${years}-${twoDigits(parts.month)}-${twoDigits(parts.day)}`;
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

const WORDS: ReadonlyMap<string, ReadForm> = new Map<string, ReadForm>([
  ["iso", (text, parts) => readByPattern(ISO_TIME, text, parts)],
  ["epoch s", (text, parts) => readEpoch(text, 3, parts)],
  ["epoch ms", (text, parts) => readEpoch(text, 0, parts)],
  ["epoch us", (text, parts) => readEpoch(text, -3, parts)],
]);

function openForm(form: string): ReadForm {
  const word = WORDS.get(form);
  if (word !== undefined) return word;
  const picture = openPicture(form);
  if (typeof picture === "string") throw new RangeError(picture);
  const { pattern } = picture;
  return (text, parts) => readByPattern(pattern, text, parts);
}

/** The last millisecond with a year of four digits. */
const LAST_INSTANT = Date.UTC(10_000, 0, 1) - 1;

/** A number since 1970 with any decimals, times 10^shift as milliseconds; cut, not rounded. */
function readEpoch(text: string, shift: number, parts: TimeParts): boolean {
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

/** Two digits for 0 … 99; for any other number, a text that no date has. */
function twoDigits(value: number): string {
  return TWO_DIGITS[value] ?? "??";
}

/** A time of day as `HH:mm:ss`, with milliseconds unless they are 0. */
export function clockText(millisecondOfDay: number): string {
  const second = Math.floor(millisecondOfDay / 1_000);
  const minute = Math.floor(second / 60);
  const hour = Math.floor(minute / 60);
  const clock = `${twoDigits(hour)}:${twoDigits(minute - hour * 60)}:${twoDigits(second - minute * 60)}`;
  const millisecond = millisecondOfDay - second * 1_000;
  return millisecond === 0 ? clock : `${clock}.${String(millisecond).padStart(3, "0")}`;
}
