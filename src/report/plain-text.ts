/**
 * Control characters of texts from files: on a terminal such characters could move the cursor or forge a line. So could
 * marks of writing direction, which show a text in another order, and separators of lines.
 */

/** Beyond ASCII: C1, marks, embeddings, overrides and isolates of writing direction, separators of lines. */
const BEYOND = "\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069";
const ALL = new RegExp(`[\\u0000-\\u001f${BEYOND}]`, "g");
const ALL_BUT_LINE_ENDS = new RegExp(`[\\u0000-\\u0009\\u000b-\\u001f${BEYOND}]`, "g");
const ALL_BUT_LAYOUT = new RegExp(`\\r(?!\\n)|[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f${BEYOND}]`, "g");
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for
/** HTML allows tabs, line ends and the control characters of ISO 8859-1. */
const FORBIDDEN_IN_HTML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: they are what is looked for

/**
 * A name or another text within a line; each control character, also a line end, becomes U+FFFD.
 *
 * @example
 * harmless("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\ufffd"
 */
export function harmless(text: string): string {
  return text.replace(ALL, "\ufffd");
}

/**
 * A whole text; as `harmless`, but line ends stay.
 *
 * @example
 * harmlessLines("Leeds\u001b[2J\n"); // => "Leeds\ufffd[2J\n"
 */
export function harmlessLines(text: string): string {
  return text.replace(ALL_BUT_LINE_ENDS, "\ufffd");
}

/**
 * JSON, or lines of it, with each control character as an escape, tabs and line ends aside: the values stay the same.
 *
 * @example
 * escapedControls('{"name":"Leeds\u202e"}'); // => '{"name":"Leeds\\u202e"}'
 */
export function escapedControls(text: string): string {
  return text.replace(
    ALL_BUT_LAYOUT,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** A text without the characters that HTML forbids; the text still has to be escaped. */
export function harmlessInHtml(text: string): string {
  return text.replace(FORBIDDEN_IN_HTML, "\ufffd");
}

/** Both days of a span as texts and files write them, or the only day. */
export function daysText(start: string, end: string): string {
  return start === end ? start : `${start} to ${end}`;
}

/** A text of at most so many characters; of a longer text the beginning with `…` behind it. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Rows of cells as lines with aligned columns, right-aligned where `isRight` says so of a column's index. */
export function aligned(
  cells: readonly (readonly string[])[],
  isRight: (columnIndex: number) => boolean,
): string {
  const rows = cells.map((row) => row.map(harmless));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [columnIndex, cell] of row.entries())
      widths[columnIndex] = Math.max(widths[columnIndex] ?? 0, cell.length);
  }
  const pad = (cell: string, columnIndex: number): string => {
    const width = widths[columnIndex] ?? 0;
    return isRight(columnIndex) ? cell.padStart(width) : cell.padEnd(width);
  };
  return rows.map((row) => `  ${row.map(pad).join("  ").trimEnd()}\n`).join("");
}

/** Widest first cell and widest other cell; longer texts are truncated. */
const MAX_FIRST = 48;
const MAX_OTHER = 100;

/** Rows of cells as lines: the first column left-aligned, columns before index `rightUntil` right-aligned. */
export function columns(rows: readonly (readonly string[])[], rightUntil = Number.POSITIVE_INFINITY): string {
  const shown = rows.map((row) =>
    row.map((cell, columnIndex) => shortened(cell, columnIndex === 0 ? MAX_FIRST : MAX_OTHER)),
  );
  return aligned(shown, (columnIndex) => columnIndex > 0 && columnIndex < rightUntil);
}
