/** Reads records of calls into rows of numbers, by the cached layouts. */

import { civilDateAtStartOf, clockAt, parseCivilDate } from "../../calendar/index.ts";
import {
  CALL_FIELD,
  CALL_FIELDS,
  type CallRecord,
  MAX_SECONDS,
  REPORTED_COSTS,
  type ReadCallField,
  readText,
} from "../../model/index.ts";
import { MAX_TEXT, readID } from "../call/read-call.ts";
import { isCallDay, LOCAL_TIME, readColumnStart } from "../call/read-start.ts";
import { readColumnAmount, readColumnUsage, type UsageField } from "../columns/column-values.ts";
import { LAYOUTS } from "./call-layouts.ts";
import type { NameCodes } from "./name-codes.ts";

/** The columns of codes of names. */
export const CODE_COLUMNS = [
  "target",
  "numberID",
  "carrier",
  "chargeBand",
  "tariffTypeCarrier",
  "tariffType",
  "tariffTime",
  "directionFlag",
  "originationFlag",
  "recordingFlag",
] as const;

/** The integer columns of a row, in order. */
export const WHOLE_COLUMNS = [
  ...CODE_COLUMNS,
  "startDay",
  "startMillisecond",
  "startOffset",
  "externalStart",
  "externalEnd",
] as const;
const CODES = CODE_COLUMNS.length;
const START_DAY = CODES;
const START_MILLISECOND = CODES + 1;
const START_OFFSET = CODES + 2;
const EXTERNAL_START = CODES + 3;
const EXTERNAL_END = CODES + 4;

/** The columns of doubles: usage, then amounts in micro-pence; NaN where blank. */
const USAGE_FIELDS = ["duration", "bytes", "events"] as const satisfies readonly UsageField[];
const AMOUNT_FIELDS = [...REPORTED_COSTS, "costSuggestedRetail"] as const;
export const DOUBLE_COLUMNS = [...USAGE_FIELDS, ...AMOUNT_FIELDS] as const;
const DOUBLES = DOUBLE_COLUMNS.length;

/**
 * The fields that rating reads, grouped by their treatment: fields with dictionary codes come first, in the order of
 * their columns.
 */
export const FIELDS: readonly ReadCallField[] = [
  "target",
  "numberID",
  "carrier",
  "chargeBand",
  "tariffTypeCarrier",
  "tariffType",
  "tariffTime",
  "callTypeDirectionFlag",
  "callTypeOriginationTypeFlag",
  "callTypeRecordingFlag",
  "callCarrier",
  "external",
  "location",
  "id",
  "startDate",
  "startTime",
  ...DOUBLE_COLUMNS,
];
const NUMBER_ID = 1;
const CARRIER = 2;
const TARIFF_TIME = 6;
const RECORDING_FLAG = 9;
const CALL_CARRIER = 10;
const EXTERNAL = 11;
const LOCATION = 12;
const FIRST_USAGE = 16;
const FIRST_AMOUNT = FIRST_USAGE + USAGE_FIELDS.length;

/** Indexes into FIELDS, by `CALL_FIELD`. */
const FIELD_INDEXES = Int32Array.from(CALL_FIELDS, (field) => FIELDS.indexOf(field));

/** The bits of fields, as `LAYOUTS.readInto` returns them for the fields of a record. */
function bitsOf(fields: readonly ReadCallField[]): number {
  return fields.reduce((bits, field) => bits | (1 << CALL_FIELD[field]), 0);
}
const NAME_BITS = bitsOf(FIELDS.slice(0, CALL_CARRIER));
const DOUBLE_BITS = bitsOf(DOUBLE_COLUMNS);
const TARIFF_TIME_BIT = bitsOf(["tariffTime"]);
const CALL_CARRIER_BIT = bitsOf(["callCarrier"]);
const ID_BIT = bitsOf(["id"]);
const EXTERNAL_BIT = bitsOf(["external"]);
const LOCATION_BIT = bitsOf(["location"]);
const START_DATE_BIT = bitsOf(["startDate"]);
const START_TIME_BIT = bitsOf(["startTime"]);

/** The target of reading rows of calls: columns of one memory, a stride apart. */
export interface CallRows {
  wholes: Int32Array;
  readonly firstWhole: number;
  readonly wholeStride: number;
  doubles: Float64Array;
  readonly firstDouble: number;
  readonly doubleStride: number;
  /** The other parties' numbers. */
  texts: Uint8Array;
}

/** Texts of a record that no row holds. */
export interface RecordTexts {
  readonly id: string | null;
  readonly external: string;
  readonly location: string;
  readonly tariffTime: string;
}

