/**
 * Parses the cells of a call into the columns of a row: one operation a cell, listed once for a file. A value is built
 * while the end of its cell is sought, so that each byte is read once. A row that is not plain is left to the host,
 * which reads its record.
 */
import { f64At, i32At, setF64, setI32, toF64, u8At, wordAt } from "../memory.ts";
import * as rows from "../rows.ts";
import { MAX_NAME_BYTES, NO_NAME, nameCode, nameEnd } from "./read-names.ts";
import { isStop, STOPS_BYTES, stopFrom } from "./read-stops.ts";

/** In place of an address: the row is not plain and has to be read from its record. */
export const CAREFULLY: i32 = -1;
/**
 * In place of an address: the host has to read a cell, or the start of the call, from its text, and to go on behind it.
 */
export const ASK_HOST: i32 = -2;

// Words of a reading, after those of its stops.
/** Address to go on from, and end of the bytes, which hold whole rows. */
export const AT: i32 = STOPS_BYTES;
export const END: i32 = STOPS_BYTES + 4;
export const ROW: i32 = STOPS_BYTES + 8;
/** The operation to go on with; 0 before a row. */
export const NEXT_OP: i32 = STOPS_BYTES + 12;
export const FILE_LINE: i32 = STOPS_BYTES + 16;
export const ROW_BEGIN: i32 = STOPS_BYTES + 20;
export const LINES_WITHIN: i32 = STOPS_BYTES + 24;
export const WIDTH: i32 = STOPS_BYTES + 28;
export const DELIMITER: i32 = STOPS_BYTES + 32;
/** Whether a quote within quotes is written twice, and a cell in quotes may hold anything. */
export const IS_CSV: i32 = STOPS_BYTES + 36;
export const IS_ASCII: i32 = STOPS_BYTES + 40;
export const NAMES: i32 = STOPS_BYTES + 44;
/** Where the file has both fields: the column of `callCarrier`, which takes precedence over `carrier`. */
export const CALL_CARRIER: i32 = STOPS_BYTES + 48;
export const CARRIER_COLUMN: i32 = STOPS_BYTES + 52;
/**
 * Of the row: whether its date was read, whether its start has to be read from texts, and the bounds of these texts.
 */
export const HAS_DAY: i32 = STOPS_BYTES + 56;
export const IS_START_ODD: i32 = STOPS_BYTES + 60;
export const START_CELLS: i32 = STOPS_BYTES + 64;
/** The question to the host: the operation, its cell, and whether the cell holds doubled quotes. */
export const ASKED_OP: i32 = STOPS_BYTES + 80;
export const ASKED_START: i32 = STOPS_BYTES + 84;
export const ASKED_END: i32 = STOPS_BYTES + 88;
export const ASKED_IS_ESCAPED: i32 = STOPS_BYTES + 92;
/** Whether a cell may begin with an apostrophe that was added to disarm a formula. */
export const HAS_APOSTROPHES: i32 = STOPS_BYTES + 132;
/** The day last read, and its bytes. */
const LAST_DAY: i32 = STOPS_BYTES + 96;
const LAST_DATE: i32 = STOPS_BYTES + 100;
/**
 * Of JSON lines: the table of keys; by key, the key that came after it, and its operation + 1; the key before; the
 * operations that the row has so far, as bits.
 */
