/** What a row of a file says by its dialect: calls, a reason to pass it over, or a problem. */
import { type CallRecord, isForbiddenKey, quoteValue, READABLE_FIELDS } from "../../model/index.ts";
import { returnsIn } from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import { meantText } from "../preset-files.ts";
import { columnName } from "../text.ts";
import { columnKey } from "./column-names.ts";
import type { OpenedCallDialect, OpenedDirection, OpenedLeg, OpenedPassOver } from "./opened-dialect.ts";
import {
  type Cells,
  type FitsRow,
  type ReadRowStart,
  type ReadValue,
  type RowProblem,
  RowValues,
} from "./row-values.ts";

/** What a row gives, or one of its legs. `column` names the column that is wrong. */
export type RowOutcome = { readonly call: CallRecord } | { readonly passedOver: string } | RowProblem;

/** Where the columns of a file are named, for messages. */
export interface ColumnsFrom {
  readonly file: string;
  /** The line of the header. */
  readonly line?: number | undefined;
}

type CallDraft = Record<string, unknown>;

/** A column that is carried along under its own name. */
interface CarriedColumn {
  readonly name: string;
  readonly cell: (cells: Cells) => string;
}

const IS_FIELD: ReadonlySet<string> = new Set(READABLE_FIELDS);

/**
 * Turns the rows of one file into calls. It rearranges text and judges nothing: what it cannot turn into the platform's
 * form and cannot be mistaken for it stays as it is, and rating refuses it by field and value, with the call's id.
 */
export class DialectRows {
  readonly #opened: OpenedCallDialect;
  readonly #columns: readonly string[];
  /** Cells that a row has at least. */
  readonly #least: number;
  readonly #passOver: PassOver;
  readonly #currency: (cells: Cells) => string;
  readonly #legs: readonly LegReader[];

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
      if (read.has(column)) {
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
    this.#least = columns.length - trailing(resolved, opened);
    this.#passOver = new PassOver(opened.passOver, values);
    this.#currency = opened.currency === undefined ? () => "" : values.cell(opened.currency.column);
    this.#legs = opened.legs.map((leg) => new LegReader(opened, leg, values, carried));
  }

  /** What a row gives: one outcome, or one a leg. `carried` goes along where it is no field (of JSON: the top-level texts). */
  read(cells: Cells, carried?: Readonly<Record<string, unknown>>): readonly RowOutcome[] {
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
    return this.#legs.map((leg) => leg.read(cells, carried));
  }

  /** Empty cells behind the last column do no harm. */
  #widthFault(cells: Cells): string | undefined {
    const count = this.#columns.length;
    if (cells.length >= this.#least && cells.length <= count) return undefined;
    if (cells.length > count && cells.slice(count).every((cell) => cell.trim() === "")) return undefined;
    const has = cells.length === 1 ? "1 cell" : `${cells.length} cells`;
    const wanted = this.#least === count ? `${count} columns` : `${this.#least} to ${count} columns`;
    return `has ${has} where there are ${wanted}${returnsIn(cells)}`;
  }
}

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
function trailing(columns: readonly string[], { csv, reads, optionalColumns }: OpenedCallDialect): number {
  if (reads !== "csv" || csv.header === "yes") return 0;
  return columns.length - 1 - columns.findLastIndex((column) => !optionalColumns.has(column));
}

function carriedColumns(
  { fieldColumns }: OpenedCallDialect,
  indexes: ReadonlyMap<string, number>,
  columns: readonly string[],
  values: RowValues,
): readonly CarriedColumn[] {
  return [...indexes].flatMap(([column, index]) => {
    if (fieldColumns.has(column)) return [];
    // As the file spells it, but for another name of the column.
    const written = columnName(columns[index] ?? "");
    const name = columnKey(written) === columnKey(column) ? written : column;
    return isCarried(name, fieldColumns) ? [{ name, cell: values.cell(column) }] : [];
  });
}

/** Fields of a call are none but those that the dialect says. */
function isCarried(name: string, fieldColumns: ReadonlySet<string>): boolean {
  return name !== "" && !fieldColumns.has(name) && !IS_FIELD.has(name);
}

function carriedFault(carried: Readonly<Record<string, unknown>> | undefined): string | undefined {
  for (const name in carried) if (isForbiddenKey(name)) return `${name} is not allowed as a field name`;
  return undefined;
}

/** Tells why a row is no call. */
class PassOver {
  readonly #reasons: readonly { readonly fits: FitsRow; readonly why: string }[];

  constructor(rows: readonly OpenedPassOver[], values: RowValues) {
    this.#reasons = rows.map(({ tests, why }) => ({ fits: values.allFit(tests), why }));
  }

  why(cells: Cells): string | undefined {
    for (const { fits, why } of this.#reasons) if (fits(cells)) return why;
    return undefined;
  }
}

type Direction = "in" | "out";

/** Tells the direction of a row. */
class DirectionReader {
  readonly #inbound: FitsRow;
  readonly #outbound: FitsRow;
  readonly #byNumber: readonly [ReadValue, ReadValue] | undefined;
  readonly #otherwise: Direction | "problem";
  readonly #book: OpenedCallDialect["book"];
  /** The columns that the tests ask, for messages. */
  readonly #asked: readonly { readonly column: string; readonly cell: (cells: Cells) => string }[];

  constructor(opened: OpenedCallDialect, direction: OpenedDirection, values: RowValues) {
    const { inbound, outbound, byNumber, otherwise } = direction;
    this.#inbound = values.anyFits(inbound);
    this.#outbound = values.anyFits(outbound);
    this.#byNumber = byNumber && [values.text(byNumber[0]), values.text(byNumber[1])];
    this.#otherwise = otherwise;
    this.#book = opened.book;
    const asked = new Set([...inbound, ...outbound].flat().map(({ column }) => column));
    this.#asked = [...asked].map((column) => ({ column, cell: values.cell(column) }));
  }

