/** Scans the rows of a dialect into columns, with the same results as `DialectRows`. */
import { READABLE_FIELDS, REPORTED_COSTS } from "../../../model/index.ts";
import { CARRIAGE_RETURN, QUOTE } from "../../csv-records.ts";
import {
  columnKey,
  type OpenedCallDialect,
  type OpenedLeg,
  type OpenedPlainValue,
  type OpenedTest,
  type OpenedTime,
  type OpenedValue,
} from "../../dialects/index.ts";
import { columnName, LINE_FEED } from "../../text.ts";
import { type CallBlock, MOST_OPERATIONS, NOT_FOUND, WINDOW_BYTES } from "../call-block.ts";
import {
  type AmountForm,
  CAREFULLY,
  CallCells,
  type CellUse,
  delimitedBy,
  FIELDS,
  type Field,
} from "../call-cells.ts";
import { CallScanner, type PlainRows, type SlowPathReader } from "../call-scanner.ts";
import { CutLists, isCutAlone } from "../cut-lists.ts";
import { HeaderNames } from "../header-names.ts";
import { JSON_FORM, JsonKeys, jsonOperations } from "../json-keys.ts";
import { PutRoom } from "./cell-puts.ts";
import { ABSENT, DialectCall, FILLED, isGiven, isPlainLeg, LEFT, type RowKind } from "./dialect-call.ts";
import { NAME_COLUMNS } from "./dialect-fields.ts";
import { amountForm, isTurnedNumber } from "./dialect-numbers.ts";
import { MOST_TESTS, RowTests } from "./dialect-tests.ts";
import { type CellText, RowTexts } from "./dialect-texts.ts";
import { FileTimes, OUR_TIME } from "./dialect-times.ts";

/** A scanner for the rows of a file with these columns, of which JSON files have none. */
export function dialectScanner(
  slowPath: SlowPathReader,
  opened: OpenedCallDialect,
  columns: readonly string[],
  block: CallBlock,
): CallScanner {
  const isJson = opened.reads === "json" || opened.reads === "jsonl";
  const cellColumns = isJson
    ? opened.paths
    : columns.map((name) => opened.columnsByKey.get(columnKey(name)) ?? columnName(name));
  if (!isScannable(opened, cellColumns)) return new CallScanner(slowPath, block);
  return new CallScanner(slowPath, block, new DialectRowsOfBytes(opened, cellColumns, block));
}

/** Whether the calls of a file can be read from their cells. */
function isScannable(opened: OpenedCallDialect, cellColumns: readonly string[]): boolean {
  const { reads, records, legs } = opened;
  // The calls of a row share the tests on all of its rows.
  const tests = new Set(legs.flatMap((leg) => testsOf(opened, leg)));
  if (tests.size > MOST_TESTS || !legs.every((leg) => isPlainLeg(leg, opened))) return false;
  if (!FileTimes.hasRoom(legs.flatMap(timesOf))) return false;
  if (reads === "csv" || reads === "fixed") return cellColumns.length + FIELDS.length <= MOST_OPERATIONS;
  const isLine = reads === "json" || (reads === "jsonl" && (records ?? "") === "");
  return isLine && jsonOperations(cellColumns) !== undefined;
}

/** The forms and zones of the times of a call. */
function timesOf({ fields }: OpenedLeg): readonly OpenedTime[] {
  return [...fields.values()].flatMap(({ in: inbound, out: outbound }) =>
    [inbound, outbound].flatMap((value) => {
      if (value?.kind === "date and clock") return { time: OUR_TIME, zone: value.zone };
      return value === undefined || value.kind === "constant" ? [] : (value.time ?? []);
    }),
  );
}