export const KEYS: i32 = STOPS_BYTES + 112;
export const KEYS_AFTER: i32 = STOPS_BYTES + 116;
export const KEYS_OPS: i32 = STOPS_BYTES + 120;
export const PREVIOUS_KEY: i32 = STOPS_BYTES + 124;
export const GIVEN: i32 = STOPS_BYTES + 128;
/** Of CSV: whether spaces before an opening quote are allowed and ignored. */
export const HAS_SPACED_QUOTES: i32 = STOPS_BYTES + 136;
/** Of CSV: the escape character; 0 for none. */
export const ESCAPE: i32 = STOPS_BYTES + 140;
/** Of JSON lines: the operations that a row needs, as bits of a word; a row without one is read from its record. */
export const NEEDED: i32 = STOPS_BYTES + 144;
/** Whether a found cell of the row is escaped, or may have white space beyond ASCII around it. */
export const HAS_ODD_ENDS: i32 = STOPS_BYTES + 148;
/** The index of the put to go on with. */
export const NEXT_PUT: i32 = STOPS_BYTES + 152;
/** Buffer for texts that the file does not have: the address of the next text, and the end of the buffer. */
export const SCRATCH_AT: i32 = STOPS_BYTES + 156;
export const SCRATCH_END: i32 = STOPS_BYTES + 160;
/** The bounds of the text that was cut last. */
export const CUT_START: i32 = STOPS_BYTES + 164;
export const CUT_END: i32 = STOPS_BYTES + 168;
/** Powers of ten, as doubles. */
export const POWERS: i32 = STOPS_BYTES + 176;
export const OPS: i32 = POWERS + 128;

// Words of an operation.
export const KIND: i32 = 0;
/**
 * The address of its column; of a text, the columns of its start and its end; of a found cell, also the column of
 * whether it is escaped.
 */
export const COLUMN: i32 = 4;
export const END_COLUMN: i32 = 8;
export const ESCAPED_COLUMN: i32 = 12;
export const DECIMALS: i32 = 16;
export const IS_SIGNED: i32 = 20;
export const MOST: i32 = 24;
/** The name last read, and a name that came twice in succession, and so may come again; 0 for none. */
export const LAST_NAME: i32 = 32;
export const TWICE_NAME: i32 = 36;
/** Which values of JSON, besides texts, are taken as the text of their bytes. */
export const JSON_VALUES: i32 = 40;
/** The column of the codes of names. */
export const CODE_COLUMN: i32 = 44;
/** The column of the starts of the rows' cells, before the column of their ends; 0 where the bounds are not needed. */
export const KEPT: i32 = 48;
/**
 * Of nested JSON: the first operation within a value, the next one within the same value, each + 1; its key in an
 * object, and its index in a list, or -1.
 */
export const FIRST_WITHIN: i32 = 52;
export const NEXT_WITHIN: i32 = 56;
export const KEY_CODE: i32 = 60;
export const LIST_INDEX: i32 = 64;
export const OP_BYTES: i32 = 72;

// Kinds of operations: the meaning of a cell.
export const SKIP: i32 = 0;
export const NAME: i32 = 1;
export const POINTER: i32 = 2;
export const LOCATION_TEXT: i32 = 3;
export const LEG: i32 = 4;
export const DATE: i32 = 5;
export const TIME: i32 = 6;
export const QUANTITY: i32 = 7;
/** The cell is only found, for a later step; the code of a NAMED_CELL is found, too. */
export const CELL: i32 = 8;
export const NAMED_CELL: i32 = 9;
/** Of JSON: an object or a list with the values of other operations. */
export const NESTED: i32 = 10;
/** In place of the code of a found cell: the code was not looked up. */
export const NO_CODE: i32 = -2;

export const QUOTE: i32 = 34;
const LINE_FEED: i32 = 10;
const CARRIAGE_RETURN: i32 = 13;
const ZERO: i32 = 48;
const MINUS: i32 = 45;
const POINT: i32 = 46;
const COLON: i32 = 58;
const APOSTROPHE: i32 = 39;
const TAB: i32 = 9;
const PLUS: i32 = 43;
const EQUALS: i32 = 61;
const AT_SIGN: i32 = 64;
export const NO_PAIR: i32 = 100;
/** In place of the end of a value: the value is not of the plainest form. */
const ODD: i32 = -1;
/** Most digits of a number that always fits in 32 bits, and of a number that is always exact as a double. */
const SHORT_DIGITS: i32 = 9;
const SAFE_DIGITS: i32 = 15;

/** Begins a row, whose columns are all blank. */
export function beginRow(reading: i32): void {
  setI32(reading + LINES_WITHIN, 0);
  setI32(reading + HAS_DAY, 0);
  setI32(reading + IS_START_ODD, 0);
  for (let at: i32 = 0; at < 16; at += 4) setI32(reading + START_CELLS + at, 0);
}

