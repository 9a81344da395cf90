/**
 * Reads JSON lines into the columns of rows. A line is plain where it is one object whose fields are texts without
 * escapes, decimal numbers, true, false and null: each of these is then a cell with the value of JSON.parse. Other
 * members may be anything that JSON.parse takes, except numbers with exponents and deep nesting.
 */
import { i32At, setI32, u8At, wordAt } from "../memory.ts";
import {
  ASK_HOST,
  ASKED_OP,
  ASKED_START,
  AT,
  CAREFULLY,
  FIRST_WITHIN,
  GIVEN,
  JSON_VALUES,
  KEY_CODE,
  KEYS,
  KEYS_AFTER,
  KEYS_OPS,
  KIND,
  keepCell,
  LIST_INDEX,
  NEEDED,
  NESTED,
  NEXT_WITHIN,
  OP_BYTES,
  OPS,
  PREVIOUS_KEY,
  putCell,
  readCells,
} from "./read-cells.ts";
import { NO_NAME, nameCode, nameEnd } from "./read-names.ts";
import { stopFrom } from "./read-stops.ts";

/**
 * In place of the operation of a key: the host has to be asked, the key is no field of rating, or no record may have
 * the key (R2).
 */
export const NOT_ASKED: i32 = 0;
export const UNREAD: i32 = -1;
export const FORBIDDEN: i32 = -2;

/** Which values of a field, besides texts, are taken as the text of their bytes. */
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
const OPEN_BRACKET: i32 = 91;
const CLOSE_BRACKET: i32 = 93;
const BACKSLASH: i32 = 92;
const LETTER_U: i32 = 117;
const LETTER_F: i32 = 102;
const LETTER_N: i32 = 110;
const LETTER_T: i32 = 116;
const WORD_NULL: i32 = 0x6c6c756e;
const WORD_TRUE: i32 = 0x65757274;
const WORD_FALS: i32 = 0x736c6166;
const LETTER_E: i32 = 101;

/** A decimal of so many digits is its own shortest decimal form (R1). */
const SAFE_DIGITS: i32 = 15;

/** In place of an enclosing operation: the member is in the row itself. */
const NO_OPERATION: i32 = -1;

/** Deepest nesting of lists and objects that is read; the call itself is the first. */
const MOST_NESTED: i32 = 16;

/** Reads an object, or goes on behind one of its values; returns the end of its line, or CAREFULLY or ASK_HOST. */
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
    at = readMember(reading, at + 1, row, NO_OPERATION);
    if (at < 0) return at;
    at = skipSpace(at);
  }
  const needed = i32At(reading + NEEDED);
  if (u8At(at) !== CLOSE_BRACE || (i32At(reading + GIVEN) & needed) !== needed) return CAREFULLY;
  return skipSpace(at + 1);
}

/** Reads a key and its value, within the value of the operation `within` or in the row itself. */
function readMember(reading: i32, from: i32, row: i32, within: i32): i32 {
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
  let opNumber = i32At(i32At(reading + KEYS_OPS) + (key << 2));
  if (opNumber === FORBIDDEN && within === NO_OPERATION) return CAREFULLY;
  if (opNumber === NOT_ASKED) {
    setI32(reading + ASKED_OP, UNREAD);
    setI32(reading + ASKED_START, key);
    return ASK_HOST;
  }
  setI32(reading + PREVIOUS_KEY, key);
  at = skipSpace(keyEnd + 1);
  if (u8At(at) !== COLON) return CAREFULLY;
  at = skipSpace(at + 1);
  if (within !== NO_OPERATION) opNumber = placeWithin(reading, within, KEY_CODE, key);
  return opNumber === UNREAD ? valueEnd(reading, at, 1) : readPlace(reading, at, row, opNumber - 1);
}

