/** Control characters of texts that come from files: on a terminal they could move its cursor or forge a line. */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ALL = /[\u0000-\u001f\u007f-\u009f]/g;
const ALL_BUT_LINE_ENDS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
/** HTML allows tabs, ends of lines and those of ISO 8859-1. */
const FORBIDDEN_IN_HTML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: they are what is looked for

/**
 * A name or another text of a line; each control character, an end of a line too, becomes U+FFFD.
 *
 * @example
 * harmless("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\ufffd"
 */
export function harmless(text: string): string {
  return text.replace(ALL, "\ufffd");
}

/**
 * A whole text for a person; its ends of lines stay.
 *
 * @example
 * harmlessLines("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\n"
 */
export function harmlessLines(text: string): string {
  return text.replace(ALL_BUT_LINE_ENDS, "\ufffd");
}

/** A text without the characters that HTML forbids, to be escaped. */
export function harmlessInHtml(text: string): string {
  return text.replace(FORBIDDEN_IN_HTML, "\ufffd");
}

/** Widest first cell and widest other cell; what is longer is cut short. */
const MAX_FIRST = 48;
const MAX_OTHER = 100;

/** Rows of cells as lines: the first column to the left, further columns, up to `rightUntil`, to the right. */
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
