import { FileError } from "./file-error.ts";
import { fileErrorOf } from "./system-fault.ts";
import { notText, SIGNATURE_BYTES, withoutBom } from "./text-encoding.ts";

/** Bytes as they arrive: a file, standard input, a request's body. */
export type ByteSource = AsyncIterable<Uint8Array | string>;

/** The bytes of a source behind its byte order mark. Throws a FileError where the source fails or is no text at all. */
export async function* textBytes(source: ByteSource, file: string): AsyncGenerator<Buffer, void, undefined> {
  let head: Buffer | undefined = Buffer.alloc(0);
  const checked = (start: Buffer): Buffer => {
    const reason = notText(start);
    if (reason !== undefined) throw new FileError(file, reason);
    return withoutBom(start);
  };
  try {
    for await (const piece of source) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : asBuffer(piece);
      if (head === undefined) {
        yield bytes;
        continue;
      }
      head = Buffer.concat([head, bytes]);
      if (head.length < SIGNATURE_BYTES) continue;
      const start = checked(head);
      head = undefined;
      yield start;
    }
  } catch (error) {
    throw fileErrorOf(error, file);
  }
  if (head !== undefined) yield checked(head);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const PIECE = 1 << 16;

/** Bytes that are there already, as a source. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}
