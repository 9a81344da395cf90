/** Reads what stands in a block as items, one line or row at a time: the way there is for every file. */
import type { CallItem } from "../call-item.ts";
import { type CsvRow, readRecord } from "../csv-records.ts";
import { decodeLine, LINE_FEED, type Line } from "../lines.ts";

/** What was read, and where that leads. */
export interface CarefulReading {
  /** Undefined for what is passed over. */
  readonly item: CallItem | undefined;
  readonly end: number;
  readonly line: number;
}

/** Reads the line or row that begins at a place of a block. */
export type CarefulReader = (bytes: Buffer, start: number, line: number) => CarefulReading;

/** Reads lines. */
export function lineReader(read: (line: Line) => CallItem | undefined): CarefulReader {
  return (bytes, start, line) => {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    return { item: read(decodeLine(bytes.subarray(start, end), line)), end: end + 1, line: line + 1 };
  };
}

/** Reads the rows of a CSV file. */
export function rowReader(delimiter: string, read: (row: CsvRow) => CallItem | undefined): CarefulReader {
  return (bytes, start, firstLine) => {
    const careful = readRecord(bytes, start, firstLine, delimiter, true);
    if (careful === undefined) throw new Error("a block ended within a record");
    const { row, end, line } = careful;
    return { item: row && read(row), end, line };
  };
}