/** Ends a row whose cells were all read; false where the host has to read its start. */
export function endRow(reading: i32, row: i32): boolean {
  const callCarriers = i32At(reading + CALL_CARRIER);
  if (callCarriers !== 0) {
    const callCarrier = i32At(callCarriers + (row << 2));
    if (callCarrier !== 0) setI32(i32At(reading + CARRIER_COLUMN) + (row << 2), callCarrier);
  }
  return i32At(reading + HAS_DAY) !== 0 && i32At(reading + IS_START_ODD) === 0;
}

/**
 * Reads the cells of the operations from `first` up to `end`, the first cell at `from`. Returns the address behind the
 * last cell, where a plain row has a delimiter or its end; or CAREFULLY; or ASK_HOST, with AT behind the cell.
 */
export function readCells(reading: i32, from: i32, row: i32, first: i32, end: i32): i32 {
  const delimiter = i32At(reading + DELIMITER);
  const escaping = i32At(reading + ESCAPE);
  let at = from;
  for (let op = first; op < end; op++) {
    let opening = u8At(at);
    if (op > first) {
      if (opening !== delimiter) return CAREFULLY;
      opening = u8At(++at);
    }
    if (opening === delimiter) continue;
    let isQuoted = false;
    if (isStop(reading, opening)) {
      if (opening === QUOTE) {
        if (u8At(at + 1) === QUOTE && u8At(at + 2) !== QUOTE) {
          keepCell(reading + OPS + op * OP_BYTES, at + 1, at + 1, row);
          at += 2;
          continue;
        }
        isQuoted = true;
        at++;
      } else if (opening !== escaping && (opening !== CARRIAGE_RETURN || u8At(at + 1) === LINE_FEED))
        continue;
    }
    // Skip the apostrophe that disarms a formula in results and converted calls.
    if (
      u8At(at) === APOSTROPHE &&
      i32At(reading + HAS_APOSTROPHES) !== 0 &&
      beginsFormula(u8At(at + 1), isQuoted)
    )
      at++;
    let start = at;
    const operation = reading + OPS + op * OP_BYTES;
    const kind = i32At(operation + KIND);
    if (kind === NAME || kind === NAMED_CELL) {
      at = readName(reading, operation, start, kind === NAME ? row : 0);
      if (at === CAREFULLY) return CAREFULLY;
    }
    if (kind === QUANTITY) at = readQuantity(reading, operation, start, row);
    else if (kind === DATE) at = readDate(reading, start, row);
    else if (kind === TIME) at = readTime(reading, start, row);
    else if (kind !== NAME) {
      if (kind !== NAMED_CELL) at = stopFrom(reading, start);
      if (kind !== SKIP && !putText(reading, operation, start, at, row, false)) return CAREFULLY;
    }
    let isOdd = at < 0;
    if (!isOdd) {
      const ending = u8At(at);
      if (isQuoted) {
        if (ending === QUOTE && u8At(at + 1) !== QUOTE) at++;
        else isOdd = true;
      } else if (ending !== delimiter && ending !== LINE_FEED)
        isOdd = ending !== CARRIAGE_RETURN || u8At(at + 1) !== LINE_FEED;
    }
    if (isOdd) {
      const quoted = isQuoted ? start : spacedQuote(reading, start);
      isQuoted = isQuoted || quoted > start;
      start = quoted;
      at = readOdd(reading, op, start, row, isQuoted);
      if (at < 0) {
        const behind = i32At(reading + AT);
        if (at === ASK_HOST) keepCell(operation, start, isQuoted ? behind - 1 : behind, row);
        return at;
      }
    }
    keepCell(operation, start, isQuoted ? at - 1 : at, row);
  }
  return at;
}

/**
 * Whether a spreadsheet takes a cell with this first byte for a formula: = + - @, a tab, or within quotes the end of a
 * line.
 */
function beginsFormula(byte: i32, isQuoted: boolean): boolean {
  if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return isQuoted;
  return byte === EQUALS || byte === PLUS || byte === MINUS || byte === AT_SIGN || byte === TAB;
}

