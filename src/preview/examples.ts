/** Two explanations of one call side by side: where they part. */

import { explainDiscounts } from "../discounts/index.ts";
import {
  type Choice,
  type Explanation,
  explainCall,
  type RatedCall,
  type ResultRecord,
  type Step,
} from "../engine/index.ts";
import { toDecimalText } from "../money/index.ts";
import { sumText, toSumUnits } from "./comparison.ts";
import type { KeptCall } from "./lines.ts";
import type { ExampleSide, Parting, PreviewExample, PreviewExplanation } from "./preview-report.ts";
import { type Charger, costsOf, type PreviewSide } from "./side.ts";

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

/** The calls a report shows: each once, explained on both sides. */

/** The two sides of a preview, with what is needed to price a call again. */
export interface TwoSides {
  readonly before: PreviewSide;
  readonly after: PreviewSide;
  readonly chargeBefore: Charger;
  readonly chargeAfter: Charger;
  readonly reclassify: boolean;
}

/** Collects the calls that a report refers to; each gets its place. */
export class Examples {
  readonly #sides: TwoSides;
  /** By arrival: of a call that another thread kept there may be several objects. */
  readonly #places = new Map<number, number>();
  readonly #examples: PreviewExample[] = [];

  constructor(sides: TwoSides) {
    this.#sides = sides;
  }

  /** The places of calls among the examples; a call that is there already keeps its place. */
  placesOf(calls: readonly KeptCall[]): readonly number[] {
    return calls.map((kept) => {
      let place = this.#places.get(kept.arrival);
      if (place === undefined) {
        place = this.#examples.length;
        this.#places.set(kept.arrival, place);
        this.#examples.push(this.#example(kept));
      }
      return place;
    });
  }

  get all(): readonly PreviewExample[] {
    return this.#examples;
  }

  #example({ call, id, line, discounted }: KeptCall): PreviewExample {
    const { before, after, chargeBefore, chargeAfter } = this.#sides;
    const left = this.#side(before, chargeBefore, call, line, discounted?.before);
    const right = this.#side(after, chargeAfter, call, line, discounted?.after);
    const explained = left.shown.explanation;
    const explainedAfter = right.shown.explanation;
    return {
      id,
      line,
      call: plainRecord(call),
      before: left.shown,
      after: right.shown,
      difference: sumText(right.units - left.units),
      parting:
        explained === null || explainedAfter === null ? null : compareExplanations(explained, explainedAfter),
    };
  }

  #side(
    side: PreviewSide,
    charge: Charger,
    call: KeptCall["call"],
    line: number,
    discounted: RatedCall | undefined,
  ): { readonly shown: ExampleSide; readonly units: bigint } {
    // A call that is kept was not read before: those that were have a price on neither side.
    const charged = charge(call, line, undefined);
    const costs = discounted === undefined ? charged.costs : costsOf(discounted);
    const { reason } = charged;
    const units = costs === undefined ? undefined : toSumUnits(costs.retail, costs.retailDecimals);
    const wholesale =
      costs?.wholesale === undefined ? undefined : toSumUnits(costs.wholesale, costs.wholesaleDecimals);
    const shown: ExampleSide = {
      retail: units === undefined ? null : sumText(units),
      wholesale: wholesale === undefined ? null : sumText(wholesale),
      reason: reason ?? null,
      explanation: this.#explanation(side, call, line, discounted),
    };
    return { shown, units: units ?? 0n };
  }

  #explanation(
    side: PreviewSide,
    call: KeptCall["call"],
    line: number,
    discounted: RatedCall | undefined,
  ): PreviewExplanation | null {
    if (side === "recorded") return null;
    const rating = explainCall(side, call, { line, reclassify: this.#sides.reclassify });
    const { choices, steps, result } =
      discounted === undefined ? rating : explainDiscounts(rating, discounted);
    return { choices, steps, result };
  }
}

/** A record as plain JSON: what JSON cannot hold as its text, anything nested left out. */
function plainRecord(call: KeptCall["call"]): PreviewExample["call"] {
  const fields = Object.entries(call as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      const own = plainValue(value);
      return own === undefined ? [] : [[name, own]];
    }),
  );
}

function plainValue(value: unknown): string | number | boolean | null | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return value.toString();
  return toDecimalText(value);
}
