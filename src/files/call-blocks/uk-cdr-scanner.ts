/** Scans UK standard CDRs into columns, whatever their dialect. */
import { type OpenedDialect, UkCdrFile, type UkCdrLayout } from "../uk-cdr/index.ts";
import type { CallBlock } from "./call-block.ts";
import { rowReader } from "./careful-readers.ts";
import { CellReader } from "./cell-reader.ts";
import { DelimitedCells } from "./delimited-cells.ts";
import { CAREFULLY, type PlainRows, RowScanner } from "./row-scanner.ts";
import type { CallScanner } from "./scanner.ts";
import { isScannable, UkCdrFields } from "./uk-cdr-fields.ts";

/** A scanner for the rows below the first, which has told the layout. */
export function ukCdrScanner(
  file: string,
  dialect: OpenedDialect,
  layout: UkCdrLayout | undefined,
): CallScanner {
  const rows = new UkCdrFile(file, dialect, layout);
  const careful = rowReader(dialect.delimiter, (row) => rows.read(row));
  if (layout === undefined || !isScannable(layout.columns, dialect)) return new RowScanner(careful);
  return new RowScanner(careful, (block) => new UkCdrRows(layout, dialect, block));
}

class UkCdrRows implements PlainRows {
  readonly #cells: CellReader;
  readonly #found: DelimitedCells;
  readonly #fields: UkCdrFields;
  readonly #width: number;
  /** The first cell of the header row. */
  readonly #heading: Buffer | undefined;
  #bytes: Buffer = Buffer.alloc(0);
  isCall = true;

  constructor({ columns, header }: UkCdrLayout, dialect: OpenedDialect, block: CallBlock) {
    const width = columns.length;
    const { delimiter } = dialect;
    this.#width = width;
    this.#heading = header && Buffer.from(header[0] ?? "");
    this.#cells = new CellReader(width, block);
    this.#found = new DelimitedCells(this.#cells, { delimiter, width, mayTrail: true });
    this.#fields = new UkCdrFields(columns, dialect, this.#cells);
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
    return found === this.#width && !this.#mayBeHeader() && this.#fields.fill(row) ? end : CAREFULLY;
  }

  /** Whether the row begins as a header that is repeated, which is none of the calls. */
  #mayBeHeader(): boolean {
    if (this.#heading === undefined) return false;
    const { start, end, isEscaped } = this.#cells;
    const from = start[0] as number;
    const to = end[0] as number;
    if (isEscaped[0] === 1) return true;
    return to - from === this.#heading.length && this.#heading.equals(this.#bytes.subarray(from, to));
  }
}
