/** Reads what stands in a block as items, one line or row at a time: the way there is for every file. */
import type { CallItem } from "../call-item.ts";
import type { CsvRow } from "../csv-row.ts";
import { decodeLine, type Line } from "../line-reader.ts";
import { LINE_FEED, readCarefully } from "./csv-records.ts";

/** What was read in one go, and where that leads. */
export interface CarefulReading {
  readonly items: readonly CallItem[];
  readonly end: number;
  readonly line: number;
}

/** Reads what stands at a place of a block, one line at least. */
export type CarefulReader = (bytes: Buffer, start: number, line: number) => CarefulReading;

/** Reads one line. */
export function lineReader(read: (line: Line) => CallItem | undefined): CarefulReader {
  return (bytes, start, line) => {
    const lineFeed = bytes.indexOf(LINE_FEED, start);
    const end = lineFeed === -1 ? bytes.length : lineFeed;
    const item = read(decodeLine(bytes.subarray(start, end), line));
    return { items: item === undefined ? [] : [item], end: end + 1, line: line + 1 };
  };
}

/** Reads the rows of a CSV file, until every cell is closed. */
export function rowReader(delimiter: string, read: (row: CsvRow) => CallItem | undefined): CarefulReader {
  return (bytes, start, line) => {
    const careful = readCarefully(bytes, start, line, delimiter, true);
    if (careful === undefined) throw new Error("a block ended within a record");
    const { rows, end, line: nextLine } = careful;
    const items: CallItem[] = [];
    for (const row of rows) {
      const item = read(row);
      if (item !== undefined) items.push(item);
    }
    return { items, end, line: nextLine };
  };
}
