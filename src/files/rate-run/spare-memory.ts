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

  give(memory: SharedArrayBuffer): void {
    this.#spare.push(memory);
  }
}

/** A copy of bytes that all threads can read: in the memory that is there for it, if that is large enough. */
export function copyOf(
  bytes: Uint8Array,
  room: SharedArrayBuffer | undefined,
): Uint8Array<SharedArrayBuffer> {
  const { length } = bytes;
  const isEnough = room !== undefined && room.byteLength >= length;
  // New memory is as large as the next ones will need, too: they are of nearly the same size.
  const copy = new Uint8Array(isEnough ? room : new SharedArrayBuffer(length + (length >> 2)), 0, length);
  copy.set(bytes);
  return copy;
}
