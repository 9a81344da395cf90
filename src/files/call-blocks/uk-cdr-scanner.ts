/** Scans UK standard CDRs into columns, whatever their dialect. */
import { type OpenedDialect, UkCdrFile, type UkCdrLayout } from "../uk-cdr/index.ts";
import { rowReader } from "./careful-readers.ts";
import { CellReader } from "./cell-reader.ts";
import { DelimitedRows } from "./delimited-rows.ts";
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
  const { columns } = layout;
  const width = columns.length;
  // A row with a date of a call is no header, and every other row is read with care.
  return new RowScanner(careful, (block) => {
    const cells = new CellReader(width, block);
    const fields = new UkCdrFields(columns, dialect, cells);
    return new DelimitedRows(cells, { delimiter, width, mayTrail: true }, fields);
  });
}