/** Reads records into rows, with a cache of the last date. */
export class RecordReader implements RecordTexts {
  /** Of the record last read. */
  id: string | null = null;
  external = "";
  location = "";
  tariffTime = "";
  /** Index at which the next text is written. */
  textEnd = 0;
  readonly #rows: CallRows;
  readonly #names: NameCodes;
  /** Of the record last read, by `CALL_FIELD`. */
  readonly #values: unknown[] = CALL_FIELDS.map(() => undefined);
  #lastDate = "1970-01-01";
  #lastDay = 0;

  constructor(rows: CallRows, names: NameCodes) {
    this.#rows = rows;
    this.#names = names;
  }

  /** Reads a record; false where a row cannot hold its values, or they cannot be read. */
  read(row: number, call: CallRecord): boolean {
    try {
      if (typeof call !== "object" || call === null) return false;
      const prototype: unknown = Object.getPrototypeOf(call);
      // An object of a class may have getters that its keys do not include.
      if (prototype === Object.prototype || prototype === null) return this.#read(row, call);
      const values = LAYOUTS.read(call);
      return values !== undefined && this.#read(row, fieldsOf(values));
    } catch {
      return false;
    }
  }

  /** Loads all values before it converts them, so that their cache misses overlap. */
  #read(row: number, call: CallRecord): boolean {
    const held = LAYOUTS.readInto(this.#values, call);
    if (held < 0) return false;
    const whole = this.#rows.firstWhole + row;
    return (
      this.#readTexts(held) &&
      this.#writeNames(held, whole) &&
      this.#writeDoubles(held, this.#rows.firstDouble + row) &&
      this.#writeStart(held, whole) &&
      this.#writeExternal(whole)
    );
  }

  #readTexts(held: number): boolean {
    const values = this.#values;
    const id = (held & ID_BIT) === 0 ? null : readID(values[CALL_FIELD.id]);
    const external = (held & EXTERNAL_BIT) === 0 ? "" : textOf(EXTERNAL, values[CALL_FIELD.external]);
    const location = (held & LOCATION_BIT) === 0 ? "" : textOf(LOCATION, values[CALL_FIELD.location]);
    if (id === undefined || external === undefined || location === undefined) return false;
    this.id = id;
    this.external = external;
    this.location = location;
    return true;
  }

  #writeNames(held: number, whole: number): boolean {
    const { wholes, wholeStride } = this.#rows;
    const values = this.#values;
    const names = this.#names;
    for (let at = 0; at < CODES; at++) wholes[whole + at * wholeStride] = 0;
    for (let left = held & NAME_BITS; left !== 0; left &= left - 1) {
      const column = lowestBit(left);
      const field = FIELD_INDEXES[column] as number;
      const text = textOf(field, values[column]);
      if (text === undefined) return false;
      wholes[whole + field * wholeStride] = names.codeOf(text);
    }
    this.tariffTime = "";
    if ((held & TARIFF_TIME_BIT) !== 0)
      this.tariffTime = names.names[wholes[whole + TARIFF_TIME * wholeStride] as number] as string;
    if ((held & CALL_CARRIER_BIT) === 0) return true;
    const carrier = textOf(CALL_CARRIER, values[CALL_FIELD.callCarrier]);
    if (carrier === undefined) return false;
    if (carrier !== "") wholes[whole + CARRIER * wholeStride] = names.codeOf(carrier);
    return true;
  }

  #writeDoubles(held: number, double: number): boolean {
    const { doubles, doubleStride } = this.#rows;
    const values = this.#values;
    for (let at = 0; at < DOUBLES; at++) doubles[double + at * doubleStride] = Number.NaN;
    for (let left = held & DOUBLE_BITS; left !== 0; left &= left - 1) {
      const column = lowestBit(left);
      const field = FIELD_INDEXES[column] as number;
      const value = values[column];
      const read = field < FIRST_AMOUNT ? usageOf(field - FIRST_USAGE, value) : microPence(value);
      if (read === undefined) return false;
      doubles[double + (field - FIRST_USAGE) * doubleStride] = read;
    }
    return true;
  }

  #writeExternal(whole: number): boolean {
    const { wholes, wholeStride } = this.#rows;
    const text = this.external;
    let at = this.textEnd;
    if (at + text.length > this.#rows.texts.length) this.#growTexts(text.length);
    const { texts } = this.#rows;
    wholes[whole + EXTERNAL_START * wholeStride] = at;
    for (let next = 0; next < text.length; next++) {
      const code = text.charCodeAt(next);
      if (code > 127) return false;
      texts[at++] = code;
    }
    wholes[whole + EXTERNAL_END * wholeStride] = at;
    this.textEnd = at;
    return true;
  }

  #growTexts(more: number): void {
    const larger = new Uint8Array(2 * (this.#rows.texts.length + more));
    larger.set(this.#rows.texts);
    this.#rows.texts = larger;
  }

  #writeStart(held: number, whole: number): boolean {
    const { wholes, wholeStride } = this.#rows;
    const startDate = (held & START_DATE_BIT) === 0 ? undefined : this.#values[CALL_FIELD.startDate];
    const startTime = (held & START_TIME_BIT) === 0 ? undefined : this.#values[CALL_FIELD.startTime];
    let day = -1;
    let millisecond = -1;
    let offset = LOCAL_TIME;
    if (typeof startTime === "string" && typeof startDate === "string") {
      day = this.#dayOf(startDate);
      const { length } = startTime;
      if (length === 8) millisecond = clockAt(startTime, 0);
      else if (length === UTC_LENGTH && day >= 0) {
        // A timestamp wins over the date beside it.
        day = this.#dayOfTimestamp(startTime);
        millisecond = clockAt(startTime, 11);
        offset = 0;
      }
    }
    if (day < 0 || millisecond < 0) {
      const start = readColumnStart(startDate, startTime);
      if (start === undefined) return false;
      ({ day, millisecond, offset } = start);
    }
    wholes[whole + START_DAY * wholeStride] = day;
    wholes[whole + START_MILLISECOND * wholeStride] = millisecond;
    wholes[whole + START_OFFSET * wholeStride] = offset;
    return true;
  }

  /** The day of a date; -1 where it is invalid or outside the days of calls. */
  #dayOf(date: string): number {
    if (date === this.#lastDate) return this.#lastDay;
    const day = parseCivilDate(date);
    if (day === undefined || !isCallDay(day)) return -1;
    this.#lastDate = date;
    this.#lastDay = day;
    return day;
  }

  /** As `#dayOf`, for a timestamp in UTC without decimals. */
  #dayOfTimestamp(text: string): number {
    const separator = text.charCodeAt(10);
    if ((separator !== UPPER_T && separator !== SPACE) || text.charCodeAt(19) !== UPPER_Z) return -1;
    const day = civilDateAtStartOf(text);
    return day !== undefined && isCallDay(day) ? day : -1;
  }
}

