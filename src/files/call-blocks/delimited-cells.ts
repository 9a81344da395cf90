/** Finds the cells of a delimited row in its bytes, as long as its quotes are plain. */
import { MAX_LINE_BYTES } from "../limits.ts";
import type { CellReader } from "./cell-reader.ts";
import { CellStops } from "./cell-stops.ts";
import { CARRIAGE_RETURN, closingQuote, countLineFeeds, LINE_FEED, OPEN, QUOTE } from "./csv-records.ts";
import { CAREFULLY } from "./row-scanner.ts";

/** What is to be known of the rows. */
export interface RowShape {
  readonly delimiter: string;
  readonly width: number;
  /** Whether empty cells may stand behind the last. */
  readonly mayTrail: boolean;
}

const SPACE = 32;

export class DelimitedCells {
  readonly #cells: CellReader;
  readonly #delimiter: number;
  readonly #width: number;
  readonly #mayTrail: boolean;
  /** Bytes that end a bare cell or show that it is none. */
  readonly #stops: CellStops;
  /** Whether `isEscaped` may hold what is true of an earlier row. */
  #hadEscaped = false;
  /** Cells and lines of the row last found. */
  found = 0;
  lines = 1;

  /** The cells that are found become those of `cells`. */
  constructor(cells: CellReader, { delimiter, width, mayTrail }: RowShape) {
    this.#cells = cells;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#width = width;
    this.#mayTrail = mayTrail;
    this.#stops = new CellStops([this.#delimiter, LINE_FEED, QUOTE]);
  }

  /** Begins with the bytes of `cells`. */
  begin(): void {
    this.#stops.begin(this.#cells.view);
  }

  /** Finds the cells of the record that begins at `start`; gives its end, or CAREFULLY. */
  find(start: number): number {
    const end = this.#findBare(start);
    return end === CAREFULLY ? this.#findAny(start) : end;
  }

  /** The same for a line of as many cells as there should be, without a quote, as nearly all are; else CAREFULLY. */
  #findBare(start: number): number {
    const { bytes, start: starts, end: ends, isEscaped } = this.#cells;
    const delimiter = this.#delimiter;
    const width = this.#width;
    const first = this.#stops.first(start, width);
    if (first < 0) return CAREFULLY;
    const { places } = this.#stops;
    const last = width - 1;
    let from = start;
    for (let cell = 0; cell < last; cell++) {
      const stop = places[first + cell] as number;
      if (bytes[stop] !== delimiter) return CAREFULLY;
      starts[cell] = from;
      ends[cell] = stop;
      from = stop + 1;
    }
    const lineFeed = places[first + last] as number;
    if (bytes[lineFeed] !== LINE_FEED) return CAREFULLY;
    starts[last] = from;
    ends[last] = lineFeed > from && bytes[lineFeed - 1] === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
    if (this.#hadEscaped) isEscaped.fill(0);
    this.#hadEscaped = false;
    return this.#end(start, lineFeed, width, 1);
  }

  /** The same for any record, byte by byte. */
  #findAny(start: number): number {
    const { bytes, start: starts, end: ends, isEscaped } = this.#cells;
    const delimiter = this.#delimiter;
    const { isStop } = this.#stops;
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
        if (text.includes(QUOTE)) {
          isEscaped[found] = 1;
          this.#hadEscaped = true;
        }
        lines += countLineFeeds(text);
        at = closing + 1;
        code = bytes[at] as number;
        if (code === CARRIAGE_RETURN && bytes[at + 1] === LINE_FEED) code = bytes[++at] as number;
        if (code !== delimiter && code !== LINE_FEED) return CAREFULLY;
      } else {
        starts[found] = at;
        while (isStop[code] === 0) code = bytes[++at] as number;
        if (code === QUOTE) return CAREFULLY;
        const isCarriageReturn = code === LINE_FEED && at > start && bytes[at - 1] === CARRIAGE_RETURN;
        ends[found] = isCarriageReturn && at > (starts[found] as number) ? at - 1 : at;
      }
      found++;
      if (code === LINE_FEED) return this.#end(start, at, found, lines);
    }
  }

  /** The line feed behind empty cells, which may have spaces in them. */
  #endOfTrail(bytes: Buffer, from: number): number {
    if (!this.#mayTrail) return CAREFULLY;
    let at = from;
    while (bytes[at] === this.#delimiter || bytes[at] === SPACE) at++;
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
