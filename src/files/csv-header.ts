import { isForbiddenKey } from "../model/index.ts";
import type { CsvCells, CsvRow } from "./csv-records.ts";
import { FileError } from "./file-error.ts";
import { columnName } from "./text-encoding.ts";

/**
 * The column names of a CSV file's first row, without spaces and byte order marks around them; throws a FileError where
 * they cannot name fields.
 */
export function readHeader(row: CsvRow | undefined, file: string): readonly string[] {
  if (row === undefined) throw new FileError(file, "is empty; the first row must name the columns");
  if ("reason" in row) throw new FileError(file, `the header row ${row.reason}`, { line: row.line });
  requireLineFeeds(row, file);
  const names = row.cells.map(columnName);
  const seen = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    const column = index + 1;
    const fault = (reason: string): FileError => new FileError(file, reason, { line: row.line });
    if (name === "") throw fault(`column ${column} of the header row has no name`);
    if (isForbiddenKey(name)) throw fault(`a column may not be named ${name}`);
    const earlier = seen.get(name);
    if (earlier !== undefined) throw fault(`columns ${earlier} and ${column} are both named ${name}`);
    seen.set(name, column);
  }
  return names;
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

/** What to say of a row of another length, if a carriage return may be why. */
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

/** A row's cells by column name. */
export function recordOf(cells: readonly string[], header: readonly string[]): Record<string, string> {
  const record: Record<string, string> = {};
  for (let index = 0; index < header.length; index++) record[header[index] ?? ""] = cells[index] ?? "";
  return record;
}
