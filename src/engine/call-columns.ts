/** Calls as columns: what `rateColumns` takes, and how it is made from records. */
import { CallLayouts, CALL_FIELD as FIELD } from "../book/index.ts";
import { type CallRecord, isBlank, type PerCost, perComponent, readText, safely } from "../model/index.ts";
import { readColumnAmount, readColumnUsage } from "./column-values.ts";
import { readID, readTexts } from "./read-call.ts";
import { readColumnStart } from "./read-start.ts";

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
 * Calls as columns, one entry a call in each. What a column cannot hold (a malformed field, a text with a
 * thousand characters, an amount with seven decimal places) is not for it to hold: set `byRecord` for the row,
 * and it is rated from `recordOf(row)`.
 *
 * Columns may be longer than `length`, so that they can be filled and rated again and again. Codes are places
 * in `names`; a table of names that is kept and grown from one batch to the next keeps what was looked up, too.
 */
export interface CallColumns {
  /** How many calls there are. */
  readonly length: number;
  /** The call as a record: what rows that are not plain, and messages, are rated from. */
  readonly recordOf: (row: number) => CallRecord;
  /**
   * The place of the call in its file, which stands for a blank id (R30). Default: its place among these, from 1; a
   * preview, which takes columns after columns, counts on.
   */
  readonly lineOf?: (row: number) => number;
  /** 1 where the row has to be rated from its record; its other columns are not looked at. */
  readonly byRecord: Uint8Array;

  /**
   * `id` and `carrierCallID` as ASCII, and 1 where the record has an `aLegID`, which rating does not look at: where all
   * three are at hand, looking for duplicates needs no record (R30).
   */
  readonly id?: TextColumn;
  readonly carrierCallID?: TextColumn;
  readonly hasALegID?: Uint8Array;

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
  readonly startOffset: Int16Array;

  /** Milliseconds; NaN where blank, as in all columns that follow. */
  readonly duration: Float64Array;
  readonly bytes: Float64Array;
  readonly events: Float64Array;

  /** Amounts in whole micro-pence: the total the carrier reported and its components, in the order of `COMPONENTS` (R15). */
  readonly costCDR: PerCost<Float64Array>;
  readonly costSuggestedRetail: Float64Array;
}

/**
 * Calls as columns. They are only read: what is wrong with a call is said when it is rated. A call without an id
 * gets its place among them, from 1, as `line`.
 *
 * @example
 * const columns = columnsFromRecords([call, { ...call, id: 2, duration: 60 }]);
 * [...columns.duration]; // => [91000, 60000]
 */
export function columnsFromRecords(calls: readonly CallRecord[]): CallColumns {
  return new ColumnsOfRecords(calls);
}

class ColumnsOfRecords implements CallColumns {
  readonly length: number;
  readonly recordOf: (row: number) => CallRecord;
  readonly byRecord: Uint8Array;
  readonly names: string[] = [""];
  readonly target: Uint32Array;
  readonly numberID: Uint32Array;
  readonly carrier: Uint32Array;
  readonly chargeBand: Uint32Array;
  readonly tariffTypeCarrier: Uint32Array;
  readonly tariffType: Uint32Array;
  readonly tariffTime: Uint32Array;
  readonly directionFlag: Uint32Array;
  readonly originationFlag: Uint32Array;
  readonly recordingFlag: Uint32Array;
  readonly startDay: Int32Array;
  readonly startMillisecond: Int32Array;
  readonly startOffset: Int16Array;
  readonly duration: Float64Array;
  readonly bytes: Float64Array;
  readonly events: Float64Array;
  readonly costCDR: CallColumns["costCDR"];
  readonly costSuggestedRetail: Float64Array;
  readonly #codes = new Map<string, number>([["", 0]]);
  readonly external: { bytes: Uint8Array; readonly start: Uint32Array; readonly end: Uint32Array };
  #externalLength = 0;

