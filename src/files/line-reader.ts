import { MAX_LINE_BYTES } from "./limits.ts";
import { type ByteSource, textBytes } from "./text-bytes.ts";
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

const LINE_FEED = 0x0a;

/**
 * The lines of a UTF-8 text, a batch for each chunk that arrives. A byte order mark is passed over. A line of
 * more than `most` bytes is a bad line and is never held; so is one that is not UTF-8. Throws a FileError where the
 * source fails or is no text at all.
 */
export async function* readLines(
  source: ByteSource,
  file: string,
  most = MAX_LINE_BYTES,
): AsyncGenerator<Line[], void, undefined> {
  const splitter = new LineSplitter(most);
  for await (const bytes of textBytes(source, file)) {
    const lines = splitter.push(bytes);
    if (lines.length > 0) yield lines;
  }
  const last = splitter.end();
  if (last !== undefined) yield [last];
}

/** Cuts chunks of bytes into lines; holds at most one unfinished line. */
class LineSplitter {
  readonly #most: number;
  #line = 1;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #overlong = false;

  constructor(most: number) {
    this.#most = most;
  }

  push(bytes: Buffer): Line[] {
    const lines: Line[] = [];
    const first = bytes.indexOf(LINE_FEED);
    if (first === -1) {
      this.#hold(bytes);
      return lines;
    }
    let rest = bytes;
    if (this.#pendingBytes > 0 || this.#overlong) {
      this.#hold(bytes.subarray(0, first));
      lines.push(this.#finish());
      rest = bytes.subarray(first + 1);
    }
    const last = rest.lastIndexOf(LINE_FEED);
    if (last !== -1) this.#cut(rest.subarray(0, last + 1), lines);
    // A copy: what is held must not keep the whole chunk.
    if (last + 1 < rest.length) this.#hold(Buffer.from(rest.subarray(last + 1)));
    return lines;
  }

  /** The last line, where the file does not end with a line feed. */
  end(): Line | undefined {
    return this.#pendingBytes > 0 || this.#overlong ? this.#finish() : undefined;
  }

  #hold(bytes: Buffer): void {
    if (this.#overlong || bytes.length === 0) return;
    this.#pendingBytes += bytes.length;
    this.#pending.push(bytes);
    if (this.#pendingBytes > this.#most) {
      this.#overlong = true;
      this.#pending = [];
    }
  }

  #finish(): Line {
    const bytes = this.#pending.length === 1 ? this.#pending[0] : Buffer.concat(this.#pending);
    const line = this.#overlong
      ? overlong(this.#line, this.#most)
      : decodeLine(bytes ?? Buffer.alloc(0), this.#line, this.#most);
    this.#line++;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#overlong = false;
    return line;
  }

  /** Whole lines: decoded at once where all of them are UTF-8, else one by one. */
  #cut(bytes: Buffer, lines: Line[]): void {
    const text = decodeUtf8(bytes);
    if (text === undefined) {
      for (let start = 0; start < bytes.length; ) {
        const end = bytes.indexOf(LINE_FEED, start);
        lines.push(decodeLine(bytes.subarray(start, end), this.#line++, this.#most));
        start = end + 1;
      }
      return;
    }
    for (let start = 0; start < text.length; ) {
      const end = text.indexOf("\n", start);
      // A character has at most 3 bytes for each unit of the text, so a short text needs no counting.
      const tooLong = end - start > this.#most / 3 && Buffer.byteLength(text.slice(start, end)) > this.#most;
      lines.push(tooLong ? overlong(this.#line, this.#most) : textLine(text.slice(start, end), this.#line));
      this.#line++;
      start = end + 1;
    }
  }
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
