/** The ids of calls held in columns: from their bytes where they are at hand, else from the record. */
import type { CallColumns, TextColumn } from "./call-columns.ts";
import { HASH_WORDS, writeCallHashes, writeHashOfBytes } from "./duplicate-index.ts";
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

/** `writeCallHashes` of the call of a row. */
export function writeRowHashes(columns: CallColumns, row: number, words: Uint32Array, at: number): void {
  const { id, carrierCallID, byRecord } = columns;
  if (byRecord[row] !== 0 || id === undefined || carrierCallID === undefined) {
    writeCallHashes(columns.recordOf(row), words, at);
    return;
  }
  writeHash(id, row, words, at);
  writeHash(carrierCallID, row, words, at + HASH_WORDS / 2);
}

function writeHash({ bytes, start, end }: TextColumn, row: number, words: Uint32Array, at: number): void {
  writeHashOfBytes(bytes, start[row] as number, end[row] as number, words, at);
}
