/** A block of calls as columns that point into the file's bytes: one block is filled and rated again and again. */
import type { CallColumns, CallRecord } from "../../index.ts";
import { type Kernel, kernel, openKernel, putting, reading, rows, times } from "../../kernel/index.ts";
import { madeOnce, perComponent } from "../../model/index.ts";
import { type CallItem, type LineProblem, PassedOverCounter, type PassedOverCounts } from "../call-file.ts";
import { MOST_NAMES, NAME_ROOM_BYTES } from "./name-table.ts";

export const { BLOCK_ROWS } = rows;

/** The most operations of a file: one for each column that is read from its bytes, and one for each field. */
export const MOST_OPERATIONS = 1 << 12;

/** The most cells, over all kinds of rows, that the kernel puts as fields. */
export const MOST_PUTS = 1 << 10;
/** Bytes of the texts that count as blank, with their addresses. */
export const NONES_BYTES = 1 << 12;

/** Bytes of the meanings of names, by name code. */
const MEANINGS_BYTES = 1 << 23;

/** Bytes of steps that cut texts. */
export const CUTS_BYTES = 1 << 14;

/** The most ways in which a file may write its times. */
export const MOST_TIMES = 16;

/** Bytes of a file that are in the memory at once, and padding behind them, which the kernel may read. */
export const WINDOW_BYTES = 1 << 19;
const BYTES_BEHIND = 64;

const READING_BYTES = reading.OPS + MOST_OPERATIONS * reading.OP_BYTES;

/** Kinds of rows that a file of JSON lines may have at most. */
const ROW_KINDS = 2;

/** The bytes of a kernel's memory that scanning takes: the memory never grows, so that its views stay valid. */
export const SCAN_BYTES = 1 << 26;

/** Room for texts that are made of the cells of a block: without room, a row takes the slow path. */
export const SCRATCH_BYTES = 1 << 20;

/** A kernel's memory, as bytes and as columns of numbers. */
class BlockMemory {
  readonly kernel: Kernel;
  readonly memory: Buffer;

  constructor(kernel: Kernel) {
    this.kernel = kernel;
    this.memory = Buffer.from(kernel.memory.views.workU8s.buffer);
  }

