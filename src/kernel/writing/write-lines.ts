/**
 * Writes rated rows as lines of CSV or JSON: bytes from the columns of rows.ts, by a list of operations that the host
 * has compiled from the columns of the output.
 */
import { f64At, i32At, isKnown, setI32, setU8, toF64, u8At } from "../memory.ts";
import * as rows from "../rows.ts";
import { CONTROL, copyBytes, copyLookedAt, OTHER, QUOTED } from "./write-copy.ts";
import { writeUnits } from "./write-digits.ts";
import { NO_TEXT } from "./write-texts.ts";

const COMMA: i32 = 0x2c;
const QUOTE: i32 = 0x22;
const SPACE: i32 = 0x20;
const MOST_ASCII: i32 = 0x7f;
const BACKSLASH: i32 = 0x5c;
const APOSTROPHE: i32 = 0x27;
const PLUS: i32 = 0x2b;
const MINUS: i32 = 0x2d;
const EQUALS: i32 = 0x3d;
const AT_SIGN: i32 = 0x40;
const LINE_FEED: i32 = 0x0a;
const OPENING_BRACE: i32 = 0x7b;
const CLOSING_BRACE: i32 = 0x7d;

// A writer in memory: its settings, and the result of writing.
export const IS_CSV: i32 = 0;
export const OPERATIONS: i32 = 4;
export const OPERATION_COUNT: i32 = 8;
/** Most bytes of a line, beside its texts. */
export const SLACK: i32 = 12;
/** The notes of the rows' lines: their address, and the bytes of one note. */
export const NOTES: i32 = 16;
export const NOTE_BYTES: i32 = 20;
/** The end of the lines written; the first row not written, the reason, and the operation. */
export const END: i32 = 24;
export const STOPPED_ROW: i32 = 28;
export const STOP_REASON: i32 = 32;
export const STOPPED_OPERATION: i32 = 36;
export const WRITER_BYTES: i32 = 64;

/**
 * Why writing stopped: all rows are written, the buffer is full, or the host has to make a text (`odd` texts of rows).
 */
export const DONE: i32 = 0;
export const NO_ROOM: i32 = 1;
export const ODD_TEXT: i32 = 2;

// An operation in memory.
export const KIND: i32 = 0;
/** The text before a value, and the text in place of a blank value. */
export const BEFORE: i32 = 4;
export const BEFORE_LENGTH: i32 = 8;
export const BLANK: i32 = 12;
export const BLANK_LENGTH: i32 = 16;
/** The column of its values, or the first of several. */
export const COLUMN: i32 = 20;
export const DECIMALS: i32 = 24;
/** Columns of texts of rows. */
export const TEXT_STARTS: i32 = 28;
export const TEXT_LENGTHS: i32 = 32;
/**
 * Offset in the note of a line where the start and end of this value are noted; 0 where discounts do not change the
 * value.
 */
export const CHANGE: i32 = 36;
/**
 * Of a cost: the text of the amounts behind the second where they are nil, and behind the first where they are not
 * known.
 */
export const NIL: i32 = 40;
export const NIL_LENGTH: i32 = 44;
export const UNKNOWN_PARTS: i32 = 48;
export const UNKNOWN_PARTS_LENGTH: i32 = 52;
/**
 * The operations of the amounts of a cost, the total first, and their number; of methods, the start and length of each
 * text.
 */
export const PARTS: i32 = 56;
export const PART_COUNT: i32 = 60;
export const OPERATION_BYTES: i32 = 64;

/** The note of a line: its bytes, and the bounds of the parts that discounts may change. */
export const LINE_BYTES: i32 = 0;
export const FIRST_CHANGE: i32 = 4;

/** What an operation writes. */
export const TEXT: i32 = 0;
export const TEXT_OF_ROW: i32 = 1;
export const ID_TEXT: i32 = 2;
export const LINE_NUMBER: i32 = 3;
export const LOCATION_TEXT: i32 = 4;
export const METHOD_TEXT: i32 = 5;
export const USAGE: i32 = 6;
/**
 * One amount; the total of a cost that was calculated; all of a cost, calculated or reported; a repeat of the cost
 * before.
 */
export const AMOUNT: i32 = 7;
export const TOTAL: i32 = 8;
export const CALCULATED_COST: i32 = 9;
export const REPORTED_COST: i32 = 10;
export const SAME_COST: i32 = 11;
/** A cell of the call's row in its file. */
export const CELL_TEXT: i32 = 12;

/** Most bytes that a byte of a text takes when it is escaped, with quotes and a comma. */
const MOST_ESCAPED: i32 = 6;

