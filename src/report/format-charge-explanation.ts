/** Why a feature is charged what it is, as text for a person (R79). */
import type { ChargeExplanation, ChargeStep, RecordedCharge, Transaction } from "../index.ts";
import { harmless } from "./control-characters.ts";
import { choiceLines, stepSection } from "./explanation-lines.ts";

/**
 * Prints what is charged of a feature on a day and why: of each charge what was chosen, the arithmetic with its rules, and
 * the transaction as the last line. Plain text, no colours; control characters of names are made harmless.
 *
 * @example
 * const rentals = openBook({
 *   customers: [{ id: 7 }],
 *   features: [{ id: 12, customerID: 7, startDate: "2026-01-12", featureCount: 2, serviceCharge: 30 }],
 * });
 * formatChargeExplanation(explainCharge(rentals, 12, "2026-01-12")).trimEnd().split("\n").at(-1);
 * // => "Recurring 38.71 for 2026-01-12 to 2026-01-31, due 2026-01-12"
 */
export function formatChargeExplanation(explanation: ChargeExplanation): string {
  return [...linesOf(explanation), ""].map(harmless).join("\n");
}

function* linesOf(explanation: ChargeExplanation): Generator<string> {
  const { featureID, customerID, on } = explanation;
  yield `Feature ${featureID}${customerID === null ? "" : ` of customer ${customerID}`} on ${on}`;
  switch (explanation.outcome) {
    case "due":
      for (const { steps, transaction } of explanation.charges) {
        yield* stepLines(steps);
        yield "";
        yield dueLine(transaction);
      }
      break;
    case "recorded":
      for (const charge of explanation.charges) {
        yield* stepLines(charge.steps);
        yield "";
        yield recordedLine(charge);
      }
      break;
    case "nothing":
      yield* stepLines(explanation.steps);
      yield "";
      yield explanation.reason;
      break;
    case "error":
      yield* stepLines(explanation.steps);
      yield "";
      yield `In error: ${explanation.error.error}. ${explanation.error.message}`;
  }
}

function* stepLines(steps: readonly ChargeStep[]): Generator<string> {
  const choices = steps.filter((step) => step.kind === "choice");
  const sums = steps.filter((step) => step.kind === "sum");
  if (choices.length > 0) {
    yield "";
    yield "What was chosen";
    for (const choice of choices) {
      const subject = choice.cost === "wholesale" ? `wholesale ${choice.subject}` : choice.subject;
      yield* choiceLines({ ...choice, subject });
    }
  }
  yield* stepSection("Charge, pounds", sums, "retail");
  yield* stepSection("Wholesale, pounds", sums, "wholesale");
}

const SOURCES: Readonly<Record<Transaction["transactionSource"], string>> = {
  oneOff: "One-off",
  recurring: "Recurring",
  instalment: "Instalment",
  correction: "Correction",
  calls: "Calls",
  minimum: "Minimum",
};

function dueLine(own: Transaction): string {
  const { transactionSource, transactionValue, transactionDate, transactionBillDate } = own;
  const due = `due ${transactionDate}`;
  const billed = transactionBillDate === transactionDate ? due : `${due}, billed ${transactionBillDate}`;
  const days = daysText(own.transactionStartDate, own.transactionEndDate);
  const carrier = carrierText(own.transactionValueCarrier);
  return `${SOURCES[transactionSource]} ${transactionValue} for ${days}, ${billed}${namesText(own)}${carrier}`;
}

function recordedLine({ source, startDate, endDate, value, valueCarrier }: RecordedCharge): string {
  const days = daysText(startDate, endDate);
  return `${SOURCES[source]} ${value} for ${days}, charged before${carrierText(valueCarrier)}`;
}

function daysText(start: string, end: string): string {
  return start === end ? start : `${start} to ${end}`;
}

function namesText({ transactionType, transactionCode, transactionVATRate }: Transaction): string {
  return [
    transactionType,
    transactionCode === null ? null : `code ${transactionCode}`,
    transactionVATRate === null ? null : `VAT ${transactionVATRate}`,
  ]
    .filter((name) => name !== null)
    .map((name) => `, ${name}`)
    .join("");
}

function carrierText(value: string | null): string {
  return value === null ? "" : `, wholesale ${value}`;
}
