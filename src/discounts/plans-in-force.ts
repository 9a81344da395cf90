/** R40: which plans a call has, in the order in which they apply. */
import type { CarriedPlan, DiscountTables, OpenedNumber, OpenedPlan } from "../book/index.ts";
import type { CallInside } from "../rating/index.ts";

/** The plans that carriers bring to a number's calls over a stretch of days on which nothing changes. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Each plan once, at its first place. */
  readonly carried: readonly CarriedPlan[];
}

const NONE: readonly CarriedPlan[] = [];

/** Answers which plans calls have; remembers for each number the stretch of days asked for last. */
export class PlansInForce {
  readonly #tables: DiscountTables;
  readonly #stretches = new Map<OpenedNumber, Stretch>();

  constructor(tables: DiscountTables) {
    this.#tables = tables;
  }

  /** Whether a plan could apply to the call at all. */
  hasAny({ number, retail }: CallInside): boolean {
    return retail.discountPlan !== undefined || this.#tables.carriedBy(number) !== undefined;
  }

  /** Whether the call could come to a pool, so that its place in the order matters. */
  hasPools(number: OpenedNumber): boolean {
    return this.#tables.carriedBy(number) !== undefined;
  }

  /** The plans of a call in the order in which they apply, each once. */
  of({ number, retail, call }: CallInside): readonly CarriedPlan[] {
    const carried = this.#carriedOn(number, call.day);
    if (retail.discountPlan === undefined) return carried;
    const plan = this.#tables.plans.get(retail.discountPlan);
    if (plan === undefined) return carried;
    const own = carried.find((candidate) => candidate.plan === plan);
    if (own !== undefined) return [own, ...carried.filter((other) => other !== own)];
    // R41: without a carrier a plan with allowances covers nothing, one without applies.
    return plan.hasPools ? carried : [{ ...ALWAYS, plan, pool: undefined, featureID: null }, ...carried];
  }

  #carriedOn(number: OpenedNumber, day: number): readonly CarriedPlan[] {
    const known = this.#stretches.get(number);
    if (known !== undefined && day >= known.from && day <= known.to) return known.carried;
    const all = this.#tables.carriedBy(number);
    if (all === undefined) return NONE;
    const inForce: CarriedPlan[] = [];
    let { from, to } = ALWAYS;
    for (const own of all) {
      if (day < own.from) to = Math.min(to, own.from - 1);
      else if (day > own.to) from = Math.max(from, own.to + 1);
      else {
        from = Math.max(from, own.from);
        to = Math.min(to, own.to);
        inForce.push(own);
      }
    }
    const carried = eachOnce(inForce);
    this.#stretches.set(number, { from, to, carried });
    return carried;
  }
}

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** R40, R41: each plan at its first place, with the pool of its first carrier; one with allowances needs a carrier. */
function eachOnce(inForce: readonly CarriedPlan[]): CarriedPlan[] {
  const firsts = new Map<OpenedPlan, CarriedPlan>();
  for (const own of inForce) {
    const first = firsts.get(own.plan);
    // Setting a key again keeps its place.
    if (first === undefined || (first.pool === undefined && own.pool !== undefined))
      firsts.set(own.plan, own);
  }
  return [...firsts.values()].filter(({ plan, pool }) => pool !== undefined || !plan.hasPools);
}
