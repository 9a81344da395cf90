/** R41: billing periods, from the book's start day to the day before the next. */
import { civilDateParts, dayNumberOf, formatCivilDate } from "../calendar/index.ts";

/** A billing period: its first and its last day. */
export interface BillingPeriod {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The billing period of a day, where periods begin on `startDay` (1 to 28) of a month.
 *
 * @example billingPeriodOf(20_729, 15).startDate // => "2026-09-15"
 */
export function billingPeriodOf(day: number, startDay: number): BillingPeriod {
  const parts = civilDateParts(day);
  const month = parts.year * 12 + parts.month - 1 - (parts.day < startDay ? 1 : 0);
  const from = dayOfMonth(month, startDay);
  const to = dayOfMonth(month + 1, startDay) - 1;
  return { from, to, startDate: formatCivilDate(from), endDate: formatCivilDate(to) };
}

/** A day of a month that is counted from the year 0. */
function dayOfMonth(month: number, day: number): number {
  return dayNumberOf(Math.floor(month / 12), (month % 12) + 1, day);
}
