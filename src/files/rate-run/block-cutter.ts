/** Cuts a file into blocks that can be read apart, each a whole number of records. */
import { isUtf8 } from "node:buffer";
import { MAX_LINE_BYTES } from "../limits.ts";

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

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const QUOTE = 0x22;

/** Bytes without an end of a record that are gathered; beyond, a file is read as one. */
const MAX_UNCUT = 8 * MAX_LINE_BYTES;

/**
 * Gathers bytes and gives blocks. A block ends with a line, and where there are quotes, with one at which every
 * cell is closed. Only plain quotes are understood: around whole cells, doubled within, not over more than a
 * line may hold. Anything else may make a reader give up one line and read the next afresh; then `isLost` is
 * set, `push` gives nothing more, and `rest` is for a reader that has seen all that came before.
 */
export class BlockCutter {
  readonly #size: number;
  readonly #delimiter: number | undefined;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #line: number;
  isLost = false;

  constructor({ size, delimiter }: CutterOptions, firstLine: number) {
    this.#size = size;
    this.#delimiter = delimiter?.charCodeAt(0);
    this.#line = firstLine;
  }

  /** Takes bytes; gives a block where there are enough of them. */
  push(bytes: Buffer): Block | undefined {
    this.#pending.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.isLost || this.#pendingBytes < this.#size) return undefined;
    const all = this.#gathered();
    const end = this.#endOfRecords(all);
    if (end === undefined) {
      this.isLost = true;
      return undefined;
    }
    if (end === 0) {
      this.isLost = this.#pendingBytes > MAX_UNCUT;
      return undefined;
    }
    const block = { bytes: all.subarray(0, end), line: this.#line };
    this.#line += countLines(block.bytes);
    this.#pending = [all.subarray(end)];
    this.#pendingBytes = all.length - end;
    return block;
  }

  /** What is left, not cut any more: the last block, or where the cutter is lost, the beginning of the rest. */
  rest(): Block {
    return { bytes: this.#gathered(), line: this.#line };
  }

  #gathered(): Buffer {
    const all = this.#pending.length === 1 ? (this.#pending[0] as Buffer) : Buffer.concat(this.#pending);
    this.#pending = [all];
    return all;
  }

  /** Where the last whole record ends; 0 where none does, undefined where quotes are not plain. */
  #endOfRecords(bytes: Buffer): number | undefined {
    const last = bytes.lastIndexOf(LINE_FEED) + 1;
    if (this.#delimiter === undefined || last === 0) return last;
    const first = bytes.indexOf(QUOTE);
    if (first === -1 || first >= last) return last;
    return endOfQuotedRecords(bytes, last, this.#delimiter);
  }
}

function endOfQuotedRecords(bytes: Buffer, last: number, delimiter: number): number | undefined {
  let end = 0;
  let hasLineBreaks = false;
  let at = 0;
  while (at < last) {
    const lineEnd = bytes.indexOf(LINE_FEED, at);
    const quote = bytes.indexOf(QUOTE, at);
    if (lineEnd < quote || quote === -1) {
      at = lineEnd + 1;
      end = at;
      continue;
    }
    const before = quote === 0 ? LINE_FEED : bytes[quote - 1];
    if (before !== delimiter && before !== LINE_FEED) return undefined;
    const closing = closingQuote(bytes, quote + 1);
    if (closing === undefined) {
      // The cell may go on in bytes that are still to come.
      return bytes.length - quote > MAX_LINE_BYTES ? undefined : end;
    }
    if (bytes.subarray(quote, closing).includes(LINE_FEED)) {
      hasLineBreaks = true;
      if (closing - quote > MAX_LINE_BYTES / 2) return undefined;
    }
    const after = bytes[closing + 1];
    const isLineEnd = after === LINE_FEED || (after === CARRIAGE_RETURN && bytes[closing + 2] === LINE_FEED);
    if (closing + 2 >= bytes.length) return end;
    if (after !== delimiter && !isLineEnd) return undefined;
    at = closing + 1;
  }
  // Within a record of several lines, a line that is no text ends it.
  if (hasLineBreaks && (!isUtf8(bytes.subarray(0, end)) || bytes.subarray(0, end).includes(0)))
    return undefined;
  return end;
}

/** The quote that closes a cell: one that is not doubled. */
function closingQuote(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 2)) {
    if (bytes[at + 1] !== QUOTE) return at;
  }
  return undefined;
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}
