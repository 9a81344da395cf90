/** Scans CSV calls into columns. */

import { CARRIAGE_RETURN } from "../csv-records.ts";
import { LINE_FEED } from "../lines.ts";
import { CsvCalls } from "../read-csv-calls.ts";
import { CAREFULLY, CallCells, delimitedBy } from "./call-cells.ts";
import { rowReader } from "./careful-readers.ts";
import { RowScanner } from "./row-scanner.ts";
import type { CallScanner } from "./scanner.ts";

/** A scanner for the rows below a header. */
export function csvScanner(header: readonly string[], file: string): CallScanner {
  const calls = new CsvCalls(header, file);
  const careful = rowReader(",", (row) => calls.read(row));
  const width = header.length;
  return new RowScanner(careful, (block) => {
    const cells = new CallCells(header, block, delimitedBy(","));
    const read = (start: number, row: number): number => {
      let end = cells.read(start, row, 0, width);
      if (end === CAREFULLY) return CAREFULLY;
      if (cells.bytes[end] === CARRIAGE_RETURN) end++;
      return cells.bytes[end] === LINE_FEED && cells.endRow(row) ? end : CAREFULLY;
    };
    return { cells, read };
  });
}