/** Columns that are carried along and that results show, as fields named like the columns. */
function shownColumns(
  { reads, blank, fieldColumns, legs }: OpenedCallDialect,
  cellColumns: readonly string[],
  block: CallBlock,
): ReadonlyMap<string, OpenedValue> {
  if (reads !== "csv") return new Map();
  const values = legs.flatMap(({ fields }) => [...fields.values()].flatMap((value) => [value.in, value.out]));
  // A column that is carried only if its field is blank needs the record.
  const isTaken = (name: string): boolean =>
    fieldColumns.has(name) ||
    values.some((value) => value?.kind === "cell" && value.isCarried && value.columns.includes(name));
  const names = [...block.shown.keys()].filter(
    (name) => cellColumns.includes(name) && !isTaken(name) && !isReadable(name),
  );
  return new Map(
    names.map((name) => {
      const cell = { kind: "cell", columns: [name], isSum: false, none: blank, steps: [] } as const;
      const noExtras = { join: undefined, time: undefined, plus: undefined, minus: undefined };
      const value = { ...cell, ...noExtras, add: [], or: [], isCarried: false };
      return [name, { in: value, out: value }];
    }),
  );
}

function isReadable(name: string): boolean {
  return (READABLE_FIELDS as readonly string[]).includes(name);
}

/** The use of the cell of each column. */
function usesOf(
  opened: OpenedCallDialect,
  cellColumns: readonly string[],
  carried: ReadonlyMap<string, OpenedValue>,
  shown: CallBlock["shown"],
): readonly CellUse[] {
  const tests = opened.legs.flatMap((leg) => testsOf(opened, leg));
  const values = opened.legs.flatMap((leg) => valuesRead(leg, shown));
  const read = new Set([
    ...tests.map(({ column }) => column),
    ...values.flatMap(allColumnsOf),
    ...carried.keys(),
  ]);
  if (opened.currency !== undefined) read.add(opened.currency.column);
  if (opened.reads !== "csv") for (const path of opened.paths) read.add(path);
  const named = new Set([opened.currency?.column, ...tests.flatMap(testedName)]);
  const fields = opened.legs.flatMap((leg) => [...leg.fields]);
  for (const [field, { in: inbound, out: outbound }] of fields) {
    const [columns, others] = [columnsOf(inbound), columnsOf(outbound)];
    const isCut = [inbound, outbound].some((value) => value?.kind === "cell" && isCutAlone(value.steps));
    const isName =
      NAME_COLUMNS.has(field) && !isCut ? columns.filter((column) => others.includes(column)) : [];
    const isTurned = isTurnedNumber(field, inbound) || isTurnedNumber(field, outbound);
    for (const column of isTurned ? [...columns, ...others] : isName) named.add(column);
  }
  // Times are seldom equal, so that names would not help.
  for (const [field, { in: inbound, out: outbound }] of fields) {
    if (field !== "start") continue;
    for (const column of [...columnsOf(inbound), ...columnsOf(outbound)]) named.delete(column);
    // Dates often are.
    for (const value of [inbound, outbound])
      if (value?.kind === "date and clock") for (const column of value.date.columns) named.add(column);
  }
  return cellColumns.map((column) => (named.has(column) ? null : read.has(column) ? undefined : UNREAD));
}

/** The values that are taken from cells; without unchanged cells for fields that neither rating nor results read. */
function valuesRead(
  { fields, direction }: OpenedLeg,
  shown: CallBlock["shown"],
): readonly OpenedPlainValue[] {
  const values = [...fields].flatMap(([field, { in: inbound, out: outbound }]) => {
    const isRead = field === "start" || (FIELDS as readonly string[]).includes(field) || shown.has(field);
    return [inbound, outbound].filter(
      (value) => value !== undefined && (isRead || value.kind !== "cell" || value.steps.length > 0),
    ) as OpenedPlainValue[];
  });
  return [...values, ...(direction?.byNumber ?? [])];
}

function allColumnsOf(value: OpenedPlainValue): readonly string[] {
  switch (value.kind) {
    case "constant":
      return [];
    case "between":
      return [value.from, value.to].flatMap(allColumnsOf);
    case "date and clock":
      return [value.date, value.clock].flatMap(allColumnsOf).concat(value.plus ?? []);
    case "cell":
      return [
        ...value.columns,
        value.plus ?? [],
        value.minus ?? [],
        ...[...value.add, ...value.or].map(allColumnsOf),
      ].flat();
  }
}

