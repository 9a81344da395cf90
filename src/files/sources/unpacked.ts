/** Files that are packed with gzip, unpacked while they are read: memory does not grow with a file. */
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { FileError, systemCode } from "../file-error.ts";
import { asBuffer, type ByteSource } from "../text.ts";
import { passingPieces } from "./file-pieces.ts";

/** The first bytes of every gzip file. */
const GZIP = [0x1f, 0x8b] as const;

/** Bytes that are unpacked at once. */
const UNPACKED_BYTES = 1 << 18;

/** Whether a file that begins with these bytes is packed with gzip. */
export function isPacked(start: Uint8Array): boolean {
  return GZIP.every((byte, at) => start[at] === byte);
}

/**
 * The bytes of a source, unpacked where the source begins like a gzip file, for readers that keep no piece. Throws a
 * FileError where the packed bytes are damaged or cut short.
 */
export async function* unpacked(
  source: ByteSource,
  file: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const pieces = bytesOf(source)[Symbol.asyncIterator]();
  let isRead = false;
  try {
    let start: Uint8Array = new Uint8Array(0);
    while (start.length < GZIP.length) {
      const { value, done } = await pieces.next();
      if (done === true) break;
      start = start.length === 0 ? value : Buffer.concat([start, value]);
    }
    const whole = withStart(start, pieces);
    isRead = true;
    if (isPacked(start)) yield* unpack(whole, file);
    else yield* whole;
  } finally {
    if (!isRead) await pieces.return?.();
  }
}

async function* bytesOf(source: ByteSource): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const piece of passingPieces(source)) yield asBuffer(piece);
}

async function* withStart(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    if (start.length > 0) yield start;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

async function* unpack(
  packed: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip({ chunkSize: UNPACKED_BYTES });
  // The reader of `gunzip` gets the error.
  pipeline(packed, gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    const code = systemCode(error);
    if (code === "Z_BUF_ERROR") {
      throw new FileError(file, "is compressed with gzip and ends too soon; it was cut short");
    }
    if (code?.startsWith("Z_") !== true) throw error;
    throw new FileError(file, `is compressed with gzip and damaged (${(error as Error).message})`);
  } finally {
    gunzip.destroy();
  }
}
