/** Text from bytes: lines, and limits of input, so that a damaged or hostile file is an error and not a full memory. */
import { isUtf8 } from "node:buffer";
import { FileError, fileErrorOf } from "./file-error.ts";

/**
 * Most bytes of a book together with the CSV files that the book names, each as often as it is named. Below the longest
 * string of a JavaScript engine.
 */
export const MAX_BOOK_BYTES = 512_000_000;

/** Most lines of the CSV files of a book: some 2 GB of memory once the book is open. */
export const MAX_BOOK_LINES = 10_000_000;

/** Deepest nesting of objects and lists; a book needs 4 levels. */
export const MAX_NESTING = 64;

/** Most bytes of one line of a call file, and characters of one CSV record that runs over several lines. */
export const MAX_LINE_BYTES = 1_048_576;

/** Most bytes of a line of features' states: 5,000 charges that were made, each of days that were charged otherwise. */
export const MAX_STATE_LINE_BYTES = 64_000_000;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** Bytes that identify the kind of a file; a byte order mark has 3. */
const SIGNATURE_BYTES = 4;

const IN_UTF_16 = "is written in UTF-16; save it as UTF-8 (in a spreadsheet: CSV UTF-8)";

/** The first bytes of files that are no UTF-8 text, and what is said of them. */
const NO_TEXTS: readonly (readonly [start: readonly number[], reason: string])[] = [
  [[0xff, 0xfe], IN_UTF_16],
  [[0xfe, 0xff], IN_UTF_16],
  [[0x1f, 0x8b], "is compressed with gzip; unpack it first"],
  [[0xfd, 0x37, 0x7a], "is compressed with xz; unpack it first"],
  [[0x28, 0xb5, 0x2f, 0xfd], "is compressed with Zstandard; unpack it first"],
  [[0x37, 0x7a, 0xbc, 0xaf], "is compressed with 7-Zip; unpack it first"],
  [[0x50, 0x4b], "is a ZIP archive or a spreadsheet; save it as CSV or JSON"],
  [[0x25, 0x50, 0x44, 0x46], "is a PDF, which has no columns; ask its sender for CSV"],
  [[0xd0, 0xcf, 0x11, 0xe0], "is a spreadsheet of Excel before 2007; save it as CSV"],
];

/** The reason why a file that begins with these bytes is not UTF-8 text; undefined where the file may be text. */
function notText(bytes: Uint8Array): string | undefined {
  const [, reason] = NO_TEXTS.find(([start]) => start.every((byte, at) => bytes[at] === byte)) ?? [];
  if (reason !== undefined) return reason;
  // Two letters of two bytes each, the larger byte first or last.
  const [first, second, third, fourth] = Array.from(bytes.subarray(0, SIGNATURE_BYTES), (byte) => byte === 0);
  const isWide = fourth !== undefined && first === third && second === fourth && first !== second;
  return isWide ? "is written in UTF-16 without a mark of it; save it as UTF-8" : undefined;
}

/** Bytes behind their byte order mark. Throws a FileError where they are the beginning of no text at all. */
export function textBody(bytes: Buffer, file: string): Buffer {
  const reason = notText(bytes);
  if (reason !== undefined) throw new FileError(file, reason);
  return bytes.subarray(0, 3).equals(UTF8_BOM) ? bytes.subarray(3) : bytes;
}

/** Byte order marks, and a mark that was read as windows-1252 and written as UTF-8. */
const MARKS = /\ufeff|ï»¿/g;

/** The name of a column without the marks and spaces that concatenated files, or files saved again, have around it. */
export function columnName(cell: string): string {
  return cell.replaceAll(MARKS, "").trim();
}

/** A copy of a text: a slice of a chunk keeps the whole chunk in memory as long as the slice is kept. */
export function detached(text: string): string {
  return text.length < 13 ? text : Buffer.from(text).toString();
}

export interface TextLine {
  readonly line: number;
  readonly text: string;
  /** Whether it ended with CR LF. */
  readonly crlf: boolean;
}

/** A line that could not be read, and the reason. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** One line of a file: its text, or the reason why it has none. */
export type ReadLine = TextLine | BadLine;

export const LINE_FEED = 0x0a;

/** The lines of bytes, numbered from `first`. */
export function linesOf(bytes: Buffer, first: number, most = MAX_LINE_BYTES): ReadLine[] {
  const lines: ReadLine[] = [];
  for (let start = 0, line = first; start < bytes.length; line++) {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    lines.push(decodeLine(bytes.subarray(start, end), line, most));
    start = end + 1;
  }
  return lines;
}

/** A line from its bytes, without the line feed. */
export function decodeLine(bytes: Buffer, line: number, most = MAX_LINE_BYTES): ReadLine {
  if (bytes.length > most) return { line, reason: `is longer than ${most} bytes` };
  if (!isUtf8(bytes)) return { line, reason: "is not UTF-8 text" };
  const text = bytes.toString("utf8");
  const crlf = text.endsWith("\r");
  return { line, text: crlf ? text.slice(0, -1) : text, crlf };
}

/** Bytes as they arrive: a file, standard input, a request's body. */
export type ByteSource = AsyncIterable<Uint8Array | string>;

/** The bytes of a source behind its byte order mark. Throws a FileError where the source fails or is no text at all. */
export async function* textBytes(source: ByteSource, file: string): AsyncGenerator<Buffer, void, undefined> {
  let head: Buffer | undefined = Buffer.alloc(0);
  try {
    for await (const piece of source) {
      const bytes = asBuffer(piece);
      if (head === undefined) {
        yield bytes;
        continue;
      }
      head = Buffer.concat([head, bytes]);
      if (head.length < SIGNATURE_BYTES) continue;
      const start = textBody(head, file);
      head = undefined;
      yield start;
    }
  } catch (error) {
    throw fileErrorOf(error, file);
  }
  if (head !== undefined) yield textBody(head, file);
}

/** @throws TypeError for a piece of another kind, such as an ArrayBuffer or a record: it has no length, and would be lost */
export function asBuffer(bytes: Uint8Array | string): Buffer {
  if (typeof bytes === "string") return Buffer.from(bytes);
  if (!ArrayBuffer.isView(bytes))
    throw new TypeError("a piece of it is neither bytes, a Uint8Array, nor text");
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