/** Keeps the bounds of a row's cell, for lines of results that show the cell. */
export function keepCell(operation: i32, start: i32, end: i32, row: i32): void {
  show(i32At(operation + KEPT), start, end, row);
}

/** Sets the bounds of a row's text: `column` holds the starts, and the column behind it the ends; 0 for no column. */
export function show(column: i32, start: i32, end: i32, row: i32): void {
  if (column === 0) return;
  setI32(column + (row << 2), start);
  setI32(column + rows.WHOLE_STRIDE + (row << 2), end);
}

/** The address behind an opening quote that has spaces before it, where such spaces are allowed; else `from`. */
function spacedQuote(reading: i32, from: i32): i32 {
  let at = from;
  if (i32At(reading + HAS_SPACED_QUOTES) !== 0) while (u8At(at) === 32) at++;
  return at > from && u8At(at) === QUOTE ? at + 1 : from;
}

/** Reads a cell that is not of the plainest form. */
function readOdd(reading: i32, op: i32, start: i32, row: i32, isQuoted: boolean): i32 {
  const isCsv = i32At(reading + IS_CSV) !== 0;
  let end = start;
  let isEscaped = false;
  if (isQuoted && isCsv) {
    const last = i32At(reading + END);
    while (u8At(end) !== QUOTE || u8At(end + 1) === QUOTE) {
      if (u8At(end) === QUOTE) {
        isEscaped = true;
        end++;
      } else if (u8At(end) === LINE_FEED) setI32(reading + LINES_WITHIN, i32At(reading + LINES_WITHIN) + 1);
      end++;
      if (end >= last) return CAREFULLY;
    }
  } else {
    if (!isCsv && !isQuoted) return CAREFULLY;
    const escaping = i32At(reading + ESCAPE);
    for (; ; end++) {
      const byte = u8At(end);
      if (escaping !== 0 && byte === escaping) {
        const escaped = u8At(++end);
        if (escaped === LINE_FEED || escaped === CARRIAGE_RETURN) return CAREFULLY;
        isEscaped = true;
      } else if (isStop(reading, byte) && !(isCsv && byte === CARRIAGE_RETURN && u8At(end + 1) !== LINE_FEED))
        break;
    }
    if ((u8At(end) === QUOTE) !== isQuoted) return CAREFULLY;
  }
  let behind = end;
  if (isQuoted) {
    behind++;
    const byte = u8At(behind);
    const isEnd =
      byte === i32At(reading + DELIMITER) ||
      byte === LINE_FEED ||
      (byte === CARRIAGE_RETURN && u8At(behind + 1) === LINE_FEED);
    if (isCsv && !isEnd) return CAREFULLY;
  }
  const isPut = putCell(reading, op, start, end, row, isEscaped);
  if (isPut === ASK_HOST) setI32(reading + AT, behind);
  return isPut === 0 ? behind : isPut;
}

/** Puts the bytes from `start` to `end` as the cell of an operation; returns 0, CAREFULLY or ASK_HOST. */
export function putCell(reading: i32, op: i32, start: i32, end: i32, row: i32, isEscaped: boolean): i32 {
  const operation = reading + OPS + op * OP_BYTES;
  const kind = i32At(operation + KIND);
  if (kind === DATE || kind === TIME) {
    const cells = reading + START_CELLS + (kind === DATE ? 0 : 8);
    setI32(cells, start);
    setI32(cells + 4, end);
    setI32(reading + IS_START_ODD, 1);
    return isEscaped ? CAREFULLY : 0;
  }
  if (kind === NAME && !isEscaped) {
    const code = nameCode(i32At(reading + NAMES), start, end);
    setI32(i32At(operation + CODE_COLUMN) + (row << 2), code);
    return code === NO_NAME ? CAREFULLY : 0;
  }
  if (kind === QUANTITY && !isEscaped && readQuantity(reading, operation, start, row) === end) return 0;
  if (kind === NAME || kind === QUANTITY) {
    setI32(reading + ASKED_OP, op);
    setI32(reading + ASKED_START, start);
    setI32(reading + ASKED_END, end);
    setI32(reading + ASKED_IS_ESCAPED, isEscaped ? 1 : 0);
    return ASK_HOST;
  }
  if (kind === NAMED_CELL) setI32(i32At(operation + CODE_COLUMN), NO_CODE);
  return kind === SKIP || putText(reading, operation, start, end, row, isEscaped) ? 0 : CAREFULLY;
}

