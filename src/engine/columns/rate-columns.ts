/** Many calls at once, as columns: the same tables, the same kernel, the same answers as `rateCall`. */
import type { OpenedBook } from "../../book/index.ts";
import { knownOptions } from "../../names/index.ts";
import type { CallColumns } from "./call-columns.ts";
import { ColumnRater } from "./column-rater.ts";
import type { RatedColumns } from "./rated-columns.ts";

/** How columns are rated. */
export interface ColumnOptions {
  /** As in `RateOptions`. */
  readonly reclassify?: boolean;
  /** As in `RateOptions`: `recordAt` and `resultAt` have it. */
  readonly bookDigest?: string;
  /** Results to overwrite instead of making new ones, if they are of this book and have as many rows. */
  readonly into?: RatedColumns;
}

const checkOptions = knownOptions<ColumnOptions>("rateColumns", {
  reclassify: "flag",
  bookDigest: "text",
  into: "any",
});

/**
 * Rates calls held in columns (R4 to R31). Every row has the answer that `rateCall` gives for `recordOf(row)`.
 * Amounts on calls are micro-pence, durations milliseconds; results are whole units of 10^-decimals pence.
 * Duplicates are not looked for. Never throws for bad data in a call.
 *
 * @throws TypeError where an option is not known
 * @example
 * const columns = columnsFromRecords([call, { ...call, id: 2, duration: "x" }]);
 * const rated = rateColumns(book, columns);
 * [...rated.outcome].map((outcome) => OUTCOMES[outcome]); // => ["rated", "error"]
 * rated.retail[0][0]; // => 38200 // 3.82 p in units of 10^-4 p
 * rated.keys.tariff(rated.tariff[0] ?? -1); // => "Business"
 */
export function rateColumns(
  book: OpenedBook,
  columns: CallColumns,
  options: ColumnOptions = {},
): RatedColumns {
  checkOptions(options);
  const { into } = options;
  const results =
    into instanceof ColumnRater && into.book === book.tables && into.capacity >= columns.length
      ? into
      : new ColumnRater(book.tables, columns.length);
  results.rate(columns, { reclassify: options.reclassify === true, bookDigest: options.bookDigest });
  return results;
}
