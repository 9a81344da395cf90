/** Where CSV records end, from their bytes (RFC 4180): quickly while their quotes are plain, else line by line. */
import { isUtf8 } from "node:buffer";
import { isPlainLine, plainRow, recordText } from "../csv-framer.ts";
import type { CsvRow } from "../csv-row.ts";
import { MAX_LINE_BYTES } from "../limits.ts";
import { decodeLine, type Line, type TextLine } from "../line-reader.ts";
import { parseQuotedRecords } from "../parse-quoted-records.ts";
import { NEVER_CLOSED, QuotedRecord } from "../quoted-record.ts";

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;

/** Instead of an end: the bytes end first, or quotes are not plain and the record has to be read with care. */
export const OPEN = -1;
export const ODD = -2;

/**
 * The end of the record that begins at `start`, line end included, if each of its quotes is around a whole cell or
 * doubled within one.
 */
export function endOfPlainRecord(bytes: Buffer, start: number, delimiter: number): number {
  const { length } = bytes;
  let isOverLines = false;
  for (let at = start; at < length; ) {
    let code = bytes[at] as number;
    if (code === QUOTE) {
      const closing = closingQuote(bytes, at + 1);
      if (closing === OPEN) return OPEN;
      isOverLines ||= bytes.subarray(at, closing).includes(LINE_FEED);
      at = closing + 1;
      code = bytes[at] as number;
      if (code === CARRIAGE_RETURN) {
        if (at + 1 === length) return OPEN;
        code = bytes[++at] as number;
        if (code !== LINE_FEED) return ODD;
      }
      if (code !== LINE_FEED && code !== delimiter) return ODD;
    } else {
      while (code !== delimiter && code !== LINE_FEED && code !== QUOTE && ++at < length)
        code = bytes[at] as number;
      if (at === length) return OPEN;
      if (code === QUOTE) return ODD;
    }
    at++;
    if (code === LINE_FEED) return isOverLines && !isText(bytes, start, at) ? ODD : at;
  }
  return OPEN;
}

/** The quote that closes a cell: one that is not doubled, with something behind it that shows so. */
export function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 2)) {
    if (at + 1 === bytes.length) return OPEN;
    if (bytes[at + 1] !== QUOTE) return at;
  }
  return OPEN;
}

/** Line feeds in bytes; where each ends a line, their lines. */
export function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** Whether a record over several lines may be read as one: a line that is no text would end it. */
function isText(bytes: Buffer, start: number, end: number): boolean {
  const record = bytes.subarray(start, end);
  return record.length <= MAX_LINE_BYTES && isUtf8(record) && !record.includes(0);
}

/** A record that was read with care. */
export interface CarefulRecord {
  /** Undefined for a blank line. */
  readonly row: CsvRow | undefined;
  /** Where the next record begins, and on which line. */
  readonly end: number;
  readonly line: number;
}

/** Reads the record that begins at `start`; undefined where the bytes end first and more may come. */
export function readCarefully(
  bytes: Buffer,
  start: number,
  firstLine: number,
  delimiter: string,
  isEnd: boolean,
): CarefulRecord | undefined {
  const lines = new LinesAt(bytes, start, firstLine, isEnd);
  const first = lines.next();
  if (first === undefined) return undefined;
  const { end, line } = lines;
  if (isPlainLine(first))
    return { row: first.text === "" ? undefined : plainRow(first, delimiter), end, line };
  const record = new QuotedRecord(delimiter);
  const taken: Line[] = [];
  let next: Line | undefined = first;
  while (next !== undefined) {
    taken.push(next);
    const state = record.add(next);
    if (state === "whole") {
      const [cells] = parseQuotedRecords(recordText(taken as TextLine[]), delimiter);
      if (cells === undefined) throw new Error("csv-parse found no record where there is one");
      return { row: { line: firstLine, cells }, end: lines.end, line: lines.line };
    }
    // A record that is none costs its first line alone.
    if (state !== "open") return { row: { line: firstLine, reason: state.bad }, end, line };
    next = lines.next();
  }
  return isEnd ? { row: { line: firstLine, reason: NEVER_CLOSED }, end, line } : undefined;
}

/** The lines of bytes, one after another. */
class LinesAt {
  readonly #bytes: Buffer;
  readonly #isEnd: boolean;
  /** Where the next line begins, and its number. */
  end: number;
  line: number;

  constructor(bytes: Buffer, start: number, line: number, isEnd: boolean) {
    this.#bytes = bytes;
    this.#isEnd = isEnd;
    this.end = start;
    this.line = line;
  }

  /** The next line; undefined where there is none, or where its end may still come. */
  next(): Line | undefined {
    const bytes = this.#bytes;
    const lineFeed = bytes.indexOf(LINE_FEED, this.end);
    if (this.end >= bytes.length || (lineFeed === -1 && !this.#isEnd)) return undefined;
    const lineEnd = lineFeed === -1 ? bytes.length : lineFeed;
    const line = decodeLine(bytes.subarray(this.end, lineEnd), this.line);
    this.end = Math.min(lineEnd + 1, bytes.length);
    this.line++;
    return line;
  }
}