/** The operation + 1 of a value within the value of another operation, by key or index; UNREAD where there is none. */
function placeWithin(reading: i32, within: i32, word: i32, value: i32): i32 {
  let opNumber = i32At(reading + OPS + within * OP_BYTES + FIRST_WITHIN);
  while (opNumber > 0) {
    const operation = reading + OPS + (opNumber - 1) * OP_BYTES;
    if (i32At(operation + word) === value) return opNumber;
    opNumber = i32At(operation + NEXT_WITHIN);
  }
  return UNREAD;
}

/** Reads the value of an operation. */
function readPlace(reading: i32, at: i32, row: i32, op: i32): i32 {
  // JSON.parse decides the value of a key that comes twice.
  const bit: i32 = 1 << op;
  const given = i32At(reading + GIVEN);
  if ((given & bit) !== 0) return CAREFULLY;
  setI32(reading + GIVEN, given | bit);
  if (i32At(reading + OPS + op * OP_BYTES + KIND) === NESTED) return readNested(reading, at, row, op);
  return u8At(at) === QUOTE ? readCells(reading, at, row, op, op + 1) : readValue(reading, at, row, op);
}

/** Reads the values within an object or a list; skips any other value. */
function readNested(reading: i32, from: i32, row: i32, op: i32): i32 {
  const isObject = u8At(from) === OPEN_BRACE;
  if (!isObject && u8At(from) !== OPEN_BRACKET) return valueEnd(reading, from, 1);
  const closing = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  let at = skipSpace(from + 1);
  let index: i32 = 0;
  while (u8At(at) !== closing) {
    if (index > 0) {
      if (u8At(at) !== COMMA) return CAREFULLY;
      at = skipSpace(at + 1);
    }
    if (isObject) at = readMember(reading, at, row, op);
    else {
      const opNumber = placeWithin(reading, op, LIST_INDEX, index);
      at = opNumber === UNREAD ? valueEnd(reading, at, 1) : readPlace(reading, at, row, opNumber - 1);
    }
    if (at < 0) return at;
    at = skipSpace(at);
    index++;
  }
  return at + 1;
}

/** Reads the value of a field that is no text. */
function readValue(reading: i32, from: i32, row: i32, op: i32): i32 {
  const first = u8At(from);
  // Null is blank, like a missing cell (R3).
  if (first === LETTER_N) return wordAt(from) === WORD_NULL ? from + 4 : CAREFULLY;
  let kind: i32 = NUMBERS_AND_FLAGS;
  let end = wordEnd(from);
  let cellEnd = end;
  if (end === CAREFULLY) {
    end = numberEnd(from);
    if (end === CAREFULLY) return end;
    cellEnd = withoutZeros(from, end);
    kind = isWhole(from, cellEnd) ? WHOLE_NUMBERS : NUMBERS;
  }
  const operation = reading + OPS + op * OP_BYTES;
  if (kind > i32At(operation + JSON_VALUES)) return CAREFULLY;
  // The end of a value that is no text is negative.
  keepCell(operation, from, 0 - cellEnd, row);
  const put = putCell(reading, op, from, cellEnd, row, false);
  if (put === ASK_HOST) setI32(reading + AT, end);
  return put === 0 ? end : put;
}

/** The end of a value of any type that is skipped. */
function valueEnd(reading: i32, from: i32, depth: i32): i32 {
  const first = u8At(from);
  if (first === QUOTE) return textEnd(reading, from + 1);
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return nestedEnd(reading, from, depth);
  if (first === LETTER_N) return wordAt(from) === WORD_NULL ? from + 4 : CAREFULLY;
  const end = wordEnd(from);
  return end === CAREFULLY ? numberEnd(from) : end;
}

/** The end of a list or an object that is skipped, at a depth of nesting. */
function nestedEnd(reading: i32, from: i32, depth: i32): i32 {
  if (depth > MOST_NESTED) return CAREFULLY;
  const isObject = u8At(from) === OPEN_BRACE;
  const closing = isObject ? CLOSE_BRACE : CLOSE_BRACKET;
  let at = skipSpace(from + 1);
  let isFirst = true;
  while (u8At(at) !== closing) {
    if (!isFirst) {
      if (u8At(at) !== COMMA) return CAREFULLY;
      at = skipSpace(at + 1);
    }
    isFirst = false;
    if (isObject) {
      if (u8At(at) !== QUOTE) return CAREFULLY;
      at = textEnd(reading, at + 1);
      if (at === CAREFULLY) return at;
      at = skipSpace(at);
      if (u8At(at) !== COLON) return CAREFULLY;
      at = skipSpace(at + 1);
    }
    at = valueEnd(reading, at, depth + 1);
    if (at === CAREFULLY) return at;
    at = skipSpace(at);
  }
  return at + 1;
}

