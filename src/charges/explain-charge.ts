/** The explanation of a feature's charges (R79): plain data, to print, to send and to store. */
import { currencyOf, type OpenedBook } from "../book/index.ts";
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";
import type { Id } from "../model/index.ts";
import { type ChargeStep, ChargeTrace, type TracedCharge } from "./charge-trace.ts";
import { ChargeFault, type FeatureError, type Transaction } from "./charged.ts";
import { rangeOf } from "./charges.ts";
import {
  chargeableOf,
  chargeFeature,
  type FeatureCharged,
  hasCharges,
  KnownPeriods,
  type Period,
} from "./feature/index.ts";
import { explainVAT, type RecordedCharge, recordedCharges } from "./recorded-charges.ts";
import { askedDay, askedFeature, type Subject } from "./subject.ts";

/** A charge that falls due on the day or covers it. */
export interface ExplainedCharge {
  /** Count, amount, scheme, days, rounding, wholesale, VAT: the choices with the sources passed over, and the sums. */
  readonly steps: readonly ChargeStep[];
  /** The same transaction as `charges` gives. */
  readonly transaction: Transaction;
}

/** The feature and the day of the request. */
interface AskedOn {
  readonly featureID: string;
  /** Null where no customer pays for the feature. */
  readonly customerID: string | null;
  readonly on: string;
  /** The currency of the amounts: the customer's (R60), or the book's where no customer pays. */
  readonly currency: string;
}

/** Charges fall due on the day, or charges that are due cover the day. */
export interface ExplainedDue extends AskedOn {
  readonly outcome: "due";
  readonly charges: readonly ExplainedCharge[];
}

/** The day was charged before. */
export interface ExplainedRecord extends AskedOn {
  readonly outcome: "recorded";
  readonly charges: readonly RecordedCharge[];
}

/** No charge falls due on the day. */
export interface ExplainedNothing extends AskedOn {
  readonly outcome: "nothing";
  /** Why, in a sentence. */
  readonly reason: string;
  /** The choices, where the day was looked at. */
  readonly steps: readonly ChargeStep[];
}

/** The feature cannot be charged. */
export interface ExplainedError extends AskedOn {
  readonly outcome: "error";
  readonly error: FeatureError;
  /** The choices up to the error. */
  readonly steps: readonly ChargeStep[];
}

/** Why a feature is charged an amount on a day, or nothing: see `outcome`. Amounts are pounds as decimal text. */
export type ChargeExplanation = ExplainedDue | ExplainedRecord | ExplainedNothing | ExplainedError;

/**
 * Explains the charges of a feature on a day (R79): the charges that `charges(book, on, on)` gives and that fall due on
 * the day, else the charges that cover the day. Each shows its count, amount, scheme, days, rounding and VAT, the
 * record of each choice and the sources passed over, and ends in the transaction. The steps are a trace of the charging
 * itself.
 *
 * Where the day was charged before, its record is explained (`recorded`); where nothing is due, a sentence says why
 * (`nothing`); where the feature is in error, the steps up to the error are given (`error`).
 *
 * @throws TypeError for a feature that the book does not have, and an invalid day
 *
 * @example
 * const rentals = openBook({
 *   customers: [{ id: 7 }],
 *   features: [{ id: 12, customerID: 7, startDate: "2026-01-12", featureCount: 2, serviceCharge: 30 }],
 * });
 * const explained = explainCharge(rentals, 12, "2026-01-12");
 * explained.outcome === "due" && explained.charges[0]?.transaction.transactionValue; // => "38.71"
 */
export function explainCharge(book: OpenedBook, featureID: Id, on: string): ChargeExplanation {
  const day = askedDay("explainCharge", "on", on);
  const subject = askedFeature(book, featureID, "explainCharge");
  const trace = new ChargeTrace();
  const charged = chargeFeature(subject, rangeOf(on, on, book.settings.chargesFrom), trace);
  const customerID = subject.customer?.record.id ?? null;
  const asked = { featureID: subject.record.id, customerID, on, currency: currencyOf(book, customerID) };
  const due = dueOn(on, trace.charges);
  if (due.length > 0) {
    const charges = due.map(({ steps, transaction }) => ({
      steps: [...inOrder(steps), ...explainVAT(subject, transaction, day)],
      transaction,
    }));
    return { ...asked, outcome: "due", charges };
  }
  const recorded = recordedCharges(subject, day);
  if (recorded.length > 0) return { ...asked, outcome: "recorded", charges: recorded };
  return { ...asked, ...withoutCharge(subject, day, charged, trace.charges) };
}

type TracedDueCharge = Pick<TracedCharge, "steps"> & { readonly transaction: Transaction };

