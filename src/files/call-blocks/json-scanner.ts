/**
 * Scans JSON lines into columns. A line is plain where it is one object of texts without escapes, numbers in their
 * shortest form, true, false and null: each value is then a cell that holds what JSON.parse would give.
 */
import type { CallRecord } from "../../index.ts";
import { isForbiddenKey } from "../../model/index.ts";
import { readJsonCall } from "../careful-readers.ts";
import { CARRIAGE_RETURN, QUOTE } from "../csv-records.ts";
import { LINE_FEED } from "../text.ts";
import type { CallBlock } from "./call-block.ts";
import { CAREFULLY, CallCells, type CellForm, FIELDS } from "./call-cells.ts";
import { CallScanner, lineReader, type PlainRows } from "./call-scanner.ts";
import { NameTable, NameValues, NO_NAME } from "./name-table.ts";

/** A scanner for JSON lines. */
export function jsonScanner(file: string, block: CallBlock): CallScanner {
  const careful = lineReader((line) => readJsonCall(line, file));
  return new CallScanner(careful, block, new JsonRows(block));
}

const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const COLON = 0x3a;
const COMMA = 0x2c;
const SPACE = 0x20;
const TAB = 0x09;
const BACKSLASH = 0x5c;
const LETTER_T = 0x74;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;

/** Texts in quotes, in which nothing may stand that is written otherwise than it is meant. */
const FORM: CellForm = {
  delimiter: COMMA,
  stops: [BACKSLASH, ...Array.from({ length: SPACE }, (_, code) => code)],
  isCsv: false,
};
const IS_STOP = new Uint8Array(256);
for (const code of [QUOTE, ...FORM.stops]) IS_STOP[code] = 1;

/** Places of keys that are no field of rating. */
const UNREAD = -1;
/** No record may have such a key (R2). */
const FORBIDDEN = -2;

/** Which values of a field, besides texts, are what their bytes say as a text. */
const TEXTS_ALONE = 0;
const WHOLE_NUMBERS = 1;
const NUMBERS = 2;
const NUMBERS_AND_FLAGS = 3;
const ALL = 4;

type Field = (typeof FIELDS)[number];
const NARROW: Readonly<Partial<Record<keyof CallRecord, number>>> = {
  id: WHOLE_NUMBERS,
  carrierCallID: WHOLE_NUMBERS,
  numberID: WHOLE_NUMBERS,
  startDate: TEXTS_ALONE,
  startTime: TEXTS_ALONE,
  callTypeRecordingFlag: NUMBERS_AND_FLAGS,
} satisfies Partial<Record<Field, number>>;
const ALLOWED = FIELDS.map((field) => NARROW[field] ?? NUMBERS);

/** The code of the start of a line, after which keys come as after a key. */
const START = 0;

