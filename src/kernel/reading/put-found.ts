/**
 * Puts the cells that were found into the columns of a row as its fields: unchanged, cut, or translated. The host
 * translates each text once.
 */
import { f64At, i32At, quotient, setF64, setI32, setU8, toF64, u8At } from "../memory.ts";
import * as rows from "../rows.ts";
import { cutText } from "./cut-texts.ts";
import {
  beginRow,
  CAREFULLY,
  CODE_COLUMN,
  COLUMN,
  CUT_END,
  CUT_START,
  END_COLUMN,
  ESCAPED_COLUMN,
  HAS_ODD_ENDS,
  KIND,
  NAME,
  NAMES,
  NEXT_PUT,
  NO_PAIR,
  OP_BYTES,
  OPS,
  pairAt,
  putCell,
  QUOTE,
  SCRATCH_AT,
  SCRATCH_END,
  show,
} from "./read-cells.ts";
import { wordEnd } from "./read-json.ts";
import { areSame, HAS_QUOTES, NAME_STARTS, NO_NAME, nameCode } from "./read-names.ts";

/** Returned instead of 0: the host has to put the field before NEXT_PUT. */
export const ASK_WRITER: i32 = -4;

// Words of a put.
/** The operations that found its cells, of which the first that is not blank counts, and their number. */
export const FOUND: i32 = 0;
export const MOST_FOUND: i32 = 4;
export const FOUND_COUNT: i32 = 16;
/** The operation that puts the field. */
export const PUT: i32 = 20;
/** The column of the shown texts, as `show` takes it. */
export const SHOWN: i32 = 24;
/** Address of the texts that mean blank: their number, then the start and end of each; 0 for none. */
export const NONES: i32 = 28;
/** Address of the steps that cut its text; 0 for none. */
export const CUTS: i32 = 32;
/**
 * Address of the translations by name code, each a code + 1: 0 is not known yet, -1 needs the record. Address 0: names
 * are not translated.
 */
export const CODES: i32 = 36;
/** Address of the quantities by name code; 0 where quantities are read from their digits. */
export const NUMBERS: i32 = 40;
/** Address of the code + 1 of the name for blank cells; 0 for none. */
export const GIVEN_NAME: i32 = 44;
/** Whether `true` and `false` are flags, not texts. */
export const HAS_FLAGS: i32 = 48;
/** Whether a quantity of 0 is blank; the treatment of its sign, KEEP_SIGN or another. */
export const IS_ZERO_BLANK: i32 = 52;
export const SIGN: i32 = 56;
export const KEEP_SIGN: i32 = 0;
export const DROP_SIGN: i32 = 1;
export const CHANGE_SIGN: i32 = 2;
/** The usual form of a duration, which is read without a translation; ANY_UNIT for other forms. */
export const UNIT: i32 = 60;
export const ANY_UNIT: i32 = 0;
/** HH:mm:ss; seconds with up to three decimals; whole milliseconds, microseconds or nanoseconds. */
export const CLOCK: i32 = 1;
export const SECONDS: i32 = 2;
export const MILLISECONDS: i32 = 3;
export const MICROSECONDS: i32 = 6;
export const NANOSECONDS: i32 = 9;
export const PUT_BYTES: i32 = 64;

const COLON: i32 = 58;
const ZERO: i32 = 48;
const POINT: i32 = 46;
/** Most digits of a number that always fits in 32 bits, and most bytes of so many milliseconds as seconds. */
const MOST_WHOLE_DIGITS: i32 = 9;
const MOST_SECONDS_BYTES: i32 = 16;

/** In place of the start of a shown text: only the record has the text. */
const NOT_FOUND: i32 = -1;

/** Begins a row without a found cell; `starts` and `ends` hold the bounds of `count` cells. */
export function beginFound(reading: i32, starts: i32, ends: i32, count: i32): void {
  beginRow(reading);
  setI32(reading + HAS_ODD_ENDS, 0);
  for (let at: i32 = 0; at < count << 2; at += 8) {
    setF64(starts + at, 0);
    setF64(ends + at, 0);
  }
}

/**
 * Puts the fields of a list from index `first` on; returns 0, CAREFULLY, or the question to the host: NEXT_PUT is then
 * the index to go on with.
 */
export function putFound(reading: i32, list: i32, first: i32, count: i32, row: i32): i32 {
  for (let at = first; at < count; at++) {
    const put = putField(reading, list + at * PUT_BYTES, row);
    if (put === 0) continue;
    setI32(reading + NEXT_PUT, at + 1);
    return put;
  }
  return 0;
}

