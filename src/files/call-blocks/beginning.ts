/** The first rows of a file, which tell how to read the rest. */
import type { ItemsRead } from "../call-file.ts";
import { readCallHeader } from "../careful-readers.ts";
import { readRecord } from "../csv-records.ts";
import { DialectFile } from "../dialects/index.ts";
import { chosenDialectOf, openChosen, type ReadCallsOptions } from "../read-options.ts";
import { jsonRecordLines } from "../sources/index.ts";
import type { ScannerSetup } from "./open-scanner.ts";

/** Reads rows until a row tells how to read the rest of a file. */
export interface Beginning {
  /** How lines are divided into records: with the delimiter of a CSV file, or undefined where every line is a record. */
  readonly form: { readonly delimiter: string | undefined; readonly isSpaced?: boolean };
  /** The setup for parts of the file, as far as it is known. */
  readonly setup: ScannerSetup;
  readonly isKnown: boolean;
  /** Reads the row at the offset `start`; undefined if the bytes end first and more may come. */
  readAt(bytes: Buffer, start: number, line: number, isEnd: boolean): ItemsRead | undefined;
  /** To be called when there are no more rows. Throws a FileError if a file cannot end like that. */
  end(): void;
  /** Turns JSON documents into one line for each record. */
  linesOf(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer>;
}

export function openBeginning(read: ReadCallsOptions): Beginning {
  switch (read.format) {
    case "jsonl":
      return {
        form: { delimiter: undefined },
        setup: { format: "jsonl", name: read.name },
        isKnown: true,
        readAt: () => undefined,
        end: () => undefined,
        linesOf: (bytes) => bytes,
      };
    case "csv":
      return csvBeginning(read);
    case "uk-cdr":
    case "dialect":
      return dialectBeginning(read);
  }
}

function csvBeginning(read: ReadCallsOptions): Beginning {
  const { name } = read;
  let setup: ScannerSetup = { format: "csv", name, header: [] };
  let isKnown = false;
  return {
    form: { delimiter: "," },
    get setup() {
      return setup;
    },
    get isKnown() {
      return isKnown;
    },
    readAt(bytes, start, line, isEnd) {
      const record = readRecord(bytes, start, line, ",", isEnd);
      if (record?.row !== undefined) {
        setup = { format: "csv", name, header: readCallHeader(record.row, read) };
        isKnown = true;
      }
      return record && { items: [], end: record.end, line: record.line };
    },
    end: () => void readCallHeader(undefined, read),
    linesOf: (bytes) => bytes,
  };
}

function dialectBeginning(read: ReadCallsOptions): Beginning {
  const { name } = read;
  const chosen = chosenDialectOf(read);
  const dialect = openChosen(chosen, read.book);
  const { reads, csv, records } = dialect;
  const file = new DialectFile(name, dialect);
  const isQuoted = reads === "csv" && csv.quotes === "double";
  return {
    form: isQuoted ? { delimiter: csv.delimiter, isSpaced: true } : { delimiter: undefined },
    get setup(): ScannerSetup {
      return { format: "dialect", name, chosen, layout: file.layout };
    },
    get isKnown() {
      return file.isBegun;
    },
    readAt: (bytes, start, line, isEnd) => file.readAt(bytes, start, line, isEnd),
    end: () => file.end(),
    linesOf: (bytes) => (reads === "json" ? jsonRecordLines(bytes, name, records) : bytes),
  };
}
