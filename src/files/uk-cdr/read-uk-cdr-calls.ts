/** The calls of a file of UK standard CDRs, row by row: what the rows of one file have in common, and what each says. */
import { type CallRecord, quoteValue, type ReadableField } from "../../model/index.ts";
import { isDecimalText, sumAmounts } from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import { itemsOf, readCsvRows } from "../block-cutter.ts";
import type { CallItem } from "../call-file.ts";
import { type CsvCells, type CsvRow, requireLineFeeds, returnsIn } from "../csv-records.ts";
import { isZeroAmount } from "../dialects/values/index.ts";
import { FileError } from "../file-error.ts";
import { unpacked } from "../sources/index.ts";
import type { ByteSource } from "../text.ts";
import { type Convert, callDay, converterOf, isClockText, laterBy } from "./cell-texts.ts";
import type { CheckedDialectCallType, UkCdrDialect } from "./dialect.ts";
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
  const rows = readCsvRows(unpacked(source, options.name), {
    name: options.name,
    delimiter: file.delimiter,
  });
  yield* itemsOf(rows, (row) => file.read(row));
  file.end();
}

/** What the first row of a file tells of the further rows. */
export interface UkCdrLayout {
  readonly columns: readonly string[];
  /** The line of the header; undefined where there is none, and the columns are the dialect's. */
  readonly headerLine: number | undefined;
}

