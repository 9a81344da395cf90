/** What a spreadsheet would take for the start of a formula, or skip in search of one. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
/** A plain number, which no spreadsheet calculates: costs may be negative. */
const PLAIN_NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/**
 * A value as a CSV cell: null and undefined are empty, a text that a spreadsheet would calculate gets an
 * apostrophe in front, and quotes are put around what needs them.
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  const harmless = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Values as a line of CSV. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(",")}\n`;
}
