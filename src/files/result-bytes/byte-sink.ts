/** Bytes that are gathered to be written: grows to the largest piece there was, and is used again. */
export class ByteSink {
  memory: Buffer;
  /** How many bytes were put. */
  length = 0;

  constructor(size: number) {
    this.memory = Buffer.allocUnsafeSlow(size);
  }

  /** What was gathered; to be used before anything else is put. */
  get bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** Puts the bytes from `start` up to `end`. */
  putBytes(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    this.memory.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  put(text: string): void {
    this.#reserve(3 * text.length);
    this.length += this.memory.write(text, this.length, "utf8");
  }

  /** Forgets the first bytes; those behind them stand at the beginning then. */
  dropFirst(bytes: number): void {
    this.memory.copyWithin(0, bytes, this.length);
    this.length -= bytes;
  }

  /** Makes room for so many bytes more. */
  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.memory.length));
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
  }
}
