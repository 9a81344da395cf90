/** A growing buffer for bytes to write: keeps the size of the largest piece for reuse. */
export class ByteSink {
  memory: Buffer;
  length = 0;

  constructor(size: number) {
    this.memory = Buffer.allocUnsafeSlow(size);
  }

  /** The bytes put so far; valid until the next put. */
  get bytes(): Buffer {
    return this.memory.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  putBytes(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    this.memory.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  put(text: string): void {
    this.#reserve(3 * text.length);
    this.length += this.memory.write(text, this.length, "utf8");
  }

  /** Drops the first bytes and moves the rest to the beginning. */
  dropFirst(bytes: number): void {
    this.memory.copyWithin(0, bytes, this.length);
    this.length -= bytes;
  }

  /** Grows the buffer for this many more bytes. */
  #reserve(more: number): void {
    const needed = this.length + more;
    if (needed <= this.memory.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.memory.length));
    this.memory.copy(larger, 0, 0, this.length);
    this.memory = larger;
  }
}
