/** The part of a call that one plan covers, and the discount for this part (R42, R43). */

import type { OpenedPlan } from "../book/index.ts";
import type { ComponentUnits } from "../engine/index.ts";
import { COMPONENTS, perComponent } from "../model/index.ts";
import {
  addFractions,
  ceilDivide,
  ceilToMultiple,
  compareFractions,
  type Fraction,
  floorDivide,
  nearestDivide,
  nearestQuotient,
  type Units,
} from "../money/index.ts";
import { compact, minus, plus } from "./allowance.ts";
import type { CallToDiscount } from "./call-to-discount.ts";
import type { Pool } from "./pool-records.ts";

/** The part of a call that a plan covers. */
export interface Coverage {
  /** f: the covered fraction of the usage that earlier plans left; above 0, at most 1. */
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** Usage drawn from the pool, in the unit of the call's usage. */
  readonly drawn: Units;
  /** In quanta. */
  readonly discount: Units;
}

/** A percentage in millionths of a percent, as a divisor. */
const PERCENT = 100_000_000;
/** Below this the nearest quotient of doubles is exact (money/rounding.ts). */
const PROVEN = 2 ** 51;

/** Covers as much of a call as plan and pool allow; undefined where nothing is covered. `charge` is the plan's E. */
export function coverCall(
  plan: OpenedPlan,
  pool: Pool | undefined,
  call: Remainder,
  charge: Units,
  costDecimals: number,
): Coverage | undefined {
  if (pool !== undefined && hasNothingFor(plan, pool, call)) return undefined;
  return coverWhole(plan, pool, call, charge) ?? coverExactly(plan, pool, call, charge, costDecimals);
}

/** Whether a pool has nothing left for a call: the commonest case once pools are empty. */
function hasNothingFor(plan: OpenedPlan, pool: Pool, call: Remainder): boolean {
  if (pool.left("calls") === 0) return true;
  const left = pool.left(call.kind);
  if (left === undefined || call.usage === 0 || call.shareNumerator === 0n) return false;
  return left < (call.kind === "milliseconds" ? plan.drawStep : 1);
}

/** The fast path, in doubles, for a call that is covered whole; undefined where whole cover is not proven. */
function coverWhole(
  plan: OpenedPlan,
  pool: Pool | undefined,
  call: Remainder,
  charge: Units,
): Coverage | undefined {
  const { usage, kind } = call;
  if (typeof charge !== "number" || !call.isUntouched) return undefined;
  if (plan.pencePerCall !== undefined || plan.pencePerMinute !== undefined) return undefined;
  const isTime = kind === "milliseconds";
  if (isTime && plan.coverMilliseconds !== undefined && usage > plan.coverMilliseconds) return undefined;
  const drawn = isTime ? ceilToMultiple(usage, plan.drawStep) : usage;
  let discount = charge;
  if (plan.percent !== undefined) {
    const product = plan.percent * charge;
    if (product >= PROVEN) return undefined;
    discount = nearestQuotient(product, PERCENT);
  }
  if (pool !== undefined) {
    const left = pool.left(kind);
    if (left !== undefined && left < drawn) return undefined;
    const value = pool.left("value");
    if (value !== undefined && value < discount) return undefined;
  }
  return { numerator: 1n, denominator: 1n, drawn, discount };
}

/** R42 and R43 in exact fractions, for calls without the fast path. */
function coverExactly(
  plan: OpenedPlan,
  pool: Pool | undefined,
  call: Remainder,
  charge: Units,
  costDecimals: number,
): Coverage | undefined {
  const isTime = call.kind === "milliseconds";
  // u: the usage that earlier plans left.
  const usage: Fraction = {
    numerator: BigInt(call.usage) * call.shareNumerator,
    denominator: call.shareDenominator,
  };
  const coverable =
    isTime && plan.coverMilliseconds !== undefined ? atMost(ONE, usage, BigInt(plan.coverMilliseconds)) : ONE;
  const step = BigInt(isTime ? plan.drawStep : 1);
  const left = pool?.left(call.kind);
  // R42: the pool gives whole steps only.
  let covered = left === undefined ? coverable : atMost(coverable, usage, (BigInt(left) / step) * step);
  if (plan.isWhole && compareFractions(covered, coverable) < 0) return undefined;
  if (covered.numerator === 0n) return undefined;

  let discount = discountFor(plan, covered, usage, isTime, BigInt(charge), costDecimals);
  const value = pool?.left("value");
  if (value !== undefined && discount > value) {
    if (plan.isWhole || value === 0) return undefined;
    covered = {
      numerator: covered.numerator * BigInt(value),
      denominator: covered.denominator * discount,
    };
    discount = BigInt(value);
  }
  const drawn =
    ceilDivide(covered.numerator * usage.numerator, covered.denominator * usage.denominator * step) * step;
  return { ...covered, drawn: compact(drawn), discount: compact(discount) };
}

const ONE: Fraction = { numerator: 1n, denominator: 1n };

/** The largest fraction of the usage, at most `fraction`, that is no more than a limit. */
function atMost(fraction: Fraction, usage: Fraction, limit: bigint): Fraction {
  const wanted = fraction.numerator * usage.numerator;
  if (wanted <= limit * fraction.denominator * usage.denominator) return fraction;
  return { numerator: limit * usage.denominator, denominator: usage.numerator };
}

