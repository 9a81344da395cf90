/** Reads the beginning of a file of calls, and cuts the rest into blocks for scanners. */
import { type Block, BlockCutter } from "../block-cutter.ts";
import type { CallItem, ItemsRead } from "../call-file.ts";
import { readCallHeader } from "../careful-readers.ts";
import { QUOTE, readRecord } from "../csv-records.ts";
import { DialectFile } from "../dialects/index.ts";
import { chosenDialectOf, openChosen, type ReadCallsOptions } from "../read-options.ts";
import { jsonRecordLines, unpacked } from "../sources/index.ts";
import { type ByteSource, LINE_FEED, MAX_LINE_BYTES, textBytes } from "../text.ts";
import type { ScannerSetup } from "./open-scanner.ts";

/** A block of a file, and the setup of its scanner. */
export interface CallBytes {
  readonly setup: ScannerSetup;
  readonly bytes: Buffer;
  readonly line: number;
  /** Items of the beginning of the file; with the first block only. */
  readonly before: readonly CallItem[];
}

/**
 * The blocks of a file, each of at least `size` bytes but for the last and for blocks of very short lines. The bytes of
 * a block are valid until the next block is asked for. Throws a FileError if the source fails, is no text, or has a
 * beginning that does not tell how to read the file.
 */
export async function* readBlocks(
  source: ByteSource,
  read: ReadCallsOptions,
  size: number,
): AsyncGenerator<CallBytes, void, undefined> {
  const beginning = openBeginning(read);
  const cutter = new BlockCutter({ size, ...beginning.form });
  let { setup } = beginning;
  let before: CallItem[] = [];
  /** Bytes of whole lines in which a record began and did not end. */
  let open = 0;
  const begin = (isEnd: boolean): void => {
    const { bytes, line } = cutter.held;
    let at = 0;
    let next = line;
    // A record that was open, and is certainly open still, need not be read again.
    const isOpen = open > 0 && bytes.length <= MAX_LINE_BYTES && !bytes.includes(QUOTE, open);
    while (!beginning.isKnown && at < bytes.length && (isEnd || !isOpen)) {
      const reading = beginning.readAt(bytes, at, next, isEnd);
      open = reading === undefined ? Math.max(0, bytes.lastIndexOf(LINE_FEED) + 1 - at) : 0;
      if (reading === undefined) break;
      for (const item of reading.items) before.push(item);
      at = reading.end;
      next = reading.line;
    }
    if (isEnd && !beginning.isKnown) beginning.end();
    cutter.skip(at, next);
    setup = beginning.setup;
  };
  const blockOf = ({ bytes, line }: Block): CallBytes => {
    const items = before;
    before = [];
    return { setup, bytes, line, before: items };
  };
  for await (const bytes of beginning.linesOf(textBytes(unpacked(source, read.name), read.name))) {
    cutter.push(bytes);
    if (!beginning.isKnown) begin(false);
    if (beginning.isKnown)
      for (let block = cutter.take(); block !== undefined; block = cutter.take()) yield blockOf(block);
    if (before.length > MOST_BEFORE) yield blockOf(NO_BLOCK);
  }
  if (!beginning.isKnown) begin(true);
  for (let block = cutter.rest(); block !== undefined; block = cutter.rest()) yield blockOf(block);
  if (before.length > 0) yield blockOf(NO_BLOCK);
}

/** Rows of a beginning that are held at most while none of them tells how to read the rest. */
const MOST_BEFORE = 1_000;
const NO_BLOCK: Block = { bytes: Buffer.alloc(0), line: 1 };

/** Reads rows until a row tells how to read the rest of a file. */
interface Beginning {
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

function openBeginning(read: ReadCallsOptions): Beginning {
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
