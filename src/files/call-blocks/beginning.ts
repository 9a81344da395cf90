/** Reads the beginning of a file, as much as is needed before any other part can be read. */
import type { Block } from "../block-cutter.ts";
import type { CallItem } from "../call-file.ts";
import { readCallHeader } from "../careful-readers.ts";
import { type CsvRow, QUOTE, readRecord } from "../csv-records.ts";
import { DialectFile, type OpenedCallDialect } from "../dialects/index.ts";
import { type ChosenDialect, chosenDialectOf, openChosen, type ReadCallsOptions } from "../read-options.ts";
import { jsonRecordLines } from "../sources/index.ts";
import { LINE_FEED, MAX_LINE_BYTES } from "../text.ts";
import type { SlowPathReading } from "./call-scanner.ts";
import type { ScannerSetup } from "./open-scanner.ts";

/** How a file divides its lines into records. */
interface RecordForm {
  /** The delimiter of a CSV file; undefined where every line is a record. */
  readonly delimiter: string | undefined;
  readonly isSpaced?: boolean;
}

/** A part of a beginning that was read. */
interface BeginningPart {
  /** The items of its rows. */
  readonly items: readonly CallItem[];
  /** The number of bytes that were read, and the line on which the rest begins. */
  readonly bytes: number;
  readonly line: number;
}

/** Reads rows until a row tells how to read the rest. */
interface FirstRows {
  readonly form: RecordForm;
  /** The setup for parts of the file, as far as it is known. */
  readonly setup: ScannerSetup;
  readonly isKnown: boolean;
  /** Reads the row at the offset `start`; undefined if the bytes end first and more may come. */
  readAt(bytes: Buffer, start: number, line: number, isEnd: boolean): SlowPathReading | undefined;
  /** To be called when there are no more rows. */
  end(): void;
}

/** The beginning of a file, read as its bytes arrive. */
export class Beginning {
  readonly #first: FirstRows;
  /** Bytes of whole lines in which a record began and did not end; 0 if there are none. */
  #open = 0;
  /** Turns JSON documents into one line for each record. */
  readonly linesOf: (bytes: AsyncIterable<Buffer>) => AsyncIterable<Buffer> = (bytes) => bytes;

  constructor(read: ReadCallsOptions) {
    switch (read.format) {
      case "jsonl":
        this.#first = new NoFirstRow(read);
        break;
      case "csv":
        this.#first = new FirstCsvRow(read);
        break;
      case "uk-cdr":
      case "dialect": {
        const first = new FirstDialectRows(read);
        const { reads, records } = first.dialect;
        this.#first = first;
        if (reads === "json") this.linesOf = (bytes) => jsonRecordLines(bytes, read.name, records);
      }
    }
  }

  get form(): RecordForm {
    return this.#first.form;
  }

  get setup(): ScannerSetup {
    return this.#first.setup;
  }

  /** Whether enough was read. */
  get isKnown(): boolean {
    return this.#first.isKnown;
  }

  /** Reads on. Throws a FileError if a file cannot begin like that. */
  read({ bytes, line }: Block, isEnd: boolean): BeginningPart {
    const first = this.#first;
    const items: CallItem[] = [];
    let at = 0;
    let next = line;
    while (!first.isKnown && at < bytes.length) {
      if (!isEnd && this.#isStillOpen(bytes)) break;
      const reading = first.readAt(bytes, at, next, isEnd);
      this.#open = reading === undefined ? Math.max(0, bytes.lastIndexOf(LINE_FEED) + 1 - at) : 0;
      if (reading === undefined) break;
      for (const item of reading.items) items.push(item);
      at = reading.end;
      next = reading.line;
    }
    if (isEnd && !first.isKnown) first.end();
    return { items, bytes: at, line: next };
  }

  /** Whether the record that was open is certainly open still, so that it need not be read again. */
  #isStillOpen(bytes: Buffer): boolean {
    return this.#open > 0 && bytes.length <= MAX_LINE_BYTES && !bytes.includes(QUOTE, this.#open);
  }
}

/** Reads the CSV record at an offset. */
function readRowAt(
  from: { readonly bytes: Buffer; readonly start: number; readonly line: number; readonly isEnd: boolean },
  delimiter: string,
  read: (row: CsvRow) => CallItem | undefined,
): SlowPathReading | undefined {
  const record = readRecord(from.bytes, from.start, from.line, delimiter, from.isEnd);
  if (record === undefined) return undefined;
  const item = record.row && read(record.row);
  return { items: item === undefined ? [] : [item], end: record.end, line: record.line };
}

/** JSON lines need no first row: each names its keys. */
class NoFirstRow implements FirstRows {
  readonly form = { delimiter: undefined };
  readonly isKnown = true;
  readonly setup: ScannerSetup;

  constructor({ name }: ReadCallsOptions) {
    this.setup = { format: "jsonl", name };
  }

  readAt(): undefined {
    return undefined;
  }

  end(): void {
    // An empty file has no calls.
  }
}

class FirstCsvRow implements FirstRows {
  readonly form = { delimiter: "," };
  isKnown = false;
  setup: Extract<ScannerSetup, { format: "csv" }>;
  readonly #options: ReadCallsOptions;

  constructor(read: ReadCallsOptions) {
    this.#options = read;
    this.setup = { format: "csv", name: read.name, header: [] };
  }

  readAt(bytes: Buffer, start: number, line: number, isEnd: boolean): SlowPathReading | undefined {
    return readRowAt({ bytes, start, line, isEnd }, ",", (row) => this.#read(row));
  }

  #read(row: CsvRow): undefined {
    const { name } = this.setup;
    this.setup = { format: "csv", name, header: readCallHeader(row, this.#options) };
    this.isKnown = true;
    return undefined;
  }

  end(): void {
    readCallHeader(undefined, this.#options);
  }
}

class FirstDialectRows implements FirstRows {
  readonly dialect: OpenedCallDialect;
  readonly form: RecordForm;
  readonly #name: string;
  readonly #chosen: ChosenDialect;
  readonly #file: DialectFile;

  constructor(read: ReadCallsOptions) {
    this.#name = read.name;
    this.#chosen = chosenDialectOf(read);
    this.dialect = openChosen(this.#chosen, read.book);
    this.#file = new DialectFile(read.name, this.dialect);
    const { reads, csv } = this.dialect;
    const isQuoted = reads === "csv" && csv.quotes === "double";
    this.form = isQuoted ? { delimiter: csv.delimiter, isSpaced: true } : { delimiter: undefined };
  }

  get isKnown(): boolean {
    return this.#file.isBegun;
  }

  get setup(): ScannerSetup {
    return { format: "dialect", name: this.#name, chosen: this.#chosen, layout: this.#file.layout };
  }

  readAt(bytes: Buffer, start: number, line: number, isEnd: boolean): SlowPathReading | undefined {
    return this.#file.readAt(bytes, start, line, isEnd);
  }

  end(): void {
    this.#file.end();
  }
}
