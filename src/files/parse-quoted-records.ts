import { CsvError, type Options, parse } from "csv-parse/sync";
import { MAX_LINE_BYTES } from "./limits.ts";

/** Strict throughout; rows of another length come through, because their reader says so in its own words. */
const OPTIONS = {
  quote: '"',
  escape: '"',
  record_delimiter: ["\r\n", "\n"],
  columns: false,
  relax_column_count: true,
  max_record_size: 2 * MAX_LINE_BYTES,
} as const satisfies Options;

/** The one fault that later lines may mend. */
export const NEVER_CLOSED = "opens a quoted cell that is never closed";

const REASONS: Readonly<Record<string, string>> = {
  CSV_INVALID_CLOSING_QUOTE:
    'has text after a quoted cell; a quote within a quoted cell is written twice ("")',
  INVALID_OPENING_QUOTE:
    'has a quote in a cell that does not begin with one; quote the whole cell and write the quote twice ("")',
  CSV_QUOTE_NOT_CLOSED: NEVER_CLOSED,
};

/** The cells of CSV records of which at least one is quoted, or why they cannot be read. */
export function parseQuotedRecords(
  text: string,
  delimiter: string,
): string[][] | { readonly reason: string } {
  // csv-parse takes a NUL after a quote for the end of the cell.
  if (text.includes("\0")) return { reason: "holds a NUL character" };
  try {
    return parse(text, { ...OPTIONS, delimiter });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { reason: REASONS[error.code] ?? `is not CSV (${error.message})` };
  }
}
