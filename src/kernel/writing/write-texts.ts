/** Caches of texts by triples of codes, each text made once by the host: hash tables with linear probing. */
import { i32At, multiply, setI32, u8At } from "../memory.ts";

/** A table in memory: the address of its entries, their bytes less one, and the columns of the rows' codes. */
export const ENTRIES: i32 = 0;
export const ENTRY_MASK: i32 = 4;
export const FIRST_CODE: i32 = 8;
export const SECOND_CODE: i32 = 12;
export const THIRD_CODE: i32 = 16;
/**
 * The column to use where the third code is below 0: the code is then -1 less the value there; 0 for no such column.
 */
export const FALLBACK: i32 = 20;
/** Not 0 where rows whose first code is below 0 have no text of the table. */
export const IS_OPTIONAL: i32 = 24;
/** Columns of the starts and lengths of the rows' texts; the length is NO_TEXT where there is no text. */
export const STARTS: i32 = 28;
export const LENGTHS: i32 = 32;
const TOUCHED: i32 = 36;
export const TABLE_BYTES: i32 = 64;

export const NO_TEXT: i32 = -1;

/** An entry: three codes, the start of its text, and the text's length + 1, or 0 where the entry is empty. */
export const ENTRY_SHIFT: i32 = 5;
const START: i32 = 12;
const LENGTH: i32 = 16;

/**
 * Finds the texts of the rows from `first` up to `end`; returns the first row whose text the host has to add, else
 * `end`. A loop of its own, so that the cache misses of many rows overlap.
 */
export function findTexts(table: i32, first: i32, end: i32): i32 {
  const firsts: i32 = i32At(table + FIRST_CODE);
  const seconds: i32 = i32At(table + SECOND_CODE);
  const thirds: i32 = i32At(table + THIRD_CODE);
  const fallbacks: i32 = i32At(table + FALLBACK);
  const isOptional: boolean = i32At(table + IS_OPTIONAL) !== 0;
  const starts: i32 = i32At(table + STARTS);
  const lengths: i32 = i32At(table + LENGTHS);
  let touched: i32 = 0;
  for (let row: i32 = first; row < end; row++) {
    const at: i32 = row << 2;
    const code: i32 = i32At(firsts + at);
    if (isOptional && code < 0) {
      setI32(lengths + at, NO_TEXT);
      continue;
    }
    let third: i32 = i32At(thirds + at);
    if (third < 0 && fallbacks !== 0) third = -1 - i32At(fallbacks + at);
    const entry: i32 = entryOf(table, code, i32At(seconds + at), third);
    const length: i32 = i32At(entry + LENGTH);
    if (length === 0) return row;
    const start: i32 = i32At(entry + START);
    setI32(starts + at, start);
    touched += u8At(start);
    setI32(lengths + at, length - 1);
  }
  // A sink for the reads, which bring each text into the processor's cache before it is copied.
  setI32(table + TOUCHED, touched);
  return end;
}

/** The entry of a triple, or the empty entry for it. */
function entryOf(table: i32, first: i32, second: i32, third: i32): i32 {
  const entries: i32 = i32At(table + ENTRIES);
  const mask: i32 = i32At(table + ENTRY_MASK);
  let at: i32 = hashOf(first, second, third) & mask;
  let entry: i32 = entries + at;
  while (
    i32At(entry + LENGTH) !== 0 &&
    (i32At(entry) !== first || i32At(entry + 4) !== second || i32At(entry + 8) !== third)
  ) {
    at = (at + (1 << ENTRY_SHIFT)) & mask;
    entry = entries + at;
  }
  return entry;
}

/** Adds the text of a triple that has none; there must be room. */
export function addText(table: i32, first: i32, second: i32, third: i32, start: i32, length: i32): void {
  const entry: i32 = entryOf(table, first, second, third);
  setI32(entry, first);
  setI32(entry + 4, second);
  setI32(entry + 8, third);
  setI32(entry + START, start);
  setI32(entry + LENGTH, length + 1);
}

/** Adds the entries of another table, `bytes` long. */
export function addEntries(table: i32, entries: i32, bytes: i32): void {
  for (let at: i32 = 0; at < bytes; at += 1 << ENTRY_SHIFT) {
    const from: i32 = entries + at;
    const length: i32 = i32At(from + LENGTH);
    if (length !== 0)
      addText(table, i32At(from), i32At(from + 4), i32At(from + 8), i32At(from + START), length - 1);
  }
}

/** The offset of the first entry to probe for a triple, before it is masked. */
function hashOf(first: i32, second: i32, third: i32): i32 {
  let hash: i32 = multiply(first, 0x01000193) ^ second;
  hash = multiply(hash ^ (hash >>> 15), -0x7a143595) ^ third;
  hash = multiply(hash ^ (hash >>> 13), -0x3d4d51cb);
  return (hash ^ (hash >>> 16)) << ENTRY_SHIFT;
}
