/** Reads blocks row by row into records, each of which is rated by itself: for whatever is not scanned from bytes. */
import type { CallItem } from "../call-item.ts";
import type { CsvRow } from "../csv-row.ts";
import { decodeLine, type Line } from "../line-reader.ts";
import { CallBlock } from "./call-block.ts";
import { LINE_FEED, readCarefully } from "./csv-records.ts";
import type { CallScanner } from "./scanner.ts";

/** What is read in one go, and where that leads. */
interface Reading {
  readonly items: readonly CallItem[];
  readonly end: number;
  readonly line: number;
}

/** Reads what stands at a place, one line at least. */
type Reader = (bytes: Buffer, start: number, line: number) => Reading;

export class CarefulScanner implements CallScanner {
  readonly block = new CallBlock(() => {
    throw new Error("every row was read when it was scanned");
  });
  readonly #read: Reader;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #line = 1;
  #waiting: readonly CallItem[] = [];
  #next = 0;

  constructor(read: Reader) {
    this.#read = read;
  }

  begin(bytes: Buffer, line: number, before: readonly CallItem[]): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#line = line;
    this.#waiting = before;
    this.#next = 0;
  }

  next(): boolean {
    const { block } = this;
    block.clear(this.#bytes, NO_NAMES);
    while (!block.isFull) {
      const item = this.#waiting[this.#next];
      if (item !== undefined) {
        block.addItem(item);
        this.#next++;
      } else if (this.#at < this.#bytes.length) {
        const { items, end, line } = this.#read(this.#bytes, this.#at, this.#line);
        this.#waiting = items;
        this.#next = 0;
        this.#at = end;
        this.#line = line;
      } else break;
    }
    return block.length > 0;
  }
}

const NO_NAMES = [""];

/** Reads one line. */
export function lineReader(read: (line: Line) => CallItem | undefined): Reader {
  return (bytes, start, line) => {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    const item = read(decodeLine(bytes.subarray(start, end), line));
    return { items: item === undefined ? [] : [item], end: end + 1, line: line + 1 };
  };
}

/** Reads the rows of a CSV file, until every cell is closed. */
export function rowReader(delimiter: string, read: (row: CsvRow) => CallItem | undefined): Reader {
  return (bytes, start, line) => {
    const careful = readCarefully(bytes, start, line, delimiter, true);
    if (careful === undefined) throw new Error("a block ended within a record");
    return { ...careful, items: careful.rows.map(read).filter((item) => item !== undefined) };
  };
}
