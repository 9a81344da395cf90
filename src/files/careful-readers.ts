/** The slow path of reading calls: rows and lines that the byte scanners leave, and all that `readCalls` reads. */
import { RESULT_FIELDS } from "../index.ts";
import {
  CALL_FIELDS,
  type CallRecord,
  didYouMean,
  isForbiddenKey,
  isPlainRecord,
  nearestName,
  quoteValue,
  READABLE_FIELDS,
} from "../model/index.ts";
import type { CallItem, LineProblem, UnreadableLine } from "./call-file.ts";
import {
  type CsvRow,
  delimiterWithin,
  isSameHeader,
  lengthFault,
  namesColumns,
  otherHeader,
  readHeader,
} from "./csv-records.ts";
import { FileError } from "./file-error.ts";
import { parseJson } from "./json.ts";
import { callFieldsOf, callMaker, inputField, RESULT_PREFIX, withoutApostrophe } from "./results/index.ts";
import { columnName, detached, type ReadLine } from "./text.ts";

/** Known names of columns: of calls, whether rating reads them or not, and of results, which may be rated again. */
const KNOWN: ReadonlySet<string> = new Set([...READABLE_FIELDS, ...RESULT_FIELDS, "CDRFileID", "lineNumber"]);

/** Most columns that are checked for misspelt names; a hostile file may have half a million. */
const MOST_COLUMNS = 200;

/** Shorter names are within two letters of nearly any other name. */
const SHORTEST_OFTEN_MISSPELT = 5;

/** A warning for each column of a header whose name is nearly the name of a field without a column. */
function misspeltColumns(header: readonly string[]): readonly string[] {
  const missing = CALL_FIELDS.filter((field) => !header.includes(field));
  return header.slice(0, MOST_COLUMNS).flatMap((name, index) => {
    const mostLetters = name.length < SHORTEST_OFTEN_MISSPELT ? 1 : undefined;
    const meant = KNOWN.has(name) ? undefined : nearestName(name, missing, mostLetters);
    if (meant === undefined) return [];
    return [`column ${index + 1}, ${name}, is no field of a call and not read; did you mean ${meant}?`];
  });
}

/** Every call file has at least one of these fields: without any of them, the first row is no header row. */
const TELLING_FIELDS: readonly (keyof CallRecord)[] = [
  "target",
  "numberID",
  "external",
  "startDate",
  "startTime",
  "duration",
];

/** Fields that a run keeps to find duplicates. */
const KEPT_FIELDS: ReadonlySet<string> = new Set<keyof CallRecord>(["id", "carrierCallID"]);

/** A CSV file's name in messages, a callback for warnings, and columns that the file must have. */
interface HeaderOptions {
  readonly name: string;
  readonly onWarning?: ((warning: LineProblem) => void) | undefined;
  readonly neededColumns?: readonly string[] | undefined;
  /** As in `ReadCallsOptions`. */
  readonly resultFields?: readonly string[] | undefined;
}

/** The columns of a CSV file of calls, from its first row; throws a FileError where the row is no header of calls. */
export function readCallHeader(
  row: CsvRow | undefined,
  { name: file, onWarning, neededColumns = [], resultFields }: HeaderOptions,
): readonly string[] {
  const cells = row !== undefined && "cells" in row ? row.cells.map(columnName) : [];
  // A row of calls, or a row that is one cell, is no header: what else is wrong with its names says nothing.
  if (cells.length > 0 && !cells.some((name) => KNOWN.has(inputField(name) ?? name))) {
    throw new FileError(file, noHeaderReason(cells), { line: row?.line });
  }
  const names = readHeader(row, file);
  const fieldOf = callFieldsOf(names, file, resultFields);
  const header = fieldOf === undefined ? names : names.map(fieldOf);
  if (TELLING_FIELDS.some((name) => header.includes(name))) {
    const line = row?.line ?? 1;
    const missing = neededColumns.find((name) => !header.includes(name));
    if (missing !== undefined) {
      const reason = `the header row names no column ${missing}${didYouMean(missing, header)}`;
      throw new FileError(file, reason, { line });
    }
    if (onWarning !== undefined)
      for (const reason of misspeltColumns(header)) onWarning({ file, line, reason });
    return header;
  }
  throw new FileError(file, noHeaderReason(header), { line: row?.line });
}