  read(cells: Cells): Direction | RowProblem {
    if (this.#inbound(cells)) return "in";
    if (this.#outbound(cells)) return "out";
    if (this.#byNumber !== undefined) {
      const calling = this.#byNumber[0](cells);
      if (typeof calling !== "string") return calling;
      const called = this.#byNumber[1](cells);
      if (typeof called !== "string") return called;
      return this.#isOfBook(called) && !this.#isOfBook(calling) ? "in" : "out";
    }
    if (this.#otherwise !== "problem") return this.#otherwise;
    const said = this.#asked.map(({ column, cell }) => `${column} is ${quoteValue(cell(cells))}`);
    const reason = `has an unknown direction: ${said.join(", ")}`;
    const column = this.#asked[0]?.column;
    return column === undefined ? { reason } : { reason, column };
  }

  #isOfBook(number: string): boolean {
    return number !== "" && (this.#book?.tables.numbers.matches(number).length ?? 0) > 0;
  }
}

/** A field and what it is taken from. */
interface FieldReader {
  readonly field: string;
  /** Whether a run keeps it, to find duplicates. */
  readonly isKept: boolean;
  readonly in: ReadValue;
  readonly out: ReadValue;
}

/** A copy: a text cut from a chunk keeps the whole chunk in memory for as long as it is kept itself. */
function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

/** Reads one of the calls of a row. */
class LegReader {
  readonly #passOver: PassOver;
  readonly #direction: DirectionReader | undefined;
  readonly #names: OpenedDirection["names"];
  /** Why calls in a direction are none that the book could rate, by direction. */
  readonly #strange: { readonly in: string | undefined; readonly out: string | undefined };
  readonly #isUnanswered: FitsRow;
  readonly #start: { readonly in: ReadRowStart; readonly out: ReadRowStart };
  readonly #fields: readonly FieldReader[];
  readonly #set: readonly (readonly [field: string, value: string])[];
  readonly #carried: readonly CarriedColumn[];
  readonly #fieldColumns: ReadonlySet<string>;
  readonly #blank: ReadonlySet<string>;

  constructor(
    opened: OpenedCallDialect,
    leg: OpenedLeg,
    values: RowValues,
    carried: readonly CarriedColumn[],
  ) {
    const { direction, fields } = leg;
    this.#passOver = new PassOver(leg.passOver, values);
    this.#direction = direction && new DirectionReader(opened, direction, values);
    this.#names = direction?.names ?? { in: "", out: "" };
    this.#strange = {
      in: strangeDirection("in", this.#names.in, opened),
      out: strangeDirection("out", this.#names.out, opened),
    };
    this.#isUnanswered = values.anyFits(leg.unanswered);
    const start = fields.get("start");
    this.#start = { in: values.start(start?.in), out: values.start(start?.out) };
    this.#fields = [...fields].flatMap(([field, value]) => {
      if (field === "start") return [];
      const isKept = field === "id" || field === "carrierCallID";
      return [{ field, isKept, in: values.text(value.in), out: values.text(value.out) }];
    });
    this.#set = [...leg.set].filter(([, value]) => value !== "");
    this.#carried = carried;
    this.#fieldColumns = opened.fieldColumns;
    this.#blank = opened.blank;
  }

  read(cells: Cells, carried: Readonly<Record<string, unknown>> | undefined): RowOutcome {
    const why = this.#passOver.why(cells);
    if (why !== undefined) return { passedOver: why };
    const direction = this.#direction?.read(cells) ?? "out";
    if (typeof direction !== "string") return direction;
    const strange = this.#direction && this.#strange[direction];
    if (strange !== undefined) return { reason: strange };
    const call: CallDraft = {};
    const isUnanswered = this.#isUnanswered(cells);
    for (const reader of this.#fields) {
      if (isUnanswered && reader.field === "duration") continue;
      const value = reader[direction](cells);
      if (typeof value !== "string") return value;
      if (value !== "") call[reader.field] = reader.isKept ? detached(value) : value;
    }
    const start = this.#start[direction](cells);
    if (start !== undefined) {
      if ("reason" in start) return start;
      call.startDate = start.startDate;
      if (start.startTime !== undefined) call.startTime = start.startTime;
    }
    if (isUnanswered) call.duration = "0";
    const name = this.#names[direction];
    if (name !== "" && call.callTypeDirectionFlag === undefined && this.#direction !== undefined) {
      call.callTypeDirectionFlag = name;
    }
    for (const [field, value] of this.#set) call[field] ??= value;
    this.#carry(cells, carried, call);
    return { call: call as CallRecord };
  }

  #carry(cells: Cells, carried: Readonly<Record<string, unknown>> | undefined, call: CallDraft): void {
    for (const { name, cell } of this.#carried) {
      const text = cell(cells);
      if (text !== "" && !this.#blank.has(text)) call[name] = text;
    }
    for (const name in carried) {
      if (isCarried(name, this.#fieldColumns)) call[name] = carried[name];
    }
  }
}

/** A direction that the book does not know counts as outbound (R22): an inbound call would be rated as another. */
function strangeDirection(
  direction: Direction,
  name: string,
  { book }: OpenedCallDialect,
): string | undefined {
  if (name === "" || book === undefined) return undefined;
  const known = book.records.callDirections.find((record) => record.name === name)?.direction;
  const meant = direction === "in" ? "inbound" : "outbound";
  if ((known ?? "outbound") === meant) return undefined;
  const why = known === undefined ? "does not have" : `has as ${known}`;
  return `is ${meant}, which its dialect calls ${quoteValue(name)}, a call direction that the book ${why}; say its name in "direction": { "names": … }`;
}
