/** Aligned columns for a terminal. */
import { harmless } from "./control-characters.ts";

/** Widest first cell and widest other cell; what is longer is cut short. */
const MAX_FIRST = 48;
const MAX_OTHER = 100;

/** Rows of cells as lines: the first column to the left, the others, up to `rightUntil`, to the right. */
export function columns(rows: readonly (readonly string[])[], rightUntil = Number.POSITIVE_INFINITY): string {
  const widths: number[] = [];
  const shown = rows.map((row) =>
    row.map((cell, at) => shortened(harmless(cell), at === 0 ? MAX_FIRST : MAX_OTHER)),
  );
  for (const row of shown) {
    for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  }
  return shown.map((row) => `  ${row.map(pad).join("  ").trimEnd()}\n`).join("");

  function pad(cell: string, at: number): string {
    const width = widths[at] ?? 0;
    return at === 0 || at >= rightUntil ? cell.padEnd(width) : cell.padStart(width);
  }
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
