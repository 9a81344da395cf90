/** Explanations of the costs of calls and features (R79), as text. */
import type {
  ChargeExplanation,
  ChargeStep,
  Choice,
  Explanation,
  Quote,
  RecordedCharge,
  ResultRecord,
  Step,
  Transaction,
} from "../index.ts";
import { majorUnit, minorSign, minorUnit } from "../money/index.ts";
import { daysText, harmless } from "./plain-text.ts";

/**
 * Prints an explanation: the choices, then the arithmetic of the wholesale and of the retail cost, each
 * step with its rule, and the result `rateCall` gives as the last line. Plain text, no colours; control characters
 * of calls and names are made harmless.
 *
 * @example
 * formatExplanation(explainCall(book, call)).trimEnd().split("\n").at(-1); // => "Retail 3.82 p under Business (rate)"
 */
export function formatExplanation(explanation: Explanation): string {
  const { choices, steps, warning, currency, currencyCarrier, currencyDecimals } = explanation;
  return [
    `Call ${nameOf(explanation.result)}`,
    ...(warning === undefined ? [] : ["", warning]),
    "",
    "What was chosen",
    ...choices.flatMap(choiceLines),
    ...stepSection(
      `Wholesale cost as calculated, ${minorUnit(currencyCarrier, currencyDecimals)}`,
      steps,
      "wholesale",
    ),
    ...stepSection(`Retail cost, ${minorUnit(currency, currencyDecimals)}`, steps, "retail"),
    "",
    resultLine(explanation),
    "",
  ]
    .map(harmless)
    .join("\n");
}

/** Prints a quote with its steps, like `formatExplanation`. */
export function formatQuote(quote: Quote): string {
  if (quote.outcome === "error") return `${harmless(`${quote.error}: ${quote.message}`)}\n`;
  return [
    "What was chosen",
    ...quote.choices.flatMap(choiceLines),
    ...stepSection(`Cost, ${minorUnit(quote.currency, quote.currencyDecimals)}`, quote.steps, "retail"),
    "",
    `Cost ${quote.cost} ${minorSign(quote.currency, quote.currencyDecimals)} under ${quote.tariff}, ${quote.chargedDuration} s charged`,
    "",
  ]
    .map(harmless)
    .join("\n");
}

function nameOf(result: ResultRecord): string {
  if (result.id !== undefined) return result.id;
  return result.line === undefined ? "without an id" : `without an id, line ${result.line}`;
}

function resultLine({ result, currency, currencyCarrier, currencyDecimals }: Explanation): string {
  if ("error" in result) return `In error: ${result.error}. ${result.message}`;
  if ("ignored" in result) return `Ignored${result.reason === null ? "" : `: ${result.reason}`}`;
  const tariff = result.tariff ?? "no tariff";
  const wholesale = result.costCDR ?? result.costCarrier;
  const carrierUnit = minorSign(currencyCarrier, currencyDecimals);
  const cost = wholesale === null ? "" : `, wholesale ${wholesale} ${carrierUnit}`;
  const unit = minorSign(currency, currencyDecimals);
  const discounts = result.cost === result.costBase ? "" : ` (${result.costBase} ${unit} before discounts)`;
  return `Retail ${result.cost} ${unit}${discounts} under ${tariff} (${result.method})${cost}`;
}

/**
 * Prints the charges of a feature on a day with their reasons: for each charge the choices, the arithmetic with its
 * rules, and the transaction as the last line. Plain text, no colours; control characters of names are made harmless.
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
  const { featureID, customerID, on, currency } = explanation;
  const unit = majorUnit(currency);
  yield `Feature ${featureID}${customerID === null ? "" : ` of customer ${customerID}`} on ${on}`;
  switch (explanation.outcome) {
    case "due":
      for (const { steps, transaction } of explanation.charges) {
        yield* stepLines(steps, dueLine(transaction), unit);
      }
      break;
    case "recorded":
      for (const charge of explanation.charges) yield* stepLines(charge.steps, recordedLine(charge), unit);
      break;
    case "nothing":
      yield* stepLines(explanation.steps, explanation.reason, unit);
      break;
    case "error": {
      const { error, message } = explanation.error;
      yield* stepLines(explanation.steps, `In error: ${error}. ${message}`, unit);
    }
  }
}

/** The steps, and below them what they come to. */
function* stepLines(steps: readonly ChargeStep[], result: string, unit: string): Generator<string> {
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
  yield* stepSection(`Charge, ${unit}`, sums, "retail");
  yield* stepSection(`Wholesale, ${unit}`, sums, "wholesale");
  yield "";
  yield result;
}

const SOURCES: Readonly<Record<Transaction["transactionSource"], string>> = {
  oneOff: "One-off",
  recurring: "Recurring",
  instalment: "Instalment",
  correction: "Correction",
  calls: "Calls",
  minimum: "Minimum",
};

function dueLine(transaction: Transaction): string {
  const { transactionSource, transactionValue, transactionDate, transactionBillDate } = transaction;
  const due = `due ${transactionDate}`;
  const billed = transactionBillDate === transactionDate ? due : `${due}, billed ${transactionBillDate}`;
  const days = daysText(transaction.transactionStartDate, transaction.transactionEndDate);
  const carrier = carrierText(transaction.transactionValueCarrier);
  return `${SOURCES[transactionSource]} ${transactionValue} for ${days}, ${billed}${namesText(transaction)}${carrier}`;
}

function recordedLine({ source, startDate, endDate, value, valueCarrier }: RecordedCharge): string {
  const days = daysText(startDate, endDate);
  return `${SOURCES[source]} ${value} for ${days}, charged before${carrierText(valueCarrier)}`;
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

/** The lines of a choice: the chosen candidate, the reason, and the candidates passed over. */
function choiceLines(choice: Choice): string[] {
  return [
    `  ${choice.rule.padEnd(4)}${choice.subject}: ${choice.chosen ?? "none"}`,
    `      ${choice.reason}`,
    ...choice.passedOver.map(({ what, why }) => `      passed over: ${what} (${why})`),
  ];
}

/** The steps of one cost under a title, in columns; no lines without steps. */
function* stepSection(title: string, steps: readonly Step[], cost: Step["cost"]): Generator<string, void> {
  const ofCost = steps.filter((step) => step.cost === cost);
  if (ofCost.length === 0) return;
  yield "";
  yield title;
  // No Math.max(...widths): a long call over short periods has more steps than a function may have arguments.
  const widest = (field: "what" | "inputs"): number =>
    ofCost.reduce((width, step) => Math.max(width, step[field].length), 0);
  const whatWidth = widest("what");
  const inputsWidth = Math.min(60, widest("inputs"));
  for (const step of ofCost) {
    const before = step.before === undefined ? "" : `${step.before} → `;
    yield `  ${step.rule.padEnd(4)}${step.what.padEnd(whatWidth)}  ${step.inputs.padEnd(inputsWidth)}  ${before}${step.after}`;
  }
}
