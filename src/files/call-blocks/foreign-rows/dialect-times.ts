/**
 * Times as a dialect writes them: the kernel reads them from their bytes, and asks the host once for each date, each
 * offset and each day of a zone.
 */
import { DAY_MS, MINUTE_MS, parseCivilDate } from "../../../calendar/index.ts";
import { LOCAL_TIME, readColumnStart } from "../../../engine/index.ts";
import { reading, times } from "../../../kernel/index.ts";
import type { DialectTime } from "../../dialects/index.ts";
import {
  openPicture,
  openTime,
  type ReadStart,
  type StartText,
  type TimeSettings,
  WallClock,
} from "../../dialects/values/index.ts";
import { type CallBlock, MOST_TIMES } from "../call-block.ts";

const { BARE, WITH_FRACTION, WITH_OFFSET, WITH_BOTH } = times;

/** A date, the clock, a fraction and an offset; or the clock as HH:mm:ss with everything else behind it. */
interface ClockForm {
  /** The picture of the date, with the characters between date and clock. */
  readonly date: string;
  /** Whether the clock is HHmmss in place of HH:mm:ss. */
  readonly isPacked: boolean;
  /** Bytes before the clock; BEFORE_COLON where it begins two bytes before the first colon. */
  readonly prefix: number;
  /** Whether a local time has the form of the product's own records. */
  readonly isOurs: boolean;
  /** A clock and offset to append to a date, so that a reader of whole times can read the date. */
  readonly rest: string;
  /** Whether a space stands between the clock and the offset. */
  readonly hasSpace: boolean;
  readonly endings: number;
}

const CLOCK = "HH:mm:ss";
const PACKED_CLOCK = "HHmmss";
/** A clock, and behind it an offset and a date in any order and form. */
const CLOCK_FIRST = /^HH:mm:ss(\.f)?(?=[^Z]*Z)[^HhmsfAa:]*$/;
const TAIL = /^(\.f)?( ?)(Z)?$/;

/** The form for reading times from their bytes; undefined if they cannot be. */
function clockForm(form: string): ClockForm | undefined {
  if (form === "iso") {
    return {
      date: form,
      isPacked: false,
      prefix: 11,
      isOurs: true,
      rest: "00:00:00",
      hasSpace: false,
      endings: BARE | WITH_FRACTION | WITH_OFFSET | WITH_BOTH,
    };
  }
  const first = CLOCK_FIRST.exec(form);
  if (first !== null && typeof openPicture(form) !== "string") {
    const [, fraction] = first;
    const endings = fraction === undefined ? WITH_OFFSET : WITH_BOTH;
    return { date: "", isPacked: false, prefix: 0, isOurs: false, rest: "", hasSpace: false, endings };
  }
  const isPacked = !form.includes(CLOCK);
  const clock = isPacked ? PACKED_CLOCK : CLOCK;
  const at = form.indexOf(clock);
  const tail = TAIL.exec(form.slice(at + clock.length));
  const picture = at < 0 ? "" : openPicture(form);
  if (typeof picture === "string" || tail === null || (tail[2] !== "" && tail[3] === undefined))
    return undefined;
  const date = form.slice(0, at);
  // A colon in the date would be taken for a colon of the clock.
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
  // Behind the name of a month, only the colons of a clock tell where the clock begins.
  if (isPacked && !isFixed) return undefined;
  const rest = `${clock.replace(/[Hms]/g, "0")}${fraction === undefined ? "" : ".0"}${space}${offset ?? ""}`;
  const isOurs = /^YYYY-MM-DD[ T]$/.test(date);
  return {
    date,
    isPacked,
    prefix: isFixed ? date.length : times.BEFORE_COLON,
    isOurs: isOurs && !isPacked,
    rest,
    hasSpace: space !== "",
    endings,
  };
}

/** Merges the leading forms of a time that differ only in their endings. */
function mergedForms(time: DialectTime): ClockForm | undefined {
  const forms = typeof time === "string" ? [time] : time;
  let merged: ClockForm | undefined;
  for (const form of forms) {
    const opened = clockForm(form);
    if (opened === undefined) break;
    if (merged?.prefix === 0) break;
    if (merged !== undefined) {
      if (opened.prefix === 0 || form === "iso" || opened.date !== merged.date) break;
      if (opened.isPacked !== merged.isPacked) break;
      if (opened.hasSpace !== merged.hasSpace && opened.endings >= WITH_OFFSET) break;
    }
    merged = { ...(merged ?? opened), endings: (merged?.endings ?? 0) | opened.endings };
  }
  return merged;
}

/** The units of times that are numbers since 1970. */
const EPOCHS: ReadonlyMap<string, number> = new Map([
  ["epoch s", times.SECONDS],
  ["epoch ms", times.MILLISECONDS],
  ["epoch us", times.MICROSECONDS],
]);

/** The form of times in the product's own records. */
export const OUR_TIME = "iso";