/** Results of an operation that cannot go on. */
const STOPPED_FOR_ROOM: i32 = -1;
const STOPPED_FOR_TEXT: i32 = -2;

/**
 * Writes the lines of the rows from `first` up to `end`, all of which were rated from their columns, to `to`, but not
 * beyond `limit`; END and STOPPED_ROW hold the progress.
 */
export function writeLines(writer: i32, first: i32, end: i32, to: i32, limit: i32): void {
  const isCsv: boolean = i32At(writer + IS_CSV) !== 0;
  const operations: i32 = i32At(writer + OPERATIONS);
  const lastOperation: i32 = operations + i32At(writer + OPERATION_COUNT) * OPERATION_BYTES;
  const notes: i32 = i32At(writer + NOTES);
  const noteBytes: i32 = i32At(writer + NOTE_BYTES);
  const lineLimit: i32 = limit - i32At(writer + SLACK);
  let at: i32 = to;
  let reason: i32 = DONE;
  let row: i32 = first;
  for (; row < end; row++) {
    const line: i32 = at;
    const note: i32 = notes + row * noteBytes;
    if (at > lineLimit) {
      reason = NO_ROOM;
      break;
    }
    if (!isCsv) {
      setU8(at, OPENING_BRACE);
      at++;
    }
    let costStart: i32 = 0;
    for (let operation: i32 = operations; operation < lastOperation; operation += OPERATION_BYTES) {
      const change: i32 = i32At(operation + CHANGE);
      if (change !== 0) setI32(note + change, at - line);
      const kind: i32 = i32At(operation + KIND);
      if (kind === SAME_COST) {
        at = copyBytes(at, costStart, at - costStart);
      } else {
        if (kind === CALCULATED_COST) costStart = at;
        const next: i32 = writeOperation(writer, operation, row, at, lineLimit);
        if (next < 0) {
          reason = next === STOPPED_FOR_ROOM ? NO_ROOM : ODD_TEXT;
          setI32(writer + STOPPED_OPERATION, operation);
          break;
        }
        at = next;
      }
      if (change !== 0) setI32(note + change + 4, at - line);
    }
    if (reason !== DONE) {
      at = line;
      break;
    }
    // Drop the comma behind the last value.
    if (u8At(at - 1) === COMMA) at--;
    if (!isCsv) {
      setU8(at, CLOSING_BRACE);
      at++;
    }
    setU8(at, LINE_FEED);
    at++;
    setI32(note + LINE_BYTES, at - line);
  }
  setI32(writer + END, at);
  setI32(writer + STOPPED_ROW, row);
  setI32(writer + STOP_REASON, reason);
}

/** Writes the output of one operation for a row; returns its end. */
export function writeOperation(writer: i32, operation: i32, row: i32, at: i32, lineLimit: i32): i32 {
  switch (i32At(operation + KIND)) {
    case TEXT:
      return copyBytes(at, i32At(operation + BEFORE), i32At(operation + BEFORE_LENGTH));
    case TEXT_OF_ROW:
      return writeTextOfRow(operation, row, at, lineLimit);
    case ID_TEXT:
    case LOCATION_TEXT:
      return writeFileText(writer, operation, row, at, lineLimit);
    case CELL_TEXT:
      return writeCell(writer, operation, row, at, lineLimit);
    case LINE_NUMBER:
      // R30: the line of a call without an id.
      if (i32At(rows.ID_START + (row << 2)) === i32At(rows.ID_END + (row << 2)))
        return writeNumber(operation, at, toF64(i32At(rows.LINE + (row << 2))));
      return copyBytes(at, i32At(operation + BLANK), i32At(operation + BLANK_LENGTH));
    case METHOD_TEXT: {
      const text: i32 = i32At(operation + PARTS) + (i32At(rows.METHOD + (row << 2)) << 3);
      return copyBytes(at, i32At(text), i32At(text + 4));
    }
    case USAGE:
      return writeNumber(operation, at, f64At(i32At(operation + COLUMN) + (row << 3)));
    case AMOUNT:
      return writeAmount(writer, operation, at, f64At(i32At(operation + COLUMN) + (row << 3)));
    case TOTAL:
      return writeAmount(
        writer,
        operation,
        at,
        totalAt(i32At(operation + COLUMN), i32At(operation + PART_COUNT), row),
      );
    case CALCULATED_COST:
    case SAME_COST:
      return writeCalculated(writer, operation, row, at);
    default:
      return writeReported(writer, operation, row, at);
  }
}

