/** Why a feature is charged what it is (R79): plain data, to print, to send and to store. */
import type { OpenedBook } from "../book/index.ts";
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
  /** Count, amount, scheme, days, rounding, wholesale, VAT: what was chosen and what was passed over, and the arithmetic. */
  readonly steps: readonly ChargeStep[];
  /** What `charges` gives for it, always. */
  readonly transaction: Transaction;
}

/** Which feature is asked about, and for which day. */
interface AskedOn {
  readonly featureID: string;
  /** Null where no customer pays for it. */
  readonly customerID: string | null;
  readonly on: string;
}

/** The day brings charges, or is covered by some that are due. */
export interface ExplainedDue extends AskedOn {
  readonly outcome: "due";
  readonly charges: readonly ExplainedCharge[];
}

/** The day was charged before. */
export interface ExplainedRecord extends AskedOn {
  readonly outcome: "recorded";
  readonly charges: readonly RecordedCharge[];
}

/** The day brings nothing. */
export interface ExplainedNothing extends AskedOn {
  readonly outcome: "nothing";
  /** Why, in a sentence. */
  readonly reason: string;
  /** What was chosen where it was looked at. */
  readonly steps: readonly ChargeStep[];
}

/** The feature cannot be charged. */
export interface ExplainedError extends AskedOn {
  readonly outcome: "error";
  readonly error: FeatureError;
  /** What was chosen until then. */
  readonly steps: readonly ChargeStep[];
}

/** Why a feature is charged what it is on a day, or is not; `outcome` tells which. Amounts are pounds as decimal text. */
export type ChargeExplanation = ExplainedDue | ExplainedRecord | ExplainedNothing | ExplainedError;

/** R79: what is charged of a feature on a day, and why. */

/**
 * Explains what is charged of a feature on a day (R79): the charges that `charges(book, on, on)` gives and that fall due on
 * the day, else those that cover it. Each shows its count, amount, scheme, days, rounding and VAT, what was chosen from
 * which record and what was passed over, and ends in the transaction. It is the charging itself that is recorded.
 *
 * Where the day was charged before, its record is explained (`recorded`); where nothing is due, a sentence says why
 * (`nothing`); where the feature is in error, it is explained as far as it got (`error`).
 *
 * @throws TypeError for a feature that the book does not have, and a day that is none
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
  const asked = { featureID: subject.record.id, customerID: subject.customer?.record.id ?? null, on };
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

/** The charges that fall due on a day, else those whose days have it. */
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
): Pick<Extract<ChargeExplanation, { outcome: "error" }>, "outcome" | "error" | "steps"> | NothingOn {
  const last = traced[traced.length - 1];
  if (error !== undefined) {
    return { outcome: "error", error, steps: inOrder(last?.fault === undefined ? [] : last.steps) };
  }
  return { outcome: "nothing", ...whyNothing(subject, day, traced) };
}

type NothingOn = Pick<Extract<ChargeExplanation, { outcome: "nothing" }>, "outcome" | "reason" | "steps">;

/** R79: the count, then the amount, then what they come to, as they were taken; wholesale behind it. */
function inOrder(steps: readonly ChargeStep[]): ChargeStep[] {
  return [...steps].sort((a, b) => stage(a) - stage(b));
}

function stage(step: ChargeStep): number {
  if (step.kind === "sum") {
    // A markup makes the price of the amount.
    if (step.rule === "R72") return 2;
    return step.cost === "wholesale" ? 4 : 3;
  }
  const { subject } = step;
  if (subject === "period") return 0;
  if (subject === "count") return 1;
  return subject === "scheme" ? 3 : 2;
}

/** R79: why a day of a feature brings no charge, in a sentence. */

/** The sentence, and what was chosen where the day was looked at. */
interface NothingDue {
  readonly reason: string;
  readonly steps: readonly ChargeStep[];
}

/** Why nothing is charged for a day that no record has. */
function whyNothing(subject: Subject, day: DayNumber, traced: readonly TracedCharge[]): NothingDue {
  const on = formatCivilDate(day);
  const settled = traced.findLast(
    ({ settled, startDate, endDate }) => settled !== undefined && startDate <= on && on <= endDate,
  );
  const dates = whyByDates(subject, day);
  if (settled === undefined) return { reason: dates ?? whyNotDue(subject, day), steps: [] };
  const reason = dates ?? `Feature ${subject.record.id} is charged nothing for ${on}: ${settled.settled}.`;
  return { reason, steps: settled.steps };
}

/** What the feature itself and its first and last day say. */
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

/** What was settled before, and when the rest falls due. */
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
