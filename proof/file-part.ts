/** Items as part of a file: how rows of cells are quoted and damaged, and on which line each item stands. */
import type { Flaw, Item } from "./calls.ts";

/** Part of a file: bytes, and where each item stands in it. */
export interface FilePart {
  readonly bytes: Buffer;
  /** The first line of each item. */
  readonly lines: readonly number[];
  /** The line after the last. */
  readonly nextLine: number;
}

/** Stands for bytes that are no UTF-8 until the text has become bytes: as many of them as it has itself. */
export const NO_UTF8 = "\u{10ffff}";
const NO_UTF8_BYTES = [0xff, 0xc0, 0xfe, 0x80];

/** Puts texts together and counts their lines; of each the gap before the item, and the item. */
export function partOf(
  items: readonly Item[],
  firstLine: number,
  textOf: (item: Item, at: number) => readonly [gap: string, own: string],
): FilePart {
  const lines: number[] = [];
  let line = firstLine;
  let text = "";
  for (const [at, item] of items.entries()) {
    const [gap, own] = textOf(item, at);
    line += count(gap);
    lines.push(line);
    line += count(own);
    text += gap + own;
  }
  const bytes = Buffer.from(text);
  const marker = Buffer.from(NO_UTF8);
  for (let at = bytes.indexOf(marker); at !== -1; at = bytes.indexOf(marker, at))
    bytes.set(NO_UTF8_BYTES, at);
  return { bytes, lines, nextLine: line };
}

function count(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/** A cell in quotes. */
export function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Cells as a row, with its flaw. */
export function flawed(cells: readonly string[], flaw: Flaw | undefined): string {
  const plain = cells.map((cell) => (cell.startsWith('"') ? "x" : cell));
  switch (flaw) {
    case undefined:
      return cells.join(",");
    case "too few cells":
      return cells.slice(0, -3).join(",");
    case "too many cells":
      return [...cells, "", "more"].join(",");
    case "stray quotes":
      return [...plain.slice(0, -1), 'a "b" c'].join(",");
    case "not UTF-8":
      return [...plain.slice(0, -1), NO_UTF8].join(",");
    case "never closed":
      return [...plain.slice(0, -1), '"never closed'].join(",");
  }
}
