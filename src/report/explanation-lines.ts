/** What explanations of calls and of charges have in common: choices and steps as lines of text. */
import type { Choice, Step } from "../index.ts";

/** A choice: what won and why, and what was passed over. */
export function choiceLines(choice: Choice): string[] {
  return [
    `  ${choice.rule.padEnd(4)}${choice.subject}: ${choice.chosen ?? "none"}`,
    `      ${choice.reason}`,
    ...choice.passedOver.map(({ what, why }) => `      passed over: ${what} (${why})`),
  ];
}

/** The steps of one cost under a title, in columns; nothing where it has none. */
export function* stepSection(
  title: string,
  steps: readonly Step[],
  cost: Step["cost"],
): Generator<string, void> {
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
