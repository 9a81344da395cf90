/** Times as a dialect writes them, read from their bytes: the clock by position, a day once for each way it is written. */
import {
  type AmbiguousTime,
  DAY_MS,
  isPlainDay,
  MINUTE_MS,
  openZone,
  parseCivilDate,
  resolveWallTime,
  type Zone,
} from "../../../calendar/index.ts";
import { isCallDay, LOCAL_TIME, readColumnStart } from "../../../engine/index.ts";
import type { DialectTime } from "../../dialects/index.ts";
import {
  openPicture,
  openTime,
  type ReadStart,
  type StartText,
  type TimeSettings,
} from "../../dialects/values/index.ts";
import { clockIn, ODD, unitsIn } from "../cell-values.ts";
import { DayMemo, MOST_DATE_BYTES } from "./day-memo.ts";

const ZERO = 48;
const COLON = 58;
const POINT = 46;
const PLUS = 43;
const MINUS = 45;
const LETTER_Z = 90;

const CLOCK_BYTES = 8;
/** Bytes of a date, what stands between, and a clock. */
const OUR_BYTES = 19;

/** Which forms a time may end in, behind its seconds: each a bit. */
const BARE = 1;
const WITH_FRACTION = 2;
const WITH_OFFSET = 4;
const WITH_BOTH = 8;

/** A form of which the bytes are read: a date, the clock as HH:mm:ss, a fraction, an offset; or the clock, and all else behind it. */
interface ClockForm {
  /** Bytes before the clock; -1 where it begins two bytes before the first colon. */
  readonly prefix: number;
  /** Whether a time on the wall is written as our own records have it. */
  readonly isOurs: boolean;
  /** What follows the date in a text that is made for another reader to read the date. */
  readonly rest: string;
  /** What stands between the clock and the offset. */
  readonly before: Uint8Array;
  readonly endings: number;
}

const CLOCK = "HH:mm:ss";
/** Behind the clock an offset and a date, in whatever order and however they are written. */
const CLOCK_FIRST = /^HH:mm:ss(\.f)?(?=[^Z]*Z)[^HhmsfAa:]*$/;
const TAIL = /^(\.f)?( ?)(Z)?$/;

/** How the times of a form are read from their bytes; undefined where they are not. */
function clockForm(form: string): ClockForm | undefined {
  if (form === "iso") {
    return {
      prefix: 11,
      isOurs: true,
      rest: "00:00:00",
      before: NOTHING,
      endings: BARE | WITH_FRACTION | WITH_OFFSET | WITH_BOTH,
    };
  }
  const first = CLOCK_FIRST.exec(form);
  if (first !== null && typeof openPicture(form) !== "string") {
    const [, fraction] = first;
    const endings = fraction === undefined ? WITH_OFFSET : WITH_BOTH;
    return { prefix: 0, isOurs: false, rest: "", before: NOTHING, endings };
  }
  const at = form.indexOf(CLOCK);
  const tail = TAIL.exec(form.slice(at + CLOCK.length));
  const picture = at < 0 ? "" : openPicture(form);
  if (typeof picture === "string" || tail === null || (tail[2] !== "" && tail[3] === undefined))
    return undefined;
  const date = form.slice(0, at);
  // A colon of its own would be taken for the clock's.
  if (date === "" || date.includes(":") || /[^ -~]/.test(date)) return undefined;
  const [, fraction, space = "", offset] = tail;
  const endings =
    fraction === undefined
      ? offset === undefined
        ? BARE
        : WITH_OFFSET
      : offset === undefined
        ? WITH_FRACTION
        : WITH_BOTH;
  const isFixed = /^(?:YYYY|YY|MM(?!M)|DD(?!D)|[^A-Za-z]|T)*$/.test(date);
  const rest = `00:00:00${fraction === undefined ? "" : ".0"}${space}${offset ?? ""}`;
  const isOurs = /^YYYY-MM-DD[ T]$/.test(date);
  return { prefix: isFixed ? date.length : -1, isOurs, rest, before: Buffer.from(space), endings };
}

const NOTHING = new Uint8Array(0);

/** The forms of a time as one, as far as the first of them differ only in how they end. */
function mergedForms(time: DialectTime): ClockForm | undefined {
  const forms = typeof time === "string" ? [time] : time;
  let merged: ClockForm | undefined;
  for (const form of forms) {
    const opened = clockForm(form);
    if (opened === undefined) break;
    if (merged?.prefix === 0) break;
    if (merged !== undefined) {
      if (
        opened.prefix === 0 ||
        form === "iso" ||
        forms[0] === "iso" ||
        dateOf(form) !== dateOf(forms[0] as string)
      )
        break;
      if (!Buffer.from(opened.before).equals(merged.before) && opened.endings >= WITH_OFFSET) break;
    }
    merged = { ...(merged ?? opened), endings: (merged?.endings ?? 0) | opened.endings };
  }
  return merged;
}

function dateOf(form: string): string {
  return form.slice(0, form.indexOf(CLOCK));
}

