/** Which scanner reads a file. */

import { CsvCalls } from "../careful-readers.ts";
import type { ReadCallsOptions } from "../read-calls.ts";
import { openDialect, type UkCdrLayout } from "../uk-cdr/index.ts";
import { type CallBlock, MOST_OPERATIONS } from "./call-block.ts";
import { CallCells, delimitedBy, PENCE } from "./call-cells.ts";
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

/** A scanner for any part of a file, into a block. */
export function openScanner(setup: ScannerSetup, block: CallBlock): CallScanner {
  const { name } = setup;
  switch (setup.format) {
    case "jsonl":
      return jsonScanner(name, block);
    case "csv":
      return csvScanner(setup.header, name, block);
    case "uk-cdr":
      return ukCdrScanner(name, openDialect(setup.dialect), setup.layout, block);
  }
}

/** A scanner for the rows below a header. */
function csvScanner(header: readonly string[], file: string, block: CallBlock): CallScanner {
  const calls = new CsvCalls(header, file);
  const careful = rowReader(",", (row) => calls.read(row));
  if (header.length > MOST_OPERATIONS) return new CallScanner(careful, block);
  const cells = new CallCells(header, block, delimitedBy(","), PENCE, block.shown);
  return new CallScanner(careful, block, { cells, read: (most) => cells.readRows(most) });
}
