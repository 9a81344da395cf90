/** Control characters of texts from files: on a terminal such characters could move the cursor or forge a line. */

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ALL = /[\u0000-\u001f\u007f-\u009f]/g;
const ALL_BUT_LINE_ENDS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g;
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

/** A text without the characters that HTML forbids; the text still has to be escaped. */
export function harmlessInHtml(text: string): string {
  return text.replace(FORBIDDEN_IN_HTML, "\ufffd");
}

/** Widest first cell and widest other cell; longer texts are truncated. */
const MAX_FIRST = 48;
const MAX_OTHER = 100;

/** Rows of cells as lines: the first column left-aligned, columns before index `rightUntil` right-aligned. */
export function columns(rows: readonly (readonly string[])[], rightUntil = Number.POSITIVE_INFINITY): string {
  const widths: number[] = [];
  const shown = rows.map((row) =>
    row.map((cell, columnIndex) => shortened(harmless(cell), columnIndex === 0 ? MAX_FIRST : MAX_OTHER)),
  );
  for (const row of shown) {
    for (const [columnIndex, cell] of row.entries())
      widths[columnIndex] = Math.max(widths[columnIndex] ?? 0, cell.length);
  }
  return shown.map((row) => `  ${row.map(pad).join("  ").trimEnd()}\n`).join("");

  function pad(cell: string, columnIndex: number): string {
    const width = widths[columnIndex] ?? 0;
    return columnIndex === 0 || columnIndex >= rightUntil ? cell.padEnd(width) : cell.padStart(width);
  }
}

function shortened(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text;
}