/** Digits more than milliseconds have. */
const EPOCHS: ReadonlyMap<string, number> = new Map([
  ["epoch s", 1_000],
  ["epoch ms", 1],
  ["epoch us", 0.001],
]);

/** Reads times; what it cannot read from their bytes it reads as texts, and leaves to the record what is no time. */
export class TimeReader {
  /** What was read: the day, the milliseconds of it, and minutes east of UTC or LOCAL_TIME. */
  day = 0;
  millisecond = 0;
  offset = 0;
  /** The offset as the record has it. */
  offsetText = "Z";
  /** Whether the start stands in the bytes as the record has it: the date, a byte between, the clock. */
  isOurs = false;
  readonly #form: ClockForm | undefined;
  readonly #epoch: number;
  readonly #text: ReadStart;
  readonly #date: ReadStart;
  /** The zone that times without an offset are in: undefined for UTC, or where no zone is known. */
  readonly #zone: Zone | undefined;
  readonly #isLocal: boolean;
  readonly #rule: AmbiguousTime;
  readonly #dates = new DayMemo();
  #lastOffset = "";
  #lastMinutes = 0;

  constructor(time: DialectTime, settings: TimeSettings) {
    const { zone, bookZone, ambiguousTime = "earlier" } = settings;
    this.#form = mergedForms(time);
    const [form = "", ...forms] = typeof time === "string" ? [time] : time;
    this.#epoch = forms.length === 0 ? (EPOCHS.get(form) ?? 0) : 0;
    this.#text = openTime(time, settings);
    this.#date = openTime(typeof time === "string" ? time : (time[0] ?? "iso"), {
      ...settings,
      zone: "utc",
      bookZone: undefined,
    });
    this.#isLocal = zone === "local" || zone === bookZone;
    const name = this.#isLocal ? bookZone : zone === "utc" ? undefined : zone;
    this.#zone = name === undefined ? undefined : openZone(name);
    this.#rule = ambiguousTime;
  }

  /** Reads the start of a call so many milliseconds later; false where its record has to say. */
  readStart(bytes: Buffer, start: number, end: number, later: number): boolean {
    this.isOurs = false;
    if (this.#readBytes(bytes, start, end)) {
      const isOnWall = this.offset === LOCAL_TIME;
      if (isOnWall ? this.#moveWall(later) : this.#move(later)) {
        this.isOurs =
          isOnWall &&
          this.#isLocal &&
          later === 0 &&
          end - start === OUR_BYTES &&
          this.#form?.isOurs === true;
        return isCallDay(this.day);
      }
    }
    const text = this.#text(bytes.toString("utf8", start, end), later / 1_000);
    if (!("startDate" in text)) return false;
    const written = readColumnStart(text.startDate, text.startTime ?? "");
    if (written === undefined) return false;
    this.day = written.day;
    this.millisecond = written.millisecond;
    this.offset = written.offset;
    this.offsetText = offsetOf(text);
    return true;
  }

  /** The instant of a time, in milliseconds since 1970; NaN where its text has to say. */
  instantIn(bytes: Buffer, start: number, end: number): number {
    if (!this.#readBytes(bytes, start, end)) return Number.NaN;
    const moment = this.day * DAY_MS + this.millisecond;
    if (this.offset !== LOCAL_TIME) return moment - this.offset * MINUTE_MS;
    if (this.#zone === undefined) return moment;
    if (!isPlainDay(this.#zone, this.day)) return Number.NaN;
    return resolveWallTime(this.#zone, moment, this.#rule) ?? Number.NaN;
  }

  #set(instant: number): true {
    this.day = Math.floor(instant / DAY_MS);
    this.millisecond = instant - this.day * DAY_MS;
    this.offset = 0;
    this.offsetText = "Z";
    return true;
  }

  #move(later: number): boolean {
    if (later === 0) return true;
    return this.#set(this.day * DAY_MS + this.millisecond - this.offset * MINUTE_MS + later);
  }

  /** A time without an offset: on the wall in the book's zone, else its instant; false where the clock is changed near it. */
  #moveWall(later: number): boolean {
    const wall = this.day * DAY_MS + this.millisecond;
    const zone = this.#zone;
    if (!this.#isLocal) {
      if (zone === undefined) return this.#set(wall + later);
      if (!isPlainDay(zone, this.day)) return false;
      const instant = resolveWallTime(zone, wall, this.#rule);
      return instant !== undefined && this.#set(instant + later);
    }
    if (later === 0) return true;
    const laterDay = Math.floor((wall + later) / DAY_MS);
    if (zone !== undefined) {
      if (Math.abs(later) >= DAY_MS || !isPlainDay(zone, this.day) || !isPlainDay(zone, laterDay))
        return false;
    }
    this.day = laterDay;
    this.millisecond = wall + later - laterDay * DAY_MS;
    return true;
  }

  /** Reads the parts of a time; false where its bytes are not written as is expected. */
  #readBytes(bytes: Buffer, start: number, end: number): boolean {
    if (this.#epoch !== 0) return this.#readEpoch(bytes, start, end);
    const form = this.#form;
    if (form === undefined) return false;
    if (form.prefix === 0) return this.#readClockFirst(form, bytes, start, end);
    const clock = start + (form.prefix < 0 ? colonIn(bytes, start, end) - 2 : form.prefix);
    if (clock <= start || clock + 8 > end || clock - start > MOST_DATE_BYTES) return false;
    const millisecond = clockIn(bytes, clock, clock + 8);
    if (millisecond < 0) return false;
    this.millisecond = millisecond;
    return this.#readEnding(form, bytes, clock + 8, end) && this.#readDate(form, bytes, start, clock);
  }

  #readEpoch(bytes: Buffer, start: number, end: number): boolean {
    // Of microseconds the last digits say nothing.
    const isMicro = this.#epoch < 1;
    const last = isMicro ? end - 3 : end;
    if (last <= start || last - start > 15) return false;
    const units = unitsIn(bytes, start, last, 0);
    if (units === ODD || (isMicro && unitsIn(bytes, last, end, 0) === ODD)) return false;
    return this.#set(isMicro ? units : units * this.#epoch);
  }

  #readEnding({ before, endings }: ClockForm, bytes: Buffer, from: number, end: number): boolean {
    let at = from;
    this.offset = LOCAL_TIME;
    if (at === end) return (endings & BARE) !== 0;
    const hasFraction = bytes[at] === POINT;
    if (hasFraction) {
      at = this.#readFraction(bytes, at + 1, end);
      if (at === from + 1) return false;
      if (at === end) return (endings & WITH_FRACTION) !== 0;
    }
    if ((endings & (hasFraction ? WITH_BOTH : WITH_OFFSET)) === 0) return false;
    for (const code of before) if (bytes[at++] !== code) return false;
    return this.#readOffset(bytes, at, end);
  }

  /** Adds the digits of a fraction as milliseconds, and gives where they end. */
  #readFraction(bytes: Buffer, from: number, end: number): number {
    let weight = 100;
    let at = from;
    for (; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      if (weight >= 1) this.millisecond += digit * weight;
      weight = weight > 1 ? weight / 10 : 0;
    }
    return at;
  }

  /** Reads the clock, and what stands behind it once for each way it is written. */
  #readClockFirst({ endings }: ClockForm, bytes: Buffer, start: number, end: number): boolean {
    if (start + CLOCK_BYTES > end) return false;
    const millisecond = clockIn(bytes, start, start + CLOCK_BYTES);
    if (millisecond < 0) return false;
    this.millisecond = millisecond;
    let at = start + CLOCK_BYTES;
    const hasFraction = endings === WITH_BOTH;
    if (hasFraction) {
      if (bytes[at] !== POINT) return false;
      const first = at + 1;
      at = this.#readFraction(bytes, first, end);
      if (at === first) return false;
    }
    if (at === end || end - at > MOST_DATE_BYTES) return false;
    const dates = this.#dates;
    if (!dates.find(bytes, at, end)) {
      const text = this.#text(`00:00:00${hasFraction ? ".0" : ""}${bytes.toString("utf8", at, end)}`);
      if (!("startDate" in text)) return false;
      const written = readColumnStart(text.startDate, text.startTime ?? "");
      if (written === undefined || written.millisecond !== 0 || written.offset === LOCAL_TIME) return false;
      dates.keep(bytes, at, end, written.day, written.offset, offsetOf(text));
    }
    this.day = dates.day;
    this.offset = dates.offset;
    this.offsetText = dates.offsetText;
    return true;
  }

  #readOffset(bytes: Buffer, from: number, end: number): boolean {
    const sign = bytes[from];
    if (sign === LETTER_Z && from + 1 === end) {
      this.offset = 0;
      this.offsetText = "Z";
      return true;
    }
    if ((sign !== PLUS && sign !== MINUS) || end - from > 6) return false;
    const text = bytes.toString("latin1", from, end);
    if (text !== this.#lastOffset) {
      if (!/^[+-][0-9]{2}(?::?[0-9]{2})?$/.test(text)) return false;
      const read = readColumnStart(`2026-06-15T12:00:00${text}`, "");
      if (read === undefined) return false;
      this.#lastOffset = text;
      this.#lastMinutes = read.offset;
    }
    this.offset = this.#lastMinutes;
    this.offsetText = text;
    return true;
  }

  #readDate(form: ClockForm, bytes: Buffer, start: number, end: number): boolean {
    const dates = this.#dates;
    if (dates.find(bytes, start, end)) {
      this.day = dates.day;
      return true;
    }
    const text = this.#date(bytes.toString("utf8", start, end) + form.rest);
    if (!("startDate" in text)) return false;
    const day = parseCivilDate(text.startDate.slice(0, 10));
    if (day === undefined) return false;
    dates.keep(bytes, start, end, day, 0, "");
    this.day = day;
    return true;
  }
}

function offsetOf({ startDate }: StartText): string {
  return /(?:Z|[+-][0-9:]+)$/.exec(startDate)?.[0] ?? "Z";
}

/** How many bytes stand before the first colon; 0 where there is none. */
function colonIn(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start; at < end; at++) if (bytes[at] === COLON) return at - start;
  return 0;
}
