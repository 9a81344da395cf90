/** Scans the rows that a dialect describes into columns, as `DialectRows` would make calls of them. */
import { READABLE_FIELDS, REPORTED_COSTS, type ReadableField } from "../../../model/index.ts";
import { CARRIAGE_RETURN, QUOTE } from "../../csv-records.ts";
import {
  columnKey,
  type DialectField,
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
import { CallScanner, type CarefulReader, type PlainRows } from "../call-scanner.ts";
import { CutLists, isCutAlone } from "../cut-lists.ts";
import { HeaderNames } from "../header-names.ts";
import { JSON_FORM, JsonKeys, jsonOperations } from "../json-keys.ts";
import { ABSENT, DialectCall, FILLED, isPlainLeg, LEFT, type RowKind } from "./dialect-call.ts";
import { NAME_COLUMNS } from "./dialect-fields.ts";
import { amountForm, isTurnedNumber } from "./dialect-numbers.ts";
import { MOST_TESTS, RowTests } from "./dialect-tests.ts";
import { type CellText, RowTexts } from "./dialect-texts.ts";
import { FileTimes, OUR_TIME } from "./dialect-times.ts";
import { PutRoom } from "./put-room.ts";

/** A scanner for the rows of a file with these columns; of JSON there are none. */
export function dialectScanner(
  careful: CarefulReader,
  opened: OpenedCallDialect,
  columns: readonly string[],
  block: CallBlock,
): CallScanner {
  const isJson = opened.reads === "json" || opened.reads === "jsonl";
  const places = isJson
    ? opened.paths
    : columns.map((name) => opened.columnsByKey.get(columnKey(name)) ?? columnName(name));
  if (!isScannable(opened, places)) return new CallScanner(careful, block);
  return new CallScanner(careful, block, new DialectRowsOfBytes(opened, places, block));
}

/** Whether the calls of a file can be read from their cells. */
function isScannable(opened: OpenedCallDialect, places: readonly string[]): boolean {
  const { reads, records, legs } = opened;
  // The calls of a row share the tests on all of its rows.
  const tests = new Set(legs.flatMap((leg) => testsOf(opened, leg)));
  if (tests.size > MOST_TESTS || !legs.every((leg) => isPlainLeg(leg, opened))) return false;
  if (!FileTimes.hasRoom(legs.flatMap(timesOf))) return false;
  if (reads === "csv" || reads === "fixed") return places.length + FIELDS.length <= MOST_OPERATIONS;
  const isLine = reads === "json" || (reads === "jsonl" && (records ?? "") === "");
  return isLine && jsonOperations(places) !== undefined;
}

/** The ways in which times are written that a call has. */
function timesOf({ fields }: OpenedLeg): readonly OpenedTime[] {
  return [...fields.values()].flatMap(({ in: inbound, out: outbound }) =>
    [inbound, outbound].flatMap((value) => {
      if (value?.kind === "date and clock") return { time: OUR_TIME, zone: value.zone };
      return value === undefined || value.kind === "constant" ? [] : (value.time ?? []);
    }),
  );
}

/** Columns that results show and that are carried along, as fields of their own names. */
function shownColumns(
  { reads, blank, fieldColumns, legs }: OpenedCallDialect,
  places: readonly string[],
  block: CallBlock,
): ReadonlyMap<string, OpenedValue> {
  if (reads !== "csv") return new Map();
  const values = legs.flatMap(({ fields }) => [...fields.values()].flatMap((value) => [value.in, value.out]));
  // Of a column that is carried where its field says nothing, the record has to say.
  const isTaken = (name: string): boolean =>
    fieldColumns.has(name) ||
    values.some((value) => value?.kind === "cell" && value.isCarried && value.columns.includes(name));
  const names = [...block.shown.keys()].filter(
    (name) => places.includes(name) && !isTaken(name) && !isReadable(name),
  );
  return new Map(
    names.map((name) => {
      const cell = { kind: "cell", columns: [name], isSum: false, none: blank, steps: [] } as const;
      const alone = { join: undefined, time: undefined, plus: undefined, minus: undefined };
      const value = { ...cell, ...alone, add: [], or: [], isCarried: false };
      return [name, { in: value, out: value }];
    }),
  );
}

function isReadable(name: string): boolean {
  return (READABLE_FIELDS as readonly string[]).includes(name);
}

/** What is made of the cell of each column. */
function usesOf(
  opened: OpenedCallDialect,
  places: readonly string[],
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
  // Times are seldom the same.
  for (const [field, { in: inbound, out: outbound }] of fields) {
    if (field !== "start") continue;
    for (const column of [...columnsOf(inbound), ...columnsOf(outbound)]) named.delete(column);
    // Dates by themselves are.
    for (const value of [inbound, outbound])
      if (value?.kind === "date and clock") for (const column of value.date.columns) named.add(column);
  }
  return places.map((column) => (named.has(column) ? null : read.has(column) ? undefined : UNREAD));
}

/** What is taken from cells: not fields that rating does not look at and no result shows, if they are cells as they stand. */
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

/** The column whose texts a test asks for; those that only begin as it says may be many. */
function testedName({ kind, column, beginnings }: OpenedTest): readonly string[] {
  return (kind === "in" || kind === "notIn") && beginnings.length === 0 ? [column] : [];
}

function columnsOf(value: OpenedPlainValue | undefined): readonly string[] {
  return value?.kind === "cell" ? value.columns : [];
}

/** All that a dialect asks of the cells of a row. */
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

/** Says of a field that results show whether it is blank in all rows, or to be sought in their records. */
function showUnread(field: string, legs: readonly OpenedLeg[], block: CallBlock): void {
  const isStart = field === "startDate" || field === "startTime";
  const isGiven = legs.some(
    ({ fields, set, direction, unanswered }) =>
      (isStart && fields.has("start")) ||
      fields.has(field as DialectField) ||
      set.has(field as ReadableField) ||
      (field === "callTypeDirectionFlag" && direction !== undefined) ||
      (field === "duration" && unanswered.length > 0),
  );
  const isBlank = isReadable(field) && !isGiven;
  block.wholes(block.shown.get(field) as number).fill(isBlank ? 0 : NOT_FOUND);
}

/** Whether a row without the day of a call is left to its record, which tells whether it is a header. */
function needsDay({ passOver, legs }: OpenedCallDialect): boolean {
  const isDated = ({ passOver, fields }: OpenedLeg): boolean => {
    const start = fields.get("start");
    return passOver.length === 0 && [start?.in, start?.out].every((way) => way?.kind === "date and clock");
  };
  return passOver.length === 0 && legs.every(isDated);
}

/** A cell that nothing is read of. */
const UNREAD: CellUse = "";
const BACKSLASH = 92;
const SPACE = 32;
const MOST_ASCII = 127;

class DialectRowsOfBytes implements PlainRows {
  /** One operation for each column, which finds its cell, and behind them one for each field. */
  readonly cells: CallCells;
  /** Each of the calls that a row is. */
  readonly #calls: readonly DialectCall[];
  /** Why it is none, by leg. */
  readonly #kinds: RowKind[] = [];
  readonly #texts: RowTexts;
  readonly #tests: RowTests;
  readonly #block: CallBlock;
  readonly #width: number;
  /** Cells that are found: those of columns, and the objects and lists in which they are. */
  readonly #found: number;
  readonly #delimiter: number;
  readonly #keys: JsonKeys | undefined;
  readonly #headers: HeaderNames | undefined;
  /** Columns that are read. */
  readonly #read: readonly number[];
  /** Cells of a row: all columns, or as many as the rows before had, where the last may be missing. */
  #cellsOfRow: number;
  readonly #fewestCells: number;
  /** Of a file of fixed widths. */
  readonly #fixed: OpenedCallDialect["fixed"] | undefined;
  /** Whether quotes are no quotes, or not those of CSV, so that careful readers have to say; and where one stands next. */
  readonly #hasOtherQuotes: boolean;
  readonly #window: Buffer;
  #nextQuote = 0;
  #lookedAt = 0;
  #most = 0;

  constructor(opened: OpenedCallDialect, places: readonly string[], block: CallBlock) {
    const { csv, reads, blank, book, year, optionalColumns, legs } = opened;
    const isCsv = reads === "csv";
    const isJson = !isCsv && reads !== "fixed";
    const carried = shownColumns(opened, places, block);
    const settings = { currencyDecimals: book?.settings.currencyDecimals };
    this.#block = block;
    this.#width = places.length;
    this.#delimiter = csv.delimiter.charCodeAt(0);
    const uses = usesOf(opened, places, carried, block.shown);
    const amounts = new Map<CellUse, AmountForm>();
    for (const field of [...REPORTED_COSTS, "costSuggestedRetail"] as const) {
      const values = legs.map(({ fields }) => fields.get(field));
      const form = amountForm(
        values.flatMap((value) => [value?.in, value?.out]),
        settings,
      );
      if (form !== undefined) amounts.set(field, form);
    }
    const escaping = isCsv && csv.quotes === "backslash" ? BACKSLASH : undefined;
    const delimited = { ...delimitedBy(csv.delimiter), isSpaced: csv.quotes === "double" };
    const form = isJson ? JSON_FORM : escaping === undefined ? delimited : { ...delimited, escape: escaping };
    const operations = isJson ? (jsonOperations(places) ?? []) : [];
    // Behind the columns stand objects and lists in which they are.
    const found = [...uses, ...operations.slice(places.length).map(() => UNREAD)];
    this.#found = found.length;
    this.cells = new CallCells([...found, ...FIELDS], block, form, amounts);
    this.#texts = new RowTexts(this.cells, blank, escaping);
    this.#tests = new RowTests(this.#texts, blank);
    for (const field of block.shown.keys()) showUnread(field, legs, block);
    const placeOf = (column: string): number => places.indexOf(column);
    const sources = {
      ...{ cells: this.cells, texts: this.#texts, placeOf, settings, amounts },
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
    this.#headers = mayBeHeaders ? new HeaderNames(places, opened.columnsByKey) : undefined;
    this.#read = uses.flatMap((use, place) => (use === UNREAD ? [] : [place]));
    this.#cellsOfRow = places.length;
    const areWhole = csv.header === "yes" || opened.headerColumns !== undefined;
    const isOptional = (column: string): boolean => !areWhole && optionalColumns.has(column);
    this.#fewestCells = places.findLastIndex((column) => !isOptional(column)) + 1;
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
    return this.#tests.ask() && this.#putCalls(row) ? end : CAREFULLY;
  };

  /** False where white space around a cell cannot be told from its bytes. */
  #trim(): boolean {
    const read = this.#read;
    for (let at = 0; at < read.length; at++) if (!this.#texts.trim(read[at] as number)) return false;
    return true;
  }

  #endOfRow(start: number, row: number): number {
    if (this.#keys !== undefined) return this.#readObject(start, row);
    return this.#fixed === undefined ? this.#readCells(start, row) : this.#cutCells(start, this.#fixed);
  }

  /** Puts the calls of the row whose cells were found; false where its record has to say. */
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
      // Of the last row it is still to be seen whether it is text at all.
      else isWhole = kind !== LEFT && row + 1 < this.#most;
    }
    // A row that has none of the calls is a problem.
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
      // What is no call at all is none of the others either.
      if (kind < wholeReasons) return true;
    }
    return true;
  }

  #readObject(start: number, row: number): number {
    const end = this.cells.readObject(start, row);
    return end >= 0 && this.cells.memory[end] === LINE_FEED ? end : CAREFULLY;
  }

  /** Cuts a line of ASCII at the places of its columns. */
  #cutCells(start: number, fixed: OpenedCallDialect["fixed"]): number {
    const { memory: bytes } = this.cells;
    let end = start;
    let most = 0;
    for (let byte = bytes[end] as number; byte !== LINE_FEED; byte = bytes[++end] as number) {
      if (byte > MOST_ASCII || byte === QUOTE) return CAREFULLY;
      if (byte > most) most = byte;
    }
    // A line of white space is none.
    if (most <= SPACE) return CAREFULLY;
    const last = bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    for (let column = 0; column < fixed.length; column++) {
      const place = fixed[column] as OpenedCallDialect["fixed"][number];
      this.cells.trimCell(column, Math.min(start + place.start, last), Math.min(start + place.end, last));
    }
    return end;
  }

  #readCells(start: number, row: number): number {
    const { cells } = this;
    const { memory: bytes } = cells;
    let end = cells.read(start, row, 0, this.#cellsOfRow);
    if (end === CAREFULLY && this.#fewestCells < this.#width) end = this.#readOtherWidth(start, row);
    if (end === CAREFULLY) return CAREFULLY;
    // Empty cells behind the last one do no harm.
    if (bytes[end] === this.#delimiter) {
      if (this.#cellsOfRow < this.#width) end = this.#readOtherWidth(start, row);
      if (end === CAREFULLY) return CAREFULLY;
      while (bytes[end] === this.#delimiter || bytes[end] === SPACE) end++;
    }
    if (bytes[end] === CARRIAGE_RETURN) end++;
    if (bytes[end] !== LINE_FEED || this.#hasQuote(start, end)) return CAREFULLY;
    return this.#headers?.isIn(bytes, cells.cellStart, cells.cellEnd, this.#width) === true ? CAREFULLY : end;
  }

  /** Reads a row that has not as many cells as those before it. */
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

  /** Whether a row has quotes that stand for something else in this file. */
  #hasQuote(start: number, end: number): boolean {
    if (!this.#hasOtherQuotes) return false;
    // Before the row that was looked at last stands another part of the file.
    if (start <= this.#lookedAt) this.#nextQuote = 0;
    this.#lookedAt = start;
    if (this.#nextQuote < start) {
      const next = this.#window.indexOf(QUOTE, start);
      this.#nextQuote = next < 0 ? Number.POSITIVE_INFINITY : next;
    }
    return this.#nextQuote < end;
  }
}
