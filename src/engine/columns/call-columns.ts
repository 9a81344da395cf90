/** Calls as columns, the input of `rateColumns`, and their conversion from records. */
import { type CallRecord, type PerCost, REPORTED_COSTS } from "../../model/index.ts";
import { NameCodes } from "../rows/name-codes.ts";
import { type CallRows, DOUBLE_COLUMNS, RecordReader, WHOLE_COLUMNS } from "../rows/record-reader.ts";

/**
 * Text by row: the cell of a row is the bytes from `start` up to `end` of one shared buffer, UTF-8, blank where
 * they are equal. A file's own bytes can be the buffer.
 */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

/**
 * Calls as columns, one entry a call in each. For a value that a column cannot hold (a malformed field, a text with a
 * thousand characters, an amount with seven decimal places) set `byRecord` of the row: the call is then rated from
 * `recordOf(row)`.
 *
 * Columns may be longer than `length`, so that they can be filled and rated again and again. Codes are indexes into
 * `names`; a table of names that is kept and grown from one batch to the next keeps its cached look-ups, too.
 */
export interface CallColumns {
  /** How many calls there are. */
  readonly length: number;
  /** The call as a record: the source of rows that are not plain, and of messages. */
  readonly recordOf: (row: number) => CallRecord;
  /**
   * Returns what reads the call as a record when the columns have been filled anew: a preview with discounts asks for it
   * while calls wait for their turn. Default: a copy of `recordOf(row)`.
   */
  readonly recordLater?: (row: number) => () => CallRecord;
  /**
   * The place of the call in its file, which stands for a blank id (R30). Default: its place among these calls, from 1;
   * a preview, which has several sets of columns, counts on.
   */
  readonly lineOf?: (row: number) => number;
  /** 1 where the row has to be rated from its record; its other columns are not read. */
  readonly byRecord: Uint8Array | Int32Array;

  /**
   * `id` and `carrierCallID` as ASCII, and 1 where the record has an `aLegID`, which rating does not read: with all
   * three, the search for duplicates needs no record (R30).
   */
  readonly id?: TextColumn;
  readonly carrierCallID?: TextColumn;
  readonly hasALegID?: Uint8Array | Int32Array;

  /** Distinct texts; `names[0]` is "", so that code 0 is blank. */
  readonly names: readonly string[];
  /** Codes of the record's fields of these names. */
  readonly target: Uint32Array;
  readonly numberID: Uint32Array;
  /** `callCarrier`, or where that is blank `carrier`. */
  readonly carrier: Uint32Array;
  readonly chargeBand: Uint32Array;
  readonly tariffTypeCarrier: Uint32Array;
  readonly tariffType: Uint32Array;
  readonly tariffTime: Uint32Array;
  readonly directionFlag: Uint32Array;
  readonly originationFlag: Uint32Array;
  /** The flag as text, true as "true": the book says what it means (R3). */
  readonly recordingFlag: Uint32Array;

  /** The other party's number. */
  readonly external: TextColumn;

  /** Date of the start as days since 1970-01-01, as written: 1970-01-01 to 2099-12-31. */
  readonly startDay: Int32Array;
  /** Time of day of the start in milliseconds, as written; NO_TIME where blank. */
  readonly startMillisecond: Int32Array;
  /** Minutes east of UTC that the start names ("Z" is 0), or LOCAL_TIME. */
  readonly startOffset: Int16Array | Int32Array;

  /** Milliseconds; NaN where blank, as in all columns that follow. */
  readonly duration: Float64Array;
  readonly bytes: Float64Array;
  readonly events: Float64Array;

  /**
   * Amounts in whole micro-pence: the total the carrier reported and its components, in the order of `COMPONENTS`
   * (R15).
   */
  readonly costCDR: PerCost<Float64Array>;
  readonly costSuggestedRetail: Float64Array;
}

/**
 * Calls as columns. The calls are only read: a fault is reported when its call is rated. A call without an id gets its
 * place among the calls, from 1, as `line`.
 *
 * @example
 * const columns = columnsFromRecords([call, { ...call, id: 2, duration: 60 }]);
 * [...columns.duration]; // => [91000, 60000]
 */
export function columnsFromRecords(calls: readonly CallRecord[]): CallColumns {
  const { length } = calls;
  const byRecord = new Uint8Array(length);
  const names = new NameCodes(false);
  const rows: CallRows = {
    wholes: new Int32Array(WHOLE_COLUMNS.length * length),
    firstWhole: 0,
    wholeStride: length,
    doubles: new Float64Array(DOUBLE_COLUMNS.length * length),
    firstDouble: 0,
    doubleStride: length,
    texts: new Uint8Array(16 * length + 64),
  };
  const reader = new RecordReader(rows, names);
  for (let row = 0; row < length; row++) byRecord[row] = reader.read(row, calls[row] as CallRecord) ? 0 : 1;
  const whole = (column: (typeof WHOLE_COLUMNS)[number]): Int32Array => {
    const first = WHOLE_COLUMNS.indexOf(column) * length;
    return rows.wholes.subarray(first, first + length);
  };
  const code = (column: (typeof WHOLE_COLUMNS)[number]): Uint32Array =>
    new Uint32Array(rows.wholes.buffer, whole(column).byteOffset, length);
  const double = (column: (typeof DOUBLE_COLUMNS)[number]): Float64Array => {
    const first = DOUBLE_COLUMNS.indexOf(column) * length;
    return rows.doubles.subarray(first, first + length);
  };
  return {
    length,
    recordOf: (row) => calls[row] as CallRecord,
    byRecord,
    names: names.names,
    target: code("target"),
    numberID: code("numberID"),
    carrier: code("carrier"),
    chargeBand: code("chargeBand"),
    tariffTypeCarrier: code("tariffTypeCarrier"),
    tariffType: code("tariffType"),
    tariffTime: code("tariffTime"),
    directionFlag: code("directionFlag"),
    originationFlag: code("originationFlag"),
    recordingFlag: code("recordingFlag"),
    external: { bytes: rows.texts, start: code("externalStart"), end: code("externalEnd") },
    startDay: whole("startDay"),
    startMillisecond: whole("startMillisecond"),
    startOffset: Int16Array.from(whole("startOffset")),
    duration: double("duration"),
    bytes: double("bytes"),
    events: double("events"),
    costCDR: REPORTED_COSTS.map(double) as unknown as CallColumns["costCDR"],
    costSuggestedRetail: double("costSuggestedRetail"),
  };
}
