/** Scans blocks row by row: plain rows from their bytes, all others by the slow path, through a record. */
import { isAscii, isUtf8 } from "node:buffer";
import type { CallItem, ItemsRead } from "../call-file.ts";
import { LINE_FEED } from "../text.ts";
import { BLOCK_ROWS, type CallBlock, NOT_FOUND, type RecordReader, WINDOW_BYTES } from "./call-block.ts";
import type { CallCells } from "./call-cells.ts";

/** Reads the plain rows of one format. */
export interface PlainRows {
  readonly cells: CallCells;
  /** Reads rows into the block, up to `most` or the end of the bytes; false if the next row needs the slow path. */
  readonly read: (most: number) => boolean;
}

/** Reads the line or row that begins at the offset `start` of a block. */
export type SlowPathReader = (bytes: Buffer, start: number, line: number) => ItemsRead;

/** Whole records of a file, the number of their first line, and the items that come before them. */
interface ScannedBytes {
  readonly bytes: Buffer;
  readonly line: number;
  readonly before: readonly CallItem[];
}

/** Turns the bytes of call files of one format into blocks of columns. */
export class CallScanner implements RecordReader {
  /** The calls last scanned. */
  readonly block: CallBlock;
  readonly #read: SlowPathReader;
  readonly #plain: PlainRows | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #line = 1;
  /** The offsets between which the bytes are in the memory. */
  #windowStart = 0;
  #windowEnd = 0;
  #isAllAscii = true;
  /** Whether some line of the bytes may be invalid UTF-8 or hold a NUL. */
  #isDoubtful = false;
  /** Items of the file's beginning, or of the last row of the slow path, and how many of them were passed on. */
  #before: readonly CallItem[] = [];
  #passedOn = 0;
  /** The offset of the row of these items; NOT_FOUND for items of the beginning of the file. */
  #beforeStart = NOT_FOUND;

  /** Without `plain`, every row takes the slow path. */
  constructor(read: SlowPathReader, block: CallBlock, plain?: PlainRows) {
    this.#read = read;
    this.block = block;
    this.#plain = plain;
  }

  begin({ bytes, line, before }: ScannedBytes): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#line = line;
    this.#windowStart = 0;
    this.#windowEnd = 0;
    this.#before = before;
    this.#passedOn = 0;
    this.#beforeStart = NOT_FOUND;
    if (this.#plain === undefined) return;
    this.#isAllAscii = isAscii(bytes);
    this.#isDoubtful = bytes.includes(0) || !(this.#isAllAscii || isUtf8(bytes));
  }

  /** The records that are left: another scanner can begin with them. */
  get rest(): ScannedBytes {
    return {
      bytes: this.#bytes.subarray(this.#at),
      line: this.#line,
      before: this.#before.slice(this.#passedOn),
    };
  }

