/** R40: which discount plan each line of a tariff names. */
import type { RateLines } from "../model/index.ts";

/** Plans by line: plain data, which another thread can use as it is. */
export interface LinePlans {
  readonly names: readonly string[];
  /** By line: a place among the names, or NONE. */
  readonly places: Int32Array;
}

const NONE = -1;

/** The plans that lines name; undefined where none does. */
export function linePlans({ distinct, kinds }: RateLines): LinePlans | undefined {
  if (!distinct.some(({ discountPlan }) => discountPlan !== undefined)) return undefined;
  const known = new Map<string, number>();
  const ofDistinct = distinct.map(({ discountPlan }) => {
    if (discountPlan === undefined) return NONE;
    const place = known.get(discountPlan) ?? known.size;
    known.set(discountPlan, place);
    return place;
  });
  return { names: [...known.keys()], places: kinds.map((kind) => ofDistinct[kind] as number) };
}

/** The plan that a line names. */
export function planOfLine({ names, places }: LinePlans, line: number): string | undefined {
  const place = places[line] ?? NONE;
  return place === NONE ? undefined : names[place];
}
