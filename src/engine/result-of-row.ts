/** The result of one row of columns. */
import type { BookTables } from "../book/index.ts";
import type { CallColumns } from "./call-columns.ts";
import { lineOfRow } from "./column-ids.ts";
import { rateByRecord } from "./rate-call.ts";
import type { RatedRows } from "./rated-columns.ts";
import type { FailedCall, IgnoredCall, PricedCall } from "./results/index.ts";
import { unratedResult } from "./unrated-row.ts";

/** How all rows of columns are rated. */
export interface RowOptions {
  readonly reclassify: boolean;
  readonly bookDigest: string | undefined;
}

/** A row that was rated. */
export interface RowOfColumns {
  readonly book: BookTables;
  readonly columns: CallColumns;
  readonly rated: RatedRows;
  readonly row: number;
}

/** The result of a row as `rateCall` gives it; `isUnrated` says that the kernel has refused or ignored it. */
export function resultOfRow(
  of: RowOfColumns,
  isUnrated: boolean,
  { reclassify, bookDigest }: RowOptions,
): PricedCall | FailedCall | IgnoredCall {
  const { book, columns, row } = of;
  const unrated = isUnrated ? unratedResult({ ...of, reclassify }) : undefined;
  if (unrated !== undefined) return unrated;
  const line = lineOfRow(columns, row);
  const options = { reclassify, line, ...(bookDigest !== undefined && { bookDigest }) };
  return rateByRecord(book, columns.recordOf(row), options, undefined);
}
