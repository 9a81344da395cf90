/** Bytes that are gathered to be written: grows to the largest piece there was, and is used again. */
export class ByteSink {
  /** The memory that is written to: as it is, and for eight bytes at a time. */
  memory: Buffer;
  view: DataView;
  /** How many bytes were put. */
  length = 0;

  constructor(size: number) {
    this.memory = Buffer.allocUnsafeSlow(size);
    this.view = viewOf(this.memory);
  }

  /** What was gathered; to be used before anything else is put. */
  get bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** Makes room for so many bytes behind the first `used`, for whoever writes them there and sets `length`. */
  reserve(used: number, more: number): void {
    if (used + more > this.memory.length) this.#grow(used, used + more);
  }

  #grow(used: number, needed: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.memory.length));
    this.memory.copy(larger, 0, 0, used);
    this.memory = larger;
    this.view = viewOf(larger);
  }

  /** Puts the bytes from `start` up to `end`. */
  putBytes(from: Buffer, start: number, end: number): void {
    this.reserve(this.length, end - start);
    this.length += from.copy(this.memory, this.length, start, end);
  }

  /** Forgets the first bytes; those behind them stand at the beginning then. */
  dropFirst(bytes: number): void {
    this.memory.copyWithin(0, bytes, this.length);
    this.length -= bytes;
  }

  put(text: string): void {
    this.reserve(this.length, 3 * text.length);
    this.length += this.memory.write(text, this.length, "utf8");
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length);
}

/** Bytes that are copied at once. */
const STEP = 8;

/** Text is copied with up to so many bytes behind it that mean nothing: room for them must be there. */
export const MOST_BEHIND = STEP - 1;

/**
 * Copies text, with MOST_BEHIND bytes at most behind it; tells where the text ends. Eight bytes go as one float: no eight
 * bytes of UTF-8 are a NaN, which alone might be copied as another.
 */
export function copyText(to: DataView, at: number, from: DataView, start: number, length: number): number {
  for (let done = 0; done < length; done += STEP)
    to.setFloat64(at + done, from.getFloat64(start + done, true), true);
  return at + length;
}
