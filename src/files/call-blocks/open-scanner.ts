/** Opens the readers of a file. */
import type { OpenedBook } from "../../index.ts";
import { isForbiddenKey } from "../../model/index.ts";
import type { CallItem } from "../call-file.ts";
import { csvCalls, jsonCalls } from "../careful-readers.ts";
import { csvRows, readRecord } from "../csv-records.ts";
import { DialectFile, type DialectLayout, type OpenedCallDialect } from "../dialects/index.ts";
import { type ChosenDialect, openChosen, type ReadCallsOptions } from "../read-options.ts";
import { fieldOfResult, inputField, RESULT_PREFIX, TOLD_OF_CALLS } from "../results/index.ts";
import { decodeLine, LINE_FEED, linesOf } from "../text.ts";
import { type CallBlock, MOST_OPERATIONS } from "./call-block.ts";
import { CallCells, delimitedBy, FIELDS, PENCE } from "./call-cells.ts";
import { CallScanner, type PlainRows, type SlowPathReader } from "./call-scanner.ts";
import { dialectScanner } from "./foreign-rows/index.ts";
import { ANOTHER_KIND, FORBIDDEN, JSON_FORM, JsonKeys, MOST_KEYS, type RowKind } from "./json-keys.ts";

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
  switch (setup.format) {
    case "jsonl":
      return jsonScanner(setup.name, block);
    case "csv":
      return csvScanner(setup.header, setup.name, block);
    case "dialect": {
      const opened = openChosen(setup.chosen, book);
      const slowPath = dialectReader(setup, opened);
      return setup.layout === undefined
        ? new CallScanner(slowPath, block)
        : dialectScanner(slowPath, opened, setup.layout.columns, block);
    }
  }
}

/** A scanner of JSON lines: the kernel reads plain lines, and asks the host which field a key is. */
function jsonScanner(file: string, block: CallBlock): CallScanner {
  const callOf = jsonCalls(file);
  const slowPath: SlowPathReader = (bytes, start, line) => {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    const item = callOf(decodeLine(bytes.subarray(start, end), line));
    return { items: item === undefined ? [] : [item], end: end + 1, line: line + 1 };
  };
  return new CallScanner(slowPath, block, jsonRows(block));
}

function jsonRows(block: CallBlock): PlainRows {
  const { shown } = block;
  const keys = [...new Set<string>([...FIELDS, ...shown.keys()])].filter((key) => !isForbiddenKey(key));
  const fields = keys.slice(0, MOST_KEYS);
  const found = new Map([...shown].filter(([field]) => fields.includes(field)));
  const cells = new CallCells(fields, block, JSON_FORM, PENCE, found);
  // A name with this prefix is a field of the input or of the result, depending on the whole row.
  const areNamed = [...shown.keys()].some((field) => field.startsWith(RESULT_PREFIX));
  const kinds = areNamed ? [callsBeside(FORBIDDEN)] : [callsBeside(ANOTHER_KIND), RESULTS];
  const operations = fields.map((key) => ({ key }));
  const learnt = new JsonKeys(operations, cells, kinds);
  return {
    cells,
    read: (most) => {
      learnt.makeRoom();
      return cells.readRows(most);
    },
  };
}

/** Rows of calls; a field with the prefix `call.` is a field of results. */
function callsBeside(results: typeof ANOTHER_KIND | typeof FORBIDDEN): RowKind {
  return {
    useOf: (key) => (isForbiddenKey(key) ? FORBIDDEN : inputField(key) === undefined ? key : results),
    needed: [],
  };
}

/** Rows of results, as far as each key is the same field in all of them. */
const RESULTS: RowKind = {
  useOf: (key) => {
    const field = fieldOfResult(key);
    if (field === undefined) return ANOTHER_KIND;
    return isForbiddenKey(key) || isForbiddenKey(field) ? FORBIDDEN : field;
  },
  needed: TOLD_OF_CALLS,
};

/** A scanner for the rows below a header. */
function csvScanner(columns: readonly string[], file: string, block: CallBlock): CallScanner {
  const callOf = csvCalls(columns, file);
  const slowPath: SlowPathReader = (bytes, start, firstLine) => {
    const record = readRecord(bytes, start, firstLine, ",", true);
    if (record === undefined) throw new Error("a block ended within a record");
    const item = record.row && callOf(record.row);
    return { ...record, items: item === undefined ? [] : [item] };
  };
  if (columns.length > MOST_OPERATIONS) return new CallScanner(slowPath, block);
  const form = { ...delimitedBy(","), hasApostrophes: true };
  const cells = new CallCells(columns, block, form, PENCE, block.shown);
  return new CallScanner(slowPath, block, { cells, read: (most) => cells.readRows(most) });
}

/** The slow path for a file that a dialect describes. */
function dialectReader(
  { name, layout }: Extract<ScannerSetup, { format: "dialect" }>,
  opened: OpenedCallDialect,
): SlowPathReader {
  const file = new DialectFile(name, opened, layout);
  return (bytes, start, line) => {
    const reading = file.readAt(bytes, start, line, true);
    if (reading === undefined) throw new Error("a block ended within a record");
    return reading;
  };
}

/** Reads the items of whole records, of which the first begins at a line, without columns. */
export function openReader(
  setup: ScannerSetup,
  { book, wantedColumns, resultFields }: ReadCallsOptions,
): (bytes: Buffer, line: number) => CallItem[] {
  switch (setup.format) {
    case "jsonl": {
      const callOf = jsonCalls(setup.name, resultFields);
      return (bytes, first) => linesOf(bytes, first).flatMap((line) => callOf(line) ?? []);
    }
    case "csv": {
      const callOf = csvCalls(setup.header, setup.name, wantedColumns);
      return (bytes, line) => {
        const items: CallItem[] = [];
        for (const row of csvRows(bytes, line)) {
          const item = callOf(row);
          if (item !== undefined) items.push(item);
        }
        return items;
      };
    }
    case "dialect": {
      const read = dialectReader(setup, openChosen(setup.chosen, book));
      return (bytes, first) => {
        const items: CallItem[] = [];
        for (let at = 0, line = first; at < bytes.length; ) {
          const reading = read(bytes, at, line);
          for (const item of reading.items) items.push(item);
          at = reading.end;
          line = reading.line;
        }
        return items;
      };
    }
  }
}
