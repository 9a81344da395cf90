/** Scans CSV calls into columns: cells are found in the bytes, and texts are made only of names not met before. */
import { CsvCalls } from "../read-csv-calls.ts";
import type { CallBlock } from "./call-block.ts";
import { CallFields } from "./call-fields.ts";
import { rowReader } from "./careful-readers.ts";
import { CellReader } from "./cell-reader.ts";
import { DelimitedCells } from "./delimited-cells.ts";
import { CAREFULLY, type PlainRows, RowScanner } from "./row-scanner.ts";
import type { CallScanner } from "./scanner.ts";

/** A scanner for the rows below a header. */
export function csvScanner(header: readonly string[], file: string): CallScanner {
  const calls = new CsvCalls(header, file);
  const careful = rowReader(",", (row) => calls.read(row));
  return new RowScanner(careful, (block) => new CsvRows(header, block));
}

class CsvRows implements PlainRows {
  readonly #cells: CellReader;
  readonly #found: DelimitedCells;
  readonly #fields: CallFields;
  readonly #width: number;
  #bytes: Buffer = Buffer.alloc(0);
  isCall = true;

  constructor(header: readonly string[], block: CallBlock) {
    const width = header.length;
    this.#width = width;
    this.#cells = new CellReader(width, block);
    this.#found = new DelimitedCells(this.#cells, { delimiter: ",", width, mayTrail: false });
    this.#fields = new CallFields(header, this.#cells);
  }

  get lines(): number {
    return this.#found.lines;
  }

  begin(bytes: Buffer, isAscii: boolean): void {
    this.#bytes = bytes;
    this.#cells.begin(bytes, isAscii);
  }

  clear(): void {
    this.#cells.clear();
  }

  take(start: number, row: number): number {
    const end = this.#found.find(this.#bytes, start);
    if (end === CAREFULLY) return CAREFULLY;
    const { found } = this.#found;
    this.isCall = !(found === 1 && DelimitedCells.isBlankLine(this.#bytes, start, end));
    if (!this.isCall) return end;
    return found === this.#width && this.#fields.fill(row) ? end : CAREFULLY;
  }
}
