/** Cuts a file into blocks that can be read apart, each a whole number of records. */
import { MAX_LINE_BYTES } from "../limits.ts";
import { endOfPlainRecord, LINE_FEED, ODD, OPEN, QUOTE, readCarefully } from "./csv-records.ts";

/** Whole records of a file. */
export interface Block {
  readonly bytes: Buffer;
  /** Number of its first line in the file. */
  readonly line: number;
}

/** How blocks are cut. */
export interface CutterOptions {
  /** Bytes of a block at least, but for the last. */
  readonly size: number;
  /** The delimiter of a CSV file; undefined where a line is always a record. */
  readonly delimiter: string | undefined;
}

/** One byte more than a line may have shows that it is too long; what comes after it need not be held. */
const HELD_OF_A_LINE = MAX_LINE_BYTES + 1;

/**
 * Gathers bytes and gives blocks. A block ends where a record does. Of a line that is too long to be read, only as
 * much is held as shows that, so that no file can fill the memory.
 */
export class BlockCutter {
  readonly #size: number;
  readonly #delimiter: string | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Bytes after the last line end. */
  #unended = 0;
  #line = 1;

  constructor({ size, delimiter }: CutterOptions) {
    this.#size = size;
    this.#delimiter = delimiter;
  }

  /** Takes bytes. */
  push(bytes: Buffer): void {
    const first = bytes.indexOf(LINE_FEED);
    const toLineEnd = first === -1 ? bytes.length : first;
    const held = Math.min(toLineEnd, Math.max(HELD_OF_A_LINE - this.#unended, 0));
    if (held === toLineEnd) {
      this.#hold(bytes);
    } else {
      this.#hold(bytes.subarray(0, held));
      this.#hold(bytes.subarray(toLineEnd));
    }
    this.#unended = first === -1 ? this.#unended + held : bytes.length - bytes.lastIndexOf(LINE_FEED) - 1;
  }

  #hold(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
  }

  /** All that is held, for whoever has to know how the file begins. */
  get held(): Block {
    return { bytes: this.#gathered(), line: this.#line };
  }

  /** Goes on behind the first bytes that are held. */
  skip(bytes: number, line: number): void {
    const rest = this.#gathered().subarray(bytes);
    this.#pending = [rest];
    this.#pendingBytes = rest.length;
    this.#line = line;
  }

  /** A block, where enough is held. */
  take(): Block | undefined {
    if (this.#pendingBytes < this.#size) return undefined;
    const all = this.#gathered();
    const end = this.#endOfRecords(all);
    if (end === 0) return undefined;
    const block = { bytes: all.subarray(0, end), line: this.#line };
    this.skip(end, this.#line + countLines(block.bytes));
    return block;
  }

  /** What is left at the end of the file, if anything is. */
  rest(): Block | undefined {
    const { held } = this;
    this.#pending = [];
    this.#pendingBytes = 0;
    return held.bytes.length === 0 ? undefined : held;
  }

  #gathered(): Buffer {
    const all = this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
    this.#pending = [all];
    return all;
  }

  /** Where the last whole record ends; 0 where none does. */
  #endOfRecords(bytes: Buffer): number {
    const last = bytes.lastIndexOf(LINE_FEED) + 1;
    return this.#delimiter === undefined ? last : endOfCsvRecords(bytes, last, this.#delimiter);
  }
}

function endOfCsvRecords(bytes: Buffer, last: number, delimiter: string): number {
  const delimiterByte = delimiter.charCodeAt(0);
  let end = 0;
  while (end < last) {
    const quote = bytes.indexOf(QUOTE, end);
    if (quote === -1 || quote >= last) return last;
    // Lines without a quote are records.
    end = Math.max(end, bytes.lastIndexOf(LINE_FEED, quote) + 1);
    const plainEnd = endOfPlainRecord(bytes, end, delimiterByte);
    if (plainEnd === ODD || (plainEnd === OPEN && bytes.length - end > MAX_LINE_BYTES)) {
      const careful = readCarefully(bytes, end, 1, delimiter, false);
      if (careful === undefined) return end;
      end = careful.end;
    } else if (plainEnd === OPEN) return end;
    else end = plainEnd;
  }
  return end;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
