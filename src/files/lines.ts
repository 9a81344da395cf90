import { MAX_LINE_BYTES } from "./limits.ts";
import { decodeUtf8 } from "./text-encoding.ts";

/** A line of a text file, without its end. */
export interface TextLine {
  readonly line: number;
  readonly text: string;
  /** Whether it ended with CR LF. */
  readonly crlf: boolean;
}

/** A line that could not be read, and why. */
export interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** One line of a file: its text, or why it has none. */
export type Line = TextLine | BadLine;

export const LINE_FEED = 0x0a;

/** The lines of bytes, of which the first has this number: decoded at once where all of them are UTF-8, else one by one. */
export function linesOf(bytes: Buffer, first: number, most = MAX_LINE_BYTES): Line[] {
  const lines: Line[] = [];
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
    // A character has at most 3 bytes for each unit of the text, so a short text needs no counting.
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
export function decodeLine(bytes: Buffer, line: number, most = MAX_LINE_BYTES): Line {
  if (bytes.length > most) return overlong(line, most);
  const text = decodeUtf8(bytes);
  return text === undefined ? { line, reason: "is not UTF-8 text" } : textLine(text, line);
}

function textLine(text: string, line: number): TextLine {
  const crlf = text.endsWith("\r");
  return { line, text: crlf ? text.slice(0, -1) : text, crlf };
}
