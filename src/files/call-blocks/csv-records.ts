/** Where CSV records end, from their bytes (RFC 4180): quickly while their quotes are plain, else line by line. */
import { isUtf8 } from "node:buffer";
import { CsvFramer } from "../csv-framer.ts";
import type { CsvRow } from "../csv-row.ts";
import { MAX_LINE_BYTES } from "../limits.ts";
import { decodeLine } from "../line-reader.ts";

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

/** What was read with care. */
export interface CarefulRecords {
  readonly rows: readonly CsvRow[];
  /** Where the next record begins, and on which line. */
  readonly end: number;
  readonly line: number;
}

/**
 * Reads records from `start` on until every cell is closed, one at least; undefined where the bytes end first and
 * more may come.
 */
export function readCarefully(
  bytes: Buffer,
  start: number,
  firstLine: number,
  delimiter: string,
  isEnd: boolean,
): CarefulRecords | undefined {
  const framer = new CsvFramer(delimiter);
  const rows: CsvRow[] = [];
  let at = start;
  let line = firstLine;
  while (at < bytes.length) {
    const lineFeed = bytes.indexOf(LINE_FEED, at);
    if (lineFeed === -1 && !isEnd) return undefined;
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    rows.push(...framer.push([decodeLine(bytes.subarray(at, end), line)]));
    at = end + 1;
    line++;
    if (!framer.isOpen) return { rows, end: Math.min(at, bytes.length), line };
  }
  if (!isEnd) return undefined;
  rows.push(...framer.end());
  return { rows, end: bytes.length, line };
}
