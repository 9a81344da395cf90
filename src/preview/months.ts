/** How many months the calls of a preview stand for, to convert its difference to a month and to a year. */
import { civilDateParts, type DayNumber, dayNumberOf } from "../calendar/index.ts";
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
  for (let month = monthAround(first); month.first <= last; month = monthAround(month.last + 1)) {
    const from = first - month.first < QUIET_DAYS ? month.first : first;
    const to = month.last - last < QUIET_DAYS ? month.last : last;
    const days = BigInt(month.last - month.first + 1);
    months = addFractions(months, { numerator: BigInt(to - from + 1), denominator: days });
  }
  return months;
}

/** The months as plain numbers, in lowest terms, for a report. */
export function plainMonths({ numerator, denominator }: Fraction): {
  numerator: number;
  denominator: number;
} {
  let [a, b] = [numerator, denominator];
  while (b !== 0n) [a, b] = [b, a % b];
  return { numerator: Number(numerator / a), denominator: Number(denominator / a) };
}

function monthAround(day: DayNumber): { readonly first: DayNumber; readonly last: DayNumber } {
  const { year, month } = civilDateParts(day);
  const [nextYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1];
  return { first: dayNumberOf(year, month, 1), last: dayNumberOf(nextYear, nextMonth, 1) - 1 };
}
