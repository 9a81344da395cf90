/** Charges one feature: its charges in the order of due days, up to the end of the range or an error (R60). */

import { formatCivilDate } from "../../calendar/index.ts";
import type { ChargeTrace } from "../charge-trace.ts";
import {
  ChargeFault,
  type FeatureError,
  type FeatureState,
  type FeatureWarning,
  type Transaction,
} from "../charged.ts";
import type { Subject } from "../subject.ts";
import { Corrections, hasDayToCorrect } from "./corrections.ts";
import { DatedValues } from "./day-values.ts";
import { chargeableOf, hasCharges, totalOf } from "./feature-faults.ts";
import { type ChargeRange, type DueCharge, FeatureRun } from "./feature-run.ts";
import { Instalments } from "./instalments.ts";
import { Ledger } from "./ledger.ts";
import { Recurring } from "./recurring.ts";
import { tellRounding } from "./tell.ts";

/** Most transactions of a feature in one range, and most records in its state. */
const MOST = 5_000;

/** The result of charging a feature; empty for a feature that is not due. */
export interface FeatureCharged {
  readonly transactions: readonly Transaction[];
  readonly state: FeatureState | undefined;
  readonly error: FeatureError | undefined;
  readonly warning: FeatureWarning | undefined;
}

const NOTHING: FeatureCharged = {
  transactions: [],
  state: undefined,
  error: undefined,
  warning: undefined,
};

/** Charges one feature for a range of days, continuing from its record. A trace records every step. */
export function chargeFeature(subject: Subject, range: ChargeRange, trace?: ChargeTrace): FeatureCharged {
  if (!hasCharges(subject)) return NOTHING;
  const chargeable = chargeableOf(subject);
  if (chargeable instanceof ChargeFault) {
    return isNotDue(subject, range) ? NOTHING : inError(subject, chargeable);
  }
  const run = new FeatureRun(subject, chargeable, range, trace);
  const warning = withoutHistory(run);
  const fault = makeAll(run);
  // Two of the errors that arise during charging leave the feature unchanged.
  if (fault?.error === "too-many-charges" || fault?.error === "malformed-feature")
    return inError(subject, fault);
  const { transactions, ledger } = run;
  const error = fault && inError(subject, fault).error;
  return { transactions, state: ledger.changes(), error, warning };
}

/** Makes all charges by day; on one day one-offs come before recurring charges before corrections (R60). */
function makeAll(run: FeatureRun): ChargeFault | undefined {
  const { instalments = 0 } = run.subject.feature;
  const total = instalments > 0 ? totalOf(run.subject.feature) : undefined;
  const recurring = total === undefined ? new Recurring(run) : new Instalments(run, instalments, total);
  const corrections = new Corrections(run);
  const correcting = hasDayToCorrect(run.ledger, run.dated, run.start, run.end);
  let oneOff = dueOneOff(run);
  for (;;) {
    const next = earliest(oneOff, recurring.next(), correcting ? corrections.next() : undefined);
    if (next === undefined) return undefined;
    if (next === oneOff) oneOff = undefined;
    const fault = next.make();
    if (fault !== undefined) return fault;
    if (run.transactions.length > MOST || run.ledger.length > MOST) return tooMany(run);
  }
}

function earliest(...due: readonly (DueCharge | undefined)[]): DueCharge | undefined {
  let first: DueCharge | undefined;
  for (const charge of due) {
    if (charge !== undefined && (first === undefined || charge.date < first.date)) first = charge;
  }
  return first;
}

function tooMany({ subject, transactions }: FeatureRun): ChargeFault {
  const [what, field] =
    transactions.length > MOST
      ? [
          `has more than 5,000 transactions due since ${transactions[0]?.transactionDate}; set its dueDate`,
          "dueDate",
        ]
      : [
          `would have more than 5,000 records in chargesMade; take out those that need no correction any more`,
          "chargesMade",
        ];
  return new ChargeFault("too-many-charges", `Feature ${subject.record.id} ${what}.`, field as string);
}

/** Whether a feature has no errors that leave it unchanged: it has no charge due, and nothing to correct. */
function isNotDue({ record, end, feature }: Subject, { to, texts }: ChargeRange): boolean {
  const { startDate: start = Number.NEGATIVE_INFINITY, dueDate } = record;
  const ledger = new Ledger(record, texts);
  // Charges for days before a moved startDate are no longer due.
  if (start > to) return !ledger.periods.some(({ isFixed, first = start }) => !isFixed && first <= to);
  if ((feature.instalments ?? 0) > 0 || dueDate === undefined || end === undefined) return false;
  return dueDate > end && !hasDayToCorrect(ledger, new DatedValues(record.datedChanges), start, end);
}

/** R69: warns of settled days after the end that have no record, so that they cannot be credited. */
function withoutHistory({ subject, start, end, ledger }: FeatureRun): FeatureWarning | undefined {
  const last = (ledger.due ?? start) - 1;
  const from = Math.max(start, end + 1);
  if (from > last || (subject.feature.instalments ?? 0) > 0) return undefined;
  const [first] = ledger.freeDays(from, last);
  if (first === undefined) return undefined;
  const { record, customer } = subject;
  return {
    featureID: record.id,
    customerID: customer?.record.id ?? null,
    warning: "no-history",
    message: `Feature ${record.id} ends on ${formatCivilDate(end)}, but was settled up to ${formatCivilDate(last)} without a record of what was charged from ${formatCivilDate(first.start)} on; if it was charged, credit it by hand.`,
    field: "endDate",
  };
}

function inError({ record, customer }: Subject, { error, message, field }: ChargeFault): FeatureCharged {
  const customerID = customer?.record.id ?? null;
  return { ...NOTHING, error: { featureID: record.id, customerID, error, message, field } };
}

/** The one-off charge, where it is due and was not yet made. */
function dueOneOff(run: FeatureRun): DueCharge | undefined {
  const { start, end, ledger } = run;
  if (ledger.hasOneOff || (ledger.due ?? start) > start || end < start) return undefined;
  if (start > run.range.to || run.isSettledBefore(start)) return undefined;
  if (run.range.freeDays?.some((free) => free.start <= start && start <= free.end)) return undefined;
  return { date: start, make: () => makeOneOff(run) };
}

function makeOneOff(run: FeatureRun): ChargeFault | undefined {
  const { start, counts } = run;
  const days = { start, end: start };
  const amount = run.amounts.oneOff(start);
  if (amount === undefined || amount instanceof ChargeFault) {
    const outcome = amount === undefined ? { settled: "there is no one-off charge" } : { fault: amount };
    run.tellEnd("oneOff", days, outcome);
    return amount;
  }
  counts.begin(start);
  const { billed, net } = run.termsOn("oneOff", start, amount.price.each, undefined);
  counts.reach(billed);
  const value = run.rounded(net);
  const carrier = amount.wholesale && run.carrierOfAll(amount.wholesale.each, billed);
  run.ledger.makeOneOff(start, value);
  tellRounding(run.trace, net, value, undefined);
  run.add({ source: "oneOff", date: start, days, billed, value, carrier });
  return undefined;
}
