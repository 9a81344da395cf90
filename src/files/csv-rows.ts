import { CsvFramer } from "./csv-framer.ts";
import type { CsvRow } from "./csv-row.ts";
import type { Line } from "./line-reader.ts";

/**
 * The records of a CSV file (RFC 4180: commas or another delimiter, `"` around a cell, `""` within it; cells may hold line breaks),
 * a batch for each batch of lines. Blank lines are passed over.
 *
 * A record whose quotes make no sense costs one line: its first line is the bad row, and reading goes on with
 * the next line, so a stray quote never swallows the calls after it.
 */
export async function* readCsvRows(
  lines: AsyncIterable<Line[]>,
  delimiter = ",",
): AsyncGenerator<CsvRow[], void, undefined> {
  const framer = new CsvFramer(delimiter);
  for await (const batch of lines) {
    const rows = framer.push(batch);
    if (rows.length > 0) yield rows;
  }
  const rows = framer.end();
  if (rows.length > 0) yield rows;
}
