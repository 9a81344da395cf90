import { isUtf8 } from "node:buffer";

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes that decide what a file is; a BOM has 3. */
export const SIGNATURE_BYTES = 3;

/** Why a file that begins with these bytes is not UTF-8 text; undefined where it may be. */
export function notText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return "is written in UTF-16; save it as UTF-8 (in a spreadsheet: CSV UTF-8)";
  }
  if (first === 0x1f && second === 0x8b) return "is compressed with gzip; unpack it first";
  if (first === 0x50 && second === 0x4b) return "is a ZIP archive or a spreadsheet; save it as CSV or JSON";
  return undefined;
}

/** The bytes after a byte order mark. */
export function withoutBom(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).equals(UTF8_BOM) ? bytes.subarray(3) : bytes;
}

/** Byte order marks, and what becomes of one that is read as windows-1252 and written as UTF-8. */
const MARKS = /\ufeff|ï»¿/g;

/** A name of a column as it is meant: files that are put together or saved again have marks and spaces around it. */
export function columnName(cell: string): string {
  return cell.replaceAll(MARKS, "").trim();
}

/** The text of UTF-8 bytes; undefined where they are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
