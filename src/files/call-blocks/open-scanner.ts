/** Opens the scanner of a file. */

import type { OpenedBook } from "../../index.ts";
import { CsvCalls } from "../careful-readers.ts";
import { DialectFile, type DialectLayout, type OpenedCallDialect } from "../dialects/index.ts";
import { type ChosenDialect, openChosen } from "../read-options.ts";
import { type CallBlock, MOST_OPERATIONS } from "./call-block.ts";
import { CallCells, delimitedBy, PENCE } from "./call-cells.ts";
import { CallScanner, rowReader, type SlowPathReader } from "./call-scanner.ts";
import { dialectScanner } from "./foreign-rows/index.ts";
import { jsonScanner } from "./json-scanner.ts";

/** What the reader of any part of a file needs to know; plain data, for transfer to worker threads. */
export type ScannerSetup =
  | { readonly format: "jsonl"; readonly name: string }
  | { readonly format: "csv"; readonly name: string; readonly header: readonly string[] }
  | {
      readonly format: "dialect";
      readonly name: string;
      readonly chosen: ChosenDialect;
      readonly layout: DialectLayout | undefined;
    };

/** A scanner for any part of a file, into a block; a dialect may need the book. */
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
function csvScanner(columns: readonly string[], file: string, block: CallBlock): CallScanner {
  const calls = new CsvCalls(columns, file);
  const slowPath = rowReader(",", (row) => calls.read(row));
  if (columns.length > MOST_OPERATIONS) return new CallScanner(slowPath, block);
  const form = { ...delimitedBy(","), hasApostrophes: true };
  const cells = new CallCells(columns, block, form, PENCE, block.shown);
  return new CallScanner(slowPath, block, { cells, read: (most) => cells.readRows(most) });
}

type DialectSetup = Extract<ScannerSetup, { format: "dialect" }>;

function openDialectScanner(
  setup: DialectSetup,
  book: OpenedBook | undefined,
  block: CallBlock,
): CallScanner {
  const { layout } = setup;
  const opened = openChosen(setup.chosen, book);
  const slowPath = readerOf(setup, opened);
  return layout === undefined
    ? new CallScanner(slowPath, block)
    : dialectScanner(slowPath, opened, layout.columns, block);
}

/** The slow path for a file that a dialect describes. */
export function dialectReader(setup: DialectSetup, book: OpenedBook | undefined): SlowPathReader {
  return readerOf(setup, openChosen(setup.chosen, book));
}

function readerOf({ name, layout }: DialectSetup, opened: OpenedCallDialect): SlowPathReader {
  const file = new DialectFile(name, opened, layout);
  return (bytes, start, line) => {
    const reading = file.readAt(bytes, start, line, true);
    if (reading === undefined) throw new Error("a block ended within a record");
    return reading;
  };
}
