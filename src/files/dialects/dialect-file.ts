/** Reads a file of calls that a dialect describes, row by row; its first rows tell the layout of the others. */
import { isPlainRecord, quoteValue } from "../../model/index.ts";
import type { CallItem, ItemsRead } from "../call-file.ts";
import { readJsonLine, unreadableLine } from "../careful-readers.ts";
import {
  type CsvCells,
  type CsvRow,
  isSameHeader,
  namesColumns,
  otherHeader,
  readRecord,
  requireLineFeeds,
  withoutEmptyEnd,
} from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import { meantText } from "../preset-files.ts";
import { pointerNames } from "../sources/index.ts";
import { columnName, decodeLine, LINE_FEED, type ReadLine } from "../text.ts";
import { columnKey } from "./column-names.ts";
import { DialectRows } from "./dialect-rows.ts";
import { carriedFields, jsonCells, recordsOf } from "./json-cells.ts";
import type { RowOutcome } from "./leg-reader.ts";
import type { OpenedCallDialect } from "./opened-dialect.ts";
import { type LineForm, lineFormOf } from "./row-forms.ts";

/** The layout of a file, from its first rows; plain data. */
export interface DialectLayout {
  /** The columns of its rows; none for JSON. */
  readonly columns: readonly string[];
  /** The line of the header; undefined without a header, where the columns are the dialect's. */
  readonly headerLine: number | undefined;
}

const NO_ITEMS: readonly CallItem[] = [];

export class DialectFile {
  readonly #name: string;
  readonly #dialect: OpenedCallDialect;
  readonly #lineForm: LineForm | undefined;
  readonly #json: ReturnType<typeof jsonCells> | undefined;
  /** The path to the records within a line; undefined if each line is a record. */
  readonly #records: readonly string[] | undefined;
  #layout: DialectLayout | undefined;
  #rows: DialectRows | undefined;
  /** Lines to skip unread, before the first row or behind the header. */
  #toSkip: number;
  readonly #isNameOf = (name: string, column: string): boolean =>
    this.#resolve(name) === this.#resolve(column);

  /** With a layout, the reader continues a file whose first rows were read elsewhere. */
  constructor(name: string, dialect: OpenedCallDialect, layout?: DialectLayout) {
    const { reads, csv, records, paths } = dialect;
    const isJson = reads === "json" || reads === "jsonl";
    this.#name = name;
    this.#dialect = dialect;
    this.#lineForm = lineFormOf(dialect);
    this.#json = isJson ? jsonCells(paths) : undefined;
    this.#records = reads === "jsonl" ? pointerNames(records ?? "") : undefined;
    this.#toSkip = isJson || layout !== undefined ? 0 : csv.skipFirst;
    if (layout !== undefined) this.#setLayout(layout);
    else if (isJson) this.#setLayout({ columns: [], headerLine: undefined });
    else if (reads === "fixed" || csv.header === "no") this.#setLayout(this.#layoutWithoutHeader);
  }

  /** Whether enough rows were read to read any other part of the file. */
  get isBegun(): boolean {
    return this.#layout !== undefined && this.#toSkip === 0;
  }

  /** Undefined until a row has told the layout. */
  get layout(): DialectLayout | undefined {
    return this.#layout;
  }

