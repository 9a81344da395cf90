/** Reads a row of a file by its dialect: into calls, a reason to pass the row over, or a problem. */
import { isForbiddenKey, quoteValue } from "../../model/index.ts";
import { delimiterWithin, returnsIn } from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import { meantText } from "../preset-files.ts";
import { columnName } from "../text.ts";
import { columnKey } from "./column-names.ts";
import {
  type CarriedColumn,
  fitsNone,
  isCarried,
  legReader,
  passedOverBy,
  type ReadLeg,
  type RowOutcome,
} from "./leg-reader.ts";
import type { OpenedCallDialect } from "./opened-dialect.ts";
import { type Cells, type FitsRow, type RowProblem, RowValues } from "./row-values.ts";

/** The file and line that name the columns, for messages. */
export interface ColumnsFrom {
  readonly file: string;
  readonly line?: number | undefined;
}

/** Turns the rows of one file into calls. A text that is not in the platform's form is left for rating to refuse. */
export class DialectRows {
  readonly #opened: OpenedCallDialect;
  readonly #columns: readonly string[];
  /** The index of each column of the dialect among the cells of a row. */
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #fewestCells: number;
  readonly #whyPassedOver: (cells: Cells) => string | undefined;
  readonly #currency: (cells: Cells) => string;
  readonly #legs: readonly ReadLeg[];
  /** A row that fits no leg is a problem, so that no row is dropped. */
  readonly #noLeg: (cells: Cells) => RowProblem;
  readonly hasDay: FitsRow;

  /** Takes the file's columns in order (for JSON `opened.paths`). Throws a FileError if a needed one is missing. */
  constructor(
    opened: OpenedCallDialect,
    columns: readonly string[],
    from: ColumnsFrom = { file: opened.name },
  ) {
    this.#opened = opened;
    this.#columns = columns;
    const resolved = isJson(opened)
      ? columns
      : columns.map((name) => opened.columnsByKey.get(columnKey(name)) ?? columnName(name));
    const indexes = new Map<string, number>();
    const read = new Set(opened.paths);
    for (const [index, column] of resolved.entries()) {
      if (!indexes.has(column)) {
        indexes.set(column, index);
        continue;
      }
      if (read.has(column) || opened.headerColumns !== undefined) {
        throw new FileError(from.file, `names the column ${column} twice`, { line: from.line });
      }
      // A repeated column that is only carried along gets another name.
      indexes.set(`${column} (column ${index + 1})`, index);
    }
    const missing = opened.neededColumns.filter((column) => !indexes.has(column));
    if (missing.length > 0)
      throw new FileError(from.file, missingText(missing, columns), { line: from.line });
    const values = new RowValues(opened, indexes);
    const carried = isJson(opened) ? [] : carriedColumns(opened, indexes, columns, values);
    const forbidden = carried.find(({ name }) => isForbiddenKey(name))?.name;
    if (forbidden !== undefined) {
      const reason = `names a column ${forbidden}, which is not allowed as a field name`;
      throw new FileError(from.file, reason, { line: from.line });
    }
    this.#indexes = indexes;
    this.#fewestCells = columns.length - trailing(resolved, opened);
    this.#whyPassedOver = passedOverBy(opened.passOver, values);
    this.#currency = opened.currency === undefined ? () => "" : values.cell(opened.currency.column);
    this.#legs = opened.legs.map((leg) => legReader(opened, leg, values, carried));
    const kinds = opened.legs.flatMap(({ when = [] }) => when);
    this.#noLeg = fitsNone("is none of the kinds of its dialect's legs", kinds, values);
    const starts = opened.legs.flatMap(({ fields }) => fields.get("start") ?? []);
    const days = starts.flatMap((start) => [values.hasDay(start.in), values.hasDay(start.out)]);
    this.hasDay = (cells) => days.some((hasDay) => hasDay(cells));
  }

