/** An explanation as text for a person. */
import type { Choice, Explanation, Quote, ResultRecord, Step } from "../index.ts";
import { harmless } from "./harmless.ts";

/**
 * Prints an explanation: the choices, then the arithmetic of the wholesale and of the retail cost, each
 * step with its rule, and the result `rateCall` gives as the last line. Plain text, no colours; control characters
 * of calls and names are made harmless.
 *
 * @example
 * formatExplanation(explainCall(book, call)).trimEnd().split("\n").at(-1); // => "Retail 3.82 p under Business (rate)"
 */
export function formatExplanation(explanation: Explanation): string {
  const { choices, steps, warning, result } = explanation;
  return [
    `Call ${nameOf(result)}`,
    ...(warning === undefined ? [] : ["", warning]),
    "",
    "What was chosen",
    ...choices.flatMap(choiceLines),
    ...stepSection("Wholesale cost as calculated, pence", steps, "wholesale"),
    ...stepSection("Retail cost, pence", steps, "retail"),
    "",
    resultLine(result),
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
    ...stepSection("Cost, pence", quote.steps, "retail"),
    "",
    `Cost ${quote.cost} p under ${quote.tariff}, ${quote.chargedDuration} s charged`,
    "",
  ]
    .map(harmless)
    .join("\n");
}

function nameOf(result: ResultRecord): string {
  if (result.id !== undefined) return result.id;
  return result.line === undefined ? "without an id" : `without an id, line ${result.line}`;
}

function choiceLines(choice: Choice): string[] {
  return [
    `  ${choice.rule.padEnd(4)}${choice.subject}: ${choice.chosen ?? "none"}`,
    `      ${choice.reason}`,
    ...choice.passedOver.map(({ what, why }) => `      passed over: ${what} (${why})`),
  ];
}

function* stepSection(title: string, steps: readonly Step[], cost: Step["cost"]): Generator<string> {
  const own = steps.filter((step) => step.cost === cost);
  if (own.length === 0) return;
  yield "";
  yield title;
  // A long call over short periods has more steps than a function may have arguments.
  const widest = (field: "what" | "inputs"): number =>
    own.reduce((width, step) => Math.max(width, step[field].length), 0);
  const whatWidth = widest("what");
  const inputsWidth = Math.min(60, widest("inputs"));
  for (const step of own) {
    const before = step.before === undefined ? "" : `${step.before} → `;
    yield `  ${step.rule.padEnd(4)}${step.what.padEnd(whatWidth)}  ${step.inputs.padEnd(inputsWidth)}  ${before}${step.after}`;
  }
}

function resultLine(result: ResultRecord): string {
  if ("error" in result) return `In error: ${result.error}. ${result.message}`;
  if ("ignored" in result) return `Ignored${result.reason === null ? "" : `: ${result.reason}`}`;
  const tariff = result.tariff === null ? "no tariff" : result.tariff;
  const wholesale = result.costCDR ?? result.costCarrier;
  const cost = wholesale === null ? "" : `, wholesale ${wholesale} p`;
  const discounts = result.cost === result.costBase ? "" : ` (${result.costBase} p before discounts)`;
  return `Retail ${result.cost} p${discounts} under ${tariff} (${result.method})${cost}`;
}
