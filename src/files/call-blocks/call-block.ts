/** Calls of a file as columns that point into its bytes: filled and rated again and again, whatever the file's size. */
import type { CallColumns, CallRecord } from "../../index.ts";
import { type Kernel, kernel, openKernel, putting, reading, rows, times } from "../../kernel/index.ts";
import { perComponent } from "../../model/index.ts";
import { type CallItem, type LineProblem, PassedOverCounter, type PassedOverCounts } from "../call-file.ts";
import { MOST_NAMES, NAME_ROOM_BYTES } from "./name-table.ts";

/** Calls that are held at once. */
export const { BLOCK_ROWS } = rows;

/** Columns of a file that can be read from their bytes, with the fields behind them. */
export const MOST_OPERATIONS = 1 << 12;

/** Cells of rows of all kinds that are put as fields as they stand. */
export const MOST_PUTS = 1 << 10;
/** Bytes of texts that say nothing, and of where they stand. */
export const NONES_BYTES = 1 << 12;

/** Bytes of what names stand for, by code. */
const MEANINGS_BYTES = 1 << 23;

/** Bytes of steps that cut texts. */
export const CUTS_BYTES = 1 << 14;

/** Ways in which the times of a file may be written. */
export const MOST_TIMES = 16;

/** Bytes of a file that are in the memory at once, and bytes that are read behind them and mean nothing. */
export const WINDOW_BYTES = 1 << 19;
const BYTES_BEHIND = 64;

const READING_BYTES = reading.OPS + MOST_OPERATIONS * reading.OP_BYTES;

/** Kinds of rows that a file of JSON lines may have at most. */
const ROW_KINDS = 2;

/** What scanning takes of a kernel's memory: it never grows, so that views of it stay. */
export const SCAN_BYTES = 1 << 26;

/** Room for texts that are made of cells of a block: a row that there is no room for is read from its record. */
export const SCRATCH_BYTES = 1 << 20;

/** The parts of a kernel's memory in which calls are scanned. */
class ScanMemory {
  readonly kernel: Kernel;
  /** The memory as bytes. */
  readonly memory: Buffer;
  readonly window: number;
  readonly reading: number;
  readonly callCarrier: number;
  /** Of cells that are only found, by column: where each begins and ends, and whether it is escaped. */
  readonly cellStart: number;
  readonly cellEnd: number;
  readonly isCellEscaped: number;
  readonly cellCode: number;
  /** Which cells that were found are put as which fields. */
  readonly puts: number;
  readonly nones: number;
  /** What names stand for: nothing of it once their table begins anew. */
  readonly meanings: number;
  readonly cuts: number;
  readonly times: number;
  readonly scratch: number;
  readonly nameRoom: number;
  readonly keyRoom: number;
  /** Of JSON lines, by key: the key that came after it, and by kind of rows the operation of its values. */
  readonly keysAfter: number;
  readonly keysOps: number;
  #meaningsTaken = 0;

  constructor(kernel: Kernel) {
    const { memory } = kernel;
    this.kernel = kernel;
    this.window = memory.allocate(WINDOW_BYTES + BYTES_BEHIND);
    this.reading = memory.allocate(READING_BYTES);
    this.callCarrier = memory.allocate(rows.WHOLE_STRIDE);
    this.cellStart = memory.allocate(4 * MOST_OPERATIONS);
    this.cellEnd = memory.allocate(4 * MOST_OPERATIONS);
    this.isCellEscaped = memory.allocate(4 * MOST_OPERATIONS);
    this.cellCode = memory.allocate(4 * MOST_OPERATIONS);
    this.puts = memory.allocate(MOST_PUTS * putting.PUT_BYTES);
    this.nones = memory.allocate(NONES_BYTES);
    this.meanings = memory.allocate(MEANINGS_BYTES);
    this.cuts = memory.allocate(CUTS_BYTES);
    this.times = memory.allocate(MOST_TIMES * times.TIME_BYTES);
    this.scratch = memory.allocate(SCRATCH_BYTES);
    // A table of names begins with whatever the one before it has left.
    this.nameRoom = memory.allocate(NAME_ROOM_BYTES, false);
    this.keyRoom = memory.allocate(NAME_ROOM_BYTES, false);
    this.keysAfter = memory.allocate(4 * MOST_NAMES);
    this.keysOps = memory.allocate(4 * MOST_NAMES * ROW_KINDS);
    this.memory = Buffer.from(memory.views.workU8s.buffer);
  }

