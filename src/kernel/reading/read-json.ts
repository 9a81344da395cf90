/**
 * Reads JSON lines into the columns of rows. A line is plain where it is one object of texts without escapes, numbers in
 * their shortest form, true, false and null: each value is then a cell that holds what JSON.parse would give.
 */
import { i32At, setI32, u8At, wordAt } from "../memory.ts";
import {
  ASK_HOST,
  ASKED_OP,
  ASKED_START,
  AT,
  CAREFULLY,
  GIVEN,
  JSON_VALUES,
  KEYS,
  KEYS_AFTER,
  KEYS_OPS,
  OP_BYTES,
  OPS,
  PREVIOUS_KEY,
  putCell,
  readCells,
} from "./read-cells.ts";
import { NO_NAME, nameCode, nameEnd } from "./read-names.ts";
import { stopFrom } from "./read-stops.ts";

/** Instead of the operation of a key: the host has not been asked yet, it is no field of rating, or no record may have it (R2). */
export const NOT_ASKED: i32 = 0;
export const UNREAD: i32 = -1;
export const FORBIDDEN: i32 = -2;

/** Which values of a field, besides texts, are what their bytes say as a text. */
export const TEXTS_ALONE: i32 = 0;
export const WHOLE_NUMBERS: i32 = 1;
export const NUMBERS: i32 = 2;
export const NUMBERS_AND_FLAGS: i32 = 3;

const QUOTE: i32 = 34;
const COMMA: i32 = 44;
const MINUS: i32 = 45;
const POINT: i32 = 46;
const ZERO: i32 = 48;
const COLON: i32 = 58;
const OPEN_BRACE: i32 = 123;
const CLOSE_BRACE: i32 = 125;
const LETTER_F: i32 = 102;
const LETTER_N: i32 = 110;
const LETTER_T: i32 = 116;
const WORD_NULL: i32 = 0x6c6c756e;
const WORD_TRUE: i32 = 0x65757274;
const WORD_FALS: i32 = 0x736c6166;
const LETTER_E: i32 = 101;

/** Digits of which every number has itself as its shortest decimal form (R1). */
const SAFE_DIGITS: i32 = 15;

/** Reads an object, or goes on behind a value of it; gives where its line ends, or what stopped it. */
export function readObject(reading: i32, from: i32, row: i32, isResumed: boolean): i32 {
  let at = skipSpace(from);
  let isFirst = !isResumed;
  if (isFirst) {
    if (u8At(at) !== OPEN_BRACE) return CAREFULLY;
    setI32(reading + GIVEN, 0);
    setI32(reading + PREVIOUS_KEY, 0);
  }
  while (isFirst || u8At(at) === COMMA) {
    isFirst = false;
    at = readMember(reading, at + 1, row);
    if (at < 0) return at;
    at = skipSpace(at);
  }
  return u8At(at) === CLOSE_BRACE ? skipSpace(at + 1) : CAREFULLY;
}

function readMember(reading: i32, from: i32, row: i32): i32 {
  let at = skipSpace(from);
  if (u8At(at) !== QUOTE) return CAREFULLY;
  const keys = i32At(reading + KEYS);
  // Rows of one file have their keys in much the same order. Code 0, the start of a row, is that of a blank key.
  const after = i32At(reading + KEYS_AFTER) + (i32At(reading + PREVIOUS_KEY) << 2);
  let key = i32At(after);
  let keyEnd = nameEnd(keys, key, at + 1);
  if (keyEnd < 0 || u8At(keyEnd) !== QUOTE) {
    keyEnd = stopFrom(reading, at + 1);
    if (u8At(keyEnd) !== QUOTE) return CAREFULLY;
    key = nameCode(keys, at + 1, keyEnd);
    if (key === NO_NAME) return CAREFULLY;
    setI32(after, key);
  }
  const place = i32At(i32At(reading + KEYS_OPS) + (key << 2));
  if (place === FORBIDDEN) return CAREFULLY;
  if (place === NOT_ASKED) {
    setI32(reading + ASKED_OP, UNREAD);
    setI32(reading + ASKED_START, key);
    return ASK_HOST;
  }
  setI32(reading + PREVIOUS_KEY, key);
  at = skipSpace(keyEnd + 1);
  if (u8At(at) !== COLON) return CAREFULLY;
  at = skipSpace(at + 1);
  if (place === UNREAD) return readValue(reading, at, row, UNREAD);
  // What JSON.parse makes of a key that comes twice is for it to say.
  const op = place - 1;
  const bit: i32 = 1 << op;
  const given = i32At(reading + GIVEN);
  if ((given & bit) !== 0) return CAREFULLY;
  setI32(reading + GIVEN, given | bit);
  return u8At(at) === QUOTE ? readCells(reading, at, row, op, op + 1) : readValue(reading, at, row, op);
}

/** Reads a value that is no text of a field. */
function readValue(reading: i32, from: i32, row: i32, op: i32): i32 {
  const first = u8At(from);
  if (first === QUOTE) {
    const closing = stopFrom(reading, from + 1);
    return u8At(closing) === QUOTE ? closing + 1 : CAREFULLY;
  }
  // Null is blank, as no cell is (R3).
  if (first === LETTER_N) return wordAt(from) === WORD_NULL ? from + 4 : CAREFULLY;
  let end: i32 = CAREFULLY;
  let kind: i32 = NUMBERS_AND_FLAGS;
  if (first === LETTER_T) {
    if (wordAt(from) === WORD_TRUE) end = from + 4;
  } else if (first === LETTER_F) {
    if (wordAt(from) === WORD_FALS && u8At(from + 4) === LETTER_E) end = from + 5;
  } else {
    end = numberEnd(from);
    kind = isWhole(from, end) ? WHOLE_NUMBERS : NUMBERS;
  }
  if (end < 0 || op === UNREAD) return end;
  if (kind > i32At(reading + OPS + op * OP_BYTES + JSON_VALUES)) return CAREFULLY;
  const put = putCell(reading, op, from, end, row, false);
  if (put === ASK_HOST) setI32(reading + AT, end);
  return put === 0 ? end : put;
}

/** Where something else than white space within a line stands. */
function skipSpace(from: i32): i32 {
  let at = from;
  let byte = u8At(at);
  while (byte === 32 || byte === 9 || byte === 13) byte = u8At(++at);
  return at;
}

/** The end of the number that begins at `from`, if it is written in its one decimal form: `0`, `-7`, `60.5`. */
function numberEnd(from: i32): i32 {
  const isNegative = u8At(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  let at = digitsEnd(first);
  const whole = at - first;
  if (whole === 0 || (whole > 1 && u8At(first) === ZERO)) return CAREFULLY;
  if (u8At(at) !== POINT) {
    const isMinusZero = isNegative && u8At(first) === ZERO;
    return whole > SAFE_DIGITS || isMinusZero ? CAREFULLY : at;
  }
  const fraction = at + 1;
  at = digitsEnd(fraction);
  if (at === fraction || u8At(at - 1) === ZERO || whole + at - fraction > SAFE_DIGITS) return CAREFULLY;
  return at;
}

function digitsEnd(from: i32): i32 {
  let at = from;
  while (u8At(at) >= ZERO && u8At(at) <= ZERO + 9) at++;
  return at;
}

function isWhole(from: i32, end: i32): boolean {
  for (let at = from; at < end; at++) if (u8At(at) === POINT) return false;
  return true;
}
