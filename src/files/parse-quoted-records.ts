import { type Options, parse } from "csv-parse/sync";
import { MAX_LINE_BYTES } from "./limits.ts";

/** Rows of another length come through, because their reader says so in its own words. */
const OPTIONS = {
  quote: '"',
  escape: '"',
  record_delimiter: ["\r\n", "\n"],
  columns: false,
  relax_column_count: true,
  max_record_size: 2 * MAX_LINE_BYTES,
} as const satisfies Options;

/** The cells of CSV records that are whole, of which at least one is quoted. */
export function parseQuotedRecords(text: string, delimiter: string): string[][] {
  return parse(text, { ...OPTIONS, delimiter });
}
