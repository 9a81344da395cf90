/** Two explanations of one call side by side: where they part. */
import type { Choice, Explanation, ResultRecord, Step } from "../engine/index.ts";
import type { Parting, PreviewExplanation } from "./preview-report.ts";

/**
 * The first place at which two explanations of a call differ: a choice that was made otherwise, else a step
 * of the arithmetic, else the result. Choices count as equal where the same was chosen, by its id, whatever it is called
 * and whatever else was looked at; steps where they read the same, digit by digit. Null where nothing differs.
 *
 * @example
 * const dearer = openBook({
 *   callTypes: [{ name: "UK", tariffClass: "national" }],
 *   tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.5", baseCostConnection: 2 }],
 *   customers: [{ id: 7, defaultNationalTariff: "Business" }],
 *   numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
 * });
 * const parting = compareExplanations(explainCall(book, call), explainCall(dearer, call));
 * [parting?.rule, parting?.what, parting?.before, parting?.after];
 * // => ["R25", "rate", "perMinute, cost 1.2", "perMinute, cost 1.5"]
 */
export function compareExplanations(
  before: Explanation | PreviewExplanation,
  after: Explanation | PreviewExplanation,
): Parting | null {
  return (
    partIn("choices", before.choices, after.choices, isSameChoice, (choice) => ({
      rule: choice.rule,
      what: choice.subject,
      text: choice.chosen ?? choice.reason,
    })) ??
    partIn("steps", before.steps, after.steps, isSameStep, (step) => ({
      rule: step.rule,
      what: step.what,
      text: `${step.inputs}: ${step.before === undefined ? "" : `${step.before} → `}${step.after}`,
    })) ??
    partInResult(before.result, after.result)
  );
}

function isSameChoice(a: Choice, b: Choice): boolean {
  return a.rule === b.rule && a.subject === b.subject && identityOf(a) === identityOf(b);
}

/** What tells one choice from another: an id before a name. Where nothing could be chosen, the reason is all there is. */
function identityOf({ chosenID, chosen, reason }: Choice): string {
  return JSON.stringify(
    chosenID === undefined ? [chosen ?? null, chosen === undefined && reason] : [chosenID],
  );
}

function isSameStep(a: Step, b: Step): boolean {
  return (
    a.rule === b.rule &&
    a.cost === b.cost &&
    a.what === b.what &&
    a.inputs === b.inputs &&
    a.before === b.before &&
    a.after === b.after
  );
}

function partIn<T>(
  place: "choices" | "steps",
  before: readonly T[],
  after: readonly T[],
  isSame: (a: T, b: T) => boolean,
  describe: (entry: T) => { readonly rule: string; readonly what: string; readonly text: string },
): Parting | null {
  const length = Math.max(before.length, after.length);
  for (let at = 0; at < length; at++) {
    const left = before[at];
    const right = after[at];
    if (left !== undefined && right !== undefined && isSame(left, right)) continue;
    const own = left === undefined ? undefined : describe(left);
    const other = right === undefined ? undefined : describe(right);
    return {
      in: place,
      at,
      what: own?.what ?? other?.what ?? "",
      rule: own?.rule ?? other?.rule ?? null,
      before: own?.text ?? null,
      after: other?.text ?? null,
    };
  }
  return null;
}

function partInResult(before: ResultRecord, after: ResultRecord): Parting | null {
  if (isSameResult(before, after)) return null;
  const [left, right] = [resultText(before), resultText(after)];
  return { in: "result", at: 0, what: "result", rule: null, before: left, after: right };
}

/** A tariff counts by its id. */
function isSameResult(a: ResultRecord, b: ResultRecord): boolean {
  const isRated = !("error" in a || "ignored" in a || "error" in b || "ignored" in b);
  if (!isRated) return resultText(a) === resultText(b);
  return a.cost === b.cost && a.tariffID === b.tariffID && a.method === b.method;
}

function resultText(result: ResultRecord): string {
  if ("error" in result) return `${result.error}: ${result.message}`;
  if ("ignored" in result) return `ignored: ${result.reason ?? ""}`;
  return `${result.cost} under ${result.tariff ?? "no tariff"} (${result.method})`;
}
