/** How many months the calls of a preview stand for, to convert its difference to a month and to a year. */
import { type DayNumber, parseCivilDate } from "../calendar/index.ts";
import { billingPeriodOf } from "../discounts/index.ts";
import { addFractions, type Fraction, ZERO_FRACTION } from "../money/index.ts";

/** Days at either end of a month that may be without calls: a weekend and a bank holiday. */
const QUIET_DAYS = 3;

/**
 * Months from the day of the first call to the day of the last call: of each calendar month, the covered days ÷ the
 * days of the month. A first call on one of the first three days of a month counts as on the first day, a last call on
 * one of the last three days as on the last day: the calls of 2 to 30 October are one month.
 */
export function monthsOf(first: DayNumber, last: DayNumber): Fraction {
  let months = ZERO_FRACTION;
  for (let month = monthOf(first); month.from <= last; month = monthOf(month.to + 1)) {
    const from = first - month.from < QUIET_DAYS ? month.from : first;
    const to = month.to - last < QUIET_DAYS ? month.to : last;
    const days = BigInt(month.to - month.from + 1);
    months = addFractions(months, { numerator: BigInt(to - from + 1), denominator: days });
  }
  return months;
}

const monthOf = (day: DayNumber) => billingPeriodOf(day, 1);

/** The months as plain numbers, in lowest terms, for a report. */
export function plainMonths({ numerator, denominator }: Fraction): {
  numerator: number;
  denominator: number;
} {
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: Number(numerator / a), denominator: Number(denominator / a) };
}

/** The months from the date of the first call to that of the last call. */
export function monthsBetween(first: string, last: string): ReturnType<typeof plainMonths> {
  return plainMonths(monthsOf(parseCivilDate(first) as DayNumber, parseCivilDate(last) as DayNumber));
}
