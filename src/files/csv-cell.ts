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
  const text =
    typeof value === "string" ? value : typeof value === "object" ? JSON.stringify(value) : String(value);
  if (isPlain(text)) return text;
  const harmless = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Values as a line of CSV. */
export function csvLine(values: readonly unknown[]): string {
  let line = "";
  for (let at = 0; at < values.length; at++)
    line += at === 0 ? csvCell(values[at]) : `,${csvCell(values[at])}`;
  return `${line}\n`;
}

const SPACE = 32;
const DIGIT_ZERO = 48;
const DIGIT_NINE = 57;
const LETTER_A = 65;
const LETTER_Z = 122;

/**
 * Whether a text is surely a cell as it stands, as nearly all are: it begins with a digit or an ASCII letter and
 * holds nothing but these, - . / : and spaces.
 */
function isPlain(text: string): boolean {
  const length = text.length;
  if (length === 0) return true;
  if (!isWordCode(text.charCodeAt(0)) || text.charCodeAt(length - 1) === SPACE) return false;
  for (let at = 1; at < length; at++) {
    const code = text.charCodeAt(at);
    if (!isWordCode(code) && code !== SPACE && !(code >= 45 && code <= 58)) return false;
  }
  return true;
}

/** Digits, and the ASCII from A to z, none of which means anything to a spreadsheet. */
function isWordCode(code: number): boolean {
  return (code >= DIGIT_ZERO && code <= DIGIT_NINE) || (code >= LETTER_A && code <= LETTER_Z);
}
