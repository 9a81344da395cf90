import type { CsvRow } from "./csv-row.ts";
import type { Line, TextLine } from "./line-reader.ts";
import { parseQuotedRecords } from "./parse-quoted-records.ts";
import { HOLDS_NUL, markBefore, NEVER_CLOSED, QuotedRecord } from "./quoted-record.ts";

/** Quoted records that are parsed together; one at a time, the parser's set-up takes most of the time. */
const RECORDS_AT_ONCE = 32;

/** Put between records: a record may itself end with a carriage return, which a line feed alone would take along. */
const RECORD_END = "\r\n";

/** A record's lines, and the place of its row. */
interface WholeRecord {
  readonly lines: readonly TextLine[];
  readonly place: number;
}

/** Groups lines into records. A line without a quote is a record by itself and is cut at its delimiters. */
export class CsvFramer {
  readonly #delimiter: string;
  /** Lines of which no record was made yet. */
  #queue: Line[] = [];
  /** The record that begins with the first of them and is open, and how many of them it has taken. */
  #open: QuotedRecord | undefined;
  #taken = 0;
  /** Records that are whole and wait to be parsed. */
  #whole: WholeRecord[] = [];

  constructor(delimiter = ",") {
    this.#delimiter = delimiter;
  }

  /** Takes lines; gives the records that they make whole. */
  push(lines: readonly Line[]): CsvRow[] {
    for (const line of lines) this.#queue.push(line);
    return this.#take(false);
  }

  /** Is told that there are no more lines. */
  end(): CsvRow[] {
    return this.#take(true);
  }

  #take(isEnd: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    const queue = this.#queue;
    let start = 0;
    while (start < queue.length) {
      const line = queue[start] as Line;
      if (isPlainLine(line)) {
        if (line.text !== "") rows.push(plainRow(line, this.#delimiter));
        start++;
        continue;
      }
      const found = this.#search(start, isEnd);
      if (found === "open") break;
      if (typeof found === "number") {
        const lines = queue.slice(start, found) as TextLine[];
        this.#whole.push({ lines, place: rows.push({ line: line.line, cells: [] }) - 1 });
        if (this.#whole.length === RECORDS_AT_ONCE) this.#parse(rows);
        start = found;
      } else {
        // It costs this line alone; what follows it is read afresh.
        rows.push({ line: line.line, reason: found.bad });
        start++;
      }
    }
    this.#parse(rows);
    queue.splice(0, start);
    return rows;
  }

  /** Searches for the end of the record that begins at `start` of the queue, where an earlier search has left off. */
  #search(start: number, isEnd: boolean): number | "open" | { readonly bad: string } {
    const record = this.#open ?? new QuotedRecord(this.#delimiter);
    this.#open = undefined;
    for (let at = start + this.#taken; at < this.#queue.length; at++) {
      const state = record.add(this.#queue[at] as Line);
      if (state === "open") continue;
      this.#taken = 0;
      return state === "whole" ? at + 1 : state;
    }
    this.#taken = isEnd ? 0 : this.#queue.length - start;
    if (isEnd) return { bad: NEVER_CLOSED };
    this.#open = record;
    return "open";
  }

  /** Parses what waits, into the places of its rows. */
  #parse(rows: CsvRow[]): void {
    if (this.#whole.length === 0) return;
    const parsed = parseQuotedRecords(
      this.#whole.map(({ lines }) => recordText(lines)).join(RECORD_END),
      this.#delimiter,
    );
    if (parsed.length !== this.#whole.length) throw new Error("csv-parse found other records than there are");
    for (const [index, cells] of parsed.entries()) {
      const { lines, place } = this.#whole[index] as WholeRecord;
      rows[place] = { line: (lines[0] as TextLine).line, cells };
    }
    this.#whole = [];
  }
}

/** Whether a line has no quote, and so is a record by itself. */
export function isPlainLine(line: Line): line is TextLine {
  return "text" in line && !line.text.includes('"');
}

/** The row of a plain line. */
export function plainRow(line: TextLine, delimiter: string): CsvRow {
  if (line.text.includes("\0")) return { line: line.line, reason: HOLDS_NUL };
  return { line: line.line, cells: line.text.split(delimiter) };
}

/** The text of a record, without the end of its last line. */
export function recordText(lines: readonly TextLine[]): string {
  const last = lines.length - 1;
  const text = lines.map((line, at) => (line.crlf && at < last ? `${line.text}\r` : line.text)).join("\n");
  return text.slice(markBefore(text));
}
