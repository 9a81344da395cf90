/** Reads the cells of one call into its row of columns; what is not plain is left to the call's record. */
import type { CallRecord } from "../../index.ts";
import { isFlagSet, MAX_EVENTS, MAX_SECONDS } from "../../model/index.ts";
import {
  isCallDay,
  LOCAL_TIME,
  NO_TIME,
  ORIGINATIONS,
  readColumnAmount,
  readColumnStart,
  readColumnUsage,
  type UsageField,
} from "../../rating/index.ts";
import type { CallBlock, Cells } from "./call-block.ts";
import { clockIn, isoDateIn, ODD, signedUnitsIn, unitsIn } from "./cell-values.ts";
import { MAX_NAME_BYTES, NameTable } from "./name-table.ts";

/** How many cells of a call there may be at most; what has more is read as a record. */
const QUOTE = 0x22;
const MILLISECONDS = 3;
const MICRO_PENCE = 6;
const MAX_USAGE = {
  duration: MAX_SECONDS * 1_000,
  bytes: Number.MAX_SAFE_INTEGER,
  events: MAX_EVENTS,
} as const;
const COSTS = [
  "costCDR",
  "costCDRBasic",
  "costCDRAccessCharge",
  "costCDRSurchargeMobileOrigination",
  "costCDRSurchargePayphoneOrigination",
  "costCDRSurchargeCallRecording",
] as const;

/** Where a call's fields stand among its cells; -1 where there is no such cell. */
type Places = Readonly<Record<(typeof FIELDS)[number], number>>;

const FIELDS = [
  "id",
  "carrierCallID",
  "target",
  "numberID",
  "external",
  "carrier",
  "callCarrier",
  "chargeBand",
  "tariffTypeCarrier",
  "tariffType",
  "tariffTime",
  "callTypeDirectionFlag",
  "callTypeOriginationTypeFlag",
  "callTypeRecordingFlag",
  "location",
  "startDate",
  "startTime",
  "duration",
  "bytes",
  "events",
  ...COSTS,
  "costSuggestedRetail",
] as const satisfies readonly (keyof CallRecord)[];

/** The cells of the call that is read now, and what its columns are filled with. */
export class CellReader {
  /** Where each cell begins and ends; set for every call. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** 1 where a cell holds doubled quotes. */
  readonly isEscaped: Uint8Array;

  readonly #block: CallBlock;
  readonly #places: Places;
  readonly #costs: readonly number[];
  #bytes: Buffer = Buffer.alloc(0);
  #isAscii = true;
  #names = new NameTable();
  /** By code of a name: whether it sets a flag, and which origination it is. */
  #flags = new Map<number, number>();
  #originations = new Map<number, number>();
  /** The date last read, as `isoDateIn` gives it, and its day; -1 where there is none. */
  #date = -1;
  #day = -1;
  readonly #unescaped = new Uint8Array(MAX_NAME_BYTES);

  /** `columns` are the fields that the cells hold, in order. */
  constructor(columns: readonly string[], block: CallBlock) {
    this.#block = block;
    this.start = new Uint32Array(columns.length);
    this.end = new Uint32Array(columns.length);
    this.isEscaped = new Uint8Array(columns.length);
    this.#places = Object.fromEntries(FIELDS.map((field) => [field, columns.indexOf(field)])) as Places;
    this.#costs = COSTS.map((field) => this.#places[field]);
  }

  /** Begins with an empty block, whose texts stand in `bytes`. */
  begin(bytes: Buffer, isAscii: boolean): void {
    if (this.#names.isFull) {
      this.#names = new NameTable();
      this.#flags = new Map();
      this.#originations = new Map();
    }
    this.#bytes = bytes;
    this.#isAscii = isAscii;
    this.#block.clear(bytes, this.#names.names);
  }

  /** Fills a row from the cells; false where its record has to say. */
  fill(row: number): boolean {
    const block = this.#block;
    const places = this.#places;
    block.byRecord[row] = 0;
    return (
      this.#asciiText(block.id, row, places.id) &&
      this.#asciiText(block.carrierCallID, row, places.carrierCallID) &&
      this.#asciiText(block.external, row, places.external) &&
      this.#name(block.target, row, places.target) &&
      this.#name(block.numberID, row, places.numberID) &&
      this.#carrier(row) &&
      this.#name(block.chargeBand, row, places.chargeBand) &&
      this.#name(block.tariffTypeCarrier, row, places.tariffTypeCarrier) &&
      this.#name(block.tariffType, row, places.tariffType) &&
      this.#name(block.tariffTime, row, places.tariffTime) &&
      this.#name(block.directionFlag, row, places.callTypeDirectionFlag) &&
      this.#origination(row, places.callTypeOriginationTypeFlag) &&
      this.#recorded(row, places.callTypeRecordingFlag) &&
      this.#location(row, places.location) &&
      this.#start(row, places.startDate, places.startTime) &&
      this.#usage(block.duration, row, places.duration, "duration", MILLISECONDS) &&
      this.#usage(block.bytes, row, places.bytes, "bytes", 0) &&
      this.#usage(block.events, row, places.events, "events", 0) &&
      this.#reported(row) &&
      this.#amount(block.costSuggestedRetail, row, places.costSuggestedRetail)
    );
  }

  /** A text that is read as bytes, ASCII alone. */
  #asciiText(cells: Cells, row: number, place: number): boolean {
    if (place < 0) return true;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    cells.start[row] = start;
    cells.end[row] = end;
    return this.isEscaped[place] === 0 && (this.#isAscii || this.#isAsciiCell(start, end));
  }

