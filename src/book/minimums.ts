/** R45: numbers whose calls come to less than their minimum. */
import type { DayNumber } from "../calendar/index.ts";
import { PRICE_DECIMALS } from "../model/index.ts";
import type { OpenedBook } from "./opened-book.ts";
import type { OpenedNumber } from "./opened-number.ts";

/** A number whose calls come to less than its `lowInvoiceActionValue`. Amounts are whole millionths of a pound. */
interface BelowMinimum {
  readonly number: OpenedNumber;
  readonly minimum: bigint;
  /** What its calls come to. */
  readonly total: bigint;
  /** A minor unit of the currency, such as a penny. */
  readonly minorUnit: bigint;
}

/**
 * The numbers that are billable on some day from `from` to `to` and whose calls come to less than their minimum, in the
 * order of the book; a number that ends before its start is billable on none. `totalOf` gives what a number's calls
 * come to, in whole minor units of the currency.
 */
export function* numbersBelowMinimum(
  { settings, tables }: OpenedBook,
  totalOf: (numberID: string) => bigint,
  { from, to }: { readonly from: DayNumber; readonly to: DayNumber },
): Generator<BelowMinimum> {
  const minorUnit = 10n ** BigInt(PRICE_DECIMALS - settings.currencyDecimals);
  for (const number of tables.byIndex.numbers) {
    const { id, lowInvoiceActionValue } = number.record;
    if (lowInvoiceActionValue === undefined) continue;
    if (Math.max(number.billableFrom, from) > Math.min(number.billableTo, to)) continue;
    const [minimum, total] = [BigInt(lowInvoiceActionValue), totalOf(id) * minorUnit];
    if (minimum > total) yield { number, minimum, total, minorUnit };
  }
}