const OFFSET = /^[+-][0-9]{2}(?::?[0-9]{2})?$/;

/** The readers of a file's times, one for each form and zone. */
export class FileTimes {
  readonly #block: CallBlock;
  readonly #readers = new Map<string, TimeReader>();

  constructor(block: CallBlock) {
    this.#block = block;
  }

  /** Whether there is room for all of a file's forms and zones. */
  static hasRoom(written: Iterable<{ readonly time: DialectTime; readonly zone: string }>): boolean {
    return new Set([...written].map(keyOf)).size <= MOST_TIMES;
  }

  reader(time: DialectTime, settings: TimeSettings): TimeReader {
    const key = keyOf({ time, zone: settings.zone });
    const known = this.#readers.get(key);
    if (known !== undefined) return known;
    const reader = new TimeReader(time, settings, this.#block, this.#readers.size);
    this.#readers.set(key, reader);
    return reader;
  }
}

function keyOf({ time, zone }: { readonly time: DialectTime; readonly zone: string }): string {
  return JSON.stringify([time, zone]);
}

/** Reads times of one form and zone, from bytes or else from text; a text that is no time needs the slow path. */
export class TimeReader {
  readonly #block: CallBlock;
  readonly #address: number;
  readonly #words: Int32Array;
  readonly #form: ClockForm | undefined;
  readonly #text: ReadStart;
  readonly #date: ReadStart;
  readonly #clock: WallClock;
  /** The offset that was written last to GIVEN_OFFSET. */
  #givenOffset = "";

