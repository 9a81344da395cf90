/** The example calls of a preview, and the first difference of two explanations of a call. */

import { explainDiscounts } from "../discounts/index.ts";
import { type Choice, type Explanation, explainCall, type ResultRecord, type Step } from "../engine/index.ts";
import { toDecimalText } from "../money/index.ts";
import type { Collector } from "./collector.ts";
import { sumText, toSumUnits } from "./comparison.ts";
import type { KeptCall } from "./lines.ts";
import type { ExampleSide, Parting, PreviewExample, PreviewExplanation } from "./preview-report.ts";
import { discountedBy, OTHER_CURRENCY, type SideResult } from "./side.ts";
import { compareWholesale, unknownWholesale, type WholesaleCost } from "./wholesale.ts";

/**
 * The first difference of two explanations of a call: a choice, else a step of the arithmetic, else the result; where
 * the retail costs differ, on the retail side if it can be, though the wholesale side comes first. Choices
 * are equal where the chosen ids are equal, regardless of names and of rejected candidates; steps are equal where their
 * texts are equal, digit by digit. Null where nothing differs.
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
export function compareExplanations(before: Explained, after: Explained): Parting | null {
  const [left, right] = [entriesOf(before), entriesOf(after)];
  const ofRetail =
    costOf(before.result) === costOf(after.result) ? null : partOf(left, right, ({ isRetail }) => isRetail);
  return ofRetail ?? partOf(left, right, () => true) ?? partInResult(before.result, after.result);
}

type Explained = Explanation | PreviewExplanation;

/** A choice or a step: the value that is compared, and the texts that are shown. */
interface Entry {
  /** Index in its list. */
  readonly at: number;
  readonly isRetail: boolean;
  readonly identity: string;
  readonly rule: string;
  readonly what: string;
  readonly text: string;
}

type Entries = Readonly<Record<"choices" | "steps", readonly Entry[]>>;

function entriesOf({ choices, steps }: Explained): Entries {
  // The choices of the wholesale side come before the choice of the retail tariff (R29, R24).
  const from = choices.findIndex(({ rule, subject }) => rule === "R29" && subject === "wholesale tariff");
  const to = choices.findIndex(({ rule, subject }) => rule === "R24" && subject === "tariff");
  return {
    choices: choices.map((choice, at) => ({
      at,
      isRetail: from < 0 || at < from || at >= to,
      ...aboutChoice(choice),
    })),
    steps: steps.map((step, at) => ({ at, isRetail: step.cost === "retail", ...aboutStep(step) })),
  };
}

function costOf(result: ResultRecord): string | null {
  return "cost" in result ? result.cost : null;
}

/** Choices are compared by id, else by name, and by reason where nothing could be chosen. */
function aboutChoice({ rule, subject, chosenID, chosen, reason }: Choice): Omit<Entry, "at" | "isRetail"> {
  const which = chosenID === undefined ? [chosen ?? null, chosen === undefined && reason] : [chosenID];
  return { identity: JSON.stringify([rule, subject, which]), rule, what: subject, text: chosen ?? reason };
}

function aboutStep({ rule, cost, what, inputs, before, after }: Step): Omit<Entry, "at" | "isRetail"> {
  const text = `${inputs}: ${before === undefined ? "" : `${before} → `}${after}`;
  return { identity: JSON.stringify([rule, cost, what, inputs, before, after]), rule, what, text };
}

function partOf(before: Entries, after: Entries, isCompared: (entry: Entry) => boolean): Parting | null {
  for (const list of ["choices", "steps"] as const) {
    const [lefts, rights] = [before[list].filter(isCompared), after[list].filter(isCompared)];
    for (let next = 0; next < Math.max(lefts.length, rights.length); next++) {
      const [left, right] = [lefts[next], rights[next]];
      if (left?.identity === right?.identity) continue;
      const at = left?.at ?? before[list].length;
      const atAfter = right?.at ?? after[list].length;
      return {
        in: list,
        at,
        ...(atAfter !== at && { atAfter }),
        what: left?.what ?? right?.what ?? "",
        rule: left?.rule ?? right?.rule ?? null,
        before: left?.text ?? null,
        after: right?.text ?? null,
      };
    }
  }
  return null;
}

function partInResult(before: ResultRecord, after: ResultRecord): Parting | null {
  if (isSameResult(before, after)) return null;
  const [left, right] = [resultText(before), resultText(after)];
  return { in: "result", at: 0, what: "result", rule: null, before: left, after: right };
}

/** Tariffs are compared by id. */
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

/** Collects the calls that a report refers to by index. */
export class Examples {
  readonly #sides: Collector;
  /** Indexes of the examples by arrival of the call. */
  readonly #indexes = new Map<number, number>();
  readonly all: PreviewExample[] = [];

  constructor(sides: Collector) {
    this.#sides = sides;
  }

  /** The indexes of calls in the examples; a call that is no example yet becomes one. */
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

  #charged(name: "before" | "after", { call, line, discounts, only }: KeptCall): SideResult {
    if (only !== undefined && only !== name) return OTHER_CURRENCY;
    const { [name]: side, chargers } = this.#sides;
    // A kept call is no duplicate: duplicates have a price on neither side.
    return discountedBy(chargers[name](call, line, undefined), discounts[name], side);
  }

  #shown(
    name: "before" | "after",
    { call, line, discounts, only }: KeptCall,
    charged: SideResult,
    wholesale: WholesaleCost,
  ): ExampleSide {
    const { [name]: side, reclassify } = this.#sides;
    const explained = (): PreviewExplanation | null => {
      if (side === "recorded" || (only !== undefined && only !== name)) return null;
      const rating = explainCall(side, call, { line, reclassify });
      const isDiscounted = charged.rated !== undefined && discounts[name] !== undefined;
      const { choices, steps, result } = isDiscounted ? explainDiscounts(rating, charged.rated) : rating;
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

/** Retail of a side, in units of 10^-SUM_DECIMALS pence; 0 without a price. */
function unitsOf({ costs }: SideResult): bigint {
  return costs === undefined ? 0n : toSumUnits(costs.retail, costs.decimals);
}

/** A record as plain JSON: values that JSON cannot hold become text, nested values are left out. */
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
