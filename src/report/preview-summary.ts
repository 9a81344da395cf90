/** The summary of a preview for a decision: the change a month and a year, and the affected customers. */
import { type Comparison, type PreviewReport, sumAmounts } from "../index.ts";
import { monthsBetween } from "../preview/index.ts";
import { compareAmounts, scaleAmount, signOf } from "./money-text.ts";

/** The payments of one customer before and after. */
export interface Payment {
  readonly key: string | null;
  readonly name: string | null;
  readonly amount: Comparison;
}

/** The payments of all customers and of each customer, VAT excluded. */
export interface Payments {
  readonly total: Comparison;
  readonly customers: readonly Payment[];
}

/** Payments by the bills of a preview, because customers pay not only for calls; without bills, by the calls. */
export function paymentsOf({ bills, totals, breakdowns }: PreviewReport): Payments {
  if (bills !== null) {
    const customers = bills.customers.map(({ key, name, bill }) => ({ key, name, amount: bill }));
    return { total: bills.total.bill, customers };
  }
  return {
    total: totals.retail,
    customers: breakdowns.customer.map(({ key, name, retail }) => ({ key, name, amount: retail })),
  };
}

const MONTHS_OF_YEAR = 12;

/** The months of the calls that are on the bills: those of all calls, but for calls that start after the last bill. */
export function billedMonths({ months, from, to, bills }: PreviewReport): PreviewReport["months"] {
  if (bills === null || from === null || to === null || to <= bills.to || bills.to < from) return months;
  return monthsBetween(from, bills.to);
}

/** How many months the minimums of the bills stand for: each bill for one, or for more where it is of several. */
export function minimumMonths(report: PreviewReport): NonNullable<PreviewReport["months"]> {
  const months = billedMonths(report);
  const periods = report.bills?.periods ?? 1;
  return months !== null && months.numerator > periods * months.denominator
    ? months
    : { numerator: periods, denominator: 1 };
}

/**
 * The change of the customers' payments, a month and a year, minor units; undefined without calls that have a date.
 * Calls are those of the days ÷ months, minimums those of the bills, fixed charges the recurring ones, regardless of
 * charges that fall due in the days.
 */
export function runningChange(
  report: PreviewReport,
): { readonly month: string; readonly year: string } | undefined {
  const { totals, bills, fixedCharges } = report;
  const months = billedMonths(report);
  if (months === null) return undefined;
  const running = (count: number, recurring: string | undefined): string => {
    const during = ({ difference }: Comparison, { numerator, denominator } = months): string =>
      scaleAmount(difference, { numerator: denominator * count, denominator: numerator });
    if (bills === null) return during(totals.retail);
    const { calls, minimum } = bills.total;
    return sumAmounts([during(calls), during(minimum, minimumMonths(report)), recurring ?? "0"]);
  };
  const { perMonth, perYear } = fixedCharges?.runRate ?? {};
  return { month: running(1, perMonth?.difference), year: running(MONTHS_OF_YEAR, perYear?.difference) };
}

/** Whether a month's change equals the total change of the calls. */
export function isOneMonth(report: PreviewReport, total: string, month: string): boolean {
  const months = billedMonths(report);
  return months?.numerator === months?.denominator && compareAmounts(total, month) === 0;
}

/** The default of the percentage above which the rise of a customer's payments is counted. */
const DEFAULT_THRESHOLD = 5;

/** The checked threshold: a percentage of 0 or more. */
export function thresholdOf(threshold: number | undefined): number {
  if (threshold === undefined) return DEFAULT_THRESHOLD;
  if (Number.isFinite(threshold) && threshold >= 0) return threshold;
  throw new RangeError(`threshold: ${threshold} is no percentage; write a number of 0 or more.`);
}

interface Reach {
  readonly customers: number;
  readonly rising: number;
  readonly falling: number;
  /** Customers that rise by more than the threshold, and customers that paid nothing before and pay something after. */
  readonly beyond: number;
  /** The largest rises and falls, by amount. */
  readonly risers: readonly Payment[];
  readonly fallers: readonly Payment[];
}

/** Counts by exact amounts, not by rounded percentages. */
export function reachOf({ customers }: Payments, threshold: number, named: number): Reach {
  const moved = (sign: 1 | -1): Payment[] =>
    customers.filter(({ amount }) => signOf(amount.difference) === sign);
  const [rising, falling] = [moved(1), moved(-1)];
  return {
    customers: customers.length,
    rising: rising.length,
    falling: falling.length,
    beyond: rising.filter(({ amount }) => risesBeyond(amount, threshold)).length,
    risers: largest(rising, named, -1),
    fallers: largest(falling, named, 1),
  };
}

/** difference × 100 > threshold × |before|. */
function risesBeyond({ before, difference, percent }: Comparison, threshold: number): boolean {
  // The percentage is rounded to two decimal places: only a percentage close to the threshold needs all digits.
  if (percent !== null && Math.abs(Number(percent) - threshold) > 0.01) return Number(percent) > threshold;
  const limit = scaleAmount(
    before.replace("-", ""),
    { numerator: Math.round(threshold * 1e6), denominator: 1e8 },
    24,
  );
  return compareAmounts(difference, limit) > 0;
}

/** The first `named` payments in order of the change, without a sort of all payments; ties keep their order. */
function largest(payments: readonly Payment[], named: number, order: 1 | -1): readonly Payment[] {
  const found: Payment[] = [];
  const isBefore = (a: Payment, b: Payment): boolean =>
    order * compareAmounts(a.amount.difference, b.amount.difference) < 0;
  for (const payment of payments) {
    const at = found.findIndex((other) => isBefore(payment, other));
    if (at >= 0) found.splice(at, 0, payment);
    else if (found.length < named) found.push(payment);
    if (found.length > named) found.pop();
  }
  return found;
}
