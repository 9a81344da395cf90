/** Scans UK standard CDRs into columns, whatever their dialect, as `RowReader` would make calls of them. */

import { DAY_MS } from "../../calendar/index.ts";
import { isCallDay, MAX_CALL_AMOUNT, NO_TIME } from "../../engine/index.ts";
import { REPORTED_COSTS } from "../../model/index.ts";
import { CARRIAGE_RETURN } from "../csv-records.ts";
import { penceOf, poundsToPence } from "../dialects/values/index.ts";
import { LINE_FEED } from "../text.ts";
import { callDay, type OpenedDialect, UkCdrFile, type UkCdrLayout } from "../uk-cdr/index.ts";
import { type CallBlock, MOST_OPERATIONS } from "./call-block.ts";
import { CAREFULLY, CallCells, delimitedBy, FIELDS, type Field } from "./call-cells.ts";
import { CallScanner, type PlainRows, rowReader } from "./call-scanner.ts";
import { clockIn, ODD, unitsIn } from "./cell-values.ts";
import { NameValues, NO_NAME } from "./name-table.ts";
import { NAMED_FIELDS, NamedFields } from "./uk-cdr-names.ts";
import { ShownUkCdr } from "./uk-cdr-shown.ts";

/** A scanner for the rows below the first, which has told the layout. */
export function ukCdrScanner(
  file: string,
  dialect: OpenedDialect,
  layout: UkCdrLayout | undefined,
  block: CallBlock,
): CallScanner {
  const rows = new UkCdrFile(file, dialect, layout);
  const careful = rowReader(dialect.delimiter, (row) => rows.read(row));
  if (layout === undefined || !isScannable(layout.columns, dialect)) return new CallScanner(careful, block);
  // A row with a date of a call is no header, and every other row is read with care.
  return new CallScanner(careful, block, new UkCdrRows(layout.columns, dialect, block));
}

/**
 * Whether the calls of a file can be read from their cells: no column that is carried along has the name of a
 * field, and what the dialect gives itself are names.
 */
function isScannable(columns: readonly string[], dialect: OpenedDialect): boolean {
  const isField = (name: string): boolean => (FIELDS as readonly string[]).includes(name);
  const isNamed = (name: string): boolean => (NAMED_FIELDS as readonly string[]).includes(name);
  const tables = [dialect.set, ...[...dialect.callTypes.values()].map(({ set }) => set)];
  const given = tables.flatMap((table) => [...table.keys()]);
  return (
    columns.length + FIELDS.length <= MOST_OPERATIONS &&
    !columns.some(isField) &&
    given.every((field) => !isField(field) || isNamed(field))
  );
}

/** Decimals of a micro-penny in each unit. */
const DECIMALS = { pence: 6, pounds: 8 } as const;
const MAX_MICRO_PENCE = MAX_CALL_AMOUNT * 1e6;
/** Digits of a ring time at most, in seconds. */
const RING_DIGITS = 6;
const NO_DAY = -1;
const SPACE = 32;

class UkCdrRows implements PlainRows {
  /** One operation for each column, which finds its cell, and behind them one for each field. */
  readonly cells: CallCells;
  readonly #block: CallBlock;
  readonly #width: number;
  readonly #delimiter: number;
  readonly #dialect: OpenedDialect;
  /** The column of each field; -1 where there is none. */
  readonly #columns: Readonly<Record<Field, number>>;
  /** The operation that puts a cell into each field. */
  readonly #operations: Readonly<Record<Field, number>>;
  readonly #costColumns: readonly number[];
  readonly #costOperations: readonly number[];
  readonly #names: NamedFields;
  readonly #shown: ShownUkCdr | undefined;
  readonly #sent: number;
  readonly #received: number;
  readonly #ring: number;
  readonly #currency: number;
  readonly #isOwnCurrency: NameValues;
  readonly #days: NameValues;
  /** Columns that are read. */
  readonly #read: readonly number[];