/** The column of a test that names whole texts: cells with only a given beginning may be too many to be names. */
function testedName({ kind, column, beginnings }: OpenedTest): readonly string[] {
  return (kind === "in" || kind === "notIn") && beginnings.length === 0 ? [column] : [];
}

function columnsOf(value: OpenedPlainValue | undefined): readonly string[] {
  return value?.kind === "cell" ? value.columns : [];
}

/** All tests of a dialect on the cells of a row. */
function testsOf({ passOver }: OpenedCallDialect, leg: OpenedLeg): readonly OpenedTest[] {
  const { when = [], direction, unanswered } = leg;
  const passedOver = [...passOver, ...leg.passOver].map(({ tests }) => tests);
  return [
    ...when,
    ...passedOver,
    ...(direction?.inbound ?? []),
    ...(direction?.outbound ?? []),
    ...unanswered,
  ].flat();
}

/** Marks a field that results show as blank in all rows, or as to be read from the rows' records. */
function showUnread(field: string, legs: readonly OpenedLeg[], block: CallBlock): void {
  const isBlank = isReadable(field) && !isGiven(field, legs);
  block.wholes(block.shown.get(field) as number).fill(isBlank ? 0 : NOT_FOUND);
}

/** Whether a row without the day of a call takes the slow path, which tells whether the row is a header. */
function needsDay({ passOver, legs }: OpenedCallDialect): boolean {
  const isDated = ({ passOver, fields }: OpenedLeg): boolean => {
    const start = fields.get("start");
    return passOver.length === 0 && [start?.in, start?.out].every((way) => way?.kind === "date and clock");
  };
  return passOver.length === 0 && legs.every(isDated);
}

const UNREAD: CellUse = "";
const BACKSLASH = 92;
const SPACE = 32;
const MOST_ASCII = 127;

class DialectRowsOfBytes implements PlainRows {
  /** First an operation for each column, which finds its cell, then an operation for each field. */
  readonly cells: CallCells;
  readonly #calls: readonly DialectCall[];
  /** The outcome of the row, by leg. */
  readonly #kinds: RowKind[] = [];
  readonly #texts: RowTexts;
  readonly #tests: RowTests;
  readonly #block: CallBlock;
  readonly #width: number;
  /** The number of cells that are found: for each column, and for each object or list that contains columns. */
  readonly #found: number;
  readonly #delimiter: number;
  readonly #keys: JsonKeys | undefined;
  readonly #headers: HeaderNames | undefined;
  readonly #read: readonly number[];
  /** The number of cells of a row: all columns, or as many as the row before had if the last may be missing. */
  #cellsOfRow: number;
  readonly #fewestCells: number;
  /** The columns of a file of fixed widths. */
  readonly #fixed: OpenedCallDialect["fixed"] | undefined;
  /** Whether quotes do not quote as in CSV, so that rows with quotes need the slow path; the next quote. */
  readonly #hasOtherQuotes: boolean;
  readonly #window: Buffer;
  #nextQuote = 0;
  #lookedAt = 0;
  #most = 0;

