/** Scans CSV calls into columns: cells are found in the bytes, and texts are made only of names not met before. */
import { isAscii, isUtf8 } from "node:buffer";
import type { CallItem } from "../call-item.ts";
import { MAX_LINE_BYTES } from "../limits.ts";
import { CsvCalls } from "../read-csv-calls.ts";
import { CallBlock } from "./call-block.ts";
import { CellReader } from "./cell-reader.ts";
import {
  CARRIAGE_RETURN,
  type CarefulRecords,
  closingQuote,
  LINE_FEED,
  OPEN,
  QUOTE,
  readCarefully,
} from "./csv-records.ts";
import type { CallScanner } from "./scanner.ts";

const COMMA = 0x2c;

/** Of bytes, those that end a plain cell or show that it is none. */
const STOPS = new Uint8Array(256);
for (const code of [COMMA, LINE_FEED, QUOTE]) STOPS[code] = 1;

/** Not a row of plain cells. */
const CAREFULLY = -1;

/** A scanner for the rows below a header. */
export class CsvScanner implements CallScanner {
  readonly block: CallBlock;
  readonly #calls: CsvCalls;
  readonly #cells: CellReader;
  readonly #width: number;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #line = 1;
  /** Whether some bytes are beyond ASCII, and whether some line may not be text. */
  #isAscii = true;
  #isDoubtful = false;
  /** What was read with care and is still to be given. */
  #waiting: readonly CallItem[] = [];
  #next = 0;
  /** Cells and lines of the row last found. */
  #found = 0;
  #linesOfRow = 1;

  constructor(header: readonly string[], file: string) {
    this.#calls = new CsvCalls(header, file);
    this.#width = header.length;
    this.block = new CallBlock((block, row) => {
      const { rows } = this.#readCarefully(block.rowStart[row] as number, block.line[row] as number);
      const [first] = rows;
      if (first === undefined) throw new Error(`row ${row} was not there when it was read again`);
      return this.#calls.read(first);
    });
    this.#cells = new CellReader(header, this.block);
  }

  begin(bytes: Buffer, line: number, before: readonly CallItem[]): void {
    const ended = bytes[bytes.length - 1] === LINE_FEED ? bytes : Buffer.concat([bytes, LAST_LINE_END]);
    this.#bytes = ended;
    this.#at = 0;
    this.#line = line;
    this.#waiting = before;
    this.#next = 0;
    this.#isAscii = isAscii(ended);
    this.#isDoubtful = ended.includes(0) || !(this.#isAscii || isUtf8(ended));
  }

  next(): boolean {
    const { block } = this;
    this.#cells.begin(this.#bytes, this.#isAscii);
    while (!block.isFull) {
      const item = this.#waiting[this.#next];
      if (item !== undefined) {
        block.addItem(item);
        this.#next++;
      } else if (this.#at < this.#bytes.length) {
        if (!this.#takeRow()) this.#readAhead();
      } else break;
    }
    return block.length > 0;
  }

  /** Takes the row that comes next, if it is plain; a blank line is none and is passed over. */
  #takeRow(): boolean {
    const start = this.#at;
    const end = this.#findCells(start);
    if (end === CAREFULLY || (this.#isDoubtful && !this.#isText(start, end))) return false;
    const { block } = this;
    const lines = this.#linesOfRow;
    if (this.#found === 1 && this.#isBlankLine(start, end)) {
      this.#at = end;
      this.#line += lines;
      return true;
    }
    if (this.#found !== this.#width) return false;
    const row = block.length;
    block.line[row] = this.#line;
    block.rowStart[row] = start;
    block.rowEnd[row] = end;
    if (!this.#cells.fill(row)) block.byRecord[row] = 1;
    block.length++;
    this.#at = end;
    this.#line += lines;
    return true;
  }

  /** Reads what comes next with care: as many rows as there are until every cell is closed. */
  #readAhead(): void {
    const { rows, end, line } = this.#readCarefully(this.#at, this.#line);
    this.#waiting = rows.map((row) => this.#calls.read(row));
    this.#next = 0;
    this.#at = end;
    this.#line = line;
  }

  #readCarefully(start: number, line: number): CarefulRecords {
    // A block ends where a record does, so that nothing can come that would close a cell.
    return readCarefully(this.#bytes, start, line, ",", true) as CarefulRecords;
  }

  #isText(start: number, end: number): boolean {
    const row = this.#bytes.subarray(start, end);
    return isUtf8(row) && !row.includes(0);
  }

  #isBlankLine(start: number, end: number): boolean {
    return end - start === 1 || (end - start === 2 && this.#bytes[start] === CARRIAGE_RETURN);
  }

  /** Finds the cells of the record that begins at `start`; gives its end, or CAREFULLY. */
  #findCells(start: number): number {
    const bytes = this.#bytes;
    const { start: starts, end: ends, isEscaped } = this.#cells;
    const width = this.#width;
    let lines = 1;
    let found = 0;
    for (let at = start; ; at++) {
      if (found === width) return CAREFULLY;
      isEscaped[found] = 0;
      let code = bytes[at] as number;
      if (code === QUOTE) {
        const closing = closingQuote(bytes, at + 1);
        if (closing === OPEN) return CAREFULLY;
        starts[found] = at + 1;
        ends[found] = closing;
        const text = bytes.subarray(at + 1, closing);
        if (text.includes(QUOTE)) isEscaped[found] = 1;
        lines += countLineFeeds(text);
        at = closing + 1;
        code = bytes[at] as number;
        if (code === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) code = bytes[++at] as number;
        if (code !== COMMA && code !== LINE_FEED) return CAREFULLY;
      } else {
        starts[found] = at;
        while (STOPS[code] === 0) code = bytes[++at] as number;
        if (code === QUOTE) return CAREFULLY;
        const isCarriageReturn = code === LINE_FEED && at > start && bytes[at - 1] === CARRIAGE_RETURN;
        ends[found] = isCarriageReturn && at > (starts[found] as number) ? at - 1 : at;
      }
      found++;
      if (code === LINE_FEED) {
        this.#found = found;
        this.#linesOfRow = lines;
        return at + 1 - start > MAX_LINE_BYTES ? CAREFULLY : at + 1;
      }
    }
  }
}

function countLineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

const LAST_LINE_END = Buffer.from("\n");