function writeTextOfRow(operation: i32, row: i32, at: i32, lineLimit: i32): i32 {
  const length: i32 = i32At(i32At(operation + TEXT_LENGTHS) + (row << 2));
  if (length === NO_TEXT) return STOPPED_FOR_TEXT;
  if (at + length > lineLimit) return STOPPED_FOR_ROOM;
  return copyBytes(at, i32At(i32At(operation + TEXT_STARTS) + (row << 2)), length);
}

/** Writes a text as in the file, or the text that the host has given the row in its place. */
function writeFileText(writer: i32, operation: i32, row: i32, at: i32, lineLimit: i32): i32 {
  if (i32At(i32At(operation + TEXT_LENGTHS) + (row << 2)) !== NO_TEXT)
    return writeTextOfRow(operation, row, at, lineLimit);
  const column: i32 = i32At(operation + COLUMN);
  const start: i32 = i32At(column + (row << 2));
  const length: i32 = i32At(column + (rows.ID_END - rows.ID_START) + (row << 2)) - start;
  if (length === 0) return copyBytes(at, i32At(operation + BLANK), i32At(operation + BLANK_LENGTH));
  if (at + MOST_ESCAPED * length > lineLimit) return STOPPED_FOR_ROOM;
  const to: i32 = copyBytes(at, i32At(operation + BEFORE), i32At(operation + BEFORE_LENGTH));
  const isEscaped: boolean =
    column === rows.LOCATION_START && i32At(rows.IS_LOCATION_ESCAPED + (row << 2)) !== 0;
  return writeText(writer, to, start, length, isEscaped);
}

/** Writes the text of a cell as in its record, or the text that the host has given the row in its place. */
function writeCell(writer: i32, operation: i32, row: i32, at: i32, lineLimit: i32): i32 {
  if (i32At(i32At(operation + TEXT_LENGTHS) + (row << 2)) !== NO_TEXT)
    return writeTextOfRow(operation, row, at, lineLimit);
  const column: i32 = i32At(operation + COLUMN) + (row << 2);
  const start: i32 = i32At(column);
  const end: i32 = i32At(column + rows.WHOLE_STRIDE);
  const isCsv: boolean = i32At(writer + IS_CSV) !== 0;
  const blankLength: i32 = i32At(operation + BLANK_LENGTH);
  // An empty text of JSON is a text, where blank ones are shown.
  if (start === 0 || (start === end && (isCsv || blankLength === 0)))
    return copyBytes(at, i32At(operation + BLANK), blankLength);
  if (start < 0 || start === end) return STOPPED_FOR_TEXT;
  // A JSON value that is no text is written without quotes; its end is negative.
  const isRaw: boolean = end < 0;
  const length: i32 = (isRaw ? 0 - end : end) - start;
  if (at + MOST_ESCAPED * length > lineLimit) return STOPPED_FOR_ROOM;
  let to: i32 = copyBytes(at, i32At(operation + BEFORE), i32At(operation + BEFORE_LENGTH));
  if (!isRaw || (isCsv && u8At(start) === MINUS)) return writeText(writer, to, start, length, true);
  to = copyBytes(to, start, length);
  setU8(to, COMMA);
  return to + 1;
}

/** Writes a text with the comma behind it; where `isEscaped`, its quotes are doubled. */
function writeText(writer: i32, at: i32, start: i32, length: i32, isEscaped: boolean): i32 {
  const isCsv: boolean = i32At(writer + IS_CSV) !== 0;
  let to: i32 = at;
  let isFormula: boolean = false;
  if (isCsv) {
    const opening: i32 = u8At(start);
    const last: i32 = u8At(start + length - 1);
    // A space at either end needs quotes, among them those that are no ASCII; a minus may begin a number.
    if (opening <= SPACE || opening === MINUS || opening > MOST_ASCII) return STOPPED_FOR_TEXT;
    if (last === SPACE || last > MOST_ASCII) return STOPPED_FOR_TEXT;
    isFormula = opening === EQUALS || opening === PLUS || opening === AT_SIGN;
    if (isFormula) {
      setU8(to, APOSTROPHE);
      to++;
    }
  } else {
    setU8(to, QUOTE);
    to++;
  }
  const found: i32 = copyLookedAt(to, start, length, isCsv ? COMMA : BACKSLASH);
  if ((found & CONTROL) !== 0 || (!isEscaped && (found & QUOTED) !== 0)) return STOPPED_FOR_TEXT;
  if (isCsv && found !== 0) {
    // Quotes are doubled already.
    to = at;
    setU8(to, QUOTE);
    to++;
    if (isFormula) {
      setU8(to, APOSTROPHE);
      to++;
    }
    to = copyBytes(to, start, length);
    setU8(to, QUOTE);
    to++;
  } else if (!isCsv) {
    if ((found & OTHER) !== 0) return STOPPED_FOR_TEXT;
    if ((found & QUOTED) !== 0) escapeDoubledQuotes(to, to + length);
    to += length;
    setU8(to, QUOTE);
    to++;
  } else {
    to += length;
  }
  setU8(to, COMMA);
  return to + 1;
}