  /** `timeIndex` is the reader's index in the kernel's room for times. */
  constructor(time: DialectTime, settings: TimeSettings, block: CallBlock, timeIndex: number) {
    const clock = new WallClock(settings);
    const { isLocal } = clock;
    const form = mergedForms(time);
    const [first = "", ...forms] = typeof time === "string" ? [time] : time;
    this.#block = block;
    this.#form = form;
    this.#text = openTime(time, settings);
    this.#date = openTime(typeof time === "string" ? time : first, {
      ...settings,
      zone: "utc",
      bookZone: undefined,
    });
    this.#clock = clock;
    this.#address = block.times + timeIndex * times.TIME_BYTES;
    this.#words = block.wholes(this.#address, times.TIME_BYTES >> 2).fill(0);
    this.#words.fill(times.NOT_PLAIN, times.ZONE_DAYS >> 2);
    this.#set(times.PREFIX, form?.prefix ?? times.UNREADABLE);
    this.#set(times.ENDINGS, form?.endings ?? 0);
    this.#set(times.IS_PACKED, form?.isPacked === true ? 1 : 0);
    this.#set(times.HAS_SPACE, form?.hasSpace === true ? 1 : 0);
    this.#set(times.EPOCH, forms.length === 0 ? (EPOCHS.get(first) ?? 0) : 0);
    this.#set(times.IS_OURS, isLocal && form?.isOurs === true ? 1 : 0);
    this.#set(times.IS_LOCAL, isLocal ? 1 : 0);
    this.#set(times.HAS_ZONE, clock.zone === undefined ? 0 : 1);
    this.#set(times.SHOWN_DATE, block.shown.get("startDate") ?? 0);
    this.#set(times.SHOWN_CLOCK, block.shown.get("startTime") ?? 0);
  }

  #set(word: number, value: number): void {
    this.#words[word >> 2] = value;
  }

  #get(word: number): number {
    return this.#words[word >> 2] as number;
  }

  /** Puts the start of a row's call, `later` milliseconds after a time; false if the row needs the slow path. */
  putStart(start: number, end: number, later: number, row: number): boolean {
    const { functions } = this.#block.kernel;
    const read = (): number =>
      functions.readStart(this.#block.reading, this.#address, start, end, later, row);
    let put = read();
    while (put === reading.ASK_HOST) put = this.#answer() ? read() : times.ODD_TIME;
    return put === 0 || (put === times.ODD_TIME && this.#putText(start, end, later, row));
  }

  #putText(start: number, end: number, later: number, row: number): boolean {
    const text = this.#text(this.#block.memory.toString("utf8", start, end), later / 1_000);
    if (!("startDate" in text)) return false;
    const written = readColumnStart(text.startDate, text.startTime ?? "");
    const isSplit = written?.offset === LOCAL_TIME;
    return written !== undefined && this.put(row, written, isSplit, offsetOf(text));
  }

  /**
   * Puts the start of a row's call, shown as a date and a time of day (`isSplit`) or as one text; false if the row
   * needs the slow path.
   */
  put(
    row: number,
    { day, millisecond, offset }: { day: number; millisecond: number; offset: number },
    isSplit: boolean,
    offsetText = "Z",
  ): boolean {
    const { kernel, memory, reading: address } = this.#block;
    const text = this.#address + times.GIVEN_OFFSET;
    this.#set(times.DAY, day);
    this.#set(times.MILLISECOND, millisecond);
    this.#set(times.OFFSET, offset);
    if (offsetText !== this.#givenOffset) {
      this.#givenOffset = offsetText;
      memory.write(offsetText, text, times.MOST_OFFSET_BYTES, "latin1");
    }
    this.#set(times.OFFSET_TEXT, text);
    this.#set(times.OFFSET_LENGTH, offsetText.length);
    return kernel.functions.putStart(address, this.#address, row, isSplit) === 0;
  }

  /** The instant of a time, in milliseconds since 1970; NaN if the text has to be read. */
  instantIn(start: number, end: number): number {
    const { functions } = this.#block.kernel;
    let read = functions.readTime(this.#address, start, end);
    while (read === reading.ASK_HOST)
      read = this.#answer() ? functions.readTime(this.#address, start, end) : times.ODD_TIME;
    if (read !== 0) return Number.NaN;
    const day = this.#get(times.DAY);
    const offset = this.#get(times.OFFSET);
    const moment = day * DAY_MS + this.#get(times.MILLISECOND);
    if (offset !== LOCAL_TIME) return moment - offset * MINUTE_MS;
    return this.#clock.isPlainAt(day * DAY_MS) ? (this.#clock.instantAt(moment) ?? Number.NaN) : Number.NaN;
  }

  /** Answers what the kernel asked; false if the text of the time has to be read. */
  #answer(): boolean {
    const [start, end] = [this.#get(times.ASKED_START), this.#get(times.ASKED_END)];
    switch (this.#get(times.ASKED)) {
      case times.ZONE_OF:
        return this.#keepZone(start, end);
      case times.OFFSET_OF:
        return this.#keepOffset(start, end);
      default:
        return this.#form?.prefix === 0 ? this.#keepDateBehind(start, end) : this.#keepDate(start, end);
    }
  }

  /** Caches the offset of the zone on a day, in an entry of the kernel. */
  #keepZone(entry: number, day: number): true {
    const words = this.#block.wholes(entry, 2);
    words[0] = day;
    words[1] = this.#zoneOn(day) ?? times.NOT_PLAIN;
    return true;
  }

  /** Milliseconds east of UTC on a day; undefined if the clock changes on that day. */
  #zoneOn(day: number): number | undefined {
    const clock = this.#clock;
    if (clock.zone === undefined || !clock.isPlainAt(day * DAY_MS)) return undefined;
    const offsetAt = (wall: number): number => wall - (clock.instantAt(wall) ?? Number.NaN);
    const [first, last] = [offsetAt(day * DAY_MS), offsetAt((day + 1) * DAY_MS - 1)];
    return first === last ? first : undefined;
  }

  #keepOffset(start: number, end: number): boolean {
    const text = this.#block.memory.toString("latin1", start, end);
    const read = OFFSET.test(text) ? readColumnStart(`2026-06-15T12:00:00${text}`, "") : undefined;
    if (read === undefined) return false;
    this.#block.memory.copy(this.#block.memory, this.#address + times.LAST_OFFSET, start, end);
    this.#set(times.LAST_OFFSET_LENGTH, end - start);
    this.#set(times.LAST_MINUTES, read.offset);
    return true;
  }

  #keepDate(start: number, end: number): boolean {
    const text = this.#date(this.#block.memory.toString("utf8", start, end) + this.#form?.rest);
    const day = "startDate" in text ? parseCivilDate(text.startDate.slice(0, 10)) : undefined;
    if (day === undefined) return false;
    this.#keep(start, end, day);
    return true;
  }

  /** Caches the date and the offset of a text behind a clock. */
  #keepDateBehind(start: number, end: number): boolean {
    const fraction = this.#form?.endings === WITH_BOTH ? ".0" : "";
    const text = this.#text(`00:00:00${fraction}${this.#block.memory.toString("utf8", start, end)}`);
    if (!("startDate" in text)) return false;
    const written = readColumnStart(text.startDate, text.startTime ?? "");
    if (written === undefined || written.millisecond !== 0 || written.offset === LOCAL_TIME) return false;
    this.#keep(start, end, written.day, written.offset, offsetOf(text));
    return true;
  }

  #keep(start: number, end: number, day: number, offset = 0, offsetText = ""): void {
    const { memory } = this.#block;
    const entry = this.#get(times.LAST_ENTRY);
    const words = this.#block.wholes(entry, times.DATE_TEXT >> 2);
    memory.copy(memory, entry + times.DATE_TEXT, start, end);
    words[times.DATE_LENGTH >> 2] = end - start;
    words[times.DATE_DAY >> 2] = day;
    words[times.DATE_OFFSET >> 2] = offset;
    const text = entry + times.DATE_OFFSET_TEXT;
    words[times.DATE_OFFSET_LENGTH >> 2] = memory.write(offsetText, text, times.MOST_OFFSET_BYTES, "latin1");
  }
}

function offsetOf({ startDate }: StartText): string {
  return /(?:Z|[+-][0-9:]+)$/.exec(startDate)?.[0] ?? "Z";
}
