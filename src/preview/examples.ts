/** The calls a report shows: each once, explained on both sides. */
import { explainDiscounts } from "../discounts/index.ts";
import { explainCall, type RatedCall } from "../engine/index.ts";
import { toDecimalText } from "../money/index.ts";
import { compareExplanations } from "./compare-explanations.ts";
import { sumText, toSumUnits } from "./comparison.ts";
import { costsOf } from "./costs.ts";
import type { KeptCall } from "./leading-calls.ts";
import type { ExampleSide, PreviewExample, PreviewExplanation } from "./preview-report.ts";
import type { Charger, PreviewSide } from "./side.ts";

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
