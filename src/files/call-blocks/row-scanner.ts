/** Goes through blocks row by row: quickly where a row is plain, with care where it is anything else. */
import { isAscii, isUtf8 } from "node:buffer";
import type { CallItem } from "../call-item.ts";
import { CallBlock } from "./call-block.ts";
import type { CarefulReader } from "./careful-readers.ts";
import type { CellReader } from "./cell-reader.ts";
import { LINE_FEED } from "./csv-records.ts";
import type { CallScanner } from "./scanner.ts";

/** Instead of the end of a row: it is not plain and has to be read with care. */
export const CAREFULLY = -1;

/** The rows of one format that are plain. They stand in the bytes of `cells`, each with its line end. */
export interface PlainRows {
  /** The cells of the row last taken. */
  readonly cells: CellReader;
  /** Lines of that row. */
  readonly lines: number;
  /** Whether it is a call; what is none is passed over. */
  readonly isCall: boolean;
  /** Begins with the bytes in which rows stand. */
  begin(bytes: Buffer, isAscii: boolean): void;
  /** Reads what begins at `start` into a row of the columns; gives its end, or CAREFULLY. */
  take(start: number, row: number): number;
}

/** A scanner of one format. */
export class RowScanner implements CallScanner {
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

  begin(bytes: Buffer, line: number, before: readonly CallItem[]): void {
    const ended = bytes[bytes.length - 1] === LINE_FEED ? bytes : Buffer.concat([bytes, LAST_LINE_END]);
    this.#bytes = bytes.length === 0 ? bytes : ended;
    this.#at = 0;
    this.#line = line;
    this.#before = before;
    this.#passedOn = 0;
    if (this.#plain === undefined) return;
    const isAllAscii = isAscii(this.#bytes);
    this.#isDoubtful = this.#bytes.includes(0) || !(isAllAscii || isUtf8(this.#bytes));
    this.#plain.begin(this.#bytes, isAllAscii);
  }

  next(): boolean {
    const { block } = this;
    if (this.#plain === undefined) block.clear(this.#bytes, NO_NAMES);
    else this.#plain.cells.clear();
    while (!block.isFull) {
      const item = this.#before[this.#passedOn];
      if (item !== undefined) {
        block.addItem(item);
        this.#passedOn++;
      } else if (this.#at < this.#bytes.length) {
        if (this.#plain === undefined || !this.#take(this.#plain)) this.#readCarefully();
      } else break;
    }
    return block.length > 0;
  }

  /** Takes the row that comes next, if it is plain. */
  #take(plain: PlainRows): boolean {
    const { block } = this;
    const start = this.#at;
    const row = block.length;
    const end = plain.take(start, row);
    if (end === CAREFULLY || (this.#isDoubtful && !this.#isText(start, end))) return false;
    if (plain.isCall) {
      block.byRecord[row] = 0;
      block.line[row] = this.#line;
      block.rowStart[row] = start;
      block.rowEnd[row] = end;
      block.length++;
    }
    this.#at = end;
    this.#line += plain.lines;
    return true;
  }

  #isText(start: number, end: number): boolean {
    const row = this.#bytes.subarray(start, end);
    return isUtf8(row) && !row.includes(0);
  }

  #readCarefully(): void {
    const { item, end, line } = this.#read(this.#bytes, this.#at, this.#line);
    if (item !== undefined) this.block.addItem(item);
    this.#at = end;
    this.#line = line;
  }
}

const NO_NAMES = [""];
const LAST_LINE_END = Buffer.from("\n");