class JsonRows implements PlainRows {
  readonly cells: CallCells;
  #keys: NameTable;
  /** The key that last came after each, by code: rows of one file have their keys in much the same order. */
  #after: number[] = [];
  readonly #places = new NameValues((key) =>
    isForbiddenKey(key) ? FORBIDDEN : (FIELDS as readonly string[]).indexOf(key),
  );

  constructor(block: CallBlock) {
    this.cells = new CallCells(FIELDS, block, FORM);
    this.#keys = new NameTable(block.kernel, block.keyRoom);
  }

  readonly read = (most: number): boolean =>
    this.cells.readEach(most, (start, row) => this.#readRow(start, row));

  #readRow(start: number, row: number): number {
    const { memory: bytes } = this.cells;
    let at = skip(bytes, start);
    if (bytes[at] !== OPEN_BRACE) return CAREFULLY;
    let given = 0;
    let previous = START;
    do {
      at = skip(bytes, at + 1);
      if (bytes[at] !== QUOTE) return CAREFULLY;
      const expected = this.#after[previous] ?? START;
      let keyEnd = this.#keys.endOf(expected, at + 1);
      let key = expected;
      if (keyEnd === -1 || bytes[keyEnd] !== QUOTE) {
        keyEnd = textEnd(bytes, at + 1);
        if (bytes[keyEnd] !== QUOTE) return CAREFULLY;
        key = this.#keyCode(at + 1, keyEnd);
        if (key === NO_NAME) return CAREFULLY;
        this.#after[previous] = key;
      }
      const place = this.#places.of(this.#keys, key);
      if (place === FORBIDDEN) return CAREFULLY;
      previous = key;

      at = skip(bytes, keyEnd + 1);
      if (bytes[at] !== COLON) return CAREFULLY;
      at = skip(bytes, at + 1);
      if (place !== UNREAD) {
        // What JSON.parse makes of a key that comes twice is for it to say.
        const bit = 1 << place;
        if ((given & bit) !== 0) return CAREFULLY;
        given |= bit;
      }
      at =
        bytes[at] === QUOTE && place !== UNREAD
          ? this.cells.read(at, row, place, place + 1)
          : this.#value(at, place, row);
      if (at < 0) return CAREFULLY;
      at = skip(bytes, at);
    } while (bytes[at] === COMMA);
    if (bytes[at] !== CLOSE_BRACE) return CAREFULLY;
    at = skip(bytes, at + 1);
    return bytes[at] === LINE_FEED && this.cells.endRow(row) ? at : CAREFULLY;
  }

  #keyCode(start: number, end: number): number {
    if (this.#keys.isFull) {
      const { kernel, keyRoom } = this.cells.block;
      this.#keys = new NameTable(kernel, keyRoom);
      this.#after = [];
    }
    return this.#keys.codeOf(start, end);
  }

  /** Reads a value that is no text of a field; gives its end, or NO_VALUE. */
  #value(from: number, place: number, row: number): number {
    const { memory: bytes } = this.cells;
    const allowed = place === UNREAD ? ALL : (ALLOWED[place] as number);
    const code = bytes[from] as number;
    if (code === QUOTE) {
      const end = textEnd(bytes, from + 1);
      return bytes[end] === QUOTE ? end + 1 : NO_VALUE;
    }
    // Null is blank, as no cell is (R3).
    if (code === LETTER_N) return wordEnd(bytes, from, NULL);
    let end: number;
    if (code === LETTER_T || code === LETTER_F) {
      if (allowed < NUMBERS_AND_FLAGS) return NO_VALUE;
      end = wordEnd(bytes, from, code === LETTER_T ? TRUE : FALSE);
    } else {
      end = numberEnd(bytes, from);
      if (allowed < NUMBERS && (allowed === TEXTS_ALONE || !isWhole(bytes, from, end))) return NO_VALUE;
    }
    if (place === UNREAD || end === NO_VALUE) return end;
    return this.cells.put(place, from, end, row, false) ? end : NO_VALUE;
  }
}

/** Where a text that goes on at `from` ends, or has something that is not plain. */
function textEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (IS_STOP[bytes[at] as number] === 0) at++;
  return at;
}

/** Where something else than white space stands. */
function skip(bytes: Buffer, from: number): number {
  let at = from;
  let code = bytes[at];
  while (code === SPACE || code === TAB || code === CARRIAGE_RETURN) code = bytes[++at];
  return at;
}

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const POINT = 46;

/** Instead of the end of a value: it is none, or not of the plainest form. */
const NO_VALUE = -1;

/** Digits of which every number has itself as its shortest decimal form (R1). */
const SAFE_DIGITS = 15;

/** The end of the number that begins at `from`, if it is written in its one decimal form: `0`, `-7`, `60.5`. */
function numberEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  let at = first;
  while (isDigit(bytes[at] as number)) at++;
  const whole = at - first;
  if (whole === 0 || (whole > 1 && bytes[first] === ZERO)) return NO_VALUE;
  if (bytes[at] !== POINT) {
    const isMinusZero = first > from && bytes[first] === ZERO;
    return whole > SAFE_DIGITS || isMinusZero ? NO_VALUE : at;
  }
  const fraction = ++at;
  while (isDigit(bytes[at] as number)) at++;
  if (at === fraction || bytes[at - 1] === ZERO || whole + at - fraction > SAFE_DIGITS) return NO_VALUE;
  return at;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether a number that `numberEnd` found is a whole one. */
function isWhole(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (bytes[at] === POINT) return false;
  return true;
}

/** The end of a word that begins at `from`. */
function wordEnd(bytes: Uint8Array, from: number, word: Uint8Array): number {
  for (let at = 0; at < word.length; at++) if (bytes[from + at] !== word[at]) return NO_VALUE;
  return from + word.length;
}

const TRUE: Uint8Array = Buffer.from("true");
const FALSE: Uint8Array = Buffer.from("false");
const NULL: Uint8Array = Buffer.from("null");
