/** R45: what a number's calls of a billing period fall short of its minimum. */
import type { DiscountedCall } from "./apply-discounts.ts";
import { billingPeriodOf, daysWithin } from "./billing-period.ts";
import type { Book } from "./book.ts";
import { NONE, Ratio, sumOf } from "./ratio.ts";
import { amount, type Row, text } from "./values.ts";

const PENNY = new Ratio(1n, 1n);

/** The padding lines of the period that the date is in, one for each number that falls short. */
export function minimumSpend(book: Book, calls: readonly DiscountedCall[], on: string): Row[] {
  const startDay = book.settings.billingPeriodStartDay;
  const period = billingPeriodOf(on, startDay);
  const pound = new Ratio(BigInt(book.settings.penceInAPound), 1n);
  const lines: Row[] = [];
  for (const number of book.numbers.values()) {
    const minimum = amount(number.lowInvoiceActionValue);
    if (minimum === null) continue;
    if (daysWithin(period, text(number.billableFrom), text(number.billableTo)) === 0) continue;
    const own = calls.filter(
      ({ of }) =>
        of.rated.billed.number === number &&
        billingPeriodOf(of.call.startDate, startDay).startDate === period.startDate,
    );
    const pence = sumOf(own.flatMap(({ components }) => Object.values(components)));
    const total = pence.nearest(PENNY).over(pound);
    const padding = Ratio.of(minimum).minus(total);
    if (!padding.isAbove(NONE)) continue;
    lines.push({
      customerID: text(number.customerID),
      numberID: text(number.id),
      startDate: period.startDate,
      endDate: period.endDate,
      minimum: minimum.toFixed(),
      callTotal: total.toFixed(),
      padding: padding.toFixed(),
    });
  }
  return lines;
}