  get #layoutWithoutHeader(): DialectLayout {
    const { reads, fixed, columns } = this.#dialect;
    const names = reads === "fixed" ? fixed.map(({ column }) => column) : columns;
    return { columns: names, headerLine: undefined };
  }

  #setLayout(layout: DialectLayout): void {
    const { columns, headerLine } = layout;
    const from = { file: this.#name, line: headerLine };
    const given = this.#json === undefined ? columns : this.#dialect.paths;
    this.#rows = new DialectRows(this.#dialect, given, from);
    this.#layout = layout;
  }

  /** Reads the line or row at the offset `start`; undefined if the bytes end first and more may come. */
  readAt(bytes: Buffer, start: number, line: number, isEnd: boolean): ItemsRead | undefined {
    const isLine = this.#toSkip > 0 || this.#lineForm !== undefined || this.#json !== undefined;
    if (!isLine) {
      const { delimiter } = this.#dialect.csv;
      const record = readRecord(bytes, start, line, delimiter, isEnd, true);
      if (record === undefined) return undefined;
      const items = record.row === undefined ? NO_ITEMS : this.#readRow(record.row);
      return { items, end: record.end, line: record.line };
    }
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    if (lineFeed === -1 && !isEnd) return undefined;
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    const items = this.#readLine(decodeLine(bytes.subarray(start, end), line));
    return { items, end: Math.min(end + 1, bytes.length), line: line + 1 };
  }

  #readLine(line: ReadLine): readonly CallItem[] {
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return NO_ITEMS;
    }
    if (this.#json !== undefined) return this.#readJson(line);
    const row = this.#lineForm?.(line);
    return row === undefined ? NO_ITEMS : this.#readRow(row);
  }

  /** Throws a FileError for a file without the header that it must have. */
  end(): void {
    if (this.#layout === undefined && this.#dialect.csv.header === "yes") {
      throw new FileError(this.#name, "is empty; its first row must name the columns");
    }
  }

  #readRow(row: CsvRow): readonly CallItem[] {
    if (this.#layout === undefined) {
      // A first row that cannot be read does not tell the columns; the next row may.
      if ("reason" in row && this.#dialect.csv.header === "auto")
        return [this.#problem(row.line, row.reason)];
      const layout = this.#layoutOf(row);
      this.#setLayout(layout);
      if (layout.headerLine !== undefined) {
        this.#toSkip = this.#dialect.csv.skipAfterHeader;
        return NO_ITEMS;
      }
    }
    if ("reason" in row) return [this.#problem(row.line, row.reason)];
    const layout = this.#layout as DialectLayout;
    if (this.#dialect.reads === "csv" && this.#dialect.csv.header !== "no") {
      const { columns, headerLine } = layout;
      if (isSameHeader(row.cells, columns, this.#isNameOf)) return NO_ITEMS;
      if (namesColumns(row.cells, this.#isKnown) && this.#rows?.hasDay(row.cells) === false) {
        const first = headerLine === undefined ? "the dialect's columns" : `the header in line ${headerLine}`;
        throw otherHeader(row, this.#name, columns, first, this.#isNameOf);
      }
    }
    const given = (this.#rows as DialectRows).read(row.cells);
    return given.map((outcome) => this.#itemOf(row.line, outcome));
  }

  #readJson(line: ReadLine): readonly CallItem[] {
    const read = readJsonLine(line, this.#name);
    if (read === undefined) return NO_ITEMS;
    if ("problem" in read) return [read];
    const records = this.#records === undefined ? [read.value] : recordsOf(read.value, this.#records);
    if (records === undefined) {
      return [this.#problem(line.line, `has no list of calls at ${this.#dialect.records}`)];
    }
    return records.flatMap((record) => this.#itemsOfRecord(line.line, record));
  }

  #itemsOfRecord(line: number, record: unknown): readonly CallItem[] {
    if (!isPlainRecord(record)) return [this.#problem(line, "is not a JSON object; each call is one")];
    const given = this.#json?.(record) ?? [];
    if (typeof given === "string") return [this.#problem(line, given)];
    const outcomes = (this.#rows as DialectRows).read(given, carriedFields(record));
    return outcomes.map((outcome) => this.#itemOf(line, outcome));
  }

  #itemOf(line: number, outcome: RowOutcome): CallItem {
    if ("call" in outcome) return { line, call: outcome.call };
    if ("passedOver" in outcome) return { line, ...outcome };
    return this.#problem(line, outcome.reason, this.#columnNumber(outcome.column));
  }

  /** The number of a column's cell in a row, or of its first character in a file of fixed widths; from 1. */
  #columnNumber(column: string | undefined): number | undefined {
    if (column === undefined || this.#json !== undefined) return undefined;
    const index = this.#rows?.indexOf(column);
    if (index === undefined) return undefined;
    return 1 + (this.#dialect.reads === "fixed" ? (this.#dialect.fixed[index]?.start ?? 0) : index);
  }

  #problem(line: number, reason: string, column?: number): CallItem {
    return unreadableLine(this.#name, line, reason, column);
  }

  /** Learns the columns from the first row, be it a header or a call. */
  #layoutOf(row: CsvRow): DialectLayout {
    if ("reason" in row) throw new FileError(this.#name, `the header row ${row.reason}`, { line: row.line });
    const isHeader = this.#dialect.csv.header === "yes" || namesColumns(row.cells, this.#isKnown);
    if (!isHeader) return this.#layoutWithoutHeader;
    return { columns: this.#columnsOfHeader(row), headerLine: row.line };
  }

  /** The columns of a header row, in order and in its spelling. Throws a FileError for a name that is no column. */
  #columnsOfHeader(row: CsvCells): readonly string[] {
    requireLineFeeds(row, this.#name);
    const { headerColumns } = this.#dialect;
    const names = withoutEmptyEnd(row.cells).map(columnName);
    if (headerColumns === undefined) return names;
    const resolved = names.map((name) => this.#resolve(name));
    const faults = names.flatMap((name, index) => {
      const column = resolved[index] as string;
      if (headerColumns.has(column))
        return resolved.indexOf(column) === index ? [] : [`the header row names ${column} twice`];
      const meant = meantText(name, headerColumns);
      return [
        `column ${index + 1} of the header row: ${quoteValue(name)} is not a column of its dialect${meant}`,
      ];
    });
    if (faults.length > 0) throw new FileError(this.#name, faults.join("; "), { line: row.line });
    return names;
  }

  /** The column that a name means, in any spelling; the key of the name if the dialect does not know the column. */
  #resolve(name: string): string {
    const key = columnKey(name);
    return this.#dialect.columnsByKey.get(key) ?? key;
  }

  readonly #isKnown = (cell: string): boolean =>
    cell !== "" && this.#dialect.columnsByKey.has(columnKey(cell));
}
