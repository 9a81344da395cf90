/** R41: billing periods, from the book's start day to the day before the next. */

const DAY_MS = 86_400_000;

export interface BillingPeriod {
  readonly startDate: string;
  /** Inclusive. */
  readonly endDate: string;
  readonly days: number;
}

/** The period that a local date is in. */
export function billingPeriodOf(date: string, startDay: number): BillingPeriod {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const startMonth = day >= startDay ? month : month - 1;
  const start = Date.UTC(year, startMonth - 1, startDay);
  const end = Date.UTC(year, startMonth, startDay) - DAY_MS;
  return { startDate: dateAt(start), endDate: dateAt(end), days: (end - start) / DAY_MS + 1 };
}

/** How many days of the period a span has; blank ends are open. */
export function daysWithin(period: BillingPeriod, startDate: string, endDate: string): number {
  const first = startDate > period.startDate ? startDate : period.startDate;
  const last = endDate !== "" && endDate < period.endDate ? endDate : period.endDate;
  return first > last ? 0 : (Date.parse(last) - Date.parse(first)) / DAY_MS + 1;
}

function dateAt(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
