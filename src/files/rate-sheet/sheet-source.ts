import { FileError, fileErrorOf } from "../file-error.ts";
import type { ByteSource } from "../text.ts";
import { MAX_SHEET_BYTES } from "./rate-sheet.ts";

/** A sheet as it may be handed in: its text, its bytes, or a stream of them. */
export type SheetSource = string | Uint8Array | ByteSource;

/** How a sheet's bytes are text. */
type SheetEncoding = "utf-8" | "windows-1252" | "latin1" | "utf-16le";

/** All bytes of a sheet, as UTF-8. Throws a FileError where the source fails or is larger than any price list. */
export async function bytesOfSheet(
  source: SheetSource,
  encoding: SheetEncoding,
  name: string,
): Promise<Uint8Array> {
  if (typeof source === "string") return Buffer.from(source);
  const bytes = source instanceof Uint8Array ? source : await gathered(source, name);
  if (encoding === "utf-8") return bytes;
  if (encoding === "utf-16le") return Buffer.from(new TextDecoder(encoding).decode(bytes));
  // What calls itself Latin-1 is windows-1252 in truth. Every byte is a character there, so nothing is refused.
  return Buffer.from(decodeWindows1252(bytes));
}

async function gathered(source: ByteSource, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let left = MAX_SHEET_BYTES;
  try {
    for await (const piece of source) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      left -= bytes.length;
      if (left < 0) throw new FileError(name, `is larger than ${MAX_SHEET_BYTES} bytes`);
      pieces.push(bytes);
    }
  } catch (error) {
    throw fileErrorOf(error, name);
  }
  return Buffer.concat(pieces);
}

/**
 * What the bytes 80 to 9F are in windows-1252, in order. Node's own decoder is of no use here: of several releases it
 * takes these bytes for control characters, so that a price list would depend on the Node that reads it.
 */
const FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** The text of bytes in windows-1252; the five that mean nothing there stay the control characters they are. */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => FROM_80[character.charCodeAt(0) - 0x80] ?? character,
  );
}
