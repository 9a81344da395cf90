/** Bytes that are gathered to be written: grows to the largest piece there was, and is used again. */
export class ByteSink {
  #bytes: Buffer;
  /** How many were put. */
  length = 0;

  constructor(size: number) {
    this.#bytes = Buffer.allocUnsafeSlow(size);
  }

  /** What was gathered; to be used before anything else is put. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }

  /** The bytes with room for so many behind `length`, for whoever writes them there and sets `length`. */
  room(length: number): Buffer {
    const needed = this.length + length;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.length);
      this.#bytes = larger;
    }
    return this.#bytes;
  }

  put(text: string): void {
    this.length += this.room(3 * text.length).write(text, this.length, "utf8");
  }
}
