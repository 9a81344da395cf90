/** How a file begins: what has to be read of it before any other part can be. */
import type { Block } from "../block-cutter.ts";
import type { CallItem } from "../call-file.ts";
import { readCallHeader } from "../careful-readers.ts";
import { type CsvRow, QUOTE, readRecord } from "../csv-records.ts";
import type { ReadCallsOptions } from "../read-calls.ts";
import { LINE_FEED, MAX_LINE_BYTES } from "../text.ts";
import { openDialect, UkCdrFile } from "../uk-cdr/index.ts";
import type { ScannerSetup } from "./open-scanner.ts";

/** The delimiter of a CSV file; undefined where every line is a record. */
export function delimiterOf({ format, dialect }: ReadCallsOptions): string | undefined {
  if (format === "jsonl") return undefined;
  return format === "csv" ? "," : openDialect(dialect).delimiter;
}

/** What was read of a beginning. */
export interface BeginningPart {
  /** What its rows have given. */
  readonly items: readonly CallItem[];
  /** How many bytes that were, and the line on which the rest begins. */
  readonly bytes: number;
  readonly line: number;
}

/** Reads rows until one has told how the rest is to be read. */
interface FirstRow {
  readonly delimiter: string;
  /** How parts of the file are read, as far as it is known. */
  readonly setup: ScannerSetup;
  readonly isKnown: boolean;
  read(row: CsvRow): CallItem | undefined;
  /** Is told that there are no more rows. */
  end(): void;
}

/** The beginning of a file, read as its bytes arrive. */
export class Beginning {
  readonly #first: FirstRow;
  /** Bytes of whole lines at the end of which a record is open; 0 where none is. */
  #open = 0;

  constructor(read: ReadCallsOptions) {
    this.#first =
      read.format === "jsonl"
        ? new NoFirstRow(read)
        : read.format === "csv"
          ? new FirstCsvRow(read)
          : new FirstUkCdrRow(read);
  }

  get setup(): ScannerSetup {
    return this.#first.setup;
  }

  /** Whether enough was read. */
  get isKnown(): boolean {
    return this.#first.isKnown;
  }

  /** Reads on; throws a FileError where a file cannot begin like that. */
  read({ bytes, line }: Block, isEnd: boolean): BeginningPart {
    const first = this.#first;
    const items: CallItem[] = [];
    let at = 0;
    let next = line;
    while (!first.isKnown && at < bytes.length) {
      if (!isEnd && this.#isStillOpen(bytes)) break;
      const careful = readRecord(bytes, at, next, first.delimiter, isEnd);
      this.#open = careful === undefined ? Math.max(0, bytes.lastIndexOf(LINE_FEED) + 1 - at) : 0;
      if (careful === undefined) break;
      const item = careful.row && first.read(careful.row);
      if (item !== undefined) items.push(item);
      at = careful.end;
      next = careful.line;
    }
    if (isEnd && !first.isKnown) first.end();
    return { items, bytes: at, line: next };
  }

  /** Whether the record that was open when less of it had come is so for certain, so that it need not be read again. */
  #isStillOpen(bytes: Buffer): boolean {
    return this.#open > 0 && bytes.length <= MAX_LINE_BYTES && !bytes.includes(QUOTE, this.#open);
  }
}

/** JSON lines tell everything themselves. */
class NoFirstRow implements FirstRow {
  readonly delimiter = "";
  readonly isKnown = true;
  readonly setup: ScannerSetup;

  constructor({ name }: ReadCallsOptions) {
    this.setup = { format: "jsonl", name };
  }

  read(): undefined {
    return undefined;
  }

  end(): void {
    // An empty file has no calls.
  }
}

class FirstCsvRow implements FirstRow {
  readonly delimiter = ",";
  isKnown = false;
  setup: Extract<ScannerSetup, { format: "csv" }>;
  readonly #read: ReadCallsOptions;

  constructor(read: ReadCallsOptions) {
    this.#read = read;
    this.setup = { format: "csv", name: read.name, header: [] };
  }

  read(row: CsvRow): undefined {
    const { name } = this.setup;
    this.setup = { format: "csv", name, header: readCallHeader(row, this.#read) };
    this.isKnown = true;
    return undefined;
  }

  end(): void {
    readCallHeader(undefined, this.#read);
  }
}

class FirstUkCdrRow implements FirstRow {
  readonly delimiter: string;
  readonly #read: ReadCallsOptions;
  readonly #file: UkCdrFile;

  constructor(read: ReadCallsOptions) {
    this.#read = read;
    this.#file = new UkCdrFile(read.name, openDialect(read.dialect));
    this.delimiter = this.#file.delimiter;
  }

  get isKnown(): boolean {
    return this.#file.layout !== undefined;
  }

  get setup(): ScannerSetup {
    const { name, dialect } = this.#read;
    return { format: "uk-cdr", name, dialect, layout: this.#file.layout };
  }

  read(row: CsvRow): CallItem | undefined {
    return this.#file.read(row);
  }

  end(): void {
    this.#file.end();
  }
}
