/** Which scanner reads a file. */

import { CsvCalls } from "../careful-readers.ts";
import { CARRIAGE_RETURN } from "../csv-records.ts";
import type { ReadCallsOptions } from "../read-calls.ts";
import { LINE_FEED } from "../text.ts";
import { openDialect, type UkCdrLayout } from "../uk-cdr/index.ts";
import { CAREFULLY, CallCells, delimitedBy } from "./call-cells.ts";
import { CallScanner, rowReader } from "./call-scanner.ts";
import { jsonScanner } from "./json-scanner.ts";
import { ukCdrScanner } from "./uk-cdr-scanner.ts";

/** What is to be known of a file to read any part of it; plain data, for it goes to other threads. */
export type ScannerSetup =
  | { readonly format: "jsonl"; readonly name: string }
  | { readonly format: "csv"; readonly name: string; readonly header: readonly string[] }
  | {
      readonly format: "uk-cdr";
      readonly name: string;
      readonly dialect: ReadCallsOptions["dialect"];
      readonly layout: UkCdrLayout | undefined;
    };

/** A scanner for any part of a file. */
export function openScanner(setup: ScannerSetup): CallScanner {
  const { name } = setup;
  switch (setup.format) {
    case "jsonl":
      return jsonScanner(name);
    case "csv":
      return csvScanner(setup.header, name);
    case "uk-cdr":
      return ukCdrScanner(name, openDialect(setup.dialect), setup.layout);
  }
}

/** A scanner for the rows below a header. */
function csvScanner(header: readonly string[], file: string): CallScanner {
  const calls = new CsvCalls(header, file);
  const careful = rowReader(",", (row) => calls.read(row));
  const width = header.length;
  return new CallScanner(careful, (block) => {
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
