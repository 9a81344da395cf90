import type { CsvRow } from "./csv-row.ts";
import { MAX_LINE_BYTES } from "./limits.ts";
import type { Line, TextLine } from "./line-reader.ts";
import { NEVER_CLOSED, parseQuotedRecords } from "./parse-quoted-records.ts";

/** Quoted records that are parsed together; one at a time, the parser's set-up takes most of the time. */
const RECORDS_AT_ONCE = 32;

/** The lines of one record, as indexes into the queue: `from` inclusive, `to` exclusive. */
interface Frame {
  readonly from: number;
  readonly to: number;
}

/** What a search for the end of a record found; "open" is a record that later lines may complete. */
type Found = Frame | "open" | { readonly bad: string };

/**
 * Groups lines into records. A line without a quote is a record by itself and is cut at its commas; csv-parse
 * reads the others. A well-formed record has an even number of quotes, and within it every line before the last
 * leaves that number odd: so the end of a record is found by counting.
 */
export class CsvFramer {
  #queue: Line[] = [];
  #start = 0;
  /** How far an open record has been searched already, so that slow input is not searched again and again. */
  #searched: { readonly from: number; readonly to: number; readonly size: number } | undefined;

  readonly #delimiter: string;

  constructor(delimiter = ",") {
    this.#delimiter = delimiter;
  }

  /** Whether lines are held of which later ones may make a record. */
  get isOpen(): boolean {
    return this.#queue.length > 0;
  }

  push(lines: readonly Line[]): CsvRow[] {
    for (const line of lines) this.#queue.push(line);
    return this.#take(false);
  }

  end(): CsvRow[] {
    return this.#take(true);
  }

  #take(isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    while (this.#start < this.#queue.length) {
      const line = this.#queue[this.#start] as Line;
      if ("reason" in line) {
        rows.push(line);
        this.#start++;
      } else if (!line.text.includes('"')) {
        if (line.text !== "") rows.push(plainRow(line, this.#delimiter));
        this.#start++;
      } else if (!this.#takeQuoted(rows, isEnd)) break;
    }
    if (this.#start > 0) {
      this.#queue.splice(0, this.#start);
      this.#searched = undefined;
      this.#start = 0;
    }
    return rows;
  }

  /** Takes the quoted records that stand next; false where the first of them is still open. */
  #takeQuoted(rows: CsvRow[], isEnd: boolean): boolean {
    const frames: Frame[] = [];
    let next = this.#start;
    while (frames.length < RECORDS_AT_ONCE) {
      const found = this.#findFrame(next, isEnd);
      if (found === undefined) break;
      if (found === "open") {
        if (frames.length === 0) return false;
        break;
      }
      if ("bad" in found) {
        if (frames.length === 0) this.#reject(rows, found.bad);
        break;
      }
      frames.push(found);
      next = found.to;
    }
    if (frames.length > 0) this.#parse(frames, rows);
    return true;
  }

  #parse(frames: readonly Frame[], rows: CsvRow[]): void {
    const together = parseQuotedRecords(frames.map((frame) => this.#text(frame)).join("\n"), this.#delimiter);
    if (Array.isArray(together) && together.length === frames.length) {
      for (const [index, cells] of together.entries()) this.#accept(frames[index] as Frame, cells, rows);
      return;
    }
    for (const frame of frames) {
      const alone = parseQuotedRecords(this.#text(frame), this.#delimiter);
      const cells = Array.isArray(alone) && alone.length === 1 ? alone[0] : undefined;
      if (cells === undefined) {
        this.#reject(rows, Array.isArray(alone) ? "is not one CSV record" : alone.reason);
        return;
      }
      this.#accept(frame, cells, rows);
    }
  }

  #accept(frame: Frame, cells: readonly string[], rows: CsvRow[]): void {
    rows.push({ line: (this.#queue[frame.from] as Line).line, cells });
    this.#start = frame.to;
  }

  /** Gives up the next line alone; what follows it is read afresh. */
  #reject(rows: CsvRow[], reason: string): void {
    rows.push({ line: (this.#queue[this.#start] as Line).line, reason });
    this.#start++;
  }

  #text(frame: Frame): string {
    if (frame.to === frame.from + 1) return (this.#queue[frame.from] as TextLine).text;
    const lines = this.#queue.slice(frame.from, frame.to) as TextLine[];
    return lines
      .map(({ text, crlf }, index) => (crlf && index < lines.length - 1 ? `${text}\r` : text))
      .join("\n");
  }

  /** The record that begins at `from`; undefined where no quoted record begins there. */
  #findFrame(from: number, isEnd: boolean): Found | undefined {
    const resume = this.#searched?.from === from ? this.#searched : undefined;
    let isOdd = resume !== undefined;
    let size = resume?.size ?? 0;
    for (let at = resume?.to ?? from; at < this.#queue.length; at++) {
      const line = this.#queue[at] as Line;
      if ("reason" in line) return isOdd ? { bad: NEVER_CLOSED } : undefined;
      const quotes = countQuotes(line.text);
      if (at === from && quotes === 0) return undefined;
      size += line.text.length + 1;
      if (quotes % 2 === 1) isOdd = !isOdd;
      if (at === from && isOdd) {
        // A line that no later line can mend is bad at once, and the calls after it need not wait.
        const alone = parseQuotedRecords(line.text, this.#delimiter);
        if (!Array.isArray(alone) && alone.reason !== NEVER_CLOSED) return { bad: alone.reason };
      }
      if (!isOdd) return { from, to: at + 1 };
      if (size > MAX_LINE_BYTES) {
        return { bad: `opens a quoted cell that is not closed within ${MAX_LINE_BYTES} characters` };
      }
    }
    if (from >= this.#queue.length) return undefined;
    if (isEnd) return { bad: NEVER_CLOSED };
    this.#searched = { from, to: this.#queue.length, size };
    return "open";
  }
}

function plainRow(line: TextLine, delimiter: string): CsvRow {
  if (line.text.includes("\0")) return { line: line.line, reason: "holds a NUL character" };
  return { line: line.line, cells: line.text.split(delimiter) };
}

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) count++;
  return count;
}