/** The charges that fall due on a day, else the charges whose days include it. */
function dueOn(on: string, traced: readonly TracedCharge[]): readonly TracedDueCharge[] {
  const made = traced.filter(
    (charge): charge is TracedCharge & TracedDueCharge => charge.transaction !== undefined,
  );
  const due = made.filter(({ transaction }) => transaction.transactionDate === on);
  return due.length > 0 ? due : made.filter(({ startDate, endDate }) => startDate <= on && on <= endDate);
}

function withoutCharge(
  subject: Subject,
  day: DayNumber,
  { error }: FeatureCharged,
  traced: readonly TracedCharge[],
): Omit<ExplainedError, keyof AskedOn> | Omit<ExplainedNothing, keyof AskedOn> {
  const last = traced[traced.length - 1];
  if (error !== undefined) {
    return { outcome: "error", error, steps: inOrder(last?.fault === undefined ? [] : last.steps) };
  }
  const on = formatCivilDate(day);
  const settled = traced.findLast(
    ({ settled, startDate, endDate }) => settled !== undefined && startDate <= on && on <= endDate,
  );
  const dates = whyByDates(subject, day);
  if (settled === undefined) {
    return { outcome: "nothing", reason: dates ?? whyNotDue(subject, day), steps: [] };
  }
  const reason = dates ?? `Feature ${subject.record.id} is charged nothing for ${on}: ${settled.settled}.`;
  return { outcome: "nothing", reason, steps: settled.steps };
}

/** R79: the count, then the amount, then the sums, each in the order of the trace; wholesale sums last. */
function inOrder(steps: readonly ChargeStep[]): ChargeStep[] {
  return [...steps].sort((a, b) => stage(a) - stage(b));
}

function stage(step: ChargeStep): number {
  if (step.kind === "sum") {
    // The markup belongs to the choice of the amount: it gives the price.
    if (step.rule === "R72") return 2;
    return step.cost === "wholesale" ? 4 : 3;
  }
  const { subject } = step;
  if (subject === "period") return 0;
  if (subject === "count") return 1;
  return subject === "scheme" ? 3 : 2;
}

/** The reason, where the feature has nothing to charge or the day is before its first or after its last day. */
function whyByDates(subject: Subject, day: DayNumber): string | undefined {
  const { record, end } = subject;
  const who = `Feature ${record.id}`;
  if (!hasCharges(subject)) {
    return `${who} has nothing to charge: no amount, total, instalments, dated price, fixed fee tariff or record.`;
  }
  const { startDate } = record;
  if (startDate !== undefined && day < startDate) return `${who} starts on ${formatCivilDate(startDate)}.`;
  return end !== undefined && end < day ? `${who} ended on ${formatCivilDate(end)}.` : undefined;
}

/** The reason, where the day is settled or its charge falls due on another day. */
function whyNotDue(subject: Subject, day: DayNumber): string {
  const { record, feature, book } = subject;
  const who = `Feature ${record.id}`;
  const { dueDate } = record;
  const { chargesFrom } = book.settings;
  const hasInstalments = (feature.instalments ?? 0) > 0;
  if (dueDate !== undefined && day < dueDate) {
    const without = hasInstalments ? "" : ", and no record says what was charged for this day";
    return `${who} is settled up to ${formatCivilDate(dueDate - 1)}${without}.`;
  }
  if (dueDate === undefined && chargesFrom !== undefined && day < chargesFrom) {
    return `${who} is settled where it fell due before ${formatCivilDate(chargesFrom)}, the chargesFrom of the book.`;
  }
  const period = periodOf(subject, day);
  if (period?.isArrears === true) {
    const last = Math.min(period.end, subject.end ?? period.end);
    const days = `${formatCivilDate(Math.max(period.start, record.startDate ?? period.start))} to ${formatCivilDate(last)}`;
    return `${who} is charged in arrears: ${days} falls due on ${formatCivilDate(hasInstalments ? period.end + 1 : last + 1)}.`;
  }
  if (hasInstalments) return `${who} has no more instalments due for ${formatCivilDate(day)}.`;
  return `${who} has no charge that falls due on ${formatCivilDate(day)} or covers it.`;
}

function periodOf(subject: Subject, day: DayNumber): (Period & { readonly isArrears: boolean }) | undefined {
  const chargeable = chargeableOf(subject);
  if (chargeable instanceof ChargeFault) return undefined;
  const periods = new KnownPeriods().of(chargeable.interval, chargeable.start);
  return { ...periods.at(periods.indexOf(day)), isArrears: chargeable.interval.timing === "arrears" };
}
