/** R45: the minimum call spend of a number in a billing period. */
import { numbersBelowMinimum, type OpenedBook } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import { asResult, type CallResult, COST_DECIMALS, type ResultRecord } from "../engine/index.ts";
import { PRICE_DECIMALS } from "../model/index.ts";
import { ExactSum, formatUnits, nearestDivide } from "../money/index.ts";
import { billingPeriodOf } from "./allowance.ts";

/** The line that brings a number's calls up to its minimum. Amounts are pounds as plain decimal text. */
export interface MinimumSpendLine {
  readonly customerID: string;
  readonly numberID: string;
  /** First and last day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  /** The number's `lowInvoiceActionValue`. */
  readonly minimum: string;
  /** Total of the number's discounted calls, to the nearest penny (R45): the minor unit of the currency. */
  readonly callTotal: string;
  /** The minimum less the call total. */
  readonly padding: string;
}

/**
 * The padding lines of a billing period (R45): one for each number that is billable in the period and whose calls
 * total less than its `lowInvoiceActionValue`, also for a number without calls. Pass the period's calls after they
 * are discounted; calls of other periods are left out. The calls themselves do not change.
 *
 * @param on any date of the billing period, `YYYY-MM-DD`
 * @throws TypeError where an element of `results` is neither a result nor a result's record
 * @throws RangeError where `on` is not a date, or a record does not say when its call started
 * @example
 * const least = openBook({
 *   customers: [{ id: 7 }],
 *   numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", lowInvoiceActionValue: "2.50" }],
 * });
 * minimumSpendLines(least, [], "2026-10-15")[0]?.padding; // => "2.5"
 */
export function minimumSpendLines(
  book: OpenedBook,
  results: Iterable<CallResult | ResultRecord>,
  on: string,
): readonly MinimumSpendLine[] {
  const day = parseCivilDate(on);
  if (day === undefined) throw new RangeError(`${JSON.stringify(on)} is not a date; write YYYY-MM-DD.`);
  const period = billingPeriodOf(day, book.settings.billingPeriodStartDay);
  const numbers = book.records.numbers.filter((number) => number.lowInvoiceActionValue !== undefined);
  const totals = new Map(numbers.map(({ id }) => [id, new ExactSum()]));
  for (const given of results) {
    const result = asResult(given);
    if (result.outcome !== "rated") continue;
    const total = totals.get(result.numberID);
    if (total === undefined) continue;
    const day = result.dayIn(book.tables);
    if (day < period.from || day > period.to) continue;
    const { retail, decimals } = result.units;
    total.add(retail, decimals);
  }
  const totalOf = (numberID: string): bigint => {
    const pence = totals.get(numberID)?.unitsAt(COST_DECIMALS) ?? 0n;
    return nearestDivide(pence, 10n ** BigInt(COST_DECIMALS));
  };
  const { startDate, endDate } = period;
  return Array.from(
    numbersBelowMinimum(book, totalOf, period),
    ({ number, minimum, total }): MinimumSpendLine => ({
      customerID: number.record.customerID,
      numberID: number.record.id,
      startDate,
      endDate,
      minimum: formatUnits(minimum, PRICE_DECIMALS),
      callTotal: formatUnits(total, PRICE_DECIMALS),
      padding: formatUnits(minimum - total, PRICE_DECIMALS),
    }),
  );
}
