import type { BadLine } from "./line-reader.ts";

/** The cells of one CSV record, and the number of its first line. */
export interface CsvCells {
  readonly line: number;
  readonly cells: readonly string[];
}

/** One record of a CSV file: its cells, or why it has none. */
export type CsvRow = CsvCells | BadLine;
