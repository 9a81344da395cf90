/** The ids of calls held in columns: from their bytes where they are at hand, else from the record. */
import type { CallColumns } from "./call-columns.ts";
import { readID } from "./read-call.ts";

/** The id of a row that is not rated from its record; null where blank. */
export function idOfRow(columns: CallColumns, row: number): string | null {
  const { id } = columns;
  if (id === undefined) return readID(columns.recordOf(row).id) ?? null;
  const start = id.start[row] as number;
  const end = id.end[row] as number;
  if (start === end) return null;
  let text = "";
  for (let at = start; at < end; at++) text += String.fromCharCode(id.bytes[at] as number);
  return text;
}
