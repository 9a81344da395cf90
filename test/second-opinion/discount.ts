/** R43: what a plan takes off a call's components, and how the discount is split over them. */
import { COMPONENTS, type Component } from "./components.ts";
import { coverableFraction, coveredFraction, type Usage } from "./cover.ts";
import { hasDiscountField, type Plan } from "./plan.ts";
import { leftIn, type Pool } from "./pool.ts";
import { lesser, NONE, Ratio, sumOf } from "./ratio.ts";

export type Pence = Readonly<Record<Component, Ratio>>;

export interface Discount {
  /** The fraction of the usage that is covered, above 0. */
  readonly covered: Ratio;
  readonly pence: Ratio;
  readonly parts: Pence;
}

const SIXTY = new Ratio(60n, 1n);
const HUNDRED = new Ratio(100n, 1n);

/** A plan that applies to a call: the components it works on and what may be covered. */
export interface Application {
  readonly plan: Plan;
  readonly usage: Usage;
  /** Those of the plan that are above 0. */
  readonly eligible: readonly Component[];
  readonly coverable: Ratio;
}

/** Null where the plan has nothing to do with the call, whatever its pool holds. */
export function applicationOf(plan: Plan, usage: Usage, components: Pence): Application | null {
  const eligible = plan.components.filter((component) => components[component].isAbove(NONE));
  const coverable = coverableFraction(plan, usage);
  return eligible.length === 0 || coverable === null ? null : { plan, usage, eligible, coverable };
}

/** Null where the pool leaves the call uncovered. */
export function discountOf(
  { plan, usage, eligible, coverable }: Application,
  pool: Pool | null,
  components: Pence,
  quantum: Ratio,
): Discount | null {
  const sum = sumOf(eligible.map((component) => components[component]));
  const covered = pool === null ? coverable : coveredFraction(plan, pool, usage, coverable);
  if (covered.equals(NONE)) return null;
  const pence = lesser(sum, exactDiscount(plan, covered, usage, sum)).nearest(quantum);

  // R43: a value allowance gives what is left, and covers the call in that proportion.
  const left = pool === null || plan.allowance.value === null ? null : leftIn(pool, "value");
  if (left === null || !pence.isAbove(left)) {
    return { covered, pence, parts: split(pence, eligible, components, sum, quantum) };
  }
  if (plan.isWhole || left.equals(NONE)) return null;
  return {
    covered: covered.times(left).over(pence),
    pence: left,
    parts: split(left, eligible, components, sum, quantum),
  };
}

function exactDiscount(plan: Plan, covered: Ratio, usage: Usage, sum: Ratio): Ratio {
  if (!hasDiscountField(plan)) return covered.times(sum);
  const coveredMinutes = usage.unit === "seconds" ? covered.times(usage.amount).over(SIXTY) : NONE;
  return sumOf([
    (plan.percent ?? NONE).over(HUNDRED).times(covered).times(sum),
    plan.pencePerCall ?? NONE,
    (plan.pencePerMinute ?? NONE).times(coveredMinutes),
  ]);
}

/** In proportion, each part rounded down; the quanta that are left go one each in the order of R43. */
function split(
  pence: Ratio,
  eligible: readonly Component[],
  components: Pence,
  sum: Ratio,
  quantum: Ratio,
): Pence {
  const parts: Record<string, Ratio> = {};
  for (const component of COMPONENTS) {
    parts[component] = eligible.includes(component)
      ? pence.times(components[component]).over(sum).downTo(quantum)
      : NONE;
  }
  let rest = pence.minus(sumOf(Object.values(parts)));
  for (const component of eligible) {
    if (rest.equals(NONE)) break;
    parts[component] = (parts[component] ?? NONE).plus(quantum);
    rest = rest.minus(quantum);
  }
  return parts as Pence;
}
