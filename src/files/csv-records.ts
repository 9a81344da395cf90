/** CSV records from their bytes (RFC 4180): a fast path where quotes are plain, else line by line. */
import { isUtf8 } from "node:buffer";
import { isForbiddenKey, quoteValue } from "../model/index.ts";
import { FileError } from "./file-error.ts";
import {
  type BadLine,
  columnName,
  decodeLine,
  LINE_FEED,
  linesOf,
  MAX_LINE_BYTES,
  type ReadLine,
  type TextLine,
} from "./text.ts";

/** The cells of one CSV record, and the number of its first line. */
export interface CsvCells {
  readonly line: number;
  readonly cells: readonly string[];
}

/** One record of a CSV file: its cells, or the reason why it has none. */
export type CsvRow = CsvCells | BadLine;

export const CARRIAGE_RETURN = 0x0d;
export const QUOTE = 0x22;
const SPACE = 0x20;

/** Instead of an end: OPEN where the bytes end first, ODD where quotes are not plain and the slow path has to read. */
export const OPEN = -1;
export const ODD = -2;

/**
 * The end of the record that begins at `start`, line end included, if each quote is around a whole cell or doubled
 * within a cell; with `isSpaced`, spaces may stand before an opening quote.
 */
export function endOfPlainRecord(bytes: Buffer, start: number, delimiter: number, isSpaced = false): number {
  const { length } = bytes;
  let isOverLines = false;
  for (let at = start; at < length; ) {
    let code = bytes[at] as number;
    while (isSpaced && code === SPACE && at + 1 < length) code = bytes[++at] as number;
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

/** The quote that closes a cell: not doubled, as the byte behind the quote shows; OPEN where the bytes end first. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 2)) {
    if (at + 1 === bytes.length) return OPEN;
    if (bytes[at + 1] !== QUOTE) return at;
  }
  return OPEN;
}

/** Whether a record over several lines may be read as one record: a line that is no text would end the record. */
function isText(bytes: Buffer, start: number, end: number): boolean {
  const record = bytes.subarray(start, end);
  return record.length <= MAX_LINE_BYTES && isUtf8(record) && !record.includes(0);
}

interface RecordReading {
  /** Undefined for a blank line. */
  readonly row: CsvRow | undefined;
  /** Offset and line number of the next record. */
  readonly end: number;
  readonly line: number;
}

/** Reads the record that begins at `start`; undefined where the bytes end first and more may come. */
export function readRecord(
  bytes: Buffer,
  start: number,
  firstLine: number,
  delimiter: string,
  isEnd: boolean,
  isSpaced = false,
): RecordReading | undefined {
  const ends = [start];
  const lineAt = (index: number): ReadLine | undefined => {
    const from = ends[index] as number;
    const lineFeed = bytes.indexOf(LINE_FEED, from);
    if (from >= bytes.length || (lineFeed === -1 && !isEnd)) return undefined;
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    ends.push(Math.min(end + 1, bytes.length));
    return decodeLine(bytes.subarray(from, end), firstLine + index);
  };
  const read = recordOfLines(lineAt, delimiter, isEnd, isSpaced);
  if (read === undefined) return undefined;
  return { row: read.row, end: ends[read.lines] as number, line: firstLine + read.lines };
}

/** Bytes whose lines are decoded at once. */
const PIECE = 1 << 16;

/**
 * The records of whole bytes of a CSV file (RFC 4180: commas or another delimiter, `"` around a cell, `""` within it;
 * cells may hold line breaks), whose first line has a number. Blank lines are passed over.
 */
export function* csvRows(bytes: Buffer, firstLine = 1, delimiter = ","): Generator<CsvRow, void, undefined> {
  let lines: ReadLine[] = [];
  let first = 0;
  let decoded = 0;
  const lineAt = (index: number): ReadLine | undefined => {
    while (first + index >= lines.length && decoded < bytes.length) {
      const lineFeed = bytes.indexOf(LINE_FEED, decoded + PIECE);
      const end = lineFeed === -1 ? bytes.length : lineFeed + 1;
      const next = (lines.at(-1)?.line ?? firstLine - 1) + 1;
      lines = [...lines.slice(first), ...linesOf(bytes.subarray(decoded, end), next)];
      first = 0;
      decoded = end;
    }
    return lines[first + index];
  };
  for (
    let read = recordOfLines(lineAt, delimiter, true);
    read !== undefined;
    read = recordOfLines(lineAt, delimiter, true)
  ) {
    if (read.row !== undefined) yield read.row;
    first += read.lines;
  }
}

/**
 * The record that begins with the first of some lines, and the number of its lines; undefined where the lines end first
 * and more may come. A record whose quotes make no sense costs one line: its first line is the bad row, and reading
 * goes on with the next line, so that a stray quote never swallows the calls after it.
 */
export function recordOfLines(
  lineAt: (index: number) => ReadLine | undefined,
  delimiter: string,
  isEnd: boolean,
  isSpaced = false,
): { readonly row: CsvRow | undefined; readonly lines: number } | undefined {
  const first = lineAt(0);
  if (first === undefined) return undefined;
  if ("text" in first && !first.text.includes('"')) return { row: plainRow(first, delimiter), lines: 1 };
  const record = new QuotedRecord(delimiter, isSpaced);
  let lines = 0;
  for (let read: ReadLine | undefined = first; read !== undefined; read = lineAt(lines)) {
    const state = record.add(read);
    lines++;
    if (state === "whole") return { row: { line: first.line, cells: record.cells }, lines };
    if (state !== "open") return { row: { line: first.line, reason: state.bad }, lines: 1 };
  }
  return isEnd ? { row: { line: first.line, reason: NEVER_CLOSED }, lines: 1 } : undefined;
}

/** The row of a line without a quote, which is a record by itself; undefined for a blank line. */
function plainRow({ text, line }: TextLine, delimiter: string): CsvRow | undefined {
  if (text === "") return undefined;
  return text.includes("\0") ? { line, reason: HOLDS_NUL } : { line, cells: text.split(delimiter) };
}

/** The only fault that later lines may mend; a fault of a later line is reported for that line. */
const NEVER_CLOSED = "opens a quoted cell that is never closed";
const TEXT_BEHIND = 'has text after a quoted cell; a quote within a quoted cell is written twice ("")';
const QUOTE_WITHIN =
  'has a quote in a cell that does not begin with one; quote the whole cell and write the quote twice ("")';
const TOO_LONG = `opens a quoted cell that is not closed within ${MAX_LINE_BYTES} characters`;
const HOLDS_NUL = "holds a NUL character";

/** State of a record after a line: whole, within an open quoted cell, or the reason why its first line is no record. */
type RecordState = "whole" | "open" | { readonly bad: string };

/**
 * One record, from its lines (RFC 4180). Within quotes a line may hold anything; the first quote that makes no sense
 * ends the search. So of two lines that open a cell, the search from the first never goes beyond the second: a file is
 * searched twice at most, however many stray quotes it has.
 */
class QuotedRecord {
  readonly cells: string[] = [];
  readonly #delimiter: number;
  /** Whether spaces may stand before the quote that opens a cell. */
  readonly #isSpaced: boolean;
  /** The text so far of a quoted cell that is open. */
  #open: string | undefined;
  #size = 0;

  constructor(delimiter: string, isSpaced: boolean) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#isSpaced = isSpaced;
  }

  /** Adds the record's first line, or the next line as long as the record is open. */
  add(line: ReadLine): RecordState {
    const isFirst = this.#open === undefined;
    if ("reason" in line) return { bad: isFirst ? line.reason : NEVER_CLOSED };
    const { text } = line;
    // Concatenated files may have a byte order mark each.
    const from = isFirst && text.startsWith('\ufeff"') ? 1 : 0;
    const state = text.includes("\0") ? { bad: HOLDS_NUL } : this.#after(text, from);
    if (typeof state === "object") return isFirst ? state : { bad: NEVER_CLOSED };
    this.#size += text.length + 1;
    if (state === "whole") return state;
    this.#open += line.crlf ? "\r\n" : "\n";
    return this.#size > MAX_LINE_BYTES ? { bad: TOO_LONG } : state;
  }

  #after(text: string, from: number): RecordState {
    const delimiter = this.#delimiter;
    for (let at = from; ; at++) {
      // Here a cell begins, or an open cell goes on.
      const quote = this.#isSpaced && this.#open === undefined ? behindSpaces(text, at) : at;
      if (this.#open !== undefined || text.charCodeAt(quote) === QUOTE) {
        const begin = this.#open === undefined ? quote + 1 : at;
        at = closingQuoteOf(text, begin);
        const cell = (this.#open ?? "") + text.slice(begin, at === -1 ? undefined : at);
        if (at === -1) {
          this.#open = cell;
          return "open";
        }
        this.cells.push(cell.replaceAll('""', '"'));
        this.#open = undefined;
        if (++at === text.length) return "whole";
        if (text.charCodeAt(at) !== delimiter) return { bad: TEXT_BEHIND };
      } else {
        const begin = at;
        for (
          let code = text.charCodeAt(at);
          code !== delimiter && at < text.length;
          code = text.charCodeAt(++at)
        )
          if (code === QUOTE) return { bad: QUOTE_WITHIN };
        this.cells.push(text.slice(begin, at));
        if (at === text.length) return "whole";
      }
    }
  }
}

function behindSpaces(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  return at;
}

/** The index of the quote that closes a cell, which is not doubled; -1 where there is none. */
function closingQuoteOf(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

/** Delimiters of files; the comma is last, as texts between others hold it. */
const DELIMITERS = ["\t", ";", "|", ","] as const;

/**
 * The delimiter within the only cell of a header row: the file has another one than is expected, or the comma where
 * whole lines are in quotes.
 */
export function delimiterWithin(header: readonly string[]): string | undefined {
  const [only = ""] = header;
  return header.length === 1 ? DELIMITERS.find((delimiter) => only.includes(delimiter)) : undefined;
}

/** The column names of a CSV file's first row; throws a FileError where they cannot name fields. */
export function readHeader(row: CsvRow | undefined, file: string): readonly string[] {
  if (row === undefined) throw new FileError(file, "is empty; the first row must name the columns");
  if ("reason" in row) throw new FileError(file, `the header row ${row.reason}`, { line: row.line });
  requireLineFeeds(row, file);
  const names = row.cells.map(columnName);
  const seen = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const column = index + 1;
    const fault = (reason: string): FileError => new FileError(file, reason, { line: row.line });
    if (name === "") throw fault(namelessReason(column, names.length));
    if (isForbiddenKey(name)) throw fault(`a column may not be named ${name}`);
    const earlier = seen.get(name);
    if (earlier !== undefined) throw fault(`columns ${earlier} and ${column} are both named ${name}`);
    seen.set(name, column);
  }
  return names;
}

function namelessReason(column: number, columns: number): string {
  const reason = `column ${column} of the header row has no name`;
  if (column < columns || column === 1) return reason;
  return `${reason}; where each line ends with a delimiter, write a name behind the last one of the header row, such as rest`;
}

const LONE_RETURN = /\r(?!\n)/;

/** Old Macs ended lines with a carriage return alone: such a file would be a header and no calls. */
export function requireLineFeeds({ cells, line }: CsvCells, file: string): void {
  const last = cells.length - 1;
  if (!cells.some((cell, at) => LONE_RETURN.test(at === last ? cell.trimEnd() : cell))) return;
  const reason =
    "the header row holds carriage returns that end no line; save the file with line feeds at the ends of lines";
  throw new FileError(file, reason, { line });
}

/** The end of a message about a row of another length, where a carriage return may be the reason. */
export function returnsIn(cells: readonly string[]): string {
  const hasReturns = cells.some((cell) => LONE_RETURN.test(cell));
  return hasReturns ? ", and carriage returns that end no line; lines end with line feeds" : "";
}

/** The reason why a row does not fit its header, or undefined. */
export function lengthFault(cells: readonly string[], header: readonly string[]): string | undefined {
  if (cells.length === header.length) return undefined;
  const count = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
  return `has ${count} where the header row names ${header.length} columns${returnsIn(cells)}`;
}

/** Leading cells of a row that tell a header. */
export const FIRST_CELLS = 4;

/** Whether a row is a header: at least half of its cells name columns, and at least three, or both of two. */
export function namesColumns(cells: readonly string[], isName: (cell: string) => boolean): boolean {
  // A fast exit: nearly every row is a call, and its first cells tell so.
  if (!cells.slice(0, FIRST_CELLS).some(isName)) return false;
  const given = withoutEmptyEnd(cells);
  const names = given.filter(isName).length;
  return names >= Math.min(3, Math.max(2, given.length)) && names * 2 >= given.length;
}

/** Whether the cells of a row name the columns of a file again, as where files are put together. */
export function isSameHeader(
  cells: readonly string[],
  columns: readonly string[],
  isNameOf: (name: string, column: string) => boolean,
): boolean {
  // A fast exit: nearly every row is a call, and its first cell tells so.
  const isNamed = columns.every((column, at) => isNameOf(columnName(cells[at] ?? ""), column));
  return isNamed && withoutEmptyEnd(cells).length === columns.length;
}

/** The refusal of a row that is a header with other columns than the file's, which `first` names. */
export function otherHeader(
  { cells, line }: CsvCells,
  file: string,
  columns: readonly string[],
  first: string,
  isNameOf: (name: string, column: string) => boolean,
): FileError {
  const differing = columns.findIndex((column, at) => !isNameOf(columnName(cells[at] ?? ""), column));
  const index = differing === -1 ? columns.length : differing;
  const here = quoteValue((cells[index] ?? "").trim());
  const there = columns[index] === undefined ? "there is none" : `it is ${quoteValue(columns[index])}`;
  const reason =
    `is a header with other columns than ${first}: column ${index + 1} is ${here} here, and there ${there}; ` +
    "read the lines from here on as a file of their own";
  return new FileError(file, reason, { line });
}

/** Cells without the empty ones behind the last with something in it. */
export function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
}