function putField(reading: i32, words: i32, row: i32): i32 {
  const nones = i32At(words + NONES);
  const last = words + FOUND + (i32At(words + FOUND_COUNT) << 2);
  let found: i32 = 0;
  let start: i32 = 0;
  let end: i32 = 0;
  for (let next = words + FOUND; next < last && start === end; next += 4) {
    found = reading + OPS + i32At(next) * OP_BYTES;
    start = i32At(i32At(found + COLUMN));
    end = i32At(i32At(found + END_COLUMN));
    if (nones !== 0 && isNone(nones, start, end)) start = end;
  }
  if (i32At(reading + OPS + i32At(words + PUT) * OP_BYTES + KIND) === NAME)
    return putName(reading, words, found, start, end, row);
  if (start !== end && i32At(words + NUMBERS) !== 0) return putNumber(reading, words, found, start, end, row);
  return putText(reading, words, found, start, end, row);
}

/** Puts a text in address, or the quantity that the text holds. */
function putText(reading: i32, words: i32, found: i32, from: i32, to: i32, row: i32): i32 {
  let start = from;
  let end = to;
  const isEscaped = start !== end && i32At(i32At(found + ESCAPED_COLUMN)) !== 0;
  const cuts = i32At(words + CUTS);
  if (start !== end && cuts !== 0) {
    if (isEscaped || !cutText(reading, cuts, start, end)) return ASK_WRITER;
    start = i32At(reading + CUT_START);
    end = i32At(reading + CUT_END);
  }
  const shown = i32At(words + SHOWN);
  if (start === end) {
    show(shown, 0, 0, row);
    return 0;
  }
  show(shown, start, end, row);
  const op = i32At(words + PUT);
  const put = putCell(reading, op, start, end, row, isEscaped);
  const isZeroBlank = i32At(words + IS_ZERO_BLANK) !== 0;
  const sign = i32At(words + SIGN);
  if (!isZeroBlank && sign === KEEP_SIGN) return put;
  if (put !== 0) return ASK_WRITER;
  const address = i32At(reading + OPS + op * OP_BYTES + COLUMN) + (row << 3);
  const value = f64At(address);
  if (isZeroBlank && value === 0) {
    setF64(address, NaN);
    show(shown, 0, 0, row);
  } else if (sign === CHANGE_SIGN || (sign === DROP_SIGN && value < 0)) setF64(address, 0 - value);
  return 0;
}

/** Puts a name: the text itself, its translation, or the name for blank cells. */
function putName(reading: i32, words: i32, found: i32, from: i32, to: i32, row: i32): i32 {
  let start = from;
  let end = to;
  let code: i32 = 0;
  let isOther = false;
  if (start !== end) {
    const cuts = i32At(words + CUTS);
    code = cuts === 0 ? codeOf(reading, found, start, end) : ASK_WRITER;
    if (cuts !== 0 && i32At(i32At(found + ESCAPED_COLUMN)) === 0 && cutText(reading, cuts, start, end)) {
      start = i32At(reading + CUT_START);
      end = i32At(reading + CUT_END);
      code = nameCode(i32At(reading + NAMES), start, end);
    }
    if (code < 0) return code === NO_NAME ? CAREFULLY : ASK_WRITER;
    const codes = i32At(words + CODES);
    if (code > 0 && codes !== 0) {
      code = i32At(codes + (code << 2)) - 1;
      if (code < 0) return askOf(code);
      isOther = true;
    }
  }
  const given = i32At(words + GIVEN_NAME);
  if (code === 0 && given !== 0) {
    code = i32At(given) - 1;
    if (code < 0) return askOf(code);
    isOther = true;
  }
  setI32(i32At(reading + OPS + i32At(words + PUT) * OP_BYTES + CODE_COLUMN) + (row << 2), code);
  if (isOther) showName(reading, words, code, row);
  else show(i32At(words + SHOWN), code === 0 ? 0 : start, code === 0 ? 0 : end, row);
  return 0;
}

/** The source of a name's translation: the host for -1 (not known yet), the record for -2. */
function askOf(code: i32): i32 {
  return code === -1 ? ASK_WRITER : CAREFULLY;
}

/** Puts the quantity that is the translation of a text. */
function putNumber(reading: i32, words: i32, found: i32, start: i32, end: i32, row: i32): i32 {
  if (putInUnit(reading, words, start, end, row)) return 0;
  const code = codeOf(reading, found, start, end);
  if (code < 0) return code === NO_NAME ? CAREFULLY : ASK_WRITER;
  const translated = i32At(i32At(words + CODES) + (code << 2)) - 1;
  if (translated < 0) return askOf(translated);
  const column = i32At(reading + OPS + i32At(words + PUT) * OP_BYTES + COLUMN);
  setF64(column + (row << 3), f64At(i32At(words + NUMBERS) + (code << 3)));
  showName(reading, words, translated, row);
  return 0;
}

