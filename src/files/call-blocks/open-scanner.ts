/** Which scanner reads a file. */

import type { OpenedBook } from "../../index.ts";
import { type CallHeader, CsvCalls } from "../careful-readers.ts";
import { DialectFile, type DialectLayout, type OpenedCallDialect } from "../dialects/index.ts";
import { type ChosenDialect, openChosen } from "../read-options.ts";
import { type CallBlock, MOST_OPERATIONS } from "./call-block.ts";
import { CallCells, delimitedBy, PENCE } from "./call-cells.ts";
import { CallScanner, type CarefulReader, rowReader } from "./call-scanner.ts";
import { dialectScanner } from "./foreign-rows/index.ts";
import { jsonScanner } from "./json-scanner.ts";

/** What is to be known of a file to read any part of it; plain data, for it goes to other threads. */
export type ScannerSetup =
  | { readonly format: "jsonl"; readonly name: string }
  | { readonly format: "csv"; readonly name: string; readonly header: CallHeader }
  | {
      readonly format: "dialect";
      readonly name: string;
      readonly chosen: ChosenDialect;
      readonly layout: DialectLayout | undefined;
    };

/** A scanner for any part of a file, into a block; a dialect may ask the book. */
export function openScanner(
  setup: ScannerSetup,
  block: CallBlock,
  book: OpenedBook | undefined,
): CallScanner {
  const { name } = setup;
  switch (setup.format) {
    case "jsonl":
      return jsonScanner(name, block);
    case "csv":
      return csvScanner(setup.header, name, block);
    case "dialect":
      return openDialectScanner(setup, book, block);
  }
}

/** A scanner for the rows below a header. */
function csvScanner(header: CallHeader, file: string, block: CallBlock): CallScanner {
  const calls = new CsvCalls(header, file);
  const careful = rowReader(",", (row) => calls.read(row));
  const { columns, areResults } = header;
  if (columns.length > MOST_OPERATIONS) return new CallScanner(careful, block);
  const form = { ...delimitedBy(","), areResults };
  const cells = new CallCells(columns, block, form, PENCE, block.shown);
  return new CallScanner(careful, block, { cells, read: (most) => cells.readRows(most) });
}

type DialectSetup = Extract<ScannerSetup, { format: "dialect" }>;

function openDialectScanner(
  setup: DialectSetup,
  book: OpenedBook | undefined,
  block: CallBlock,
): CallScanner {
  const { layout } = setup;
  const opened = openChosen(setup.chosen, book);
  const careful = carefulReader(setup, opened);
  return layout === undefined
    ? new CallScanner(careful, block)
    : dialectScanner(careful, opened, layout.columns, block);
}

/** Reads the rows of a file that a dialect describes. */
export function dialectReader(setup: DialectSetup, book: OpenedBook | undefined): CarefulReader {
  return carefulReader(setup, openChosen(setup.chosen, book));
}

function carefulReader({ name, layout }: DialectSetup, opened: OpenedCallDialect): CarefulReader {
  const file = new DialectFile(name, opened, layout);
  return (bytes, start, line) => {
    const reading = file.readAt(bytes, start, line, true);
    if (reading === undefined) throw new Error("a block ended within a record");
    return reading;
  };
}
