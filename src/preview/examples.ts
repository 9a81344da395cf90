/** Two explanations of one call side by side: where they part. */

import { explainDiscounts } from "../discounts/index.ts";
import { type Choice, type Explanation, explainCall, type ResultRecord, type Step } from "../engine/index.ts";
import { toDecimalText } from "../money/index.ts";
import { sumText, toSumUnits } from "./comparison.ts";
import type { KeptCall } from "./lines.ts";
import type { ExampleSide, Parting, PreviewExample, PreviewExplanation } from "./preview-report.ts";
import { type Charger, chargedBy, type PreviewSide, type SideResult } from "./side.ts";
import { compareWholesale, unknownWholesale, type WholesaleBasis, type WholesaleCost } from "./wholesale.ts";

/**
 * Where two explanations of a call differ first: a choice that was made otherwise, else a step
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
    partIn("choices", before.choices, after.choices, aboutChoice) ??
    partIn("steps", before.steps, after.steps, aboutStep) ??
    partInResult(before.result, after.result)
  );
}

/** A choice or a step as it is compared, and as it is told. */
interface ComparedStep {
  readonly identity: unknown;
  readonly rule: string;
  readonly what: string;
  readonly text: string;
}

/** An id tells one choice from another before a name. Where nothing could be chosen, the reason is all there is. */
function aboutChoice({ rule, subject, chosenID, chosen, reason }: Choice): ComparedStep {
  const which = chosenID === undefined ? [chosen ?? null, chosen === undefined && reason] : [chosenID];
  return { identity: [rule, subject, which], rule, what: subject, text: chosen ?? reason };
}

function aboutStep({ rule, cost, what, inputs, before, after }: Step): ComparedStep {
  const text = `${inputs}: ${before === undefined ? "" : `${before} → `}${after}`;
  return { identity: [rule, cost, what, inputs, before, after], rule, what, text };
}

function partIn<T>(
  list: "choices" | "steps",
  before: readonly T[],
  after: readonly T[],
  about: (entry: T) => ComparedStep,
): Parting | null {
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [left, right] = [before[at], after[at]].map((entry) => entry && about(entry));
    if (left && right && JSON.stringify(left.identity) === JSON.stringify(right.identity)) continue;
    return {
      in: list,
      at,
      what: left?.what ?? right?.what ?? "",
      rule: left?.rule ?? right?.rule ?? null,
      before: left?.text ?? null,
      after: right?.text ?? null,
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

/** The two sides of a preview, with what is needed to price a call again. */
export interface TwoSides {
  readonly before: PreviewSide;
  readonly after: PreviewSide;
  readonly chargers: Readonly<Record<"before" | "after", Charger>>;
  readonly reclassify: boolean;
  readonly wholesale: WholesaleBasis;
}

/** Collects the calls that a report refers to; each gets its index. */
export class Examples {
  readonly #sides: TwoSides;
  /** By arrival. */
  readonly #indexes = new Map<number, number>();
  readonly all: PreviewExample[] = [];

  constructor(sides: TwoSides) {
    this.#sides = sides;
  }

  /** Where calls are among the examples; a call that is there already stays where it is. */
  indexesOf(calls: readonly KeptCall[]): readonly number[] {
    return calls.map((kept) => {
      const known = this.#indexes.get(kept.arrival);
      if (known !== undefined) return known;
      this.#indexes.set(kept.arrival, this.all.length);
      return this.all.push(this.#example(kept)) - 1;
    });
  }

  #example(kept: KeptCall): PreviewExample {
    const [before, after] = [this.#charged("before", kept), this.#charged("after", kept)];
    const { wholesale: basis } = this.#sides;
    const wholesale = compareWholesale(unknownWholesale(), basis, before.wholesale, after.wholesale);
    const left = this.#shown("before", kept, before, wholesale.before);
    const right = this.#shown("after", kept, after, wholesale.after);
    return {
      id: kept.id,
      line: kept.line,
      call: plainRecord(kept.call),
      before: left,
      after: right,
      difference: sumText(unitsOf(after) - unitsOf(before)),
      parting:
        left.explanation === null || right.explanation === null
          ? null
          : compareExplanations(left.explanation, right.explanation),
    };
  }

  #charged(name: "before" | "after", { call, line, discounted }: KeptCall): SideResult {
    const rated = discounted?.[name];
    // A call that is kept was not read before: those that were have a price on neither side.
    return rated === undefined ? this.#sides.chargers[name](call, line, undefined) : chargedBy(rated);
  }

  #shown(
    name: "before" | "after",
    { call, line, discounted }: KeptCall,
    charged: SideResult,
    wholesale: WholesaleCost,
  ): ExampleSide {
    const { [name]: side, reclassify } = this.#sides;
    const explained = (): PreviewExplanation | null => {
      if (side === "recorded") return null;
      const rating = explainCall(side, call, { line, reclassify });
      const rated = discounted?.[name];
      const { choices, steps, result } = rated === undefined ? rating : explainDiscounts(rating, rated);
      return { choices, steps, result };
    };
    return {
      retail: charged.costs === undefined ? null : sumText(unitsOf(charged)),
      wholesale:
        wholesale.units === undefined ? null : sumText(toSumUnits(wholesale.units, wholesale.decimals)),
      reason: charged.reason ?? null,
      explanation: explained(),
    };
  }
}

/** What a side charges, in units of 10^-SUM_DECIMALS pence; nothing where it has no price. */
function unitsOf({ costs }: SideResult): bigint {
  return costs === undefined ? 0n : toSumUnits(costs.retail, costs.retailDecimals);
}

/** A record as plain JSON: what JSON cannot hold as its text, anything nested left out. */
function plainRecord(call: KeptCall["call"]): PreviewExample["call"] {
  const fields = Object.entries(call as Readonly<Record<string, unknown>>);
  return Object.fromEntries(
    fields.flatMap(([name, value]) => {
      const plain = plainValue(value);
      return plain === undefined ? [] : [[name, plain]];
    }),
  );
}

function plainValue(value: unknown): string | number | boolean | null | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return value.toString();
  return toDecimalText(value);
}