/** One file while it is read: what its first row was, and how the further rows are taken. */
export class UkCdrFile {
  readonly #name: string;
  readonly #dialect: OpenedDialect;
  #layout: UkCdrLayout | undefined;
  #rows: CdrRowReader | undefined;
  /** Where the date of a call stands, and the date that was last seen there. */
  #dateColumn = -1;
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
    this.#rows = new CdrRowReader(layout.columns, this.#dialect);
    this.#dateColumn = layout.columns.findIndex((column) => fields.get(column)?.includes("startDate"));
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
      if (!this.#namesColumns(row.cells, layout)) throw this.#otherHeader(row, layout);
      return undefined;
    }
    const fault = cellCountFault(row.cells, layout.columns);
    if (fault !== undefined) return this.#problem(row.line, fault);
    const call = (this.#rows as CdrRowReader).read(row.cells);
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
    const { header, names } = this.#dialect;
    if ("reason" in row) {
      throw new FileError(this.#name, `the header row ${row.reason}`, { line: row.line });
    }
    const isHeader = header === "yes" || (header === "auto" && this.#looksLikeHeader(row.cells));
    const columns = isHeader ? this.#columnsOfHeader(row) : this.#dialect.columns;
    // A column that a dialect adds to the standard is there, or its name was misspelt.
    const missing = names.addedColumns.filter((column) => !columns.includes(column));
    if (missing.length === 0) return { columns, headerLine: isHeader ? row.line : undefined };
    const reason = `has no column ${missing.join(" and no column ")}, which the dialect's "fields" name`;
    throw new FileError(this.#name, reason);
  }

  /** The columns a header row names, in order; throws a FileError where it cannot be meant. */
  #columnsOfHeader(row: CsvCells): readonly string[] {
    requireLineFeeds(row, this.#name);
    const { names } = this.#dialect;
    const faults: string[] = [];
    const columns: string[] = [];
    for (const [index, cell] of withoutEmptyEnd(row.cells).entries()) {
      const column = names.resolve(cell);
      if (column === undefined) {
        faults.push(`column ${index + 1} of the header row: ${names.whyUnknown(cell)}`);
        continue;
      }
      if (columns.includes(column)) faults.push(`the header row names ${column} twice`);
      columns.push(column);
    }
    if (faults.length > 0) throw new FileError(this.#name, faults.join("; "), { line: row.line });
    return columns;
  }

  /** Whether a row names columns. One with a date where the date of a call belongs is a call, whatever else it holds. */
  #isHeader(cells: readonly string[], layout: UkCdrLayout): boolean {
    const dialect = this.#dialect;
    if (dialect.header === "no") return false;
    const date = cells[this.#dateColumn]?.trim() ?? "";
    if (date !== "" && date === this.#date) return false;
    if (callDay(date, dialect) !== undefined) {
      this.#date = date;
      return false;
    }
    return this.#looksLikeHeader(cells) || this.#namesColumns(cells, layout);
  }

  /** Whether at least half of a row's cells name columns, and three. */
  #looksLikeHeader(cells: readonly string[]): boolean {
    const given = withoutEmptyEnd(cells);
    const known = given.filter((cell) => this.#dialect.names.resolve(cell) !== undefined).length;
    return known >= 3 && known * 2 >= given.length;
  }

  /** Whether a row names exactly the columns of the file. */
  #namesColumns(cells: readonly string[], { columns }: UkCdrLayout): boolean {
    const given = withoutEmptyEnd(cells);
    if (given.length !== columns.length) return false;
    return columns.every((column, at) => this.#dialect.names.resolve(given[at] as string) === column);
  }

  #otherHeader({ cells, line }: CsvCells, { columns, headerLine }: UkCdrLayout): FileError {
    const { names } = this.#dialect;
    const first = headerLine === undefined ? "the dialect's columns" : `the header in line ${headerLine}`;
    const differing = columns.findIndex((column, at) => names.resolve(cells[at] ?? "") !== column);
    const index = differing === -1 ? columns.length : differing;
    const here = quoteValue((cells[index] ?? "").trim());
    const there = columns[index] === undefined ? "there is none" : `it is ${quoteValue(columns[index])}`;
    const reason =
      `is a header with other columns than ${first}: column ${index + 1} is ${here} here, and there ${there}; ` +
      "read the lines from here on as a file of their own";
    return new FileError(this.#name, reason, { line });
  }

  #problem(line: number, reason: string): CallItem {
    return { line, problem: { file: this.#name, line, reason } };
  }
}

/** Without the empty cells that carriers write behind the last column. */
function withoutEmptyEnd(cells: readonly string[]): readonly string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);
}

/** The reason why a row does not fit its columns, or undefined. Empty cells behind the last one do no harm. */
function cellCountFault(cells: readonly string[], columns: readonly string[]): string | undefined {
  if (cells.length === columns.length) return undefined;
  if (cells.length > columns.length && withoutEmptyEnd(cells).length <= columns.length) return undefined;
  const count = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
  return `has ${count} where there are ${columns.length} columns${returnsIn(cells)}`;
}

type Draft = Record<string, string | boolean>;

interface FieldStep {
  readonly index: number;
  readonly column: string;
  readonly targets: readonly { readonly field: ReadableField; readonly convert: Convert | undefined }[];
}

const NO_CALL_TYPE: CheckedDialectCallType = { durationCounts: "seconds", set: new Map() };

/**
 * Turns the rows of one file into calls. It rearranges text and judges nothing: what it cannot turn into the
 * platform's form stays as it is, and rating refuses it by field and value, with the call's id.
 */
class CdrRowReader {
  readonly #dialect: OpenedDialect;
  readonly #steps: readonly FieldStep[];
  readonly #indexes: ReadonlyMap<string, number>;

  constructor(columns: readonly string[], dialect: OpenedDialect) {
    this.#dialect = dialect;
    this.#indexes = new Map(columns.map((column, index) => [column, index]));
    this.#steps = columns.map((column, index) => {
      const fields = dialect.fields.get(column) ?? [];
      return {
        index,
        column,
        targets: fields.map((field) => ({ field, convert: converterOf(field, dialect) })),
      };
    });
  }

  /** The call of a row, or the reason why it is none. */
  read(cells: readonly string[]): CallRecord | string {
    const currency = this.#cell(cells, "Currency");
    if (currency !== "" && currency !== this.#dialect.currency) {
      return `is in the currency ${quoteValue(currency)} and not in ${this.#dialect.currency}; money is never converted`;
    }
    const draft: Draft = {};
    for (const step of this.#steps) {
      const cell = (cells[step.index] ?? "").trim();
      if (cell !== "") putCell(cell, step, draft);
    }
    const callType = this.#dialect.callTypes.get(this.#cell(cells, "Call Type")) ?? NO_CALL_TYPE;
    this.#count(cells, callType, draft);
    this.#addUp(draft);
    // What the call's type and the dialect say where the row is silent.
    for (const table of [callType.set, this.#dialect.set]) {
      for (const [field, value] of table) {
        if (value !== "" && (draft[field] ?? "") === "") draft[field] = value;
      }
    }
    return this.#start(cells, draft) ?? (draft as CallRecord);
  }

  #cell(cells: readonly string[], column: string): string {
    const index = this.#indexes.get(column);
    return index === undefined ? "" : (cells[index] ?? "").trim();
  }

  /** Bytes sent and received stand in for a total that is blank or nil; Duration may count events. */
  #count(cells: readonly string[], { durationCounts }: CheckedDialectCallType, draft: Draft): void {
    const total = draft.bytes;
    if (total === undefined || isZeroAmount(String(total))) {
      const parts = ["Bytes Transmitted", "Bytes Received"]
        .map((column) => this.#cell(cells, column))
        .filter((part) => part !== "");
      const odd = parts.find((part) => !/^[0-9]{1,20}$/.test(part));
      if (odd !== undefined) draft.bytes = odd;
      else if (parts.length > 0) draft.bytes = sumAmounts(parts);
    }
    const { duration } = draft;
    if (duration === undefined || durationCounts === "seconds") return;
    draft.events ??= duration;
    // The key stays: rows of one file with one order of keys are quicker to rate.
    draft.duration = "";
  }

  /** R15 wants a total that is the sum of its parts, so charges beside the price are added to it. */
  #addUp(draft: Draft): void {
    const { costCDR: price, costCDRBasic: service, costCDRAccessCharge: access } = draft;
    if (this.#dialect.ngcsCharges === "within" || price === undefined) return;
    const amounts = [price, service, access].filter((amount) => amount !== undefined).map(String);
    // An amount that is none is the call's error, by the name of its own field.
    if (amounts.length === 1 || !amounts.every(isDecimalText)) return;
    draft.costCDR = sumAmounts(amounts);
    if (service !== undefined) draft.costCDRBasic = sumAmounts([String(price), String(service)]);
  }

  /** The start of what is charged: the answer. A reason where it cannot be told. */
  #start(cells: readonly string[], draft: Draft): string | undefined {
    const { startDate: date, startTime: time } = draft;
    if (time === undefined) return undefined;
    const ring = this.#cell(cells, "Ring time");
    if (this.#dialect.timeIs === "ring" && date !== undefined && ring !== "" && !isZeroAmount(ring)) {
      if (!/^[0-9]{1,6}$/.test(ring) || !isClockText(String(time))) {
        const written = quoteValue(this.#cell(cells, "Call Time"));
        return `has no time of answer: Call Time is ${written}, Ring time ${quoteValue(ring)}; write hh:mm:ss and whole seconds`;
      }
      const later = laterBy({ date: String(date), time: String(time) }, Number(ring));
      if (later !== undefined) {
        draft.startDate = later.date;
        draft.startTime = later.time;
      }
    }
    const clock = String(draft.startTime);
    if (this.#dialect.timeZone === "utc" && isClockText(clock)) draft.startTime = `${clock}Z`;
    return undefined;
  }
}

function putCell(cell: string, { column, targets }: FieldStep, draft: Draft): void {
  let isDone = false;
  for (const { field, convert } of targets) {
    const value = convert === undefined ? cell : convert(cell);
    if (value === "") continue;
    if (value !== undefined) draft[field] = value;
    isDone = true;
  }
  // A code that says nothing of the call is carried along as it stands.
  if (!isDone) draft[column] = cell;
}
