/** Scans CSV calls into columns: cells are found in the bytes, and texts are made only of names not met before. */
import { CsvCalls } from "../read-csv-calls.ts";
import { CallFields } from "./call-fields.ts";
import { rowReader } from "./careful-readers.ts";
import { CellReader } from "./cell-reader.ts";
import { DelimitedRows } from "./delimited-rows.ts";
import { RowScanner } from "./row-scanner.ts";
import type { CallScanner } from "./scanner.ts";

/** A scanner for the rows below a header. */
export function csvScanner(header: readonly string[], file: string): CallScanner {
  const calls = new CsvCalls(header, file);
  const careful = rowReader(",", (row) => calls.read(row));
  const width = header.length;
  return new RowScanner(careful, (block) => {
    const cells = new CellReader(width, block);
    const fields = new CallFields(header, cells);
    return new DelimitedRows(cells, { delimiter: ",", width, mayTrail: false }, fields);
  });
}
