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

/** The reason why a file that begins with these bytes is not UTF-8 text; undefined where the file may be text. */
function notText(bytes: Uint8Array): string | undefined {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return "is written in UTF-16; save it as UTF-8 (in a spreadsheet: CSV UTF-8)";
  }
  if (first === 0x1f && second === 0x8b) return "is compressed with gzip; unpack it first";
  if (first === 0x50 && second === 0x4b) return "is a ZIP archive or a spreadsheet; save it as CSV or JSON";
  if (first === 0x25 && second === 0x50 && third === 0x44 && fourth === 0x46) {
    return "is a PDF, which has no columns; ask its sender for CSV";
  }
  if (first === 0xd0 && second === 0xcf && third === 0x11 && fourth === 0xe0) {
    return "is a spreadsheet of Excel before 2007; save it as CSV";
  }
  return undefined;
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

/** The text of UTF-8 bytes; undefined where they are not UTF-8. */
function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
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

/** The lines of bytes, numbered from `first`: decoded at once where all bytes are UTF-8, else line by line. */
export function linesOf(bytes: Buffer, first: number, most = MAX_LINE_BYTES): ReadLine[] {
  const lines: ReadLine[] = [];
  let line = first;
  const text = decodeUtf8(bytes);
  if (text === undefined) {
    for (let start = 0; start < bytes.length; ) {
      const lineFeed = bytes.indexOf(LINE_FEED, start);
      const end = lineFeed === -1 ? bytes.length : lineFeed;
      lines.push(decodeLine(bytes.subarray(start, end), line++, most));
      start = end + 1;
    }
    return lines;
  }
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf("\n", start);
    const end = lineFeed === -1 ? text.length : lineFeed;
    // UTF-8 has at most 3 bytes for each UTF-16 code unit, so the bytes of a short text need no counting.
    const tooLong = end - start > most / 3 && Buffer.byteLength(text.slice(start, end)) > most;
    lines.push(tooLong ? overlong(line, most) : textLine(text.slice(start, end), line));
    line++;
    start = end + 1;
  }
  return lines;
}

function overlong(line: number, most: number): BadLine {
  return { line, reason: `is longer than ${most} bytes` };
}

/** A line from its bytes, without the line feed. */
export function decodeLine(bytes: Buffer, line: number, most = MAX_LINE_BYTES): ReadLine {
  if (bytes.length > most) return overlong(line, most);
  const text = decodeUtf8(bytes);
  return text === undefined ? { line, reason: "is not UTF-8 text" } : textLine(text, line);
}

function textLine(text: string, line: number): TextLine {
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
      const bytes = typeof piece === "string" ? Buffer.from(piece) : asBuffer(piece);
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

export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
