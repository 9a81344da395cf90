/** The ids of calls held in columns: from the columns' bytes where there are any, else from the record. */

import { readID } from "../call/read-call.ts";
import type { CallColumns, TextColumn } from "./call-columns.ts";

/** The id of a row that is not rated from its record; null where blank. */
export function idOfRow(columns: CallColumns, row: number): string | null {
  const { id, recordOf } = columns;
  const text = id && asciiOfRow(id, row);
  return text === undefined ? (readID(recordOf(row).id) ?? null) : text || null;
}

/** The text of a row; undefined where it is not ASCII. */
export function asciiOfRow({ bytes, start, end }: TextColumn, row: number): string | undefined {
  const to = end[row] as number;
  let text = "";
  for (let at = start[row] as number; at < to; at++) {
    const code = bytes[at] as number;
    if (code > 127) return undefined;
    text += String.fromCharCode(code);
  }
  return text;
}

/** The line of a row, which stands for a blank id. */
export function lineOfRow({ lineOf }: CallColumns, row: number): number {
  return lineOf?.(row) ?? row + 1;
}
