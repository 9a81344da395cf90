/** A growing array of 32-bit words that reuses its memory. */
export class GrowingWords {
  #memory = new Int32Array(1 << 12);
  #length = 0;

  /** The words, valid until the next put or `clear`. */
  get words(): Int32Array {
    return this.#memory.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  put(words: Int32Array): void {
    const first = this.#length;
    this.#makeRoom(words.length);
    this.#memory.set(words, first);
  }

  putFour(first: number, second: number, third: number, fourth: number): void {
    const at = this.#length;
    this.#makeRoom(4);
    const memory = this.#memory;
    memory[at] = first;
    memory[at + 1] = second;
    memory[at + 2] = third;
    memory[at + 3] = fourth;
  }

  #makeRoom(words: number): void {
    this.#length += words;
    if (this.#length <= this.#memory.length) return;
    const larger = new Int32Array(2 * this.#length);
    larger.set(this.#memory);
    this.#memory = larger;
  }
}