  #isAsciiCell(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if ((this.#bytes[at] as number) > 127) return false;
    return true;
  }

  #name(column: Uint32Array, row: number, place: number): boolean {
    if (place < 0) return true;
    const code = this.#code(place);
    column[row] = code;
    return code >= 0;
  }

  /** The code of a cell's text; -1 where it is too long to be a name. */
  #code(place: number): number {
    if (place < 0) return 0;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    if (start === end) return 0;
    if (end - start > MAX_NAME_BYTES) return -1;
    if (this.isEscaped[place] === 0) return this.#names.codeOf(this.#bytes, start, end);
    return this.#names.codeOf(this.#unescaped, 0, this.#unescape(start, end));
  }

  /** Writes a text with its doubled quotes made single; gives its length. */
  #unescape(start: number, end: number): number {
    let length = 0;
    for (let at = start; at < end; at++) {
      const code = this.#bytes[at] as number;
      this.#unescaped[length++] = code;
      if (code === QUOTE) at++;
    }
    return length;
  }

  #carrier(row: number): boolean {
    const ofCall = this.#code(this.#places.callCarrier);
    const code = ofCall === 0 ? this.#code(this.#places.carrier) : ofCall;
    this.#block.carrier[row] = code;
    // Both must be readable, whichever counts.
    return code >= 0 && (ofCall === 0 || this.#code(this.#places.carrier) >= 0);
  }

  #origination(row: number, place: number): boolean {
    const code = this.#code(place);
    let origination = this.#originations.get(code);
    if (origination === undefined) {
      const name = this.#names.names[code] as (typeof ORIGINATIONS)[number];
      origination = Math.max(ORIGINATIONS.indexOf(name), 0);
      this.#originations.set(code, origination);
    }
    this.#block.origination[row] = origination;
    return code >= 0;
  }

  /** R3 */
  #recorded(row: number, place: number): boolean {
    const code = this.#code(place);
    let flag = this.#flags.get(code);
    if (flag === undefined) {
      flag = isFlagSet(this.#names.names[code]) ? 1 : 0;
      this.#flags.set(code, flag);
    }
    this.#block.recorded[row] = flag;
    return code >= 0;
  }

  #location(row: number, place: number): boolean {
    if (place < 0) return true;
    const { location, isLocationEscaped } = this.#block;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    location.start[row] = start;
    location.end[row] = end;
    isLocationEscaped[row] = this.isEscaped[place] as number;
    return end - start <= MAX_NAME_BYTES;
  }

  /** R23 */
  #start(row: number, datePlace: number, timePlace: number): boolean {
    const block = this.#block;
    const isDated = this.#isoDay(datePlace);
    if (isDated && this.#isBlank(timePlace)) {
      block.startDay[row] = this.#day;
      block.startMillisecond[row] = NO_TIME;
      block.startOffset[row] = LOCAL_TIME;
      return true;
    }
    const clock =
      timePlace < 0
        ? -1
        : clockIn(this.#bytes, this.start[timePlace] as number, this.end[timePlace] as number);
    if (isDated && clock >= 0) {
      block.startDay[row] = this.#day;
      block.startMillisecond[row] = clock;
      block.startOffset[row] = LOCAL_TIME;
      return true;
    }
    const start = readColumnStart(this.#text(datePlace), this.#text(timePlace));
    if (start === undefined) return false;
    block.startDay[row] = start.day;
    block.startMillisecond[row] = start.millisecond;
    block.startOffset[row] = start.offset;
    return true;
  }

  /** Whether a cell is a date on which calls can lie; then `#day` is its day. */
  #isoDay(place: number): boolean {
    if (place < 0) return false;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    const date = isoDateIn(this.#bytes, start, end);
    if (date < 0) return false;
    if (date !== this.#date) {
      const read = readColumnStart(this.#text(place), "");
      this.#date = date;
      this.#day = read === undefined || !isCallDay(read.day) ? -1 : read.day;
    }
    return this.#day >= 0;
  }

  #isBlank(place: number): boolean {
    return place < 0 || this.start[place] === this.end[place];
  }

  #usage(column: Float64Array, row: number, place: number, field: UsageField, decimals: number): boolean {
    if (place < 0) return true;
    let usage = unitsIn(this.#bytes, this.start[place] as number, this.end[place] as number, decimals);
    if (usage > MAX_USAGE[field]) {
      const read = readColumnUsage(this.#text(place), field);
      if (read === undefined) return false;
      usage = read;
    }
    column[row] = usage;
    return true;
  }

  #reported(row: number): boolean {
    const { costCDR } = this.#block;
    for (let at = 0; at < costCDR.length; at++) {
      if (!this.#amount(costCDR[at] as Float64Array, row, this.#costs[at] as number)) return false;
    }
    return true;
  }

  #amount(column: Float64Array, row: number, place: number): boolean {
    if (place < 0) return true;
    let amount = signedUnitsIn(
      this.#bytes,
      this.start[place] as number,
      this.end[place] as number,
      MICRO_PENCE,
    );
    if (amount === ODD) {
      const read = readColumnAmount(this.#text(place));
      if (read === undefined) return false;
      amount = read;
    }
    column[row] = amount;
    return true;
  }

  /** A cell as text, "" where there is none. */
  #text(place: number): string {
    if (place < 0) return "";
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    const text = this.#bytes.toString("utf8", start, end);
    return this.isEscaped[place] === 0 ? text : text.replaceAll('""', '"');
  }
}