  constructor(calls: readonly CallRecord[]) {
    const { length } = calls;
    const codes = (): Uint32Array => new Uint32Array(length);
    const amounts = (): Float64Array => new Float64Array(length);
    this.length = length;
    this.recordOf = (row) => calls[row] as CallRecord;
    this.byRecord = new Uint8Array(length);
    this.target = codes();
    this.numberID = codes();
    this.carrier = codes();
    this.chargeBand = codes();
    this.tariffTypeCarrier = codes();
    this.tariffType = codes();
    this.tariffTime = codes();
    this.directionFlag = codes();
    this.originationFlag = codes();
    this.recordingFlag = codes();
    this.startDay = new Int32Array(length);
    this.startMillisecond = new Int32Array(length);
    this.startOffset = new Int16Array(length);
    this.duration = amounts();
    this.bytes = amounts();
    this.events = amounts();
    this.costCDR = [amounts(), ...perComponent(amounts)];
    this.costSuggestedRetail = amounts();
    this.external = { bytes: new Uint8Array(16 * length + 64), start: codes(), end: codes() };
    const layouts = new CallLayouts();
    for (let row = 0; row < length; row++) {
      const call: unknown = calls[row];
      const fields =
        typeof call === "object" && call !== null ? safely(() => layouts.read(call), undefined) : undefined;
      if (fields === undefined || !this.#fill(row, fields)) this.byRecord[row] = 1;
    }
  }

  /** Fills a row; false where a column cannot hold what the record says. */
  #fill(row: number, fields: unknown[]): boolean {
    if (readID(fields[FIELD.id]) === undefined) return false;
    const numberID = readID(fields[FIELD.numberID]);
    if (numberID === undefined || readTexts(fields) !== undefined) return false;
    const text = (column: number): string => fields[column] as string;
    this.numberID[row] = this.#code(numberID ?? "");
    this.target[row] = this.#code(text(FIELD.target));
    this.carrier[row] = this.#code(text(FIELD.callCarrier) || text(FIELD.carrier));
    this.chargeBand[row] = this.#code(text(FIELD.chargeBand));
    this.tariffTypeCarrier[row] = this.#code(text(FIELD.tariffTypeCarrier));
    this.tariffType[row] = this.#code(text(FIELD.tariffType));
    this.tariffTime[row] = this.#code(text(FIELD.tariffTime));
    this.directionFlag[row] = this.#code(text(FIELD.callTypeDirectionFlag));
    this.originationFlag[row] = this.#code(text(FIELD.callTypeOriginationTypeFlag));
    const recording = recordingText(fields[FIELD.callTypeRecordingFlag]);
    if (recording === undefined) return false;
    this.recordingFlag[row] = this.#code(recording);
    return (
      this.#fillExternal(row, text(FIELD.external)) &&
      this.#fillStart(row, fields[FIELD.startDate], fields[FIELD.startTime]) &&
      fill(this.duration, row, readColumnUsage(fields[FIELD.duration], "duration")) &&
      fill(this.bytes, row, readColumnUsage(fields[FIELD.bytes], "bytes")) &&
      fill(this.events, row, readColumnUsage(fields[FIELD.events], "events")) &&
      this.costCDR.every((column, at) => fill(column, row, readColumnAmount(fields[FIELD.costCDR + at]))) &&
      fill(this.costSuggestedRetail, row, readColumnAmount(fields[FIELD.costSuggestedRetail]))
    );
  }

  #code(name: string): number {
    if (name === "") return 0;
    let code = this.#codes.get(name);
    if (code === undefined) {
      code = this.names.push(name) - 1;
      this.#codes.set(name, code);
    }
    return code;
  }

  #fillExternal(row: number, text: string): boolean {
    const { external } = this;
    let length = this.#externalLength;
    if (length + text.length > external.bytes.length) {
      const larger = new Uint8Array(2 * (length + text.length));
      larger.set(external.bytes);
      external.bytes = larger;
    }
    external.start[row] = length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code > 127) return false;
      external.bytes[length++] = code;
    }
    external.end[row] = length;
    this.#externalLength = length;
    return true;
  }

  #fillStart(row: number, startDate: unknown, startTime: unknown): boolean {
    const start = readColumnStart(startDate, startTime);
    if (start === undefined) return false;
    this.startDay[row] = start.day;
    this.startMillisecond[row] = start.millisecond;
    this.startOffset[row] = start.offset;
    return true;
  }
}

/** A recording flag as a text that means the same; undefined where there is none. */
function recordingText(flag: unknown): string | undefined {
  if (isBlank(flag)) return "";
  if (typeof flag === "boolean") return String(flag);
  const text = readText(flag);
  return typeof text === "string" ? text : undefined;
}

function fill(column: Float64Array, row: number, value: number | undefined): boolean {
  if (value === undefined) return false;
  column[row] = value;
  return true;
}