  constructor(columns: readonly string[], dialect: OpenedDialect, block: CallBlock) {
    const { unit, delimiter, fields } = dialect;
    const amounts = { decimals: DECIMALS[unit], toPence: unit === "pounds" ? poundsToPence : penceOf };
    this.#block = block;
    this.#width = columns.length;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#dialect = dialect;
    this.#columns = Object.fromEntries(
      FIELDS.map((field) => [field, columns.findIndex((name) => fields.get(name)?.includes(field))]),
    ) as Record<Field, number>;
    this.#operations = Object.fromEntries(FIELDS.map((field, at) => [field, columns.length + at])) as Record<
      Field,
      number
    >;
    this.#costColumns = REPORTED_COSTS.map((field) => this.#columns[field]);
    this.#costOperations = REPORTED_COSTS.map((field) => this.#operations[field]);
    const callType = columns.indexOf("Call Type");
    this.#currency = columns.indexOf("Currency");
    const named = new Set([callType, this.#currency, this.#columns.startDate]);
    for (const field of NAMED_FIELDS) named.add(this.#columns[field]);
    const found = columns.map((_, column) => (named.has(column) ? null : undefined));
    this.cells = new CallCells([...found, ...FIELDS], block, delimitedBy(delimiter), amounts);
    this.#names = new NamedFields(this.#columns, callType, dialect, this.cells);
    if (block.shown.size > 0)
      this.#shown = new ShownUkCdr(block, this.cells, this.#columns, this.#names, dialect);
    this.#sent = columns.indexOf("Bytes Transmitted");
    this.#received = columns.indexOf("Bytes Received");
    this.#ring = dialect.timeIs === "ring" ? columns.indexOf("Ring time") : -1;
    this.#isOwnCurrency = new NameValues((name) => (name === "" || name === dialect.currency ? 1 : 0));
    this.#days = new NameValues((text) => callDay(text, dialect) ?? NO_DAY);
    const read = [
      ...Object.values(this.#columns),
      ...[callType, this.#sent, this.#received, this.#ring, this.#currency],
    ];
    this.#read = [...new Set(read)].filter((column) => column >= 0);
  }

  readonly read = (most: number): boolean =>
    this.cells.readEach(most, (start, row) => this.#readRow(start, row));

  #readRow(start: number, row: number): number {
    const { memory: bytes, cellStart, cellEnd } = this.cells;
    cellStart.fill(0);
    cellEnd.fill(0);
    let end = this.cells.read(start, row, 0, this.#width);
    if (end === CAREFULLY) return CAREFULLY;
    // Empty cells behind the last one do no harm.
    if (bytes[end] === this.#delimiter) while (bytes[end] === this.#delimiter || bytes[end] === SPACE) end++;
    if (bytes[end] === CARRIAGE_RETURN) end++;
    if (bytes[end] !== LINE_FEED || !this.#fill(row)) return CAREFULLY;
    this.#shown?.put(row);
    return end;
  }

  /** Fills a row from the cells that were found; false where its record has to say. */
  #fill(row: number): boolean {
    for (const column of this.#read) if (!this.#trim(column)) return false;
    return (
      this.#isInOwnCurrency() &&
      this.#names.put(row) &&
      this.#put("id", row) &&
      this.#put("carrierCallID", row) &&
      this.#put("aLegID", row) &&
      this.#put("external", row) &&
      this.#put("location", row) &&
      this.#start(row) &&
      this.#usage(row) &&
      this.#bytes(row) &&
      this.#put("costSuggestedRetail", row) &&
      this.#reported(row)
    );
  }

  /** Leaves out what white space is around a cell; false where that cannot be told from its bytes. */
  #trim(column: number): boolean {
    const { memory: bytes, cellStart, cellEnd } = this.cells;
    let start = cellStart[column] as number;
    let end = cellEnd[column] as number;
    if (start === end) return true;
    while (start < end && isSpace(bytes[start] as number)) start++;
    while (start < end && isSpace(bytes[end - 1] as number)) end--;
    if (start !== cellStart[column] || end !== cellEnd[column]) this.cells.trimCell(column, start, end);
    if (start === end || ((bytes[start] as number) < 128 && (bytes[end - 1] as number) < 128)) return true;
    // Beyond ASCII there are more kinds of it.
    const text = this.cells.text(start, end, false);
    return text.trim() === text;
  }

  #isBlank(column: number): boolean {
    return column < 0 || this.cells.cellStart[column] === this.cells.cellEnd[column];
  }

  /** Puts the cell of a field's column, or of another column, into the field. */
  #put(field: Field, row: number, column = this.#columns[field]): boolean {
    return this.#isBlank(column) || this.#putCell(column, this.#operations[field], row);
  }

  #putCell(column: number, operation: number, row: number): boolean {
    const { cells } = this;
    const start = cells.cellStart[column] as number;
    const end = cells.cellEnd[column] as number;
    return cells.put(operation, start, end, row, cells.isCellEscaped[column] === 1);
  }

  #isInOwnCurrency(): boolean {
    const code = this.cells.cellCode(this.#currency);
    return code !== NO_NAME && this.#isOwnCurrency.of(this.cells.names, code) === 1;
  }

  /** R23: the start of what is charged, which is the answer. */
  #start(row: number): boolean {
    const { startDay, startMillisecond, startOffset } = this.#block;
    const { memory: bytes, names, cellStart, cellEnd } = this.cells;
    const { startDate, startTime } = this.#columns;
    const date = this.cells.cellCode(startDate);
    if (date === NO_NAME) return false;
    let day = this.#days.of(names, date);
    if (day === NO_DAY) return false;
    if (this.#isBlank(startTime)) {
      startDay[row] = day;
      startMillisecond[row] = NO_TIME;
      return true;
    }
    let clock = clockIn(bytes, cellStart[startTime] as number, cellEnd[startTime] as number);
    if (clock < 0) return false;
    if (!this.#isBlank(this.#ring)) {
      const ring = this.#digits(this.#ring, RING_DIGITS);
      if (ring === ODD) return false;
      const moment = clock + ring * 1_000;
      day += Math.floor(moment / DAY_MS);
      clock = moment % DAY_MS;
      if (!isCallDay(day)) return false;
    }
    startDay[row] = day;
    startMillisecond[row] = clock;
    if (this.#dialect.timeZone === "utc") startOffset[row] = 0;
    return true;
  }

  /** A cell of digits alone, of which there are not more than `most`; NaN where blank, ODD for anything else. */
  #digits(column: number, most: number): number {
    if (column < 0) return Number.NaN;
    const { memory: bytes, cellStart, cellEnd } = this.cells;
    const start = cellStart[column] as number;
    const end = cellEnd[column] as number;
    return end - start > most ? ODD : unitsIn(bytes, start, end, 0);
  }

  /** Duration may count events. */
  #usage(row: number): boolean {
    const { duration, events } = this.#columns;
    if (!this.#names.countsEvents || this.#isBlank(duration))
      return this.#put("duration", row) && this.#put("events", row);
    return this.#put("events", row, this.#isBlank(events) ? duration : events);
  }

  /** Bytes sent and received stand in for a total that is blank or nil. */
  #bytes(row: number): boolean {
    if (!this.#put("bytes", row)) return false;
    const { bytes } = this.#block;
    if ((bytes[row] as number) > 0) return true;
    const sent = this.#digits(this.#sent, Number.POSITIVE_INFINITY);
    const received = this.#digits(this.#received, Number.POSITIVE_INFINITY);
    if (Number.isNaN(sent) && Number.isNaN(received)) return true;
    // Of 15 digits each at most.
    const total = (sent || 0) + (received || 0);
    bytes[row] = total;
    return total !== ODD;
  }

  /** R15 */
  #reported(row: number): boolean {
    const { costCDR } = this.#block;
    for (let at = 0; at < costCDR.length; at++) {
      const column = this.#costColumns[at] as number;
      if (this.#isBlank(column)) continue;
      if (!this.#putCell(column, this.#costOperations[at] as number, row)) return false;
      const values = costCDR[at] as Float64Array;
      // A part of nothing is a mere filler; a total of nothing is a price.
      if (at > 0 && values[row] === 0) values[row] = Number.NaN;
    }
    return this.#dialect.ngcsCharges === "within" || this.#addUp(row);
  }

  /** Charges beside the price are added to it. */
  #addUp(row: number): boolean {
    const [totals, services, accesses] = this.#block.costCDR;
    const price = totals[row] as number;
    const service = services[row] as number;
    const access = accesses[row] as number;
    if (Number.isNaN(price)) return true;
    // Sums of three whole numbers of at most 10^15.
    const total = price + (service || 0) + (access || 0);
    const basic = price + service;
    totals[row] = total;
    services[row] = basic;
    return Math.abs(total) <= MAX_MICRO_PENCE && !(Math.abs(basic) > MAX_MICRO_PENCE);
  }
}

/** ASCII white space. */
function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13);
}
