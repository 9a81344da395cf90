/** What the plans that have applied so far left of a call for the next one, and what a plan takes of each component (R40, R43). */
import type { OpenedPlan } from "../book/index.ts";
import type { ComponentUnits } from "../engine/index.ts";
import { COMPONENTS, perComponent } from "../model/index.ts";
import { type Fraction, floorDivide, type Units } from "../money/index.ts";
import { compact, minus, plus } from "./allowance.ts";
import type { CallToDiscount } from "./call-to-discount.ts";

/** The unit a call's usage is measured in: seconds for time, per-call and markup types (R42). */
export type UsageKind = "milliseconds" | "bytes" | "events";

/** A call on its way through its plans. */
export class Remainder {
  readonly kind: UsageKind;
  /** Charged usage in its unit, before any plan. */
  readonly usage: number;
  /** The amounts that are left, in quanta. */
  components: ComponentUnits;
  /** The share of the usage that no plan has made free. */
  shareNumerator = 1n;
  shareDenominator = 1n;

  constructor({ chargedMilliseconds, chargedBytes, chargedEvents, components }: CallToDiscount) {
    // R7: bytes and events are charged only by the types that are for them.
    this.kind = chargedBytes > 0 ? "bytes" : chargedEvents > 0 ? "events" : "milliseconds";
    this.usage =
      this.kind === "bytes" ? chargedBytes : this.kind === "events" ? chargedEvents : chargedMilliseconds;
    this.components = components;
  }

  /** Whether all of the usage is still there. */
  get isUntouched(): boolean {
    return this.shareDenominator === 1n && this.shareNumerator === 1n;
  }

  /** R43: the sum of a plan's components that are above 0. */
  chargeFor(plan: OpenedPlan): Units {
    let charge: Units = 0;
    for (let at = 0; at < this.components.length; at++) {
      const component = this.components[at] as Units;
      if (component > 0 && plan.components[at] === true) charge = plus(charge, component);
    }
    return charge;
  }

  /** R42: whether a plan without limits would cover some of the call. */
  isCoverableBy(plan: OpenedPlan): boolean {
    const isUsed = this.usage > 0 && this.shareNumerator > 0n;
    if (plan.limitsUsage && !(isUsed && limits(plan, this.kind))) return false;
    const most = plan.coverMilliseconds;
    if (most === undefined || this.kind !== "milliseconds") return true;
    if (plan.coverWholeCallOnly && this.usage > most) return false;
    return most > 0 || !isUsed;
  }

  /** Takes a discount off, and the usage that it made free. */
  reduce(parts: ComponentUnits, covered: Fraction, isFree: boolean): void {
    this.components = perComponent((_, at) => less(this.components[at] as Units, parts[at] as Units));
    if (!isFree) return;
    if (covered.numerator === covered.denominator) {
      this.shareNumerator = 0n;
      return;
    }
    this.shareNumerator *= covered.denominator - covered.numerator;
    this.shareDenominator *= covered.denominator;
  }
}

/** A component stays the kind of number it is: rating keeps bigints where a sum of doubles would not be exact. */
function less(component: Units, part: Units): Units {
  return typeof component === "number" ? component - Number(part) : component - BigInt(part);
}

function limits(plan: OpenedPlan, kind: UsageKind): boolean {
  if (kind === "bytes") return plan.record.allowanceBytes !== undefined;
  if (kind === "events") return plan.record.allowanceEvents !== undefined;
  return plan.record.allowanceMinutes !== undefined;
}

/** Below this a product of doubles is a whole number for certain. */
const PROVEN = 2 ** 52;

/**
 * Splits a discount over the components that it is for in proportion to them, each part rounded down; what
 * is left over, less than a quantum for each of them, goes to the first of them, a quantum each. `charge` is
 * the sum of those components.
 */
export function splitDiscount(
  discount: Units,
  charge: Units,
  components: ComponentUnits,
  isDiscounted: readonly boolean[],
): ComponentUnits {
  const parts: Units[] = COMPONENTS.map(() => 0);
  let rest = discount;
  for (let at = 0; at < components.length; at++) {
    const component = components[at] as Units;
    if (component <= 0 || isDiscounted[at] !== true) continue;
    const part = component === charge ? discount : shareOf(discount, component, charge);
    parts[at] = part;
    rest = minus(rest, part);
  }
  for (let at = 0; at < components.length && rest !== 0; at++) {
    if ((components[at] as Units) <= 0 || isDiscounted[at] !== true) continue;
    parts[at] = plus(parts[at] as Units, 1);
    rest = minus(rest, 1);
  }
  return parts as unknown as ComponentUnits;
}

function shareOf(discount: Units, component: Units, charge: Units): Units {
  if (typeof discount === "number" && typeof component === "number" && typeof charge === "number") {
    const product = discount * component;
    if (product < PROVEN) return Math.floor(product / charge);
  }
  return compact(floorDivide(BigInt(discount) * BigInt(component), BigInt(charge)));
}
