/**
 * Reads cells that hold the fields of a call into rows of a CallBlock: one operation a cell, listed once for a file. A
 * value is built while the end of its cell is sought, so that each byte is looked at once.
 */

import {
  isCallDay,
  LOCAL_TIME,
  NO_TIME,
  readColumnAmount,
  readColumnStart,
  readColumnUsage,
  type UsageField,
} from "../../engine/index.ts";
import type { CallRecord } from "../../index.ts";
import {
  CALL_FIELDS,
  CODED_FIELDS,
  type CodeColumn,
  MAX_EVENTS,
  MAX_SECONDS,
  REPORTED_COSTS,
} from "../../model/index.ts";
import { CARRIAGE_RETURN, closingQuote, countLineFeeds, OPEN, QUOTE } from "../csv-records.ts";
import { LINE_FEED } from "../text.ts";
import type { CallBlock } from "./call-block.ts";
import { isIsoDate, ODD, PAIRS, signedUnitsIn, unitsIn } from "./cell-values.ts";
import { MAX_NAME_BYTES, type NameTable, NO_NAME } from "./name-table.ts";

/** Instead of the end of a row: it is not plain and has to be read from its record. */
export const CAREFULLY = -1;

/** The fields that rating reads, and the others of those that tell duplicates. */
export const FIELDS = [
  "carrierCallID",
  "aLegID",
  ...CALL_FIELDS,
] as const satisfies readonly (keyof CallRecord)[];
/** The columns of codes, by the fields whose codes they hold. */
const CODES: ReadonlyMap<string | undefined, CodeColumn> = new Map(CODED_FIELDS);
export type Field = (typeof FIELDS)[number];

// What is made of a cell.
const SKIP = 0;
const NAME = 1;
const POINTER = 2;
const LOCATION = 3;
const LEG = 4;
const DATE = 5;
const TIME = 6;
const NUMBER = 7;
const CELL = 8;

/** A column of numbers: `read` is what a text of another form says, undefined where only the record can tell. */
interface NumberColumn {
  readonly values: Float64Array;
  readonly decimals: number;
  readonly isSigned: boolean;
  readonly most: number;
  readonly read: (text: string) => number | undefined;
}

/** How the amounts of a file are written: the decimals of a micro-penny, and a text of one as pence. */
export interface AmountForm {
  readonly decimals: number;
  readonly toPence: (text: string) => string;
}

/** Amounts in pence. */
export const PENCE: AmountForm = { decimals: 6, toPence: (text) => text };

/** Bytes that end a cell or show that it is not plain; where the cells of a text stand beside each other, what is between. */
export interface CellForm {
  readonly delimiter: number;
  /** Bytes, besides quotes, that no plain cell holds. */
  readonly stops: readonly number[];
  /** Whether a quote within quotes is written twice, and a cell in quotes may hold anything. */
  readonly isCsv: boolean;
}

/** The form of delimited rows. */
export function delimitedBy(delimiter: string): CellForm {
  const code = delimiter.charCodeAt(0);
  return { delimiter: code, stops: [code, LINE_FEED, CARRIAGE_RETURN], isCsv: true };
}

/** Digits that a whole number of 32 bits holds for certain. */
const SHORT_DIGITS = 9;
/** Digits of which every number is exact. */
const SAFE_DIGITS = 15;
const POWERS = Float64Array.from({ length: SAFE_DIGITS + 1 }, (_, power) => 10 ** power);

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const COLON = 58;
const COMMA = 44;
const DATE_BYTES = 10;
const CLOCK_BYTES = 8;

/** Bytes that are read behind the end of those in which cells stand, and mean nothing. */
export const BYTES_BEHIND = 16;