/** R43: the discount in quanta, at most the charge. */
function discountFor(
  plan: OpenedPlan,
  covered: Fraction,
  usage: Fraction,
  isTime: boolean,
  charge: bigint,
  costDecimals: number,
): bigint {
  const { percent, pencePerCall, pencePerMinute } = plan;
  const ofCharge = (factor: bigint, divisor: bigint): Fraction => ({
    numerator: covered.numerator * charge * factor,
    denominator: covered.denominator * divisor,
  });
  const quanta = 10n ** BigInt(costDecimals);
  let exact: Fraction;
  if (percent === undefined && pencePerCall === undefined && pencePerMinute === undefined) {
    exact = ofCharge(1n, 1n);
  } else {
    exact = ofCharge(BigInt(percent ?? 0), BigInt(PERCENT));
    if (pencePerCall !== undefined) {
      exact = addFractions(exact, {
        numerator: BigInt(pencePerCall) * quanta,
        denominator: MILLIONTHS,
      });
    }
    if (pencePerMinute !== undefined && isTime) {
      exact = addFractions(exact, {
        numerator: BigInt(pencePerMinute) * quanta * covered.numerator * usage.numerator,
        denominator: MILLIONTHS * MILLISECONDS_PER_MINUTE * covered.denominator * usage.denominator,
      });
    }
  }
  const quantised = nearestDivide(exact.numerator, exact.denominator);
  return quantised < charge ? quantised : charge;
}

const MILLIONTHS = 1_000_000n;
const MILLISECONDS_PER_MINUTE = 60_000n;

/** The unit a call's usage is measured in: seconds for time, per-call and markup types (R42). */
export type UsageKind = "milliseconds" | "bytes" | "events";

/** The rest of a call, as its plans apply one after another. */
export class Remainder {
  readonly kind: UsageKind;
  /** Charged usage in the unit of `kind`, before any plan. */
  readonly usage: number;
  /** The rest of each component, in quanta. */
  components: ComponentUnits;
  /** The share of the usage that no plan has made free. */
  shareNumerator = 1n;
  shareDenominator = 1n;

  constructor({ chargedMilliseconds, chargedBytes, chargedEvents, components }: CallToDiscount) {
    // R7: only charge types of bytes charge bytes, and only charge types of events charge events.
    this.kind = chargedBytes > 0 ? "bytes" : chargedEvents > 0 ? "events" : "milliseconds";
    this.usage =
      this.kind === "bytes" ? chargedBytes : this.kind === "events" ? chargedEvents : chargedMilliseconds;
    this.components = components;
  }

  /** Whether no plan has made any usage free. */
  get isUntouched(): boolean {
    return this.shareDenominator === 1n && this.shareNumerator === 1n;
  }

  /** R43: the sum of a plan's components that are above 0. */
  chargeFor(plan: OpenedPlan): Units {
    let charge: Units = 0;
    for (let componentIndex = 0; componentIndex < this.components.length; componentIndex++) {
      const component = this.components[componentIndex] as Units;
      if (component > 0 && plan.components[componentIndex] === true) charge = plus(charge, component);
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

  /** Subtracts the parts of a discount and, where the plan makes usage free, the covered usage. */
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

/** A component keeps its type: rating uses bigints where a sum of doubles would not be exact. */
function less(component: Units, part: Units): Units {
  return typeof component === "number" ? component - Number(part) : component - BigInt(part);
}

function limits(plan: OpenedPlan, kind: UsageKind): boolean {
  if (kind === "bytes") return plan.record.allowanceBytes !== undefined;
  if (kind === "events") return plan.record.allowanceEvents !== undefined;
  return plan.record.allowanceMinutes !== undefined;
}

/** A product of doubles below this is exact. */
const PROVEN_PRODUCT = 2 ** 52;

/**
 * Splits a discount over the discounted components in proportion to their amounts, each part rounded down. The
 * rest, less than a quantum for each of these components, goes to the first of these components, a quantum each.
 * `charge` is the sum of the discounted components.
 */
export function splitDiscount(
  discount: Units,
  charge: Units,
  components: ComponentUnits,
  isDiscounted: readonly boolean[],
): ComponentUnits {
  const parts: Units[] = COMPONENTS.map(() => 0);
  let rest = discount;
  for (let componentIndex = 0; componentIndex < components.length; componentIndex++) {
    const component = components[componentIndex] as Units;
    if (component <= 0 || isDiscounted[componentIndex] !== true) continue;
    const part = component === charge ? discount : shareOf(discount, component, charge);
    parts[componentIndex] = part;
    rest = minus(rest, part);
  }
  for (let componentIndex = 0; componentIndex < components.length && rest !== 0; componentIndex++) {
    if ((components[componentIndex] as Units) <= 0 || isDiscounted[componentIndex] !== true) continue;
    parts[componentIndex] = plus(parts[componentIndex] as Units, 1);
    rest = minus(rest, 1);
  }
  return parts as unknown as ComponentUnits;
}

function shareOf(discount: Units, component: Units, charge: Units): Units {
  if (typeof discount === "number" && typeof component === "number" && typeof charge === "number") {
    const product = discount * component;
    if (product < PROVEN_PRODUCT) return Math.floor(product / charge);
  }
  return compact(floorDivide(BigInt(discount) * BigInt(component), BigInt(charge)));
}
