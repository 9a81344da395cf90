/** All that rating says by a book of calls, as data to compare with what another book, or another thread, says. */
import {
  type CallRecord,
  columnsFromRecords,
  explainCall,
  type OpenedBook,
  rateCall,
  rateColumns,
  toRecord,
} from "../../src/index.ts";

/** Records, explanations, and records once more from columns: each call as a call of its own and in its row. */
export function whatABookSays(
  book: OpenedBook,
  calls: readonly CallRecord[],
  reclassify: boolean,
): { readonly single: unknown[]; readonly explained: unknown[]; readonly columns: unknown[] } {
  const rated = rateColumns(book, columnsFromRecords(calls), { reclassify });
  return {
    single: calls.map((call, at) => toRecord(rateCall(book, call, { reclassify, line: at + 1 }))),
    explained: calls.map((call, at) => explainCall(book, call, { reclassify, line: at + 1 })),
    columns: calls.map((_, row) => [
      rated.recordAt(row),
      // Beside its outcome and error, columns mean something for a rated call only.
      rated.outcome[row] === 0 ? rated.keys.location(rated.location[row] as number) : undefined,
    ]),
  };
}
