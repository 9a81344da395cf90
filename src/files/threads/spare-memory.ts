/**
 * Memory that blocks and results no longer need, for the next ones: were it made anew for every block, collecting it as
 * garbage would take longer than rating. All threads share it, and who has a block has its memory. It could be handed over
 * instead; but once any memory was, the engine asks at every access to any typed array whether this one is still there.
 */
export class SpareMemory {
  readonly #spare: SharedArrayBuffer[] = [];

  /** Memory that was given back, or undefined where there is none. */
  take(): SharedArrayBuffer | undefined {
    return this.#spare.pop();
  }

  /** Memory for so many bytes. */
  takeFor(length: number): SharedArrayBuffer {
    const spare = this.#spare.pop();
    return spare !== undefined && spare.byteLength >= length ? spare : new SharedArrayBuffer(roomFor(length));
  }

  /** A copy of bytes. */
  copyOf(bytes: Uint8Array): Uint8Array<SharedArrayBuffer> {
    const copy = new Uint8Array(this.takeFor(bytes.length), 0, bytes.length);
    copy.set(bytes);
    return copy;
  }

  give(memory: SharedArrayBuffer): void {
    this.#spare.push(memory);
  }
}

/** As much as the next ones will need, too: they are of nearly the same size. */
export function roomFor(length: number): number {
  return length + (length >> 2);
}
