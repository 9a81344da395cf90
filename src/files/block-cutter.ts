/** Cuts a file into blocks of whole records that can be read separately. */
import { endOfPlainRecord, ODD, OPEN, QUOTE, readRecord } from "./csv-records.ts";
import { LINE_FEED, MAX_LINE_BYTES } from "./text.ts";

/** Whole records of a file. */
export interface Block {
  readonly bytes: Buffer;
  /** Number of its first line in the file. */
  readonly line: number;
}

interface CutterOptions {
  /** Least bytes of a block, except for the last block. */
  readonly size: number;
  /** The delimiter of a CSV file; undefined where a line is always a record. */
  readonly delimiter: string | undefined;
  /** Whether spaces may stand before the quote that opens a cell. */
  readonly isSpaced?: boolean;
  /** Most bytes of a line; of a longer line, only one byte more is held. */
  readonly mostLineBytes?: number;
}

/** Most lines of a block, about: a line takes memory when it is read, however short the line is. */
const MOST_LINES = 1 << 14;

/**
 * Gathers bytes and gives blocks. A block ends where a record ends, and stays valid until more bytes are pushed. Of a
 * line that is too long to be read, only one byte more than allowed is held, so that no file can fill the memory.
 */
export class BlockCutter {
  readonly #size: number;
  readonly #delimiter: string | undefined;
  readonly #isSpaced: boolean;
  /** Most bytes to hold of a line: one byte more than allowed shows that the line is too long. */
  readonly #heldOfALine: number;
  /** Bytes to hold before the next search for a block: a record that stays open must not be read at each piece. */
  #nextLook = 0;
  /** The held bytes are from `#start` to `#end`. */
  #buffer = Buffer.alloc(0);
  #start = 0;
  #end = 0;
  /** Bytes after the last line end. */
  #unended = 0;
  #line = 1;

  constructor({ size, delimiter, isSpaced = false, mostLineBytes = MAX_LINE_BYTES }: CutterOptions) {
    this.#size = size;
    this.#delimiter = delimiter;
    this.#isSpaced = isSpaced;
    this.#heldOfALine = mostLineBytes + 1;
  }

  /** Adds a copy of bytes. */
  push(bytes: Buffer): void {
    const first = bytes.indexOf(LINE_FEED);
    const toLineEnd = first === -1 ? bytes.length : first;
    const held = Math.min(toLineEnd, Math.max(this.#heldOfALine - this.#unended, 0));
    this.#makeRoom(bytes.length);
    if (held === toLineEnd) {
      this.#hold(bytes);
    } else {
      this.#hold(bytes.subarray(0, held));
      this.#hold(bytes.subarray(toLineEnd));
    }
    this.#unended = first === -1 ? this.#unended + held : bytes.length - bytes.lastIndexOf(LINE_FEED) - 1;
  }

  #makeRoom(length: number): void {
    const held = this.#end - this.#start;
    if (this.#end + length <= this.#buffer.length) return;
    const room =
      held + length > this.#buffer.length ? Buffer.allocUnsafeSlow(2 * (held + length)) : this.#buffer;
    this.#buffer.copy(room, 0, this.#start, this.#end);
    this.#buffer = room;
    this.#start = 0;
    this.#end = held;
  }

  #hold(bytes: Buffer): void {
    this.#end += bytes.copy(this.#buffer, this.#end);
  }

  /** All held bytes, to see the beginning of the file. */
  get held(): Block {
    return { bytes: this.#buffer.subarray(this.#start, this.#end), line: this.#line };
  }

  /** Drops the first held bytes. */
  skip(bytes: number, line: number): void {
    this.#start += bytes;
    this.#line = line;
  }

  /** A block, if enough bytes are held. */
  take(): Block | undefined {
    const held = this.#end - this.#start;
    if (held < this.#size || held < this.#nextLook || held <= this.#unended) return undefined;
    const block = this.#cut();
    this.#nextLook = block === undefined ? held + (held >> 4) : 0;
    return block;
  }

  /** A block of the bytes that are left at the end of the file, if there are any. */
  rest(): Block | undefined {
    const { held } = this;
    if (held.bytes.length === 0) return undefined;
    const block = this.#cut();
    if (block !== undefined) return block;
    this.#start = this.#end;
    return held;
  }

  /** A block of whole records from the held bytes; undefined where there is none. */
  #cut(): Block | undefined {
    const { bytes, line } = this.held;
    const whole = this.#endOfRecords(bytes, bytes.lastIndexOf(LINE_FEED) + 1);
    if (whole === 0) return undefined;
    const most = endOfLines(bytes.subarray(0, whole), MOST_LINES);
    const end = most.end === whole ? whole : this.#endOfRecords(bytes, most.end);
    const block = { bytes: bytes.subarray(0, end), line };
    this.skip(end, line + (end === most.end ? most.lines : endOfLines(block.bytes).lines));
    return block;
  }

  /** The end of the last record that begins before `last`, a line end; 0 where no record ends. */
  #endOfRecords(bytes: Buffer, last: number): number {
    return this.#delimiter === undefined
      ? last
      : endOfCsvRecords(bytes, last, this.#delimiter, this.#isSpaced);
  }
}

/** The end of the first lines, `most` at most, and their number. */
export function endOfLines(
  bytes: Buffer,
  most = Number.POSITIVE_INFINITY,
): { readonly end: number; readonly lines: number } {
  let end = 0;
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1 && lines < most; at = bytes.indexOf(LINE_FEED, at + 1)) {
    end = at + 1;
    lines++;
  }
  return { end, lines };
}

function endOfCsvRecords(bytes: Buffer, last: number, delimiter: string, isSpaced: boolean): number {
  const delimiterByte = delimiter.charCodeAt(0);
  let end = 0;
  while (end < last) {
    const quote = bytes.indexOf(QUOTE, end);
    if (quote === -1 || quote >= last) return last;
    // A line without a quote is a record.
    end = Math.max(end, bytes.lastIndexOf(LINE_FEED, quote) + 1);
    const plainEnd = endOfPlainRecord(bytes, end, delimiterByte, isSpaced);
    if (plainEnd === ODD || (plainEnd === OPEN && bytes.length - end > MAX_LINE_BYTES)) {
      const careful = readRecord(bytes, end, 1, delimiter, false, isSpaced);
      if (careful === undefined) return end;
      end = careful.end;
    } else if (plainEnd === OPEN) return end;
    else end = plainEnd;
  }
  return end;
}
