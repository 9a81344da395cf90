/** The bytes of a file, read into two pieces of memory in turn: pieces of their own would be collected as garbage. */
import type { FileHandle } from "node:fs/promises";
import type { ByteSource } from "../text.ts";

/** Bytes of a file that are read at once. */
export const PIECE_BYTES = 1 << 18;

/** An opened file as a source of bytes, to be read once, ahead of its reader; it is closed at its end, or where it is left. */
export class FilePieces implements AsyncIterable<Uint8Array> {
  readonly #handle: FileHandle;
  readonly #signal: AbortSignal | undefined;
  readonly #pieces: AsyncGenerator<Uint8Array, void, undefined>;
  /** So far. */
  bytesRead = 0;

  constructor(handle: FileHandle, signal: AbortSignal | undefined) {
    this.#handle = handle;
    this.#signal = signal;
    this.#pieces = this.#read();
  }

  /** Pieces to be kept. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#pieces) yield Buffer.from(piece);
  }

  /** Pieces of which each is there until the next is asked for. */
  passing(): AsyncIterable<Uint8Array> {
    return this.#pieces;
  }

  close(): void {
    // A reading that was not begun closes nothing. Nobody is there to be told that closing failed.
    const closed = this.#pieces.return().then(() => this.#handle.close());
    closed.catch(() => undefined);
  }

  async *#read(): AsyncGenerator<Uint8Array, void, undefined> {
    let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let other = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let reading = this.#handle.read(piece, 0, PIECE_BYTES);
    try {
      for (;;) {
        const { bytesRead } = await reading;
        this.#signal?.throwIfAborted();
        if (bytesRead === 0) return;
        this.bytesRead += bytesRead;
        reading = this.#handle.read(other, 0, PIECE_BYTES);
        // Met where it is waited for.
        reading.catch(() => undefined);
        yield piece.subarray(0, bytesRead);
        [piece, other] = [other, piece];
      }
    } finally {
      await reading.catch(() => undefined);
      await this.#handle.close();
    }
  }
}

/** The pieces of a source for readers that keep none: of a file those of which each is there until the next is asked for. */
export function passingPieces(source: ByteSource): ByteSource {
  return source instanceof FilePieces ? source.passing() : source;
}
