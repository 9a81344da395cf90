/** Memory that blocks and results no longer need, for the next ones. */
export class SpareMemory {
  readonly #spare: ArrayBuffer[] = [];

  /** Memory that was given back, or undefined where there is none. */
  take(): ArrayBuffer | undefined {
    return this.#spare.pop();
  }

  /** Memory for so many bytes. */
  takeFor(length: number): ArrayBuffer {
    const spare = this.#spare.pop();
    return spare !== undefined && spare.byteLength >= length ? spare : new ArrayBuffer(roomFor(length));
  }

  /** A copy of bytes. */
  copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    const copy = new Uint8Array(this.takeFor(bytes.length), 0, bytes.length);
    copy.set(bytes);
    return copy;
  }

  give(memory: ArrayBuffer): void {
    if (memory.byteLength > 0) this.#spare.push(memory);
  }
}

/** As much as the next ones will need, too: they are of nearly the same size. */
export function roomFor(length: number): number {
  return length + (length >> 2);
}
