/** The result of one row of columns. */

import type { BookTables } from "../../book/index.ts";
import { rateByRecord } from "../rate-call.ts";
import type { RateOptions } from "../rate-options.ts";
import type { FailedCall, IgnoredCall, PricedCall } from "../results/index.ts";
import { type UnratedRow, unratedResult } from "../rows/unrated-row.ts";
import type { CallColumns } from "./call-columns.ts";
import { asciiOfRow, idOfRow, lineOfRow } from "./column-ids.ts";
import { OUTCOMES, type RowResults } from "./rated-columns.ts";

const IGNORED = OUTCOMES.indexOf("ignored");

interface RowOfColumns {
  readonly book: BookTables;
  readonly columns: CallColumns;
  readonly rated: RowResults;
  readonly row: number;
}

/** How all rows of columns are rated. */
export interface RowOptions {
  readonly reclassify: boolean;
  readonly bookDigest: string | undefined;
}

/** The result of a row as `rateCall` gives it; `isUnrated` says that the kernel has refused or ignored it. */
export function resultOfRow(
  rowOfColumns: RowOfColumns,
  isUnrated: boolean,
  options: RowOptions,
): PricedCall | FailedCall | IgnoredCall {
  const { book, columns, row } = rowOfColumns;
  const unrated = isUnrated ? unratedResult(unratedOf(rowOfColumns), options.reclassify) : undefined;
  if (unrated !== undefined) return unrated;
  return rateByRecord(book, columns.recordOf(row), optionsOfRow(options, columns, row), undefined);
}

/** How a row is rated as a call. */
export function optionsOfRow(
  { reclassify, bookDigest }: RowOptions,
  columns: CallColumns,
  row: number,
): RateOptions {
  return { reclassify, line: lineOfRow(columns, row), ...(bookDigest !== undefined && { bookDigest }) };
}

/** A row that the kernel has refused or ignored, for its message. */
function unratedOf({ book, columns, rated, row }: RowOfColumns): UnratedRow {
  return {
    book,
    id: idOfRow(columns, row),
    line: lineOfRow(columns, row),
    isIgnored: rated.outcome[row] === IGNORED,
    error: rated.error[row] as number,
    day: rated.day[row] as number,
    number: rated.number[row] as number,
    tariff: rated.tariff[row] as number,
    callType: rated.callType[row] as number,
    external: () => asciiOfRow(columns.external, row),
    named: (column) => columns.names[columns[column][row] as number] as string,
  };
}