  /** The outcomes of a row: one, or one for each leg. `carried` is to be carried along (JSON: top-level texts). */
  read(cells: Cells, carried?: Readonly<Record<string, unknown>>): readonly RowOutcome[] {
    const outcomes = this.#read(cells, carried);
    if (cells.length <= this.#fewestCells) return outcomes;
    return outcomes.map((outcome) => this.#withCause(outcome, cells, outcomes));
  }

  #read(cells: Cells, carried?: Readonly<Record<string, unknown>>): readonly RowOutcome[] {
    const fault = this.#widthFault(cells) ?? carriedFault(carried);
    if (fault !== undefined) return [{ reason: fault }];
    const why = this.#whyPassedOver(cells);
    if (why !== undefined) return [{ passedOver: why }];
    const currency = this.#currency(cells);
    const { currency: wanted, blank } = this.#opened;
    if (wanted !== undefined && currency !== "" && currency !== wanted.is && !blank.has(currency)) {
      const reason = `is in the currency ${quoteValue(currency)} and not in ${wanted.is}; money is never converted`;
      return [{ reason, column: wanted.column }];
    }
    const outcomes = this.#legs.flatMap((read) => read(cells, carried) ?? []);
    return outcomes.length === 0 ? [this.#noLeg(cells)] : outcomes;
  }

  /**
   * Adds the likely cause to a problem. If rows may lack their last cells, a delimiter within a cell without quotes
   * makes no cell too many, and moves all cells behind it. This is the likely cause if the row without one delimiter has
   * more calls, of any legs, and no problem.
   */
  #withCause(outcome: RowOutcome, cells: Cells, outcomes: readonly RowOutcome[]): RowOutcome {
    if (!("column" in outcome)) return outcome;
    const calls = callsIn(outcomes);
    const { delimiter } = this.#opened.csv;
    const last = Math.min(this.#indexes.get(outcome.column) ?? 0, MOST_JOINED);
    for (let at = 0; at < last; at++) {
      const joined = [cells[at], cells[at + 1]].join(delimiter);
      const without = this.#read([...cells.slice(0, at), joined, ...cells.slice(at + 2)]);
      if (callsIn(without) <= calls || without.some((own) => "reason" in own)) continue;
      const cause = `without one ${JSON.stringify(delimiter)} the row is a call, so one may stand within a cell`;
      return { ...outcome, reason: `${outcome.reason}; ${cause}` };
    }
    return outcome;
  }

  /** The index of a column among the cells of a row. */
  indexOf(column: string): number | undefined {
    return this.#indexes.get(column);
  }

  /** Why a row has the wrong number of cells; empty cells behind the last column are allowed. */
  #widthFault(cells: Cells): string | undefined {
    const count = this.#columns.length;
    if (cells.length >= this.#fewestCells && cells.length <= count) return undefined;
    if (cells.length > count && cells.slice(count).every((cell) => cell.trim() === "")) return undefined;
    const has = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
    const wanted =
      this.#fewestCells === count ? `${count} columns` : `${this.#fewestCells} to ${count} columns`;
    const { reads, csv } = this.#opened;
    // Without CSV quotes, a delimiter within a cell cuts the cell.
    const isCut = reads === "csv" && cells.length > count && csv.quotes !== "double";
    const hint = isCut ? `; a ${JSON.stringify(csv.delimiter)} may stand within a cell` : "";
    return `has ${has} where there are ${wanted}${hint}${returnsIn(cells)}`;
  }
}

function callsIn(outcomes: readonly RowOutcome[]): number {
  return outcomes.filter((outcome) => "call" in outcome).length;
}

/** The most cells of a row that are tried, each joined with the next. */
const MOST_JOINED = 64;

/** The most missing names that are told, and columns that are compared; a hostile file may have half a million. */
const MOST_MISSING = 10;
const MOST_COMPARED = 200;

function missingText(missing: readonly string[], columns: readonly string[]): string {
  const between = delimiterWithin(columns);
  if (between !== undefined) {
    const header = `has a header of one column, ${quoteValue(columns.join("").trim())}`;
    return between === ","
      ? `${header}; quotes go around single cells, not around whole lines`
      : `${header}; a dialect with "csv": { "delimiter": ${JSON.stringify(between)} } reads it where that separates the columns`;
  }
  const compared = columns.slice(0, MOST_COMPARED);
  const list = missing
    .slice(0, MOST_MISSING)
    .map((column) => `no column ${quoteValue(column)}${meantText(column, compared)}`);
  const more = missing.length - list.length;
  return `has ${list.join(", and ")}${more > 0 ? `, and ${more} more are missing` : ""}`;
}

function isJson({ reads }: OpenedCallDialect): boolean {
  return reads === "json" || reads === "jsonl";
}

/** How many of the last columns may be missing in rows of a file without a header. */
function trailing(columns: readonly string[], opened: OpenedCallDialect): number {
  const { csv, reads, optionalColumns, headerColumns } = opened;
  if (reads !== "csv" || csv.header === "yes" || headerColumns !== undefined) return 0;
  return columns.length - 1 - columns.findLastIndex((column) => !optionalColumns.has(column));
}

function carriedColumns(
  { fieldColumns, headerColumns }: OpenedCallDialect,
  indexes: ReadonlyMap<string, number>,
  columns: readonly string[],
  values: RowValues,
): readonly CarriedColumn[] {
  return [...indexes].flatMap(([column, index]) => {
    if (fieldColumns.has(column)) return [];
    // The file's spelling, but the dialect's for an alias of the column or if the dialect lists all columns.
    const written = columnName(columns[index] ?? "");
    const isKnown = headerColumns !== undefined || columnKey(written) !== columnKey(column);
    const name = isKnown ? column : written;
    return isCarried(name, fieldColumns) ? [{ name, column, cell: values.cell(column) }] : [];
  });
}

function carriedFault(carried: Readonly<Record<string, unknown>> | undefined): string | undefined {
  for (const name in carried) if (isForbiddenKey(name)) return `${name} is not allowed as a field name`;
  return undefined;
}