/** Puts the bounds of a text; false where the record has to be read. */
function putText(reading: i32, operation: i32, start: i32, end: i32, row: i32, isEscaped: boolean): boolean {
  const kind = i32At(operation + KIND);
  if (kind === LEG) {
    setI32(rows.HAS_A_LEG_ID + (row << 2), start === end ? 0 : 1);
    return true;
  }
  if (kind >= CELL) {
    putFoundText(reading, operation, start, end, isEscaped);
    return true;
  }
  setI32(i32At(operation + COLUMN) + (row << 2), start);
  setI32(i32At(operation + END_COLUMN) + (row << 2), end);
  if (kind === POINTER) return !isEscaped && (i32At(reading + IS_ASCII) !== 0 || isAscii(start, end));
  setI32(rows.IS_LOCATION_ESCAPED + (row << 2), isEscaped ? 1 : 0);
  return end - start <= MAX_NAME_BYTES;
}

/** Puts the bounds of a cell that is only found, without ASCII white space around it. */
function putFoundText(reading: i32, operation: i32, from: i32, to: i32, isEscaped: boolean): void {
  let start = from;
  let end = to;
  if (isEscaped) setI32(reading + HAS_ODD_ENDS, 1);
  else {
    while (start < end && isSpace(u8At(start))) start++;
    while (start < end && isSpace(u8At(end - 1))) end--;
    if (end - start < to - from) setI32(i32At(operation + CODE_COLUMN), NO_CODE);
    if (start < end && (isOddEnd(u8At(start)) || isOddEnd(u8At(end - 1)))) setI32(reading + HAS_ODD_ENDS, 1);
  }
  setI32(i32At(operation + COLUMN), start);
  setI32(i32At(operation + END_COLUMN), end);
  setI32(i32At(operation + ESCAPED_COLUMN), isEscaped ? 1 : 0);
}

export function isSpace(byte: i32): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/** Whether a cell with this first or last byte may have white space there. */
function isOddEnd(byte: i32): boolean {
  return byte <= 32 || byte > 127;
}

function isAscii(start: i32, end: i32): boolean {
  for (let at = start; at < end; at++) if (u8At(at) > 127) return false;
  return true;
}

/** Reads a name up to the next stop. */
function readName(reading: i32, operation: i32, start: i32, row: i32): i32 {
  const names = i32At(reading + NAMES);
  let code = i32At(operation + TWICE_NAME);
  let end: i32 = code === 0 ? -1 : nameEnd(names, code, start);
  if (end < 0 || !isStop(reading, u8At(end))) {
    end = stopFrom(reading, start);
    code = nameCode(names, start, end);
    if (code === NO_NAME) return CAREFULLY;
    setI32(operation + TWICE_NAME, code === i32At(operation + LAST_NAME) ? code : 0);
    setI32(operation + LAST_NAME, code);
  }
  setI32(i32At(operation + CODE_COLUMN) + (row << 2), code);
  return end;
}

/**
 * Reads digits with at most DECIMALS decimals behind a point, and a minus where the operation allows it; returns the
 * end, or ODD.
 */
