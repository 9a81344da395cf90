/** The lines and the CSV records of a source, as its bytes arrive. */
import { BlockCutter } from "./block-cutter.ts";
import { type CsvRow, recordOfLines } from "./csv-records.ts";
import { MAX_LINE_BYTES } from "./limits.ts";
import { decodeLine, LINE_FEED, type Line, linesOf } from "./lines.ts";
import { type ByteSource, textBytes } from "./text-bytes.ts";

/**
 * The lines of a UTF-8 text, a batch for each chunk that arrives. A byte order mark is passed over. A line of
 * more than `most` bytes is a bad line and is never held; so is one that is not UTF-8. Throws a FileError where the
 * source fails or is no text at all.
 */
export async function* readLines(
  source: ByteSource,
  file: string,
  most = MAX_LINE_BYTES,
): AsyncGenerator<Line[], void, undefined> {
  const cutter = new BlockCutter({ size: 1, delimiter: undefined, mostLineBytes: most });
  for await (const bytes of textBytes(source, file)) {
    cutter.push(bytes);
    for (let block = cutter.take(); block !== undefined; block = cutter.take())
      yield linesOf(block.bytes, block.line, most);
  }
  for (let block = cutter.rest(); block !== undefined; block = cutter.rest())
    yield linesOf(block.bytes, block.line, most);
}

/** How a CSV file is read. */
export interface CsvOptions {
  /** The file's name in messages. */
  readonly name: string;
  readonly delimiter?: string;
  /** Lines before the first record, which may be anything: so many, and who is told of them. */
  readonly skipped?: { readonly lines: number; readonly onLine: (line: Line) => void };
}

/**
 * The records of a CSV file (RFC 4180: commas or another delimiter, `"` around a cell, `""` within it; cells may hold line breaks),
 * a batch for each chunk that arrives. Blank lines are passed over. Throws a FileError where the source fails or is no
 * text at all.
 */
export async function* readCsvRows(
  source: ByteSource,
  { name, delimiter = ",", skipped }: CsvOptions,
): AsyncGenerator<CsvRow[], void, undefined> {
  const cutter = new BlockCutter({ size: 1, delimiter });
  let toSkip = skipped?.lines ?? 0;
  const skip = (isEnd: boolean): void => {
    while (toSkip > 0) {
      const { bytes, line } = cutter.held;
      const lineFeed = bytes.indexOf(LINE_FEED);
      if (bytes.length === 0 || (lineFeed === -1 && !isEnd)) return;
      const end = lineFeed === -1 ? bytes.length : lineFeed;
      skipped?.onLine(decodeLine(bytes.subarray(0, end), line));
      cutter.skip(Math.min(end + 1, bytes.length), line + 1);
      toSkip--;
    }
  };
  for await (const bytes of textBytes(source, name)) {
    cutter.push(bytes);
    skip(false);
    if (toSkip > 0) continue;
    for (let block = cutter.take(); block !== undefined; block = cutter.take())
      yield rowsOf(block.bytes, block.line, delimiter);
  }
  skip(true);
  for (let block = cutter.rest(); block !== undefined; block = cutter.rest())
    yield rowsOf(block.bytes, block.line, delimiter);
}

/** The rows of whole records. */
function rowsOf(bytes: Buffer, firstLine: number, delimiter: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const lines = linesOf(bytes, firstLine);
  let at = 0;
  const lineAt = (index: number): Line | undefined => lines[at + index];
  for (
    let read = recordOfLines(lineAt, delimiter, true);
    read !== undefined;
    read = recordOfLines(lineAt, delimiter, true)
  ) {
    if (read.row !== undefined) rows.push(read.row);
    at += read.lines;
  }
  return rows;
}