/** `2026-10-05T10:00:00Z` */
const UTC_LENGTH = 20;
const UPPER_T = 84;
const UPPER_Z = 90;
const SPACE = 32;

/** The fields of an object of a class, in a plain object. */
function fieldsOf(values: readonly unknown[]): CallRecord {
  return Object.fromEntries(CALL_FIELDS.map((field, at) => [field, values[at]]));
}

/** The index of the lowest bit that is set. */
function lowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

/** The text of a field; undefined where there is none that a row can hold. */
function textOf(field: number, value: unknown): string | undefined {
  const text = typeof value === "string" ? value : textIn(field, value);
  return text === undefined || text.length > MAX_TEXT ? undefined : text;
}

/** A value other than text as a text that means the same; undefined where there is none. */
function textIn(field: number, value: unknown): string | undefined {
  if (value === undefined || value === null) return "";
  if (field === NUMBER_ID) return readID(value) ?? undefined;
  if (field === RECORDING_FLAG && typeof value === "boolean") return String(value);
  const text = readText(value);
  return typeof text === "string" ? text : undefined;
}

/** Whole milliseconds, bytes or events; NaN where blank, undefined where a row cannot hold the value. */
function usageOf(usage: number, value: unknown): number | undefined {
  if (
    usage === 0 &&
    typeof value === "number" &&
    value >= 0 &&
    value <= MAX_SECONDS &&
    Number.isInteger(value)
  )
    return value * 1_000;
  return readColumnUsage(value, USAGE_FIELDS[usage] as UsageField);
}

/** A text of an amount that is shorter is always within bounds. */
const SHORT = 10;

/** Whole micro-pence; NaN where blank, undefined where a row cannot hold the value. */
function microPence(value: unknown): number | undefined {
  if (typeof value === "string" && value.length < SHORT && value.length > 0) {
    let digits = 0;
    let scale = 0;
    for (let at = 0; at < value.length; at++) {
      const digit = value.charCodeAt(at) - ZERO;
      if (digit >= 0 && digit <= 9) {
        digits = digits * 10 + digit;
        if (scale > 0) scale++;
      } else if (digit === POINT && scale === 0 && at > 0) scale = 1;
      else return readColumnAmount(value);
    }
    if (scale === 0) return digits * 1e6;
    // A digit has to follow the point.
    if (scale > 1 && scale < 8) return digits * (SCALES[scale - 1] as number);
  }
  return readColumnAmount(value);
}

const ZERO = 48;
/** A point, counted from the digit 0. */
const POINT = -2;
const SCALES: readonly number[] = [1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];
