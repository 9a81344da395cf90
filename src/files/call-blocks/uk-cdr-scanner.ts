/** Scans UK standard CDRs into columns, whatever their dialect. */
import { type OpenedDialect, UkCdrFile, type UkCdrLayout } from "../uk-cdr/index.ts";
import { rowReader } from "./careful-readers.ts";
import { CellReader } from "./cell-reader.ts";
import { DelimitedRows, type RowFiller } from "./delimited-rows.ts";
import { RowScanner } from "./row-scanner.ts";
import type { CallScanner } from "./scanner.ts";
import { isScannable, UkCdrFields } from "./uk-cdr-fields.ts";

/** A scanner for the rows below the first, which has told the layout. */
export function ukCdrScanner(
  file: string,
  dialect: OpenedDialect,
  layout: UkCdrLayout | undefined,
): CallScanner {
  const { delimiter } = dialect;
  const rows = new UkCdrFile(file, dialect, layout);
  const careful = rowReader(delimiter, (row) => rows.read(row));
  if (layout === undefined || !isScannable(layout.columns, dialect)) return new RowScanner(careful);
  const { columns, header } = layout;
  const width = columns.length;
  return new RowScanner(careful, (block) => {
    const cells = new CellReader(width, block);
    const fields = new UkCdrFields(columns, dialect, cells);
    const filler = header === undefined ? fields : new BelowHeader(header, cells, fields);
    return new DelimitedRows(cells, { delimiter, width, mayTrail: true }, filler);
  });
}

/** Leaves out rows that begin as the header does: it may be repeated, and is none of the calls. */
class BelowHeader implements RowFiller {
  /** The first cell of the header. */
  readonly #heading: Buffer;
  readonly #cells: CellReader;
  readonly #fields: UkCdrFields;

  constructor(header: readonly string[], cells: CellReader, fields: UkCdrFields) {
    this.#heading = Buffer.from(header[0] ?? "");
    this.#cells = cells;
    this.#fields = fields;
  }

  fill(row: number): boolean {
    return !this.#mayBeHeader() && this.#fields.fill(row);
  }

  #mayBeHeader(): boolean {
    const { bytes, start, end, isEscaped } = this.#cells;
    const from = start[0] as number;
    const to = end[0] as number;
    if (isEscaped[0] === 1) return true;
    return to - from === this.#heading.length && this.#heading.equals(bytes.subarray(from, to));
  }
}
