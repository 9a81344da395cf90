/** The limit of reading and writing: a pass over the bytes that only finds the ends of lines and copies them. */
import { closeSync, openSync, readSync, writeSync } from "node:fs";

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 10;

/** Gives the number of lines. */
export function copyLines(from: string, to: string): number {
  const source = openSync(from, "r");
  const target = openSync(to, "w");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const copy = Buffer.allocUnsafe(CHUNK_BYTES);
  let lines = 0;
  for (let size = readSync(source, chunk); size > 0; size = readSync(source, chunk)) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0 && end < size; end = chunk.indexOf(LINE_FEED, start)) {
      chunk.copy(copy, start, start, end + 1);
      start = end + 1;
      lines++;
    }
    chunk.copy(copy, start, start, size);
    writeSync(target, copy, 0, size);
  }
  closeSync(source);
  closeSync(target);
  return lines;
}
