/** R77: what brings the calls of a number up to its minimum. */
import type { OpenedBook } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { PRICE_DECIMALS } from "../../model/index.ts";
import { formatUnits, nearestDivide, toUnits } from "../../money/index.ts";
import type { InvoiceTransaction } from "../transaction.ts";
import { CallTransactionTypes } from "./call-sums.ts";
import { callTermsOn } from "./call-terms.ts";
import { numberTransaction } from "./call-transactions.ts";

/** The minimums of the numbers that are billable on some day, given their call transactions. */
export function minimumTransactions(
  book: OpenedBook,
  calls: readonly InvoiceTransaction[],
  { from, to }: { readonly from: DayNumber; readonly to: DayNumber },
): InvoiceTransaction[] {
  const { currencyDecimals } = book.settings;
  const sums = new Map<string | null, bigint>();
  for (const { numberID, transactionValue } of calls) {
    sums.set(numberID, (sums.get(numberID) ?? 0n) + (toUnits(transactionValue, PRICE_DECIMALS) ?? 0n));
  }
  const minorUnit = 10n ** BigInt(PRICE_DECIMALS - currencyDecimals);
  const types = new CallTransactionTypes(book);
  return book.tables.places.numbers.flatMap((number) => {
    const { id, lowInvoiceActionValue } = number.record;
    if (lowInvoiceActionValue === undefined || number.billableFrom > to || number.billableTo < from)
      return [];
    const missing = BigInt(lowInvoiceActionValue) - (sums.get(id) ?? 0n);
    if (missing <= 0n) return [];
    const { VATRate, code } = callTermsOn(number, to);
    return numberTransaction(number, {
      source: "minimum",
      type: types.usual,
      VATRate,
      code: code ?? types.codeOf(types.usual),
      on: to,
      start: from,
      end: to,
      value: formatUnits(nearestDivide(missing, minorUnit), currencyDecimals),
      valueCarrier: null,
      calls: null,
      minutes: null,
    });
  });
}
