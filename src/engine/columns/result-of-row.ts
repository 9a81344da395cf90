/** The result of one row of columns. */

import { rateByRecord } from "../rate-call.ts";
import type { FailedCall, IgnoredCall, PricedCall } from "../results/index.ts";
import { lineOfRow } from "./column-ids.ts";
import { type RowOfColumns, unratedResult } from "./unrated-row.ts";

/** How all rows of columns are rated. */
export interface RowOptions {
  readonly reclassify: boolean;
  readonly bookDigest: string | undefined;
}

/** The result of a row as `rateCall` gives it; `isUnrated` says that the kernel has refused or ignored it. */
export function resultOfRow(
  of: RowOfColumns,
  isUnrated: boolean,
  { reclassify, bookDigest }: RowOptions,
): PricedCall | FailedCall | IgnoredCall {
  const { book, columns, row } = of;
  const unrated = isUnrated ? unratedResult(of, reclassify) : undefined;
  if (unrated !== undefined) return unrated;
  const line = lineOfRow(columns, row);
  const options = { reclassify, line, ...(bookDigest !== undefined && { bookDigest }) };
  return rateByRecord(book, columns.recordOf(row), options, undefined);
}
