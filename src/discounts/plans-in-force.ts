/** R40: the plans of a call, in the order in which the plans apply. */
import {
  type CarriedPlan,
  type DiscountTables,
  type OpenedNumber,
  type OpenedPlan,
  restrictionAgainst,
} from "../book/index.ts";
import type { CallToDiscount } from "./call-to-discount.ts";

/** The plans that carriers bring to a number's calls over a stretch of days on which nothing changes. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  /** Each plan once, in the order of its first carrier. */
  readonly carried: readonly CarriedPlan[];
  /** Cache: `carried` after the plan that a line or a tariff names. Most calls of a number share a tariff. */
  readonly withNamed: Map<OpenedPlan, readonly CarriedPlan[]>;
}

/** Finds the plans of calls, with a cache of each number's last stretch of days. */
export class PlansInForce {
  readonly #tables: DiscountTables;
  readonly #stretches = new Map<OpenedNumber, Stretch>();

  readonly #none: Stretch = { ...ALWAYS, carried: [], withNamed: new Map() };

  constructor(tables: DiscountTables) {
    this.#tables = tables;
  }

  /** The plans of a call, each once, in the order in which the plans apply. */
  of({ number, discountPlan: named, day }: CallToDiscount): readonly CarriedPlan[] {
    const stretch = this.#stretchOf(number, day);
    const plan = named === undefined ? undefined : this.#tables.plans.get(named);
    // Customers of one tariff may differ in whether they may have the plan.
    if (plan === undefined || restrictionAgainst(plan.record, number.customer.record) !== undefined)
      return stretch.carried;
    let plans = stretch.withNamed.get(plan);
    if (plans === undefined) {
      plans = nameFirst(stretch.carried, plan);
      stretch.withNamed.set(plan, plans);
    }
    return plans;
  }

  #stretchOf(number: OpenedNumber, day: number): Stretch {
    const known = this.#stretches.get(number);
    if (known !== undefined && day >= known.from && day <= known.to) return known;
    const carriedPlans = this.#tables.carriedBy(number);
    if (carriedPlans === undefined) return this.#none;
    const inForce: CarriedPlan[] = [];
    let { from, to } = ALWAYS;
    for (const carried of carriedPlans) {
      if (day < carried.from) to = Math.min(to, carried.from - 1);
      else if (day > carried.to) from = Math.max(from, carried.to + 1);
      else {
        from = Math.max(from, carried.from);
        to = Math.min(to, carried.to);
        inForce.push(carried);
      }
    }
    const stretch = { from, to, carried: eachOnce(inForce), withNamed: new Map() };
    this.#stretches.set(number, stretch);
    return stretch;
  }
}

function nameFirst(carried: readonly CarriedPlan[], plan: OpenedPlan): readonly CarriedPlan[] {
  const first = carried.find((candidate) => candidate.plan === plan);
  if (first !== undefined) return [first, ...carried.filter((candidate) => candidate !== first)];
  // R41: without a carrier a plan with allowances covers nothing, and a plan without allowances applies.
  if (plan.hasPools) return carried;
  return [{ ...ALWAYS, plan, pool: undefined, featureID: null }, ...carried];
}

const ALWAYS = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };

/** R40, R41: each plan once, in the order and with the pool of its first carrier; allowances need a carrier. */
function eachOnce(inForce: readonly CarriedPlan[]): CarriedPlan[] {
  const firsts = new Map<OpenedPlan, CarriedPlan>();
  for (const carried of inForce) {
    const first = firsts.get(carried.plan);
    // A key that is set again keeps its order.
    if (first === undefined || (first.pool === undefined && carried.pool !== undefined))
      firsts.set(carried.plan, carried);
  }
  return [...firsts.values()].filter(({ plan, pool }) => pool !== undefined || !plan.hasPools);
}