export class CallCells {
  readonly block: CallBlock;
  bytes: Buffer = Buffer.alloc(0);
  view: DataView = new DataView(this.bytes.buffer, 0, 0);
  names: NameTable;
  /** Line feeds within the cells of the row. */
  linesWithin = 0;
  /** Of cells that are only found: where each begins and ends, and 1 where it holds doubled quotes. */
  readonly cellStart: Uint32Array;
  readonly cellEnd: Uint32Array;
  readonly isCellEscaped: Uint8Array;
  readonly #form: CellForm;
  readonly #isStop = new Uint8Array(256);
  readonly #stopWords: StopWords;
  #isAscii = true;
  // By operation.
  readonly #kinds: Uint8Array;
  readonly #codes: Uint32Array[] = [];
  readonly #starts: Uint32Array[] = [];
  readonly #ends: Uint32Array[] = [];
  readonly #numbers: NumberColumn[] = [];
  /** The name last read by each operation, and that which came twice on end, and so may come again; 0 for none. */
  readonly #last: Int32Array;
  readonly #twice: Int32Array;
  /** All columns that operations fill, and what stands in them where a cell is blank. */
  readonly #filled: [
    column: Uint8Array | Int16Array | Int32Array | Uint32Array | Float64Array,
    blank: number,
  ][];
  /** Where both fields have a column: `callCarrier`, which counts before `carrier`. */
  readonly #callCarrier: Uint32Array | undefined;
  /** The bytes of the date last read, and its day. */
  #dateWords: readonly [number, number, number] = [0, 0, 0];
  #day = -1;
  /** Of the row: whether its date was read, and whether its start has to be read from texts; where these stand. */
  #hasDay = false;
  #isStartOdd = false;
  readonly #startCells = new Uint32Array(4);

  /** One operation for each of `fields`; undefined only finds a cell. */
  constructor(fields: readonly (string | undefined)[], block: CallBlock, form: CellForm, amounts = PENCE) {
    this.block = block;
    this.names = block.namesInUse.table;
    this.#form = form;
    for (const code of [QUOTE, ...form.stops]) this.#isStop[code] = 1;
    this.#stopWords = stopWordsOf([QUOTE, ...form.stops]);
    const width = fields.length;
    this.cellStart = new Uint32Array(width);
    this.cellEnd = new Uint32Array(width);
    this.isCellEscaped = new Uint8Array(width);
    this.#last = new Int32Array(width);
    this.#twice = new Int32Array(width);
    this.#filled = [
      [block.byRecord, 0],
      [block.startMillisecond, NO_TIME],
      [block.startOffset, LOCAL_TIME],
    ];
    if (fields.includes("carrier") && fields.includes("callCarrier"))
      this.#callCarrier = new Uint32Array(block.carrier.length);
    this.#kinds = Uint8Array.from(fields, (field, op) => this.#addOperation(field, op, amounts));
    for (const [column, blank] of this.#filled) column.fill(blank);
  }

  #addOperation(field: string | undefined, op: number, { decimals, toPence }: AmountForm): number {
    const { block } = this;
    const name = (column: Uint32Array): number => {
      this.#codes[op] = column;
      this.#filled.push([column, 0]);
      return NAME;
    };
    const pointer = (column: CallBlock["id"], kind: number): number => {
      this.#starts[op] = column.start;
      this.#ends[op] = column.end;
      this.#filled.push([column.start, 0], [column.end, 0]);
      return kind;
    };
    const number = (column: NumberColumn): number => {
      this.#numbers[op] = column;
      this.#filled.push([column.values, Number.NaN]);
      return NUMBER;
    };
    const usage = (own: UsageField, values: Float64Array, places: number, most: number): number =>
      number({ values, decimals: places, isSigned: false, most, read: (text) => readColumnUsage(text, own) });
    const amount = (values: Float64Array): number =>
      number({
        values,
        decimals,
        isSigned: true,
        most: Infinity,
        read: (text) => readColumnAmount(toPence(text)),
      });
    switch (field as Field | undefined) {
      case undefined:
        return CELL;
      case "id":
        return pointer(block.id, POINTER);
      case "carrierCallID":
        return pointer(block.carrierCallID, POINTER);
      case "external":
        return pointer(block.external, POINTER);
      case "location":
        this.#filled.push([block.isLocationEscaped, 0]);
        return pointer(block.location, LOCATION);
      case "aLegID":
        this.#filled.push([block.hasALegID, 0]);
        return LEG;
      case "carrier":
        return name(block.carrier);
      case "callCarrier":
        return name(this.#callCarrier ?? block.carrier);
      case "startDate":
        return DATE;
      case "startTime":
        return TIME;
      case "duration":
        return usage("duration", block.duration, 3, MAX_SECONDS * 1_000);
      case "bytes":
        return usage("bytes", block.bytes, 0, Number.MAX_SAFE_INTEGER);
      case "events":
        return usage("events", block.events, 0, MAX_EVENTS);
      case "costSuggestedRetail":
        return amount(block.costSuggestedRetail);
      default: {
        const codes = CODES.get(field);
        if (codes !== undefined) return name(block[codes]);
        const cost = (REPORTED_COSTS as readonly (string | undefined)[]).indexOf(field);
        return cost < 0 ? SKIP : amount(block.costCDR[cost] as Float64Array);
      }
    }
  }

  /** Begins with the bytes in which cells stand; they end with a line feed, and BYTES_BEHIND more are there. */
  begin(bytes: Buffer, isAscii: boolean): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length + BYTES_BEHIND);
    this.#isAscii = isAscii;
  }

  /** Begins with an empty block of columns. */
  clear(): void {
    const names = this.block.namesInUse.table;
    if (names !== this.names) {
      this.#last.fill(0);
      this.#twice.fill(0);
    }
    this.names = names;
    for (const [column, blank] of this.#filled) column.fill(blank, 0, this.block.length);
    this.block.clear(this.bytes, names.names);
  }

  /** Begins with a row, of which all columns are blank. */
  beginRow(): void {
    this.linesWithin = 0;
    this.#hasDay = false;
    this.#isStartOdd = false;
    this.#startCells[0] = 0;
    this.#startCells[1] = 0;
    this.#startCells[2] = 0;
    this.#startCells[3] = 0;
  }

  /** Makes a row blank again. */
  blank(row: number): void {
    for (const [column, blank] of this.#filled) column[row] = blank;
  }

  /**
   * Reads the cells of the operations from `first` up to `end`, of which the first begins at `from`; gives the place
   * behind the last of them, where a delimiter or the end of the row stands if the row is plain; or CAREFULLY.
   */
  read(from: number, row: number, first: number, end: number): number {
    const { bytes, view, names, block } = this;
    const isStop = this.#isStop;
    const { below, other } = this.#stopWords;
    const kinds = this.#kinds;
    const { delimiter } = this.#form;
    let at = from;
    for (let op = first; op < end; op++) {
      let opening = bytes[at] as number;
      if (op > first) {
        if (opening !== delimiter) return CAREFULLY;
        opening = bytes[++at] as number;
      }
      if (opening === delimiter) continue;
      let isQuoted = false;
      if (isStop[opening] !== 0) {
        if (opening === QUOTE) {
          if (bytes[at + 1] === QUOTE && bytes[at + 2] !== QUOTE) {
            at += 2;
            continue;
          }
          isQuoted = true;
          at++;
        } else if (opening !== CARRIAGE_RETURN || bytes[at + 1] === LINE_FEED) continue;
      }
      const start = at;
      let isOdd = false;
      switch (kinds[op]) {
        case NAME: {
          let code = this.#twice[op] as number;
          at = code === 0 ? -1 : names.endOf(code, view, start);
          if (at < 0 || isStop[bytes[at] as number] === 0) {
            at = stopFrom(start, view, isStop, below, other);
            code = names.codeOf(view, start, at);
            if (code === NO_NAME) return CAREFULLY;
            this.#noteName(op, code);
          }
          (this.#codes[op] as Uint32Array)[row] = code;
          break;
        }
        case NUMBER: {
          const { values, decimals, isSigned, most } = this.#numbers[op] as NumberColumn;
          const isNegative = isSigned && bytes[at] === MINUS;
          if (isNegative) at++;
          const whole = at;
          let units = 0;
          let digit = (bytes[at] as number) - ZERO;
          while (digit >= 0 && digit <= 9) {
            units = (Math.imul(units, 10) + digit) | 0;
            digit = (bytes[++at] as number) - ZERO;
          }
          let digits = at - whole;
          let places = 0;
          isOdd = digits === 0 || digits + decimals > SAFE_DIGITS;
          if (bytes[at] === POINT) {
            const fraction = ++at;
            digit = (bytes[at] as number) - ZERO;
            while (digit >= 0 && digit <= 9) {
              units = (Math.imul(units, 10) + digit) | 0;
              digit = (bytes[++at] as number) - ZERO;
            }
            places = at - fraction;
            digits += places;
            isOdd ||= places === 0 || places > decimals;
          }
          isOdd ||= digits > SHORT_DIGITS;
          if (!isOdd) {
            const value = units * (POWERS[decimals - places] as number);
            isOdd = value > most;
            values[row] = isNegative ? 0 - value : value;
          }
          break;
        }
        case DATE: {
          const [word0, word1, word2] = this.#dateWords;
          if (
            this.#day < 0 ||
            view.getInt32(start, true) !== word0 ||
            view.getInt32(start + 4, true) !== word1 ||
            view.getInt16(start + 8, true) !== word2
          )
            isOdd = !this.#readDate(start);
          if (isOdd) break;
          at = start + DATE_BYTES;
          block.startDay[row] = this.#day;
          this.#hasDay = true;
          this.#startCells[0] = start;
          this.#startCells[1] = at;
          break;
        }
        case TIME: {
          const hours = PAIRS[view.getUint16(start, true)] as number;
          const minutes = PAIRS[view.getUint16(start + 3, true)] as number;
          const seconds = PAIRS[view.getUint16(start + 6, true)] as number;
          isOdd =
            bytes[start + 2] !== COLON ||
            bytes[start + 5] !== COLON ||
            hours > 23 ||
            minutes > 59 ||
            seconds > 59;
          block.startMillisecond[row] = Math.imul(hours * 60 + minutes, 60_000) + seconds * 1_000;
          at = start + CLOCK_BYTES;
          this.#startCells[2] = start;
          this.#startCells[3] = at;
          break;
        }
        default: {
          at = stopFrom(start, view, isStop, below, other);
          const kind = kinds[op];
          if (kind === SKIP) break;
          if (kind === LEG) block.hasALegID[row] = 1;
          else if (kind === CELL) {
            this.cellStart[op] = start;
            this.cellEnd[op] = at;
            this.isCellEscaped[op] = 0;
          } else {
            (this.#starts[op] as Uint32Array)[row] = start;
            (this.#ends[op] as Uint32Array)[row] = at;
            if (kind === POINTER) {
              if (!this.#isAscii && !this.#isAsciiIn(start, at)) return CAREFULLY;
            } else if (at - start > MAX_NAME_BYTES) return CAREFULLY;
          }
        }
      }
      const ending = bytes[at] as number;
      if (isQuoted) {
        if (!isOdd && ending === QUOTE && bytes[at + 1] !== QUOTE) at++;
        else isOdd = true;
      } else if (ending !== delimiter && ending !== LINE_FEED)
        isOdd ||= ending !== CARRIAGE_RETURN || bytes[at + 1] !== LINE_FEED;
      if (isOdd) {
        at = this.#readOdd(op, start, row, isQuoted);
        if (at === CAREFULLY) return CAREFULLY;
      }
    }
    return at;
  }

  #noteName(op: number, code: number): void {
    this.#twice[op] = code === this.#last[op] ? code : 0;
    this.#last[op] = code;
  }

  /** Reads a date that is another than the last one; false where it is not a day of calls in the plainest form. */
  #readDate(start: number): boolean {
    const { bytes, view } = this;
    if (!isIsoDate(bytes, start)) return false;
    const read = readColumnStart(this.text(start, start + DATE_BYTES, false), "");
    if (read === undefined || !isCallDay(read.day)) return false;
    this.#dateWords = [
      view.getInt32(start, true),
      view.getInt32(start + 4, true),
      view.getInt16(start + 8, true),
    ];
    this.#day = read.day;
    return true;
  }

  /** Reads a cell that is not of the plainest form; gives the place behind it, or CAREFULLY. */
  #readOdd(op: number, start: number, row: number, isQuoted: boolean): number {
    const { bytes } = this;
    const { isCsv, delimiter } = this.#form;
    let end = start;
    let isEscaped = false;
    if (isQuoted && isCsv) {
      end = closingQuote(bytes, start);
      if (end === OPEN) return CAREFULLY;
      const cell = bytes.subarray(start, end);
      this.linesWithin += countLineFeeds(cell);
      isEscaped = cell.includes(QUOTE);
    } else {
      const isCsvReturn = (): boolean =>
        isCsv && bytes[end] === CARRIAGE_RETURN && bytes[end + 1] !== LINE_FEED;
      while (this.#isStop[bytes[end] as number] === 0 || isCsvReturn()) end++;
      if ((bytes[end] === QUOTE) !== isQuoted || (!isCsv && !isQuoted)) return CAREFULLY;
    }
    if (!this.put(op, start, end, row, isEscaped)) return CAREFULLY;
    if (!isQuoted) return end;
    const behind = bytes[end + 1];
    const isEnd =
      behind === delimiter ||
      behind === LINE_FEED ||
      (behind === CARRIAGE_RETURN && bytes[end + 2] === LINE_FEED);
    return isEnd || !isCsv ? end + 1 : CAREFULLY;
  }

  /** Puts what stands from `start` to `end` as the cell of an operation; false where the record has to say. */
  put(op: number, start: number, end: number, row: number, isEscaped: boolean): boolean {
    const { block } = this;
    switch (this.#kinds[op]) {
      case NAME: {
        const code = this.code(start, end, isEscaped);
        (this.#codes[op] as Uint32Array)[row] = code;
        return code !== NO_NAME;
      }
      case NUMBER: {
        const { values, decimals, isSigned, most, read } = this.#numbers[op] as NumberColumn;
        let value = (isSigned ? signedUnitsIn : unitsIn)(this.bytes, start, end, decimals);
        if (value === ODD || value > most) value = read(this.text(start, end, isEscaped)) ?? ODD;
        values[row] = value;
        return value !== ODD;
      }
      case DATE:
      case TIME: {
        const at = this.#kinds[op] === DATE ? 0 : 2;
        this.#startCells[at] = start;
        this.#startCells[at + 1] = end;
        this.#isStartOdd = true;
        return !isEscaped;
      }
      case POINTER:
      case LOCATION:
        (this.#starts[op] as Uint32Array)[row] = start;
        (this.#ends[op] as Uint32Array)[row] = end;
        if (this.#kinds[op] === POINTER) return !isEscaped && (this.#isAscii || this.#isAsciiIn(start, end));
        block.isLocationEscaped[row] = isEscaped ? 1 : 0;
        return end - start <= MAX_NAME_BYTES;
      case LEG:
        block.hasALegID[row] = start === end ? 0 : 1;
        return true;
      case CELL:
        this.cellStart[op] = start;
        this.cellEnd[op] = end;
        this.isCellEscaped[op] = isEscaped ? 1 : 0;
        return true;
    }
    return true;
  }

  /** Ends a row whose cells were all read; false where its record has to say. */
  endRow(row: number): boolean {
    const callCarrier = this.#callCarrier?.[row];
    if (callCarrier !== undefined && callCarrier !== 0) this.block.carrier[row] = callCarrier;
    return (this.#hasDay && !this.#isStartOdd) || this.#readStart(row);
  }

  /** R23: reads a start that is written in another way. */
  #readStart(row: number): boolean {
    const { startDay, startMillisecond, startOffset } = this.block;
    const [dateStart, dateEnd, timeStart, timeEnd] = this.#startCells as unknown as readonly number[];
    const start = readColumnStart(
      this.text(dateStart as number, dateEnd as number, false),
      this.text(timeStart as number, timeEnd as number, false),
    );
    if (start === undefined) return false;
    startDay[row] = start.day;
    startMillisecond[row] = start.millisecond;
    startOffset[row] = start.offset;
    return true;
  }

  /** A cell as text. */
  text(start: number, end: number, isEscaped: boolean): string {
    const text = this.bytes.toString("utf8", start, end);
    return isEscaped ? text.replaceAll('""', '"') : text;
  }

  /** The code of a cell's text, or NO_NAME. */
  code(start: number, end: number, isEscaped: boolean): number {
    if (end - start > MAX_NAME_BYTES) return NO_NAME;
    return isEscaped
      ? this.names.codeOfText(this.text(start, end, true))
      : this.names.codeOf(this.view, start, end);
  }

  /** The code of the text of a cell that was found; 0 where it is blank or there is none. */
  cellCode(op: number): number {
    const start = this.cellStart[op];
    const end = this.cellEnd[op];
    if (start === undefined || end === undefined || start === end) return 0;
    return this.code(start, end, this.isCellEscaped[op] === 1);
  }

  #isAsciiIn(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if ((this.bytes[at] as number) > 127) return false;
    return true;
  }
}

/** Bytes four times over, by which stops are found in four bytes at once: those below the first, and the other. */
interface StopWords {
  readonly below: number;
  readonly other: number;
}

const FOUR_TIMES = 0x01010101;
const HIGH_BITS = 0x80808080 | 0;

function stopWordsOf(stops: readonly number[]): StopWords {
  const other = Math.max(...stops);
  // A comma is the highest stop of CSV and lies below all letters and digits.
  const below = other === COMMA ? COMMA + 1 : QUOTE + 1;
  return { below: Math.imul(below, FOUR_TIMES), other: Math.imul(other, FOUR_TIMES) };
}

/** The first stop from a place on. What is found of four bytes at once need not be one, so each is looked at. */
function stopFrom(start: number, view: DataView, isStop: Uint8Array, below: number, other: number): number {
  let at = start;
  for (;;) {
    const word = view.getInt32(at, true);
    const unlike = word ^ other;
    const found = (((word - below) & ~word) | ((unlike - FOUR_TIMES) & ~unlike)) & HIGH_BITS;
    if (found === 0) {
      at += 4;
      continue;
    }
    at += (31 - Math.clz32(found & -found)) >> 3;
    if (isStop[view.getUint8(at)] !== 0) return at;
    at++;
  }
}
