/** Calls of a file as columns that point into its bytes: filled and rated again and again, whatever the file's size. */
import type { CallColumns, CallRecord } from "../../index.ts";
import { perComponent } from "../../model/index.ts";
import type { CallItem, LineProblem } from "../call-file.ts";
import { NamesInUse } from "./name-table.ts";

/** Calls that are held at once. */
export const BLOCK_ROWS = 4_096;

/** Texts that stand in the block's bytes. */
export class Cells {
  bytes: Uint8Array = new Uint8Array(0);
  readonly start = new Uint32Array(BLOCK_ROWS);
  readonly end = new Uint32Array(BLOCK_ROWS);
}

const NO_CALL: CallRecord = {};

/** Up to BLOCK_ROWS calls; a scanner fills them row by row. */
export class CallBlock implements CallColumns {
  length = 0;
  /** Set before the first row is scanned where blocks are to share their names. */
  namesInUse = new NamesInUse();
  names: readonly string[] = [""];
  readonly byRecord = new Uint8Array(BLOCK_ROWS);
  readonly target = new Uint32Array(BLOCK_ROWS);
  readonly numberID = new Uint32Array(BLOCK_ROWS);
  readonly carrier = new Uint32Array(BLOCK_ROWS);
  readonly chargeBand = new Uint32Array(BLOCK_ROWS);
  readonly tariffTypeCarrier = new Uint32Array(BLOCK_ROWS);
  readonly tariffType = new Uint32Array(BLOCK_ROWS);
  readonly tariffTime = new Uint32Array(BLOCK_ROWS);
  readonly directionFlag = new Uint32Array(BLOCK_ROWS);
  readonly external = new Cells();
  readonly originationFlag = new Uint32Array(BLOCK_ROWS);
  readonly recordingFlag = new Uint32Array(BLOCK_ROWS);
  readonly startDay = new Int32Array(BLOCK_ROWS);
  readonly startMillisecond = new Int32Array(BLOCK_ROWS);
  readonly startOffset = new Int16Array(BLOCK_ROWS);
  readonly duration = blanks();
  readonly bytes = blanks();
  readonly events = blanks();
  readonly costCDR: CallColumns["costCDR"] = [blanks(), ...perComponent(blanks)];
  readonly costSuggestedRetail = blanks();

  /** What rating does not look at: ids as ASCII, and the location as it is written in the file. */
  readonly id = new Cells();
  readonly carrierCallID = new Cells();
  readonly hasALegID = new Uint8Array(BLOCK_ROWS);
  readonly location = new Cells();
  /** 1 where the location is written with characters that stand for others (`""`, `\n`). */
  readonly isLocationEscaped = new Uint8Array(BLOCK_ROWS);

  /** Number of the (first) line of each call, and where it begins in the bytes. */
  readonly line = new Uint32Array(BLOCK_ROWS);
  readonly rowStart = new Uint32Array(BLOCK_ROWS);
  /** Rows that were read in the careful way. */
  readonly #careful = new Map<number, CallItem>();
  readonly #read: (block: CallBlock, row: number) => CallItem;

  /** `read` reads the record of a row whose columns were filled. */
  constructor(read: (block: CallBlock, row: number) => CallItem) {
    this.#read = read;
  }

  /** Begins anew, with texts that stand in `bytes`. */
  clear(bytes: Uint8Array, names: readonly string[]): void {
    this.length = 0;
    this.names = names;
    this.#careful.clear();
    this.external.bytes = bytes;
    this.id.bytes = bytes;
    this.carrierCallID.bytes = bytes;
    this.location.bytes = bytes;
  }

  get isFull(): boolean {
    return this.length === BLOCK_ROWS;
  }

  /** Adds a row that is to be rated from its record, or one that is no call. */
  addItem(item: CallItem): void {
    const row = this.length++;
    this.byRecord[row] = 1;
    this.line[row] = item.line;
    this.#careful.set(row, item);
  }

  /** Why a row is no call, if it is none. */
  problemOf(row: number): LineProblem | undefined {
    const item = this.#careful.get(row);
    return item !== undefined && "problem" in item ? item.problem : undefined;
  }

  readonly recordOf = (row: number): CallRecord => {
    let item = this.#careful.get(row);
    if (item === undefined) {
      item = this.#read(this, row);
      this.#careful.set(row, item);
    }
    return "call" in item ? item.call : NO_CALL;
  };

  readonly lineOf = (row: number): number => this.line[row] as number;
}

function blanks(): Float64Array {
  return new Float64Array(BLOCK_ROWS).fill(Number.NaN);
}
