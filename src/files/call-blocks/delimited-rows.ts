/** Delimited rows that are plain: finds their cells, and has columns filled from them. */
import type { CellReader } from "./cell-reader.ts";
import { DelimitedCells, type RowShape } from "./delimited-cells.ts";
import { CAREFULLY, type PlainRows } from "./row-scanner.ts";

/** What a format makes of the cells of a row. */
export interface RowFiller {
  /** Fills a row of the columns from the cells; false where its record has to say. */
  fill(row: number): boolean;
}

export class DelimitedRows implements PlainRows {
  readonly cells: CellReader;
  readonly #found: DelimitedCells;
  readonly #width: number;
  readonly #filler: RowFiller;
  isCall = true;

  constructor(cells: CellReader, shape: RowShape, filler: RowFiller) {
    this.cells = cells;
    this.#found = new DelimitedCells(cells, shape);
    this.#width = shape.width;
    this.#filler = filler;
  }

  get lines(): number {
    return this.#found.lines;
  }

  begin(bytes: Buffer, isAscii: boolean): void {
    this.cells.begin(bytes, isAscii);
    this.#found.begin();
  }

  take(start: number, row: number): number {
    const { bytes } = this.cells;
    const end = this.#found.find(start);
    if (end === CAREFULLY) return CAREFULLY;
    const { found } = this.#found;
    this.isCall = !(found === 1 && DelimitedCells.isBlankLine(bytes, start, end));
    if (!this.isCall) return end;
    return found === this.#width && this.#filler.fill(row) ? end : CAREFULLY;
  }
}