  /** Scans the next calls into `block`; false if neither calls nor rows that are passed over are left. */
  next(): boolean {
    const { block } = this;
    const plain = this.#plain;
    if (plain === undefined) block.clear(NO_NAMES);
    else plain.cells.clear();
    block.reader = this;
    if (this.#windowEnd < this.#bytes.length && this.#windowEnd - this.#at < USUAL_BYTES) this.#load();
    this.#passOn();
    while (this.#at < this.#bytes.length && !block.isFull) {
      if (this.#at >= this.#windowEnd && block.length > 0) break;
      if (this.#at >= this.#windowEnd) this.#load();
      const isPlain = plain !== undefined && this.#at < this.#windowEnd && this.#readPlain(plain);
      if (!isPlain) this.#readSlowly();
    }
    return block.length > 0 || block.passedOver !== undefined;
  }

  /** Puts the items that were read into the block, as far as there is room. */
  #passOn(): void {
    const { block } = this;
    const isFound = this.#beforeStart !== NOT_FOUND;
    const rowStart = isFound ? this.#beforeStart + block.window - this.#windowStart : NOT_FOUND;
    while (this.#passedOn < this.#before.length && !block.isFull)
      block.addItem(this.#before[this.#passedOn++] as CallItem, rowStart);
  }

  /** The offset of a call's line in the bytes; NOT_FOUND for a call of the beginning of the file. */
  startOf(row: number): number {
    const { rowStart, window } = this.block;
    const address = rowStart[row] as number;
    return address === NOT_FOUND ? NOT_FOUND : address - window + this.#windowStart;
  }

  /** Copies as many whole lines as there is room for into the memory. */
  #load(): void {
    const { memory, window } = this.block;
    const start = this.#at;
    const most = start + WINDOW_BYTES;
    const isLast = most >= this.#bytes.length;
    const end = isLast ? this.#bytes.length : this.#bytes.lastIndexOf(LINE_FEED, most - 1) + 1;
    this.#windowStart = start;
    this.#windowEnd = Math.max(start, end);
    this.#bytes.copy(memory, window, start, this.#windowEnd);
    memory[window + this.#windowEnd - start] = LINE_FEED;
  }

  /** Reads the next rows as far as they are plain; false if the next row is not. */
  #readPlain({ cells, read }: PlainRows): boolean {
    const { block } = this;
    const inMemory = block.window - this.#windowStart;
    const row = block.length;
    const end = this.#windowEnd + inMemory;
    const isEnded = end > block.window && block.memory[end - 1] === LINE_FEED;
    cells.begin(this.#at + inMemory, isEnded ? end : end + 1, this.#isAllAscii);
    cells.line = this.#line;
    let isPlain = read(this.#isDoubtful ? row + 1 : BLOCK_ROWS);
    this.#at = Math.min(cells.at - inMemory, this.#bytes.length);
    this.#line = cells.line;
    if (this.#isDoubtful && block.length > row) {
      const start = (block.rowStart[row] as number) - inMemory;
      if (!this.#isText(start, this.#at)) {
        block.length = row;
        this.#at = start;
        this.#line = block.lineOf(row);
        isPlain = false;
      }
    }
    return isPlain;
  }

  #isText(start: number, end: number): boolean {
    const row = this.#bytes.subarray(start, end);
    return isUtf8(row) && !row.includes(0);
  }

  #readSlowly(): void {
    const { block } = this;
    const row = block.length;
    const { items, end, line } = this.#read(this.#bytes, this.#at, this.#line);
    this.#before = items;
    this.#passedOn = 0;
    this.#beforeStart = this.#at;
    this.#passOn();
    if (block.length === row) this.#plain?.cells.blank(row);
    this.#at = Math.min(end, this.#bytes.length);
    this.#line = line;
  }

  itemOf(row: number): CallItem {
    return this.#itemAt(this.#bytes, this.startOf(row), this.block.lineOf(row), this.#indexInLine(row));
  }

  itemLater(row: number): () => CallItem {
    const bytes = Buffer.from(this.#bytes.subarray(this.startOf(row), this.#endOf(row)));
    const line = this.block.lineOf(row);
    const indexInLine = this.#indexInLine(row);
    return () => this.#itemAt(bytes, 0, line, indexInLine);
  }

  #itemAt(bytes: Buffer, start: number, line: number, indexInLine: number): CallItem {
    const { items } = this.#read(bytes, start, line);
    const item = items.length === 1 ? items[0] : items.filter((each) => "call" in each)[indexInLine];
    if (item === undefined) throw new Error(`the call of line ${line} was not there when it was read again`);
    return item;
  }

  /** The index of a row among the rows of its line: a line may have filled several, each with one call. */
  #indexInLine(row: number): number {
    const { rowStart } = this.block;
    let first = row;
    while (first > 0 && rowStart[first - 1] === rowStart[row]) first--;
    return row - first;
  }

  /** An offset in the bytes behind a row's line, and before the next row's. */
  #endOf(row: number): number {
    const { rowStart, length } = this.block;
    let next = row + 1;
    while (next < length && rowStart[next] === rowStart[row]) next++;
    return next < length ? this.startOf(next) : this.#at;
  }
}

const NO_NAMES = [""];

/** A block of rows seldom has more bytes than this. */
const USUAL_BYTES = 200 * BLOCK_ROWS;