/** Puts a duration in its usual form; false for any other form. */
function putInUnit(reading: i32, words: i32, start: i32, end: i32, row: i32): boolean {
  const unit = i32At(words + UNIT);
  if (unit === ANY_UNIT) return false;
  const shown = i32At(words + SHOWN);
  if (unit === SECONDS) {
    if (putCell(reading, i32At(words + PUT), start, end, row, false) !== 0) return false;
    show(shown, start, end, row);
    return true;
  }
  const milliseconds = unit === CLOCK ? clockAt(start, end) : wholeAt(start, end, unit - MILLISECONDS);
  return milliseconds >= 0 && putDuration(reading, shown, milliseconds, row);
}

/** Puts milliseconds as the duration of a call, shown as seconds; false where there is no room for the text. */
export function putDuration(reading: i32, shown: i32, milliseconds: i32, row: i32): boolean {
  if (shown !== 0) {
    const text = i32At(reading + SCRATCH_AT);
    if (text + MOST_SECONDS_BYTES > i32At(reading + SCRATCH_END)) return false;
    const behind = writeSeconds(text, milliseconds);
    setI32(reading + SCRATCH_AT, behind);
    show(shown, text, behind, row);
  }
  setF64(rows.DURATION + (row << 3), toF64(milliseconds));
  return true;
}

/** The milliseconds of HH:mm:ss, or -1. */
function clockAt(start: i32, end: i32): i32 {
  const hours = pairAt(start);
  const minutes = pairAt(start + 3);
  const seconds = pairAt(start + 6);
  if (end - start !== 8 || u8At(start + 2) !== COLON || u8At(start + 5) !== COLON) return -1;
  if (hours === NO_PAIR || minutes > 59 || seconds > 59) return -1;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

/** A whole number without its last `without` digits, or -1. */
function wholeAt(start: i32, end: i32, without: i32): i32 {
  if (u8At(start) === ZERO && end - start > 1) return -1;
  if (end - without - start > MOST_WHOLE_DIGITS) return -1;
  let whole: i32 = 0;
  for (let at = start; at < end; at++) {
    const digit = u8At(at) - ZERO;
    if (digit < 0 || digit > 9) return -1;
    if (at < end - without) whole = whole * 10 + digit;
  }
  return whole;
}

/** Writes milliseconds as seconds; returns the end. */
function writeSeconds(to: i32, milliseconds: i32): i32 {
  const seconds = quotient(milliseconds, 1000);
  const end = writeWhole(to, seconds);
  let rest = milliseconds - 1000 * seconds;
  if (rest === 0) return end;
  setU8(end, POINT);
  let at = end + 1;
  for (let weight: i32 = 100; rest > 0; weight = quotient(weight, 10)) {
    const digit = quotient(rest, weight);
    setU8(at, ZERO + digit);
    rest -= digit * weight;
    at++;
  }
  return at;
}

/** Writes a whole number; returns the end. */
function writeWhole(to: i32, number: i32): i32 {
  let digits: i32 = 1;
  for (let rest = quotient(number, 10); rest > 0; rest = quotient(rest, 10)) digits++;
  let rest = number;
  for (let at = to + digits - 1; at >= to; at--) {
    const tens = quotient(rest, 10);
    setU8(at, ZERO + rest - 10 * tens);
    rest = tens;
  }
  return to + digits;
}

/** The code of the text of a cell, NO_NAME, or ASK_WRITER where the cell is escaped. */
function codeOf(reading: i32, found: i32, start: i32, end: i32): i32 {
  const code = i32At(i32At(found + CODE_COLUMN));
  if (code >= 0) return code;
  if (i32At(i32At(found + ESCAPED_COLUMN)) !== 0) return ASK_WRITER;
  return nameCode(i32At(reading + NAMES), start, end);
}

/** Shows the text of a name. */
function showName(reading: i32, words: i32, code: i32, row: i32): void {
  const column = i32At(words + SHOWN);
  if (column === 0) return;
  const names = i32At(reading + NAMES);
  const starts = i32At(names + NAME_STARTS) + (code << 2);
  const start = code === 0 ? 0 : i32At(starts);
  const end = code === 0 ? 0 : i32At(starts + 4);
  const isOdd = i32At(names + HAS_QUOTES) !== 0 && hasQuote(start, end);
  const isFlag = i32At(words + HAS_FLAGS) !== 0 && code > 0 && wordEnd(start) === end;
  // The end of a value that is no text is negative.
  show(column, isOdd ? NOT_FOUND : start, isFlag ? 0 - end : end, row);
}

function hasQuote(start: i32, end: i32): boolean {
  for (let at = start; at < end; at++) if (u8At(at) === QUOTE) return true;
  return false;
}

function isNone(nones: i32, start: i32, end: i32): boolean {
  const last = nones + (i32At(nones) << 3);
  const length = end - start;
  for (let words = nones; words < last; words += 8)
    if (i32At(words + 8) - i32At(words + 4) === length && areSame(i32At(words + 4), start, length))
      return true;
  return false;
}
