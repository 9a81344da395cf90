/** Finds the cells of a delimited row in its bytes, as long as its quotes are plain. */
import { MAX_LINE_BYTES } from "../limits.ts";
import type { CellReader } from "./cell-reader.ts";
import { CARRIAGE_RETURN, closingQuote, countLineFeeds, LINE_FEED, OPEN, QUOTE } from "./csv-records.ts";
import { CAREFULLY } from "./row-scanner.ts";

/** What is to be known of the rows. */
export interface RowShape {
  readonly delimiter: string;
  readonly width: number;
  /** Whether empty cells may stand behind the last. */
  readonly mayTrail: boolean;
}

export class DelimitedCells {
  readonly #cells: CellReader;
  readonly #delimiter: number;
  readonly #width: number;
  readonly #mayTrail: boolean;
  /** Of bytes, those that end a plain cell or show that it is none. */
  readonly #stops = new Uint8Array(256);
  /** Cells and lines of the row last found. */
  found = 0;
  lines = 1;

  /** The cells that are found become those of `cells`. */
  constructor(cells: CellReader, { delimiter, width, mayTrail }: RowShape) {
    this.#cells = cells;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#width = width;
    this.#mayTrail = mayTrail;
    for (const code of [this.#delimiter, LINE_FEED, QUOTE]) this.#stops[code] = 1;
  }

  /** Finds the cells of the record that begins at `start`; gives its end, or CAREFULLY. */
  find(bytes: Buffer, start: number): number {
    const { start: starts, end: ends, isEscaped } = this.#cells;
    const delimiter = this.#delimiter;
    const stops = this.#stops;
    const width = this.#width;
    let lines = 1;
    let found = 0;
    for (let at = start; ; at++) {
      if (found === width) {
        at = this.#endOfTrail(bytes, at);
        return at === CAREFULLY ? CAREFULLY : this.#end(start, at, found, lines);
      }
      isEscaped[found] = 0;
      let code = bytes[at] as number;
      if (code === QUOTE) {
        const closing = closingQuote(bytes, at + 1);
        if (closing === OPEN) return CAREFULLY;
        starts[found] = at + 1;
        ends[found] = closing;
        const text = bytes.subarray(at + 1, closing);
        if (text.includes(QUOTE)) isEscaped[found] = 1;
        lines += countLineFeeds(text);
        at = closing + 1;
        code = bytes[at] as number;
        if (code === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) code = bytes[++at] as number;
        if (code !== delimiter && code !== LINE_FEED) return CAREFULLY;
      } else {
        starts[found] = at;
        while (stops[code] === 0) code = bytes[++at] as number;
        if (code === QUOTE) return CAREFULLY;
        const isCarriageReturn = code === LINE_FEED && at > start && bytes[at - 1] === CARRIAGE_RETURN;
        ends[found] = isCarriageReturn && at > (starts[found] as number) ? at - 1 : at;
      }
      found++;
      if (code === LINE_FEED) return this.#end(start, at, found, lines);
    }
  }

  /** The line feed behind empty cells. */
  #endOfTrail(bytes: Buffer, from: number): number {
    if (!this.#mayTrail) return CAREFULLY;
    let at = from;
    while (bytes[at] === this.#delimiter) at++;
    if (bytes[at] === CARRIAGE_RETURN) at++;
    return bytes[at] === LINE_FEED ? at : CAREFULLY;
  }

  #end(start: number, lineFeed: number, found: number, lines: number): number {
    this.found = found;
    this.lines = lines;
    return lineFeed + 1 - start > MAX_LINE_BYTES ? CAREFULLY : lineFeed + 1;
  }

  /** Whether the record from `start` to `end` is a line without anything in it. */
  static isBlankLine(bytes: Buffer, start: number, end: number): boolean {
    return end - start === 1 || (end - start === 2 && bytes[start] === CARRIAGE_RETURN);
  }
}
