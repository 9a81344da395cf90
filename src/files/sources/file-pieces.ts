/** The bytes of a file, read into two buffers in turn: a new buffer for every piece would become garbage. */
import type { FileHandle } from "node:fs/promises";
import { FileError } from "../file-error.ts";
import type { ByteSource } from "../text.ts";

/** Bytes of a file that are read at once. */
export const PIECE_BYTES = 1 << 18;

/** An open file: its name in messages, its bytes when it was opened, and the signal that stops reading. */
interface OpenedFile {
  readonly name: string;
  readonly size: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * An open file as a source of bytes, read once and ahead of its reader; closed at its end or when the reader stops.
 * Throws a FileError where the file became shorter meanwhile; what was added to it is read, too.
 */
export class FilePieces implements AsyncIterable<Uint8Array> {
  readonly #handle: FileHandle;
  readonly #file: OpenedFile;
  readonly #pieces: AsyncGenerator<Uint8Array, void, undefined>;
  bytesRead = 0;

  constructor(handle: FileHandle, file: OpenedFile) {
    this.#handle = handle;
    this.#file = file;
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

  #requireAll(): void {
    const { name, size } = this.#file;
    if (this.bytesRead >= size) return;
    throw new FileError(
      name,
      `became shorter while it was read: ${this.bytesRead} of its ${size} bytes are there; run this again when nothing writes to it`,
    );
  }

  async *#read(): AsyncGenerator<Uint8Array, void, undefined> {
    let piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let other = Buffer.allocUnsafeSlow(PIECE_BYTES);
    let reading = this.#handle.read(piece, 0, PIECE_BYTES);
    try {
      for (;;) {
        const { bytesRead } = await reading;
        this.#file.signal?.throwIfAborted();
        if (bytesRead === 0) return this.#requireAll();
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
