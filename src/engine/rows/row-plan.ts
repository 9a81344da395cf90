/** What discounting reads of a row beside its columns (R40). */
import { type BookTables, NO_PREFIX, type OpenedTariff } from "../../book/index.ts";
import { periodNamed } from "../call/find-period.ts";
import type { CallColumns } from "../columns/call-columns.ts";
import type { RowResults } from "../columns/rated-columns.ts";

/** R40: the discount plan that the line or the tariff of a row's call names. */
export function planOfRow(
  book: BookTables,
  columns: CallColumns,
  rated: RowResults,
  row: number,
): string | undefined {
  const tariff = book.byIndex.tariffs[rated.tariff[row] as number] as OpenedTariff;
  if (!tariff.hasLinePlans) return tariff.settings.baseDiscountPlan;
  const { dialled, prefixes } = book;
  const { bytes, start, end } = columns.external;
  dialled.readBytes(bytes, start[row] as number, end[row] as number);
  const prefix = prefixes.size === 0 ? NO_PREFIX : prefixes.longest(dialled);
  const periodIndex = rated.period[row] as number;
  const period =
    periodIndex >= 0
      ? periodIndex
      : periodNamed(book, columns.names[columns.tariffTime[row] as number] as string);
  const callType = rated.callTypeUsed[row] as number;
  return tariff.discountPlanFor(prefixes, prefix, callType, period, rated.day[row] as number);
}

/** The rating period of a row that was rated, as `RatedCall.tariffTime` has it. */
export function periodOfRow(
  { names, tariffTime }: CallColumns,
  { period, keys }: RowResults,
  row: number,
): string {
  const periodIndex = period[row] as number;
  return periodIndex < 0
    ? (names[tariffTime[row] as number] as string)
    : (keys.period(periodIndex) ?? "default");
}
