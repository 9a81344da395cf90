/** What a row of a file says by its dialect: calls, a reason to pass it over, or a problem. */
import { isForbiddenKey, quoteValue } from "../../model/index.ts";
import { returnsIn } from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import { meantText } from "../preset-files.ts";
import { columnName } from "../text.ts";
import { columnKey } from "./column-names.ts";
import { type CarriedColumn, isCarried, LegReader, PassOver, type RowOutcome } from "./leg-reader.ts";
import type { OpenedCallDialect } from "./opened-dialect.ts";
import { type Cells, type FitsRow, type RowProblem, RowValues } from "./row-values.ts";

/** Where the columns of a file are named, for messages. */
export interface ColumnsFrom {
  readonly file: string;
  /** The line of the header. */
  readonly line?: number | undefined;
}

/**
 * Turns the rows of one file into calls. It rearranges text and judges nothing: what it cannot turn into the platform's
 * form and cannot be mistaken for it stays as it is, and rating refuses it by field and value, with the call's id.
 */
export class DialectRows {
  readonly #opened: OpenedCallDialect;
  readonly #columns: readonly string[];
  /** Where each column of the dialect stands, from 0. */
  readonly #indexes: ReadonlyMap<string, number>;
  /** Cells that a row has at least. */
  readonly #least: number;
  readonly #passOver: PassOver;
  readonly #currency: (cells: Cells) => string;
  readonly #legs: readonly LegReader[];
  /** What tells of which kind a row is, for messages. */
  readonly #asked: readonly { readonly column: string; readonly cell: (cells: Cells) => string }[];
  /** Whether a row says the day of a call. */
  readonly hasDay: FitsRow;

  /** With the file's columns in their order (of JSON: `opened.paths`). Throws a FileError where one that is needed is not there. */
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
      // One that is only carried along needs a name of its own.
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
    this.#least = columns.length - trailing(resolved, opened);
    this.#passOver = new PassOver(opened.passOver, values);
    this.#currency = opened.currency === undefined ? () => "" : values.cell(opened.currency.column);
    this.#legs = opened.legs.map((leg) => new LegReader(opened, leg, values, carried));
    const asked = new Set(opened.legs.flatMap(({ when = [] }) => when.flat()).map(({ column }) => column));
    this.#asked = [...asked].map((column) => ({ column, cell: values.cell(column) }));
    const starts = opened.legs.flatMap(({ fields }) => fields.get("start") ?? []);
    const days = starts.flatMap((start) => [values.hasDay(start.in), values.hasDay(start.out)]);
    this.hasDay = (cells) => days.some((hasDay) => hasDay(cells));
  }

  /** What a row gives: one outcome, or one a leg. `carried` goes along where it is no field (of JSON: the top-level texts). */
  read(cells: Cells, carried?: Readonly<Record<string, unknown>>): readonly RowOutcome[] {
    const outcomes = this.#read(cells, carried);
    if (cells.length <= this.#least) return outcomes;
    return outcomes.map((outcome, at) => this.#withCause(outcome, cells, at));
  }

  #read(cells: Cells, carried?: Readonly<Record<string, unknown>>): readonly RowOutcome[] {
    const fault = this.#widthFault(cells) ?? carriedFault(carried);
    if (fault !== undefined) return [{ reason: fault }];
    const why = this.#passOver.why(cells);
    if (why !== undefined) return [{ passedOver: why }];
    const currency = this.#currency(cells);
    const { currency: wanted, blank } = this.#opened;
    if (wanted !== undefined && currency !== "" && currency !== wanted.is && !blank.has(currency)) {
      const reason = `is in the currency ${quoteValue(currency)} and not in ${wanted.is}; money is never converted`;
      return [{ reason, column: wanted.column }];
    }
    const outcomes = this.#legs.flatMap((leg) => leg.read(cells, carried) ?? []);
    return outcomes.length === 0 ? [this.#noLeg(cells)] : outcomes;
  }

  /** Nothing is dropped. */
  #noLeg(cells: Cells): RowProblem {
    const said = this.#asked.map(({ column, cell }) => `${column} is ${quoteValue(cell(cells))}`);
    const column = this.#asked[0]?.column;
    const reason = `is none of the kinds of its dialect's legs: ${said.join(", ")}`;
    return column === undefined ? { reason } : { reason, column };
  }

  /**
   * Adds the likely cause to a problem: a row that may lack its last cells has no cell too many where a delimiter stands
   * within one without quotes, and all behind that are moved. It is likely where the row is a call without one delimiter.
   */
  #withCause(outcome: RowOutcome, cells: Cells, leg: number): RowOutcome {
    if (!("column" in outcome)) return outcome;
    const { delimiter } = this.#opened.csv;
    const last = Math.min(this.#indexes.get(outcome.column) ?? 0, MOST_JOINED);
    for (let at = 0; at < last; at++) {
      const joined = [cells[at], cells[at + 1]].join(delimiter);
      const outcomes = this.#read([...cells.slice(0, at), joined, ...cells.slice(at + 2)]);
      if (!("call" in (outcomes[leg] ?? {}))) continue;
      const cause = `without one ${JSON.stringify(delimiter)} the row is a call, so one may stand within a cell`;
      return { ...outcome, reason: `${outcome.reason}; ${cause}` };
    }
    return outcome;
  }

  /** Where a column stands among the cells of a row, from 0. */
  indexOf(column: string): number | undefined {
    return this.#indexes.get(column);
  }

  /** Empty cells behind the last column do no harm. */
  #widthFault(cells: Cells): string | undefined {
    const count = this.#columns.length;
    if (cells.length >= this.#least && cells.length <= count) return undefined;
    if (cells.length > count && cells.slice(count).every((cell) => cell.trim() === "")) return undefined;
    const has = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
    const wanted = this.#least === count ? `${count} columns` : `${this.#least} to ${count} columns`;
    const { reads, csv } = this.#opened;
    // Files without quotes end nothing by them.
    const isCut = reads === "csv" && cells.length > count && csv.quotes !== "double";
    const hint = isCut ? `; a ${JSON.stringify(csv.delimiter)} may stand within a cell` : "";
    return `has ${has} where there are ${wanted}${hint}${returnsIn(cells)}`;
  }
}

/** Cells of a row of which each is tried as the beginning of the next. */
const MOST_JOINED = 64;

/** Names that are told and looked through; a hostile file may have half a million. */
const MOST_MISSING = 10;
const MOST_COMPARED = 200;

function missingText(missing: readonly string[], columns: readonly string[]): string {
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

/** How many of the last columns rows of a file without a header may lack. */
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
    // As the file spells it, but for another name of the column, and where the dialect knows all.
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