function readQuantity(reading: i32, operation: i32, start: i32, row: i32): i32 {
  const decimals = i32At(operation + DECIMALS);
  let at = start;
  const isNegative = u8At(at) === MINUS && i32At(operation + IS_SIGNED) !== 0;
  if (isNegative) at++;
  const whole = at;
  let units: i32 = 0;
  let digit = u8At(at) - ZERO;
  while (digit >= 0 && digit <= 9) {
    units = (multiplyByTen(units) + digit) | 0;
    digit = u8At(++at) - ZERO;
  }
  let digits = at - whole;
  if (digits === 0 || digits + decimals > SAFE_DIGITS) return ODD;
  let places: i32 = 0;
  if (digit === POINT - ZERO) {
    const fraction = ++at;
    digit = u8At(at) - ZERO;
    while (digit >= 0 && digit <= 9) {
      units = (multiplyByTen(units) + digit) | 0;
      digit = u8At(++at) - ZERO;
    }
    places = at - fraction;
    digits += places;
    if (places === 0 || places > decimals) return ODD;
  }
  const unscaled: f64 = digits > SHORT_DIGITS ? longUnits(whole, at) : toF64(units);
  const value: f64 = unscaled * f64At(reading + POWERS + ((decimals - places) << 3));
  if (value > f64At(operation + MOST)) return ODD;
  setF64(i32At(operation + COLUMN) + (row << 3), isNegative ? 0 - value : value);
  return at;
}

/** The number of digits that may have a point among them, without the point. */
function longUnits(start: i32, end: i32): f64 {
  let units: f64 = 0;
  for (let at = start; at < end; at++) if (u8At(at) !== POINT) units = units * 10 + toF64(u8At(at) - ZERO);
  return units;
}

function multiplyByTen(value: i32): i32 {
  return (value << 3) + (value << 1);
}

/** Reads `YYYY-MM-DD` of a day of calls: of the years 1970 to 2099. */
function readDate(reading: i32, start: i32, row: i32): i32 {
  const end = start + 10;
  if (
    wordAt(start) !== i32At(reading + LAST_DATE) ||
    wordAt(start + 4) !== i32At(reading + LAST_DATE + 4) ||
    pairAt(start + 8) !== i32At(reading + LAST_DATE + 8)
  ) {
    const year = pairAt(start) * 100 + pairAt(start + 2);
    const month = pairAt(start + 5);
    const day = pairAt(start + 8);
    if (u8At(start + 4) !== MINUS || u8At(start + 7) !== MINUS || pairAt(start + 2) === NO_PAIR) return ODD;
    if (year < 1970 || year > 2099 || month < 1 || month > 12) return ODD;
    const isLeap = (year & 3) === 0;
    if (day < 1 || day > daysOf(month, isLeap)) return ODD;
    let days = (year - 1970) * 365 + ((year - 1969) >> 2) + day - 1;
    for (let before: i32 = 1; before < month; before++) days += daysOf(before, isLeap);
    setI32(reading + LAST_DATE, wordAt(start));
    setI32(reading + LAST_DATE + 4, wordAt(start + 4));
    setI32(reading + LAST_DATE + 8, day);
    setI32(reading + LAST_DAY, days);
  }
  setI32(rows.START_DAY + (row << 2), i32At(reading + LAST_DAY));
  setI32(reading + HAS_DAY, 1);
  setI32(reading + START_CELLS, start);
  setI32(reading + START_CELLS + 4, end);
  return end;
}

/** The days of a month; of the years that calls have, every fourth is a leap year. */
export function daysOf(month: i32, isLeap: boolean): i32 {
  if (month === 2) return isLeap ? 29 : 28;
  return 30 + ((month + (month >> 3)) & 1);
}

/** Reads `HH:mm:ss`. */
function readTime(reading: i32, start: i32, row: i32): i32 {
  const hours = pairAt(start);
  const minutes = pairAt(start + 3);
  const seconds = pairAt(start + 6);
  if (u8At(start + 2) !== COLON || u8At(start + 5) !== COLON || hours > 23 || minutes > 59 || seconds > 59)
    return ODD;
  setI32(rows.START_MILLISECOND + (row << 2), ((hours * 60 + minutes) * 60 + seconds) * 1000);
  setI32(reading + START_CELLS + 8, start);
  setI32(reading + START_CELLS + 12, start + 8);
  return start + 8;
}

/** The number of two digits, or NO_PAIR. */
export function pairAt(at: i32): i32 {
  const tens = u8At(at) - ZERO;
  const ones = u8At(at + 1) - ZERO;
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? NO_PAIR : tens * 10 + ones;
}
