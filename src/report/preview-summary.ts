/** What a preview comes to, in the few figures on which somebody decides: a month, a year, and whom it meets. */
import { type PreviewReport, sumAmounts } from "../index.ts";
import { compareAmounts, scaleAmount, signOf } from "./money-text.ts";

type AnyComparison = PreviewReport["totals"]["retail"];

/** What one customer pays before and after. */
export interface Payment {
  readonly key: string | null;
  readonly name: string | null;
  readonly amount: AnyComparison;
}

/** What all customers and each of them pay, VAT excluded. */
export interface Payments {
  readonly total: AnyComparison;
  readonly customers: readonly Payment[];
}

/** Bills where a preview has them, as calls are not all that a customer pays; else calls. */
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

/**
 * The change of what customers pay, a month and a year, minor units; undefined where no call says of how long. Calls and
 * minimums are those of the days ÷ months, fixed charges what recurs, whatever falls due in the days.
 */
export function runningChange({
  months,
  totals,
  bills,
  fixedCharges,
}: PreviewReport): { readonly month: string; readonly year: string } | undefined {
  if (months === null) return undefined;
  const { numerator, denominator } = months;
  const ofDays = bills === null ? [totals.retail] : [bills.total.calls, bills.total.minimum];
  const running = (count: number, recurring: string | undefined): string => {
    const times = { numerator: denominator * count, denominator: numerator };
    const scaled = ofDays.map(({ difference }) => scaleAmount(difference, times));
    return sumAmounts(bills === null || recurring === undefined ? scaled : [...scaled, recurring]);
  };
  const { perMonth, perYear } = fixedCharges?.runRate ?? {};
  return { month: running(1, perMonth?.difference), year: running(MONTHS_OF_YEAR, perYear?.difference) };
}

/** Whether a month's change is the change that is shown anyway. */
export function isOneMonth({ months }: PreviewReport, total: string, month: string): boolean {
  return months?.numerator === months?.denominator && compareAmounts(total, month) === 0;
}

/** Percent by which a customer's payments may rise without being counted. */
const DEFAULT_THRESHOLD = 5;

/** A threshold that is a percentage: a number of 0 and more. */
export function thresholdOf(threshold: number | undefined): number {
  if (threshold === undefined) return DEFAULT_THRESHOLD;
  if (Number.isFinite(threshold) && threshold >= 0) return threshold;
  throw new RangeError(`threshold: ${threshold} is no percentage; write a number of 0 or more.`);
}

/** Whom a change meets. */
interface Reach {
  readonly customers: number;
  readonly rising: number;
  readonly falling: number;
  /** Those who rise by more than the threshold, and those who paid nothing and pay something. */
  readonly beyond: number;
  /** Those who rise and fall most, by amount. */
  readonly risers: readonly Payment[];
  readonly fallers: readonly Payment[];
}

/** Counts exactly, not by rounded percentages. */
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
function risesBeyond({ before, difference, percent }: AnyComparison, threshold: number): boolean {
  // The percentage is rounded to two decimal places: only one beside the threshold needs all digits.
  if (percent !== null && Math.abs(Number(percent) - threshold) > 0.01) return Number(percent) > threshold;
  const limit = scaleAmount(
    before.replace("-", ""),
    { numerator: Math.round(threshold * 1e6), denominator: 1e8 },
    24,
  );
  return compareAmounts(difference, limit) > 0;
}

/** The first so many in order of the change, without sorting all of them; equal ones as they come. */
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

/** The sum of some amounts of some lines. */
export function sumOf<T>(lines: readonly T[], amount: (line: T) => string): string {
  return sumAmounts(lines.map(amount));
}