  /** Room for so many bytes of what names stand for; undefined where there is none. */
  takeMeanings(bytes: number): number | undefined {
    if (this.#meaningsTaken + bytes > MEANINGS_BYTES) return undefined;
    const address = this.meanings + this.#meaningsTaken;
    this.#meaningsTaken += (bytes + 7) & ~7;
    return address;
  }

  /** Forgets what names stand for. */
  clearMeanings(): void {
    this.memory.fill(0, this.meanings, this.meanings + this.#meaningsTaken);
  }

  wholes(address: number, count = BLOCK_ROWS): Int32Array {
    return new Int32Array(this.memory.buffer, address, count);
  }

  protected codes(address: number): Uint32Array {
    return new Uint32Array(this.memory.buffer, address, BLOCK_ROWS);
  }

  protected doubles(address: number): Float64Array {
    return new Float64Array(this.memory.buffer, address, BLOCK_ROWS);
  }

  protected cells(start: number, end: number): Cells {
    return { bytes: this.memory, start: this.codes(start), end: this.codes(end) };
  }
}

/** Texts that stand in the memory. */
export interface Cells {
  readonly bytes: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

const NO_CALL: CallRecord = {};

/** Instead of where a text begins: whoever wants it has to read the row's record. */
export const NOT_FOUND = -1;

/** Reads the record of a row whose columns were filled. */
type RecordReader = (row: number) => CallItem;

/** Up to BLOCK_ROWS calls in the memory of a kernel; a scanner fills them row by row. */
export class CallBlock extends ScanMemory implements CallColumns {
  length = 0;
  names: readonly string[] = [""];
  readonly byRecord = this.wholes(rows.BY_RECORD);
  readonly target = this.codes(rows.TARGET);
  readonly numberID = this.codes(rows.NUMBER_ID);
  readonly carrier = this.codes(rows.CARRIER);
  readonly chargeBand = this.codes(rows.CHARGE_BAND);
  readonly tariffTypeCarrier = this.codes(rows.TARIFF_TYPE_CARRIER);
  readonly tariffType = this.codes(rows.TARIFF_TYPE);
  readonly tariffTime = this.codes(rows.TARIFF_TIME);
  readonly directionFlag = this.codes(rows.DIRECTION_FLAG);
  readonly external = this.cells(rows.EXTERNAL_START, rows.EXTERNAL_END);
  readonly originationFlag = this.codes(rows.ORIGINATION_FLAG);
  readonly recordingFlag = this.codes(rows.RECORDING_FLAG);
  readonly startDay = this.wholes(rows.START_DAY);
  readonly startMillisecond = this.wholes(rows.START_MILLISECOND);
  readonly startOffset = this.wholes(rows.START_OFFSET);
  readonly duration = this.doubles(rows.DURATION);
  readonly bytes = this.doubles(rows.BYTES);
  readonly events = this.doubles(rows.EVENTS);
  readonly costCDR: CallColumns["costCDR"] = [
    this.doubles(rows.COST_CDR),
    ...perComponent((_, at) => this.doubles(rows.COST_CDR + (at + 1) * rows.COST_STRIDE)),
  ];
  readonly costSuggestedRetail = this.doubles(rows.COST_SUGGESTED_RETAIL);

  /** What rating does not look at: ids as ASCII, and the location as it is written in the file. */
  readonly id = this.cells(rows.ID_START, rows.ID_END);
  readonly carrierCallID = this.cells(rows.CARRIER_CALL_ID_START, rows.CARRIER_CALL_ID_END);
  readonly hasALegID = this.wholes(rows.HAS_A_LEG_ID);
  readonly location = this.cells(rows.LOCATION_START, rows.LOCATION_END);
  /** 1 where the location is written with characters that stand for others (`""`, `\n`). */
  readonly isLocationEscaped = this.wholes(rows.IS_LOCATION_ESCAPED);

  /** Number of the (first) line of each call, and the address where that begins, or would if all were in the memory; NOT_FOUND for one that the beginning of the file gave. */
  readonly line = this.codes(rows.LINE);
  readonly rowStart = this.wholes(rows.ROW_START);
  /**
   * Where the texts of fields stand that results show, as the records of rows have them: by field the column of their
   * beginnings, behind which stands that of their ends; 0 where blank, or NOT_FOUND. The end of what is no text is negative.
   */
  readonly shown: ReadonlyMap<string, number>;
  readonly #shownCells: readonly (readonly [field: string, starts: Int32Array, ends: Int32Array])[];
  /** Set by the scanner that fills it. */
  read: RecordReader = () => {
    throw new Error("a block has no calls");
  };
  /** Rows that were read in the careful way. */
  readonly #careful = new Map<number, CallItem>();
  /** Counts rows that were passed over beside those of the block; undefined where none were. */
  #passedOver: PassedOverCounter | undefined;

  /** Of the fields that results show, texts are found. */
  constructor(kernel: Kernel, shown: Iterable<string> = []) {
    super(kernel);
    const column = (): number => {
      const address = kernel.memory.allocate(2 * rows.WHOLE_STRIDE);
      this.wholes(address).fill(NOT_FOUND);
      return address;
    };
    this.shown = new Map([...new Set(shown)].map((field) => [field, column()]));
    this.#shownCells = [...this.shown].map(([field, address]) => [
      field,
      this.wholes(address),
      this.wholes(address + rows.WHOLE_STRIDE),
    ]);
  }

  /** Begins anew. */
  clear(names: readonly string[]): void {
    this.length = 0;
    this.names = names;
    this.#careful.clear();
    this.#passedOver = undefined;
  }

  get isFull(): boolean {
    return this.length === BLOCK_ROWS;
  }

  /** Rows that were passed over before and among those of the block, by why; undefined where none were. */
  get passedOver(): PassedOverCounts | undefined {
    return this.#passedOver?.counts;
  }

  /** Adds a row that is to be rated from its record, or one that is no call; counts one that is passed over. */
  addItem(item: CallItem, rowStart = NOT_FOUND): void {
    if ("passedOver" in item) {
      this.passOver(item.passedOver);
      return;
    }
    const row = this.length++;
    this.byRecord[row] = 1;
    this.line[row] = item.line;
    this.rowStart[row] = rowStart;
    this.#careful.set(row, item);
  }

  /** Counts a row of the file that is none of the block's. */
  passOver(why: string): void {
    this.#passedOver ??= new PassedOverCounter();
    this.#passedOver.add(why);
  }

  /** Why a row is no call, if it is none. */
  problemOf(row: number): LineProblem | undefined {
    const item = this.#careful.get(row);
    return item !== undefined && "problem" in item ? item.problem : undefined;
  }

  readonly recordOf = (row: number): CallRecord => {
    let item = this.#careful.get(row);
    if (item === undefined) {
      item = this.read(row);
      this.#careful.set(row, item);
    }
    return "call" in item ? item.call : NO_CALL;
  };

  /** What is shown of a call, as its record says it: from the record itself only where the file's bytes do not say it. */
  shownOf(row: number): CallRecord {
    if (this.#careful.has(row)) return this.recordOf(row);
    const found: [string, unknown][] = [];
    for (const [field, starts, ends] of this.#shownCells) {
      const start = starts[row] as number;
      if (start === 0) continue;
      const end = ends[row] as number;
      // An empty text may be one of JSON, or a blank cell in quotes.
      if (start === NOT_FOUND || start === end) return this.recordOf(row);
      const text = this.memory.toString("utf8", start, Math.abs(end));
      found.push([field, end < 0 ? JSON.parse(text) : text.replaceAll('""', '"')]);
    }
    return Object.fromEntries(found) as CallRecord;
  }

  readonly lineOf = (row: number): number => this.line[row] as number;
}

/** A block in a memory of its own. */
export function newCallBlock(form = kernel()): CallBlock {
  return new CallBlock(openKernel(new ArrayBuffer(0), { workBytes: SCAN_BYTES, form }));
}