/** Why a row names no columns of calls. */
function noHeaderReason(header: readonly string[]): string {
  const delimiter = delimiterWithin(header);
  if (delimiter !== undefined) {
    const cell = `the header row is one cell, ${quoteValue(header.join(""))}`;
    return delimiter === ","
      ? `${cell}; quotes go around single cells, not around whole lines`
      : `${cell}; save the file with commas between cells, or read it by a dialect with "csv": { "delimiter": ${JSON.stringify(delimiter)} }`;
  }
  const reason =
    "the header row names none of the call fields target, numberID, external, startDate, startTime, duration; " +
    "the first row of a CSV file must name its columns (tollbook sniff tells whether another program wrote it)";
  return [reason, ...misspeltColumns(header)].join("; ");
}

interface ReadColumn {
  readonly name: string;
  readonly index: number;
  /** Whether a run keeps the text of its cells. */
  readonly isKept: boolean;
}

/**
 * Makes items of the rows that follow a header; the columns are names of call fields, of which calls have the `wanted`
 * ones, by default all. Undefined for the header once more; throws a FileError for a header with other columns.
 */
export function csvCalls(
  columns: readonly string[],
  file: string,
  wanted?: readonly string[],
): (row: CsvRow) => CallItem | undefined {
  const read = columns
    .map((name, index) => ({ name, index, isKept: KEPT_FIELDS.has(name) }))
    .filter(({ name }) => wanted === undefined || wanted.includes(name));
  return (row) => {
    const { line } = row;
    if ("cells" in row) {
      if (isSameHeader(row.cells, columns, isNameOf)) return undefined;
      if (namesColumns(row.cells, isKnownName))
        throw otherHeader(row, file, columns, "the header at the beginning", isNameOf);
    }
    const reason = "reason" in row ? row.reason : lengthFault(row.cells, columns);
    if (reason === undefined && "cells" in row) return { line, call: callOf(row.cells, read) };
    return unreadableLine(file, line, reason ?? "");
  };
}

function isKnownName(cell: string): boolean {
  const name = columnName(cell);
  return KNOWN.has(inputField(name) ?? name);
}

/** Whether a name in a header stands for a column, which has the name of a field of calls. */
function isNameOf(name: string, column: string): boolean {
  return name === column || inputField(name) === column || RESULT_PREFIX + name === column;
}

/** A row's cells by column name. Empty cells are left out: they are blank (R3), and most cells of a row are. */
function callOf(cells: readonly string[], columns: readonly ReadColumn[]): CallRecord {
  const call: Record<string, string> = {};
  for (const { name, index, isKept } of columns) {
    const cell = cells[index];
    if (cell === undefined || cell === "") continue;
    // Results and converted calls may have an apostrophe before a text (`csvCell`), which is no part of the call.
    const text = withoutApostrophe(cell);
    call[name] = isKept ? detached(text) : text;
  }
  return call;
}

/** The item of a line that is no call; `column` is its place in the line, from 1. */
export function unreadableLine(file: string, line: number, reason: string, column?: number): UnreadableLine {
  return { line, problem: { file, line, ...(column === undefined ? {} : { column }), reason } };
}

/** The value of a line of JSON; undefined for a blank line. */
export function readJsonLine(
  line: ReadLine,
  file: string,
): { readonly value: unknown } | UnreadableLine | undefined {
  if ("reason" in line) return unreadableLine(file, line.line, line.reason);
  if (!/\S/.test(line.text)) return undefined;
  // Concatenated files may have a byte order mark each.
  const parsed = parseJson(line.text.startsWith("\ufeff") ? line.text.slice(1) : line.text);
  if (!("value" in parsed)) {
    // Old Macs ended lines with a carriage return alone.
    const isSeveral = line.text.includes("\r");
    const more = isSeveral
      ? "; it holds carriage returns that end no line, and lines end with line feeds"
      : "";
    return unreadableLine(file, line.line, parsed.reason + more, parsed.column);
  }
  return parsed;
}

/** Reads the calls of lines; undefined for a blank line. `resultFields` are those of `ReadCallsOptions`. */
export function jsonCalls(
  file: string,
  resultFields?: readonly string[],
): (line: ReadLine) => CallItem | undefined {
  const callOf = callMaker(file, resultFields);
  return (line) => {
    const read = readJsonLine(line, file);
    if (read === undefined || "problem" in read) return read;
    const unreadable = (reason: string): UnreadableLine => unreadableLine(file, line.line, reason);
    const record = read.value;
    if (!isPlainRecord(record)) return unreadable("is not a JSON object; each line holds one call");
    for (const key in record) {
      if (isForbiddenKey(inputField(key) ?? key)) return unreadable(`${key} is not allowed as a field name`);
    }
    try {
      return { line: line.line, call: callOf(record as CallRecord) };
    } catch (error) {
      // A file of results without the fields of their calls is refused at its first line.
      if (!(error instanceof FileError) || line.line === 1) throw error;
      return unreadable(error.reason);
    }
  };
}
