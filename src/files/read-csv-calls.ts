import type { CallRecord } from "../model/index.ts";
import { nearestName } from "../names/index.ts";
import type { CallItem, LineProblem } from "./call-item.ts";
import { lengthFault, readHeader } from "./csv-header.ts";
import type { CsvRow } from "./csv-records.ts";
import { FileError } from "./file-error.ts";
import { misspeltColumns } from "./misspelt-columns.ts";
import { readCsvRows } from "./read-rows.ts";
import type { ByteSource } from "./text-bytes.ts";

/** Fields of which every call file has one: without any of them, the first row is no header row. */
const TELLING_FIELDS: readonly (keyof CallRecord)[] = [
  "target",
  "numberID",
  "external",
  "startDate",
  "startTime",
  "duration",
];

/** Fields that a run keeps to find duplicates. */
const KEPT_FIELDS: readonly (keyof CallRecord)[] = ["id", "carrierCallID"];

/** A CSV file's name in messages, and who is told of what may not be meant. */
interface CsvCallsOptions {
  readonly name: string;
  readonly onWarning?: ((warning: LineProblem) => void) | undefined;
  readonly neededColumns?: readonly string[] | undefined;
}

/** The calls of a CSV file, a batch for each chunk that arrives; columns that are no call fields are carried. */
export async function* readCsvCalls(
  source: ByteSource,
  read: CsvCallsOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  const file = read.name;
  let calls: CsvCalls | undefined;
  for await (const rows of readCsvRows(source, { name: file })) {
    const items: CallItem[] = [];
    for (const row of rows) {
      if (calls === undefined) calls = new CsvCalls(readCallHeader(row, read), file);
      else items.push(calls.read(row));
    }
    if (items.length > 0) yield items;
  }
  if (calls === undefined) readCallHeader(undefined, read);
}

/** The columns of a CSV file of calls, from its first row; throws a FileError where they cannot be meant. */
export function readCallHeader(
  row: CsvRow | undefined,
  { name: file, onWarning, neededColumns = [] }: CsvCallsOptions,
): readonly string[] {
  const header = readHeader(row, file);
  if (TELLING_FIELDS.some((name) => header.includes(name))) {
    const line = row?.line ?? 1;
    const missing = neededColumns.find((name) => !header.includes(name));
    if (missing !== undefined) {
      const nearest = nearestName(missing, header);
      const meant = nearest === undefined ? "" : `; did you mean ${nearest}?`;
      throw new FileError(file, `the header row names no column ${missing}${meant}`, { line });
    }
    if (onWarning !== undefined)
      for (const reason of misspeltColumns(header)) onWarning({ file, line, reason });
    return header;
  }
  const reason =
    "the header row names none of the call fields target, numberID, external, startDate, startTime, duration; " +
    "the first row of a CSV file must name its columns";
  throw new FileError(file, [reason, ...misspeltColumns(header)].join("; "), { line: row?.line });
}

/** Makes calls of the rows that follow a header. */
export class CsvCalls {
  readonly #header: readonly string[];
  readonly #kept: readonly string[];
  readonly #file: string;

  constructor(header: readonly string[], file: string) {
    this.#header = header;
    this.#kept = KEPT_FIELDS.filter((name) => header.includes(name));
    this.#file = file;
  }

  /** What a row gives. */
  read(row: CsvRow): CallItem {
    const reason = "reason" in row ? row.reason : lengthFault(row.cells, this.#header);
    if (reason === undefined && "cells" in row)
      return { line: row.line, call: callOf(row.cells, this.#header, this.#kept) };
    return { line: row.line, problem: { file: this.#file, line: row.line, reason: reason ?? "" } };
  }
}

/** A row's cells by column name. Empty cells are left out: they are blank (R3), and most cells of a row are. */
function callOf(cells: readonly string[], header: readonly string[], kept: readonly string[]): CallRecord {
  const call: Record<string, string> = {};
  for (let index = 0; index < header.length; index++) {
    const cell = cells[index];
    if (cell !== undefined && cell !== "") call[header[index] ?? ""] = cell;
  }
  for (const name of kept) {
    const value = call[name];
    if (value !== undefined) call[name] = detached(value);
  }
  return call;
}

/** A copy: a text cut from a chunk keeps the whole chunk in memory for as long as it is kept itself. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}