  constructor(opened: OpenedCallDialect, cellColumns: readonly string[], block: CallBlock) {
    const { csv, reads, blank, book, year, optionalColumns, legs } = opened;
    const isCsv = reads === "csv";
    const isJson = !isCsv && reads !== "fixed";
    const carried = shownColumns(opened, cellColumns, block);
    const settings = { currencyDecimals: book?.settings.currencyDecimals };
    this.#block = block;
    this.#width = cellColumns.length;
    this.#delimiter = csv.delimiter.charCodeAt(0);
    const uses = usesOf(opened, cellColumns, carried, block.shown);
    const amounts = new Map<CellUse, AmountForm>();
    for (const field of [...REPORTED_COSTS, "costSuggestedRetail"] as const) {
      const values = legs.flatMap(({ fields }) => [fields.get(field)?.in, fields.get(field)?.out]);
      const form = amountForm(values, settings);
      if (form !== undefined) amounts.set(field, form);
    }
    const escaping = isCsv && csv.quotes === "backslash" ? BACKSLASH : undefined;
    const delimited = { ...delimitedBy(csv.delimiter), isSpaced: csv.quotes === "double" };
    const form = isJson ? JSON_FORM : escaping === undefined ? delimited : { ...delimited, escape: escaping };
    const operations = isJson ? (jsonOperations(cellColumns) ?? []) : [];
    // Behind the columns are the objects and lists that contain columns.
    const found = [...uses, ...operations.slice(cellColumns.length).map(() => UNREAD)];
    this.#found = found.length;
    this.cells = new CallCells([...found, ...FIELDS], block, form, amounts);
    this.#texts = new RowTexts(this.cells, blank, escaping);
    this.#tests = new RowTests(this.#texts, blank);
    for (const field of block.shown.keys()) showUnread(field, legs, block);
    const columnIndexOf = (column: string): number => cellColumns.indexOf(column);
    const sources = {
      ...{ cells: this.cells, texts: this.#texts, columnIndexOf, settings, amounts },
      cellTexts: new Map<string, CellText>(),
      putRoom: new PutRoom(block),
      times: new FileTimes(block),
      cutLists: new CutLists(block),
      operationOf: (field: Field) => found.length + FIELDS.indexOf(field),
    };
    const clock = { bookZone: book?.settings.timeZone, ambiguousTime: book?.settings.ambiguousTime, year };
    this.#calls = legs.map((leg) => {
      const fields = new Map<string, OpenedValue>([...leg.fields, ...carried]);
      return new DialectCall(opened, { ...leg, fields } as OpenedLeg, sources, this.#tests, clock);
    });
    this.#keys = isJson ? new JsonKeys(operations, this.cells) : undefined;
    const mayBeHeaders = isCsv && csv.header !== "no" && !needsDay(opened);
    this.#headers = mayBeHeaders ? new HeaderNames(cellColumns, opened.columnsByKey) : undefined;
    this.#read = uses.flatMap((use, columnIndex) => (use === UNREAD ? [] : [columnIndex]));
    this.#cellsOfRow = cellColumns.length;
    const areWhole = csv.header === "yes" || opened.headerColumns !== undefined;
    const isOptional = (column: string): boolean => !areWhole && optionalColumns.has(column);
    this.#fewestCells = cellColumns.findLastIndex((column) => !isOptional(column)) + 1;
    this.#fixed = reads === "fixed" ? opened.fixed : undefined;
    this.#hasOtherQuotes = !isJson && (reads === "fixed" || csv.quotes !== "double");
    this.#window = block.memory.subarray(0, block.window + WINDOW_BYTES);
  }

  readonly read = (most: number): boolean => {
    this.#keys?.makeRoom();
    this.#most = most;
    return this.cells.readEach(most, this.#found, this.#readRow);
  };

  readonly #readRow = (start: number, row: number): number => {
    const end = this.#endOfRow(start, row);
    if (end === CAREFULLY) return CAREFULLY;
    this.#texts.rows++;
    if ((this.#fixed !== undefined || this.cells.hasOddEnds) && !this.#trim()) return CAREFULLY;
    return this.#tests.answer() && this.#putCalls(row) ? end : CAREFULLY;
  };

  /** Trims the cells that are read; false if the row needs the slow path. */
  #trim(): boolean {
    const read = this.#read;
    for (let index = 0; index < read.length; index++)
      if (!this.#texts.trim(read[index] as number)) return false;
    return true;
  }

  #endOfRow(start: number, row: number): number {
    if (this.#keys !== undefined) return this.#readObject(start, row);
    return this.#fixed === undefined ? this.#readCells(start, row) : this.#cutCells(start, this.#fixed);
  }

  /** Puts the calls of the row whose cells were found; false if the row needs the slow path. */
  #putCalls(row: number): boolean {
    const kinds = this.#kinds;
    let filled = 0;
    let absent = 0;
    let isWhole = true;
    for (let leg = 0; isWhole && leg < this.#calls.length; leg++) {
      const kind = row + filled < this.#most ? (this.#calls[leg] as DialectCall).put(row + filled) : LEFT;
      kinds[leg] = kind;
      if (kind === FILLED) filled++;
      else if (kind === ABSENT) absent++;
      // The last row of a read may still turn out to be no text, so that its reasons must not be counted.
      else isWhole = kind !== LEFT && row + 1 < this.#most;
    }
    // A row without any of the calls is a problem.
    if (!isWhole || absent === this.#calls.length) {
      for (let at = 0; at <= filled; at++) this.cells.blank(row + at);
      return false;
    }
    this.cells.filledRows = filled;
    for (let leg = 0; filled < this.#calls.length && leg < this.#calls.length; leg++) {
      const kind = kinds[leg] as RowKind;
      if (kind === FILLED || kind === ABSENT) continue;
      const { reasons, wholeReasons } = this.#calls[leg] as DialectCall;
      this.#block.passOver(reasons[kind] as string);
      // A reason for the whole row counts once, not for each call.
      if (kind < wholeReasons) return true;
    }
    return true;
  }

  #readObject(start: number, row: number): number {
    const end = this.cells.readObject(start, row);
    return end >= 0 && this.cells.memory[end] === LINE_FEED ? end : CAREFULLY;
  }

