/** The bytes of a file, read into two buffers in turn: a new buffer for every piece would become garbage. */
import type { FileHandle } from "node:fs/promises";
import type { ByteSource } from "../text.ts";

/** Bytes of a file that are read at once. */
export const PIECE_BYTES = 1 << 18;

/** An open file as a source of bytes, read once and ahead of its reader; closed at its end or when the reader stops. */
export class FilePieces implements AsyncIterable<Uint8Array> {
  readonly #handle: FileHandle;
  readonly #signal: AbortSignal | undefined;
  readonly #pieces: AsyncGenerator<Uint8Array, void, undefined>;
  bytesRead = 0;

  constructor(handle: FileHandle, signal: AbortSignal | undefined) {
    this.#handle = handle;
    this.#signal = signal;
    this.#pieces = this.#read();
  }

  /** Pieces that the reader may keep. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const piece of this.#pieces) yield Buffer.from(piece);
  }

  /** Pieces that are valid until the next piece is requested. */
  passing(): AsyncIterable<Uint8Array> {
    return this.#pieces;
  }

  close(): void {
    // The `finally` of `#read` does not run before its first piece. No caller is left to report a failure to.
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
        // A failure is thrown by `await reading`.
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

/** The pieces of a source for readers that keep none: a piece of a file is valid until the next piece is requested. */
export function passingPieces(source: ByteSource): ByteSource {
  return source instanceof FilePieces ? source.passing() : source;
}