  protected take(bytes: number, isCleared?: boolean): number {
    return this.kernel.memory.allocate(bytes, isCleared);
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

/** The parts of a kernel's memory in which calls are scanned. */
class ScanMemory extends BlockMemory {
  readonly window = this.take(WINDOW_BYTES + BYTES_BEHIND);
  readonly reading = this.take(READING_BYTES);
  readonly callCarrier = this.take(rows.WHOLE_STRIDE);
  /** By column, for cells that are only found: where a cell begins and ends, and whether it is escaped. */
  readonly cellStart = this.take(4 * MOST_OPERATIONS);
  readonly cellEnd = this.take(4 * MOST_OPERATIONS);
  readonly isCellEscaped = this.take(4 * MOST_OPERATIONS);
  readonly cellCode = this.take(4 * MOST_OPERATIONS);
  /** Which found cells are put as which fields. */
  readonly puts = this.take(MOST_PUTS * putting.PUT_BYTES);
  readonly nones = this.take(NONES_BYTES);
  /** The meanings of names; cleared when the name table begins anew. */
  readonly meanings = this.take(MEANINGS_BYTES);
  readonly cuts = this.take(CUTS_BYTES);
  readonly times = this.take(MOST_TIMES * times.TIME_BYTES);
  readonly scratch = this.take(SCRATCH_BYTES);
  // A name table needs no zeros: the data of the former table may stand in its room.
  readonly nameRoom = this.take(NAME_ROOM_BYTES, false);
  readonly keyRoom = this.take(NAME_ROOM_BYTES, false);
  /** For JSON lines, by key: the key that came after it, and for each kind of rows the operation of its values. */
  readonly keysAfter = this.take(4 * MOST_NAMES);
  readonly keysOps = this.take(4 * MOST_NAMES * ROW_KINDS);
  #meaningsTaken = 0;

  /** Room for so many bytes of meanings; undefined if there is none. */
  takeMeanings(bytes: number): number | undefined {
    if (this.#meaningsTaken + bytes > MEANINGS_BYTES) return undefined;
    const address = this.meanings + this.#meaningsTaken;
    this.#meaningsTaken += (bytes + 7) & ~7;
    return address;
  }

  clearMeanings(): void {
    this.memory.fill(0, this.meanings, this.meanings + this.#meaningsTaken);
  }
}

/** A column of texts in the memory, by their addresses. */
export interface Cells {
  readonly bytes: Uint8Array;
  readonly start: Uint32Array;
  readonly end: Uint32Array;
}

const NO_CALL: CallRecord = {};

/** Instead of the start of a text: a caller that needs the text reads the row's record. */
export const NOT_FOUND = -1;

/** Reads the records of rows whose columns were filled. */
export interface RecordReader {
  itemOf(row: number): CallItem;
  /** Keeps the bytes of a row, from which its record is read when the columns have been filled anew. */
  itemLater(row: number): () => CallItem;
}

const noCalls = (): never => {
  throw new Error("a block has no calls");
};

function callOf(item: CallItem): CallRecord {
  return "call" in item ? item.call : NO_CALL;
}

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

  /** Columns that rating does not read: ids as ASCII, and the location as the file writes it. */
  readonly id = this.cells(rows.ID_START, rows.ID_END);
  readonly carrierCallID = this.cells(rows.CARRIER_CALL_ID_START, rows.CARRIER_CALL_ID_END);
  readonly hasALegID = this.wholes(rows.HAS_A_LEG_ID);
  readonly location = this.cells(rows.LOCATION_START, rows.LOCATION_END);
  /** 1 where the location has escapes (`""`, `\n`). */
  readonly isLocationEscaped = this.wholes(rows.IS_LOCATION_ESCAPED);

  /**
   * Number of the (first) line of each call, and the address of that line, as if all bytes were in the memory;
   * NOT_FOUND for a call from the beginning of the file.
   */
  readonly line = this.codes(rows.LINE);
  readonly rowStart = this.wholes(rows.ROW_START);
  /**
   * The texts of the fields that results show, as the rows' records have them: by field the address of a column of
   * starts, which a column of ends follows. A start is 0 for a blank text, or NOT_FOUND. An end is negative for a value
   * that is no text.
   */
  readonly shown: ReadonlyMap<string, number>;
  readonly #shownCells: readonly (readonly [field: string, starts: Int32Array, ends: Int32Array])[];
  /** Reads the records of rows; the scanner sets this. */
  reader: RecordReader = { itemOf: noCalls, itemLater: noCalls };
  /** Rows that took the slow path, and rows that were read again. */
  readonly #slowItems = new Map<number, CallItem>();
  /** Counts the rows that were passed over; undefined if there are none. */
  #passedOver: PassedOverCounter | undefined;

  /** `shown`: the fields that results show, whose texts are found. */
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

  clear(names: readonly string[]): void {
    this.length = 0;
    this.names = names;
    this.#slowItems.clear();
    this.#passedOver = undefined;
  }

  get isFull(): boolean {
    return this.length === BLOCK_ROWS;
  }

  /** Rows that were passed over before and among the rows of the block, by reason; undefined if there are none. */
  get passedOver(): PassedOverCounts | undefined {
    return this.#passedOver?.counts;
  }

  /** Adds a row of the slow path, a call or a problem; counts a row that is passed over. */
  addItem(item: CallItem, rowStart = NOT_FOUND): void {
    if ("passedOver" in item) {
      this.passOver(item.passedOver);
      return;
    }
    const row = this.length++;
    this.byRecord[row] = 1;
    this.line[row] = item.line;
    this.rowStart[row] = rowStart;
    this.#slowItems.set(row, item);
  }

  /** Counts a row of the file that is passed over. */
  passOver(why: string): void {
    this.#passedOver ??= new PassedOverCounter();
    this.#passedOver.add(why);
  }

  /** Why a row is no call; undefined for a call. */
  problemOf(row: number): LineProblem | undefined {
    const item = this.#slowItems.get(row);
    return item !== undefined && "problem" in item ? item.problem : undefined;
  }

  readonly recordOf = (row: number): CallRecord =>
    callOf(madeOnce(this.#slowItems, row, () => this.reader.itemOf(row)));

  readonly recordLater = (row: number): (() => CallRecord) => {
    const item = this.#slowItems.get(row);
    const read = item === undefined ? this.reader.itemLater(row) : () => item;
    return () => callOf(read());
  };

  /** The shown fields of a call, as its record has them; reads the record only if the bytes do not suffice. */
  shownOf(row: number): CallRecord {
    if (this.#slowItems.has(row)) return this.recordOf(row);
    // No cell of a name that no record may have is ever found.
    const found: Record<string, unknown> = {};
    for (const [field, starts, ends] of this.#shownCells) {
      const start = starts[row] as number;
      if (start === 0) continue;
      const end = ends[row] as number;
      // An empty text may be an empty JSON string or a blank cell in quotes.
      if (start === NOT_FOUND || start === end) return this.recordOf(row);
      const text = this.memory.toString("utf8", start, Math.abs(end));
      found[field] = end < 0 ? JSON.parse(text) : text.includes('"') ? text.replaceAll('""', '"') : text;
    }
    return found as CallRecord;
  }

  readonly lineOf = (row: number): number => this.line[row] as number;
}

export function newCallBlock(form = kernel()): CallBlock {
  return new CallBlock(openKernel(new ArrayBuffer(0), { workBytes: SCAN_BYTES, form }));
}
