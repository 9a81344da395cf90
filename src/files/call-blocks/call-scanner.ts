/** Goes through blocks row by row: from their bytes where a row is plain, through its record where it is anything else. */
import { isAscii, isUtf8 } from "node:buffer";
import type { CallItem } from "../call-file.ts";
import { CARRIAGE_RETURN, type CsvRow, readRecord } from "../csv-records.ts";
import { decodeLine, LINE_FEED, type Line, MAX_LINE_BYTES } from "../text.ts";
import { CallBlock } from "./call-block.ts";
import { BYTES_BEHIND, type CallCells } from "./call-cells.ts";

/** The rows of one format that are plain. */
export interface PlainRows {
  readonly cells: CallCells;
  /** Reads the row that begins at `start` into a row of the columns; gives where its line feed stands, or CAREFULLY. */
  read(start: number, row: number): number;
}

/** What was read, and where that leads. */
export interface CarefulReading {
  /** Undefined for what is passed over. */
  readonly item: CallItem | undefined;
  readonly end: number;
  readonly line: number;
}

/** Reads the line or row that begins at a place of a block. */
export type CarefulReader = (bytes: Buffer, start: number, line: number) => CarefulReading;

/** Reads lines. */
export function lineReader(read: (line: Line) => CallItem | undefined): CarefulReader {
  return (bytes, start, line) => {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    return { item: read(decodeLine(bytes.subarray(start, end), line)), end: end + 1, line: line + 1 };
  };
}

/** Reads the rows of a CSV file. */
export function rowReader(delimiter: string, read: (row: CsvRow) => CallItem | undefined): CarefulReader {
  return (bytes, start, firstLine) => {
    const careful = readRecord(bytes, start, firstLine, delimiter, true);
    if (careful === undefined) throw new Error("a block ended within a record");
    const { row, end, line } = careful;
    return { item: row && read(row), end, line };
  };
}

/** Turns the bytes of call files of one format into blocks of columns. */
export class CallScanner {
  /** The calls last scanned. */
  readonly block: CallBlock;
  readonly #read: CarefulReader;
  readonly #plain: PlainRows | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #line = 1;
  /** Whether some line of the bytes may be no text. */
  #isDoubtful = false;
  /** What the beginning of the file gave, and how much of it was passed on. */
  #before: readonly CallItem[] = [];
  #passedOn = 0;

  /** Without `plainRows`, every row is read with care. */
  constructor(read: CarefulReader, plainRows?: (block: CallBlock) => PlainRows) {
    this.#read = read;
    this.block = new CallBlock((block, row) => {
      const { item } = read(this.#bytes, block.rowStart[row] as number, block.line[row] as number);
      if (item === undefined) throw new Error(`row ${row} was not there when it was read again`);
      return item;
    });
    this.#plain = plainRows?.(this.block);
  }

  /** Begins with whole records of a file, of which the first stands on this line; `before` comes before them. */
  begin(bytes: Buffer, line: number, before: readonly CallItem[]): void {
    this.#bytes = withRoomBehind(bytes);
    this.#at = 0;
    this.#line = line;
    this.#before = before;
    this.#passedOn = 0;
    if (this.#plain === undefined) return;
    const isAllAscii = isAscii(this.#bytes);
    this.#isDoubtful = this.#bytes.includes(0) || !(isAllAscii || isUtf8(this.#bytes));
    this.#plain.cells.begin(this.#bytes, isAllAscii);
  }

  /** Scans the calls that come next into `block`; false where there are none left. */
  next(): boolean {
    const { block } = this;
    const plain = this.#plain;
    if (plain === undefined) block.clear(this.#bytes, NO_NAMES);
    else plain.cells.clear();
    while (this.#passedOn < this.#before.length && !block.isFull)
      block.addItem(this.#before[this.#passedOn++] as CallItem);
    while (this.#at < this.#bytes.length && !block.isFull)
      if (plain === undefined || !this.#readPlain(plain)) this.#readCarefully();
    return block.length > 0;
  }

  /** Reads the row that comes next, if it is plain. */
  #readPlain(plain: PlainRows): boolean {
    const { block } = this;
    const start = this.#at;
    const row = block.length;
    const { cells } = plain;
    cells.beginRow();
    const end = plain.read(start, row) + 1;
    if (end > 0 && end - start <= MAX_LINE_BYTES && !(this.#isDoubtful && !this.#isText(start, end))) {
      block.line[row] = this.#line;
      block.rowStart[row] = start;
      block.length = row + 1;
      this.#at = end;
      this.#line += 1 + cells.linesWithin;
      return true;
    }
    if (this.#passBlankLine(start)) {
      cells.blank(row);
      return true;
    }
    return false;
  }

  /** Passes over a line without anything in it. */
  #passBlankLine(start: number): boolean {
    const bytes = this.#bytes;
    const end = bytes[start] === CARRIAGE_RETURN ? start + 1 : start;
    if (bytes[end] !== LINE_FEED) return false;
    this.#at = end + 1;
    this.#line++;
    return true;
  }

  #isText(start: number, end: number): boolean {
    const row = this.#bytes.subarray(start, end);
    return isUtf8(row) && !row.includes(0);
  }

  #readCarefully(): void {
    const { item, end, line } = this.#read(this.#bytes, this.#at, this.#line);
    if (item !== undefined) this.block.addItem(item);
    else this.#plain?.cells.blank(this.block.length);
    this.#at = end;
    this.#line = line;
  }
}

const NO_NAMES = [""];

/** Bytes of which the last line is ended, in memory that goes on behind them. */
function withRoomBehind(bytes: Buffer): Buffer {
  const isEnded = bytes.length === 0 || bytes[bytes.length - 1] === LINE_FEED;
  if (isEnded && bytes.byteOffset + bytes.length + BYTES_BEHIND <= bytes.buffer.byteLength) return bytes;
  const length = bytes.length + (isEnded ? 0 : 1);
  const larger = Buffer.alloc(length + BYTES_BEHIND);
  bytes.copy(larger);
  if (!isEnded) larger[length - 1] = LINE_FEED;
  return larger.subarray(0, length);
}
