import type { CsvCells } from "../csv-records.ts";
import { requireLineFeeds, returnsIn } from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import type { OpenedDialect } from "./open-dialect.ts";

/** Names that a row must at least hold to be taken for a header. */
const TELLING_NAMES = 3;

/** Whether a row names columns: at least half of its cells do, and three. */
export function looksLikeHeader(cells: readonly string[], dialect: OpenedDialect): boolean {
  const given = withoutEmptyEnd(cells);
  let known = 0;
  for (const cell of given) if (dialect.names.resolve(cell) !== undefined) known++;
  return known >= TELLING_NAMES && known * 2 >= given.length;
}

/** Whether a row names exactly these columns. */
export function namesColumns(
  cells: readonly string[],
  columns: readonly string[],
  dialect: OpenedDialect,
): boolean {
  const given = withoutEmptyEnd(cells);
  if (given.length !== columns.length) return false;
  return columns.every((column, at) => dialect.names.resolve(given[at] as string) === column);
}

/** The columns a header row names, in order; throws a FileError where it cannot be meant. */
export function columnsOfHeader(row: CsvCells, dialect: OpenedDialect, file: string): readonly string[] {
  requireLineFeeds(row, file);
  const place = { line: row.line };
  const faults: string[] = [];
  const columns: string[] = [];
  for (const [index, cell] of withoutEmptyEnd(row.cells).entries()) {
    const column = dialect.names.resolve(cell);
    if (column === undefined) {
      faults.push(`column ${index + 1} of the header row: ${dialect.names.whyUnknown(cell)}`);
      continue;
    }
    if (columns.includes(column)) faults.push(`the header row names ${column} twice`);
    columns.push(column);
  }
  if (faults.length > 0) throw new FileError(file, faults.join("; "), place);
  return requireOwnColumns(columns, dialect, file);
}

/** A column that a dialect adds to the standard is there, or its name was misspelt. */
export function requireOwnColumns(
  columns: readonly string[],
  dialect: OpenedDialect,
  file: string,
): readonly string[] {
  const missing = dialect.names.ownColumns.filter((own) => !columns.includes(own));
  if (missing.length === 0) return columns;
  throw new FileError(
    file,
    `has no column ${missing.join(" and no column ")}, which the dialect's "fields" name`,
  );
}

/** Without the empty cells that carriers write behind the last column. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  let end = cells.length;
  while (end > 0 && cells[end - 1]?.trim() === "") end--;
  return end === cells.length ? cells : cells.slice(0, end);
}

/** The reason why a row does not fit its columns, or undefined. Empty cells behind the last one do no harm. */
export function cellCountFault(cells: readonly string[], columns: readonly string[]): string | undefined {
  if (cells.length === columns.length) return undefined;
  if (cells.length > columns.length && withoutEmptyEnd(cells).length <= columns.length) return undefined;
  const count = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
  return `has ${count} where there are ${columns.length} columns${returnsIn(cells)}`;
}
