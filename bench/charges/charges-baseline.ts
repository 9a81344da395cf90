/**
 * The charges of the workload with decimal.js and date-fns, as a careful programmer writes them in an afternoon: R61,
 * R63, R65 to R67, R70, R71 and R74 for the features that the workload has. It makes transactions and the first day
 * not yet charged; it keeps no record of what was charged, so that nothing can be corrected later, and checks nothing.
 */
import {
  addDays,
  addMonths,
  differenceInCalendarDays,
  format,
  parseISO,
  startOfMonth,
  startOfQuarter,
} from "date-fns";
import { Decimal } from "decimal.js";
import { type ChargedFeature, HALF_PRICE_MONTHS } from "./charges-book.ts";

export interface PlainTransaction {
  readonly featureID: string;
  readonly transactionSource: "oneOff" | "recurring";
  readonly transactionDate: string;
  readonly transactionStartDate: string;
  readonly transactionEndDate: string;
  readonly featureCount: number;
  readonly transactionValue: string;
  readonly transactionValueCarrier: string | null;
}

export interface PlainCharges {
  readonly transactions: readonly PlainTransaction[];
  /** The first day not yet charged. */
  readonly dueDate: string | undefined;
}

const MONTHS = { "Calendar Monthly": 1, Monthly: 1, "Calendar Quarterly": 3, Annually: 12 } as const;

/** What a feature is charged up to a day, from its start or from its `dueDate`. */
export function chargePlainly(feature: ChargedFeature, to: string, dueDate?: string): PlainCharges {
  const start = parseISO(feature.startDate);
  const last = parseISO(to);
  const end = feature.endDate === undefined ? undefined : parseISO(feature.endDate);
  const due = dueDate === undefined ? start : parseISO(dueDate);
  const transactions: PlainTransaction[] = [];
  if (start > last) return { transactions, dueDate };
  const { connectionCharge } = feature;
  if (connectionCharge !== undefined && due <= start) {
    const value = new Decimal(connectionCharge).times(feature.featureCount);
    transactions.push(transaction(feature, "oneOff", start, start, feature.featureCount, value, null));
  }
  const every = MONTHS[feature.serviceChargeInterval];
  const first = firstPeriod(feature, start);
  let next = due;
  for (let k = 0; ; k++) {
    const periodStart = addMonths(first, k * every);
    const periodEnd = addDays(addMonths(first, (k + 1) * every), -1);
    const from = next > periodStart ? next : periodStart;
    const until = end !== undefined && end < periodEnd ? end : periodEnd;
    if (from > last || (end !== undefined && from > end)) break;
    if (from > until) continue;
    const days = differenceInCalendarDays(periodEnd, periodStart) + 1;
    let net = new Decimal(0);
    let carrier = new Decimal(0);
    let count = feature.featureCount;
    for (const run of alikeDays(feature, start, from, until)) {
      net = net.plus(
        new Decimal(feature.serviceCharge)
          .times(run.count)
          .times(run.isHalf ? 0.5 : 1)
          .times(run.days),
      );
      carrier = carrier.plus(new Decimal(feature.serviceChargeCarrier).times(run.count).times(run.days));
      count = run.count;
    }
    transactions.push(
      transaction(feature, "recurring", from, until, count, net.div(days), carrier.div(days)),
    );
    next = addDays(until, 1);
  }
  return { transactions, dueDate: transactions.length === 0 ? dueDate : format(next, "yyyy-MM-dd") };
}

function firstPeriod({ serviceChargeInterval }: ChargedFeature, start: Date): Date {
  if (serviceChargeInterval === "Calendar Monthly") return startOfMonth(start);
  if (serviceChargeInterval === "Calendar Quarterly") return startOfQuarter(start);
  return start;
}

interface AlikeDays {
  readonly days: number;
  readonly count: number;
  readonly isHalf: boolean;
}

/** The days from … until in runs of equal count and scheme. */
function alikeDays(feature: ChargedFeature, start: Date, from: Date, until: Date): AlikeDays[] {
  const halfPriceTo =
    feature.initialFeatureDiscountScheme === undefined
      ? undefined
      : addDays(addMonths(start, HALF_PRICE_MONTHS), -1);
  const changes = (feature.datedChanges ?? []).map(({ date, featureCount }) => ({
    date: parseISO(date),
    featureCount,
  }));
  const cuts = [
    ...changes.map(({ date }) => date),
    ...(halfPriceTo === undefined ? [] : [addDays(halfPriceTo, 1)]),
  ]
    .filter((date) => date > from && date <= until)
    .sort((a, b) => a.getTime() - b.getTime());
  return [from, ...cuts].map((first, at) => {
    const after = cuts[at] ?? addDays(until, 1);
    return {
      days: differenceInCalendarDays(after, first),
      count: changes.filter(({ date }) => date <= first).at(-1)?.featureCount ?? feature.featureCount,
      isHalf: halfPriceTo !== undefined && first <= halfPriceTo,
    };
  });
}

function transaction(
  feature: ChargedFeature,
  transactionSource: PlainTransaction["transactionSource"],
  start: Date,
  end: Date,
  featureCount: number,
  value: Decimal,
  carrier: Decimal | null,
): PlainTransaction {
  return {
    featureID: String(feature.id),
    transactionSource,
    transactionDate: format(start, "yyyy-MM-dd"),
    transactionStartDate: format(start, "yyyy-MM-dd"),
    transactionEndDate: format(end, "yyyy-MM-dd"),
    featureCount,
    transactionValue: toPennies(value),
    transactionValueCarrier: carrier === null ? null : toPennies(carrier),
  };
}

function toPennies(value: Decimal): string {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed();
}