  /** Cuts a line of ASCII into its columns of fixed widths. */
  #cutCells(start: number, fixed: OpenedCallDialect["fixed"]): number {
    const { memory: bytes } = this.cells;
    let end = start;
    let most = 0;
    for (let byte = bytes[end] as number; byte !== LINE_FEED; byte = bytes[++end] as number) {
      if (byte > MOST_ASCII || byte === QUOTE) return CAREFULLY;
      if (byte > most) most = byte;
    }
    // The slow path ignores a line of white space.
    if (most <= SPACE) return CAREFULLY;
    const last = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    for (let column = 0; column < fixed.length; column++) {
      const width = fixed[column] as OpenedCallDialect["fixed"][number];
      this.cells.trimCell(column, Math.min(start + width.start, last), Math.min(start + width.end, last));
    }
    return end;
  }

  #readCells(start: number, row: number): number {
    const { cells } = this;
    const { memory: bytes } = cells;
    let end = cells.read(start, row, 0, this.#cellsOfRow);
    if (end === CAREFULLY && this.#fewestCells < this.#width) end = this.#readOtherWidth(start, row);
    if (end === CAREFULLY) return CAREFULLY;
    // Empty cells behind the last column are allowed.
    if (bytes[end] === this.#delimiter) {
      if (this.#cellsOfRow < this.#width) end = this.#readOtherWidth(start, row);
      if (end === CAREFULLY) return CAREFULLY;
      while (bytes[end] === this.#delimiter || bytes[end] === SPACE) end++;
    }
    if (bytes[end] === CARRIAGE_RETURN) end++;
    if (bytes[end] !== LINE_FEED || this.#hasQuote(start, end)) return CAREFULLY;
    return this.#headers?.isIn(bytes, cells.cellStart, cells.cellEnd, this.#width) === true ? CAREFULLY : end;
  }

  /** Reads a row with another number of cells than the row before. */
  #readOtherWidth(start: number, row: number): number {
    const { cells } = this;
    const { kernel, reading } = this.#block;
    kernel.functions.beginRow(reading);
    let end = cells.read(start, row, 0, this.#fewestCells);
    let width = this.#fewestCells;
    while (end !== CAREFULLY && width < this.#width && cells.memory[end] === this.#delimiter) {
      end = cells.read(end + 1, row, width, width + 1);
      width++;
    }
    for (let column = width; column < this.#width; column++) cells.trimCell(column, 0, 0);
    if (end !== CAREFULLY) this.#cellsOfRow = width;
    return end;
  }

  /** Whether a row has quotes that do not quote as in CSV. */
  #hasQuote(start: number, end: number): boolean {
    if (!this.#hasOtherQuotes) return false;
    // An address before that of the last row means that the window has another part of the file.
    if (start <= this.#lookedAt) this.#nextQuote = 0;
    this.#lookedAt = start;
    if (this.#nextQuote < start) {
      const next = this.#window.indexOf(QUOTE, start);
      this.#nextQuote = next < 0 ? Number.POSITIVE_INFINITY : next;
    }
    return this.#nextQuote < end;
  }
}
