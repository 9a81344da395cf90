import { quoteValue } from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";
import { readCsvRows } from "../block-cutter.ts";
import type { CallItem } from "../call-file.ts";
import type { CsvCells, CsvRow } from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import type { ByteSource } from "../text.ts";
import { RowReader } from "./call-of-row.ts";
import { callDay } from "./convert.ts";
import type { UkCdrDialect } from "./dialect.ts";
import {
  cellCountFault,
  columnsOfHeader,
  looksLikeHeader,
  namesColumns,
  requireOwnColumns,
} from "./layout.ts";
import { type OpenedDialect, openDialect } from "./open-dialect.ts";

/** How a file of UK standard CDRs is read. */
export interface UkCdrOptions {
  /** The file's name in messages. */
  readonly name: string;
  /** A dialect, or the name of a preset; default `fcs-v3`. */
  readonly dialect?: UkCdrDialect | string | undefined;
}

const checkOptions = knownOptions<UkCdrOptions>("readUkCdrCalls", { name: "any", dialect: "any" });

/**
 * The calls of a file of UK standard CDRs (FCS, version 3), a batch for each chunk that arrives: each row becomes
 * a call or, where it cannot be read, a problem, and the rest goes on. Throws a FileError where the source fails,
 * is no UTF-8 text, has a header that cannot be meant or a later one with other columns, or where the dialect is
 * wrong.
 */
export async function* readUkCdrCalls(
  source: ByteSource,
  options: UkCdrOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  checkOptions(options);
  const file = new UkCdrFile(options.name, openDialect(options.dialect));
  for await (const rows of readCsvRows(source, { name: options.name, delimiter: file.delimiter })) {
    const items: CallItem[] = [];
    for (const row of rows) {
      const item = file.read(row);
      if (item !== undefined) items.push(item);
    }
    if (items.length > 0) yield items;
  }
  file.end();
}

/** What the first row of a file tells of the others. */
export interface UkCdrLayout {
  readonly columns: readonly string[];
  /** The line of the header; undefined where there is none, and the columns are the dialect's. */
  readonly headerLine: number | undefined;
}

/** One file while it is read: what its first row was, and how the others are taken. */
export class UkCdrFile {
  readonly #name: string;
  readonly #dialect: OpenedDialect;
  #layout: UkCdrLayout | undefined;
  #rows: RowReader | undefined;
  /** The place of the date of a call, and the date that was last seen there. */
  #datePlace = -1;
  #date = "";

  /** With a layout it goes on in a file whose beginning was read elsewhere. */
  constructor(name: string, dialect: OpenedDialect, layout?: UkCdrLayout) {
    this.#name = name;
    this.#dialect = dialect;
    if (layout !== undefined) this.#setLayout(layout);
  }

  #setLayout(layout: UkCdrLayout): void {
    const { fields } = this.#dialect;
    this.#layout = layout;
    this.#rows = new RowReader(layout.columns, this.#dialect);
    this.#datePlace = layout.columns.findIndex((column) => fields.get(column)?.includes("startDate"));
  }

  /** Undefined as long as no row has told it. */
  get layout(): UkCdrLayout | undefined {
    return this.#layout;
  }

  get delimiter(): string {
    return this.#dialect.delimiter;
  }

  /** What a row gives; undefined for a header. Throws a FileError for one that the rows behind it cannot be read by. */
  read(row: CsvRow): CallItem | undefined {
    if (this.#layout === undefined) {
      // A first row that cannot be read says nothing about the columns; the next one may.
      if ("reason" in row && this.#dialect.header !== "yes") return this.#problem(row.line, row.reason);
      this.#setLayout(this.#layoutOf(row));
    }
    const layout = this.#layout as UkCdrLayout;
    if ("reason" in row) return this.#problem(row.line, row.reason);
    if (this.#isHeader(row.cells, layout)) {
      if (!namesColumns(row.cells, layout.columns, this.#dialect)) throw this.#otherHeader(row, layout);
      return undefined;
    }
    const fault = cellCountFault(row.cells, layout.columns);
    if (fault !== undefined) return this.#problem(row.line, fault);
    const call = (this.#rows as RowReader).read(row.cells);
    return typeof call === "string" ? this.#problem(row.line, call) : { line: row.line, call };
  }

  /** Complains about a file without the header it must have. */
  end(): void {
    if (this.#layout === undefined && this.#dialect.header === "yes") {
      throw new FileError(this.#name, "is empty; its first row must name the columns");
    }
  }

  /** Learns the columns from the first row, be it a header or a call. */
  #layoutOf(row: CsvRow): UkCdrLayout {
    const { header } = this.#dialect;
    if ("reason" in row) {
      throw new FileError(this.#name, `the header row ${row.reason}`, { line: row.line });
    }
    if (header === "yes" || (header === "auto" && looksLikeHeader(row.cells, this.#dialect))) {
      return { columns: columnsOfHeader(row, this.#dialect, this.#name), headerLine: row.line };
    }
    return {
      columns: requireOwnColumns(this.#dialect.columns, this.#dialect, this.#name),
      headerLine: undefined,
    };
  }

  /** Whether a row names columns. One with a date where the date of a call belongs is a call, whatever else it holds. */
  #isHeader(cells: readonly string[], { columns }: UkCdrLayout): boolean {
    const dialect = this.#dialect;
    if (dialect.header === "no") return false;
    const date = cells[this.#datePlace]?.trim() ?? "";
    if (date !== "" && date === this.#date) return false;
    if (callDay(date, dialect) !== undefined) {
      this.#date = date;
      return false;
    }
    return looksLikeHeader(cells, dialect) || namesColumns(cells, columns, dialect);
  }

  #otherHeader({ cells, line }: CsvCells, { columns, headerLine }: UkCdrLayout): FileError {
    const { names } = this.#dialect;
    const first = headerLine === undefined ? "the dialect's columns" : `the header in line ${headerLine}`;
    const at = columns.findIndex((column, place) => names.resolve(cells[place] ?? "") !== column);
    const place = at === -1 ? columns.length : at;
    const here = quoteValue((cells[place] ?? "").trim());
    const there = columns[place] === undefined ? "there is none" : `it is ${quoteValue(columns[place])}`;
    const reason =
      `is a header with other columns than ${first}: column ${place + 1} is ${here} here, and there ${there}; ` +
      "read the lines from here on as a file of their own";
    return new FileError(this.#name, reason, { line });
  }

  #problem(line: number, reason: string): CallItem {
    return { line, problem: { file: this.#name, line, reason } };
  }
}
