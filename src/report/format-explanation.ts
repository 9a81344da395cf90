/** An explanation as text for a person. */
import type { Explanation, Quote, ResultRecord } from "../index.ts";
import { harmless } from "./control-characters.ts";
import { choiceLines, stepSection } from "./explanation-lines.ts";

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

function resultLine(result: ResultRecord): string {
  if ("error" in result) return `In error: ${result.error}. ${result.message}`;
  if ("ignored" in result) return `Ignored${result.reason === null ? "" : `: ${result.reason}`}`;
  const tariff = result.tariff === null ? "no tariff" : result.tariff;
  const wholesale = result.costCDR ?? result.costCarrier;
  const cost = wholesale === null ? "" : `, wholesale ${wholesale} p`;
  const discounts = result.cost === result.costBase ? "" : ` (${result.costBase} p before discounts)`;
  return `Retail ${result.cost} p${discounts} under ${tariff} (${result.method})${cost}`;
}