/** The address behind the quote that ends a text, which may have escapes. */
function textEnd(reading: i32, from: i32): i32 {
  let at = stopFrom(reading, from);
  while (u8At(at) === BACKSLASH) {
    const escaped = u8At(at + 1);
    if (escaped === LETTER_U) {
      for (let digit = at + 2; digit < at + 6; digit++) if (!isHexDigit(u8At(digit))) return CAREFULLY;
      at += 6;
    } else if (isEscape(escaped)) at += 2;
    else return CAREFULLY;
    at = stopFrom(reading, at);
  }
  return u8At(at) === QUOTE ? at + 1 : CAREFULLY;
}

/** Whether a byte behind a backslash is an escape: one of `"\\/bfnrt`. */
function isEscape(byte: i32): boolean {
  if (byte === QUOTE || byte === BACKSLASH || byte === 47) return true;
  return byte === 98 || byte === LETTER_F || byte === LETTER_N || byte === 114 || byte === LETTER_T;
}

function isHexDigit(byte: i32): boolean {
  const letter = byte | 32;
  return (byte >= ZERO && byte <= ZERO + 9) || (letter >= 97 && letter <= LETTER_F);
}

/** The end of `true` or `false`. */
export function wordEnd(from: i32): i32 {
  const word = wordAt(from);
  if (word === WORD_TRUE) return from + 4;
  return word === WORD_FALS && u8At(from + 4) === LETTER_E ? from + 5 : CAREFULLY;
}

/** The address of the next byte that is not white space within a line. */
function skipSpace(from: i32): i32 {
  let at = from;
  let byte = u8At(at);
  while (byte === 32 || byte === 9 || byte === 13) byte = u8At(++at);
  return at;
}

/**
 * The end of the number that begins at `from`, if it is a decimal of at most SAFE_DIGITS digits: `0`, `-7`,
 * `60.50`.
 */
function numberEnd(from: i32): i32 {
  const isNegative = u8At(from) === MINUS;
  const first = isNegative ? from + 1 : from;
  let at = digitsEnd(first);
  const whole = at - first;
  if (whole === 0 || (whole > 1 && u8At(first) === ZERO)) return CAREFULLY;
  if (u8At(at) === POINT) {
    const fraction = at + 1;
    at = digitsEnd(fraction);
    if (at === fraction || whole + at - fraction > SAFE_DIGITS) return CAREFULLY;
  } else if (whole > SAFE_DIGITS) return CAREFULLY;
  // JSON.parse decides the text of -0, 1e21 and 1e-7.
  if (isExponent(u8At(at)) || isTiny(first, at)) return CAREFULLY;
  return isNegative && u8At(first) === ZERO && withoutZeros(first, at) === first + 1 ? CAREFULLY : at;
}

function isExponent(byte: i32): boolean {
  return (byte | 32) === LETTER_E;
}

/** Whether a number is so small that its text has an exponent: it begins with six zeros behind the point. */
function isTiny(first: i32, end: i32): boolean {
  if (end - first < 8 || u8At(first) !== ZERO) return false;
  for (let at = first + 2; at < first + 8; at++) if (u8At(at) !== ZERO) return false;
  return true;
}

/** The end of a number without the trailing zeros of its decimals, as in its text (R1). */
function withoutZeros(from: i32, end: i32): i32 {
  if (isWhole(from, end)) return end;
  let at = end;
  while (u8At(at - 1) === ZERO) at--;
  return u8At(at - 1) === POINT ? at - 1 : at;
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
