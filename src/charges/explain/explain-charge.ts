/** R79: what is charged of a feature on a day, and why. */
import type { OpenedBook } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import type { Id } from "../../model/index.ts";
import { askedDay, askedFeature } from "../asked.ts";
import { type ChargeStep, ChargeTrace, type TracedCharge } from "../charge-trace.ts";
import { rangeOf } from "../charges.ts";
import { chargeFeature, type FeatureCharged } from "../feature/index.ts";
import type { Subject } from "../subject.ts";
import type { Transaction } from "../transaction.ts";
import type { ChargeExplanation } from "./charge-explanation.ts";
import { explainVAT } from "./explain-vat.ts";
import { recordedCharges } from "./recorded-charges.ts";
import { whyNothing } from "./why-nothing.ts";

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
  const charged = chargeFeature(subject, rangeOf(on, on), trace);
  const asked = { featureID: subject.own.id, customerID: subject.customer?.record.id ?? null, on };
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

type DueCharge = Pick<TracedCharge, "steps"> & { readonly transaction: Transaction };

/** The charges that fall due on a day, else those whose days have it. */
function dueOn(on: string, traced: readonly TracedCharge[]): readonly DueCharge[] {
  const made = traced.filter(
    (charge): charge is TracedCharge & DueCharge => charge.transaction !== undefined,
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