/** A doubled quote is written with a backslash in JSON. */
function escapeDoubledQuotes(start: i32, end: i32): void {
  for (let at: i32 = start; at < end; at++) {
    if (u8At(at) !== QUOTE) continue;
    setU8(at, BACKSLASH);
    at++;
  }
}

function writeNumber(operation: i32, at: i32, units: f64): i32 {
  const before: i32 = i32At(operation + BEFORE_LENGTH);
  const to: i32 = before === 0 ? at : copyBytes(at, i32At(operation + BEFORE), before);
  const end: i32 = writeUnits(to, units, i32At(operation + DECIMALS));
  setU8(end, COMMA);
  return end + 1;
}

/** An amount is text in JSON; NaN is not known. */
function writeAmount(writer: i32, operation: i32, at: i32, units: f64): i32 {
  if (!isKnown(units)) return copyBytes(at, i32At(operation + BLANK), i32At(operation + BLANK_LENGTH));
  const before: i32 = i32At(operation + BEFORE_LENGTH);
  const to: i32 = before === 0 ? at : copyBytes(at, i32At(operation + BEFORE), before);
  let end: i32 = writeUnits(to, units, i32At(operation + DECIMALS));
  if (i32At(writer + IS_CSV) === 0) {
    setU8(end, QUOTE);
    end++;
  }
  setU8(end, COMMA);
  return end + 1;
}

/** The total of a row's calculated components: all are known, or none. */
function totalAt(column: i32, components: i32, row: i32): f64 {
  let total: f64 = 0;
  for (let part: i32 = 0; part < components; part++)
    total += f64At(column + part * rows.COST_STRIDE + (row << 3));
  return total;
}

function writeCalculated(writer: i32, operation: i32, row: i32, at: i32): i32 {
  const column: i32 = i32At(operation + COLUMN) + (row << 3);
  const basic: f64 = f64At(column);
  if (!isKnown(basic)) return copyBytes(at, i32At(operation + BLANK), i32At(operation + BLANK_LENGTH));
  const parts: i32 = i32At(operation + PARTS);
  const count: i32 = i32At(operation + PART_COUNT);
  let others: f64 = 0;
  let hasOthers: boolean = false;
  for (let part: i32 = 1; part < count - 1; part++) {
    const amount: f64 = f64At(column + part * rows.COST_STRIDE);
    if (amount !== 0) hasOthers = true;
    others += amount;
  }
  let to: i32 = writeAmount(writer, parts, at, basic + others);
  if (!hasOthers) {
    // In CSV the basic cost has the same bytes as the total.
    const isCsv: boolean = i32At(writer + IS_CSV) !== 0;
    to = isCsv ? copyBytes(to, at, to - at) : writeAmount(writer, parts + OPERATION_BYTES, to, basic);
    return copyBytes(to, i32At(operation + NIL), i32At(operation + NIL_LENGTH));
  }
  to = writeAmount(writer, parts + OPERATION_BYTES, to, basic);
  for (let part: i32 = 1; part < count - 1; part++)
    to = writeAmount(
      writer,
      parts + (part + 1) * OPERATION_BYTES,
      to,
      f64At(column + part * rows.COST_STRIDE),
    );
  return to;
}

/** Writes a reported total and its components, of which any may be blank. */
function writeReported(writer: i32, operation: i32, row: i32, at: i32): i32 {
  const column: i32 = i32At(operation + COLUMN) + (row << 3);
  const parts: i32 = i32At(operation + PARTS);
  const count: i32 = i32At(operation + PART_COUNT);
  const total: f64 = f64At(column);
  let hasParts: boolean = false;
  for (let part: i32 = 1; part < count; part++) {
    const amount: f64 = f64At(column + part * rows.COST_STRIDE);
    if (isKnown(amount)) hasParts = true;
  }
  if (!hasParts && !isKnown(total))
    return copyBytes(at, i32At(operation + BLANK), i32At(operation + BLANK_LENGTH));
  let to: i32 = writeAmount(writer, parts, at, total);
  if (!hasParts)
    return copyBytes(to, i32At(operation + UNKNOWN_PARTS), i32At(operation + UNKNOWN_PARTS_LENGTH));
  for (let part: i32 = 1; part < count; part++)
    to = writeAmount(writer, parts + part * OPERATION_BYTES, to, f64At(column + part * rows.COST_STRIDE));
  return to;
}
