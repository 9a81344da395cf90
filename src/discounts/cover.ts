/** What one plan covers of one call, and the discount for it (R42, R43). */
import type { OpenedPlan } from "../book/index.ts";
import {
  addFractions,
  ceilDivide,
  ceilToMultiple,
  compareFractions,
  type Fraction,
  nearestDivide,
  nearestQuotient,
  type Units,
} from "../money/index.ts";
import { compact } from "./allowance.ts";
import type { Pool } from "./pool.ts";
import type { Remainder } from "./remainder.ts";

/** What a plan covers of a call. */
export interface Coverage {
  /** f: the covered fraction of the usage that plans before it left; above 0, at most 1. */
  readonly numerator: bigint;
  readonly denominator: bigint;
  /** What the pool gives of the call's usage, in its unit. */
  readonly drawn: Units;
  /** In quanta. */
  readonly discount: Units;
}

/** A percentage in millionths of a percent, as a divisor. */
const PERCENT = 100_000_000;
/** Below this the nearest quotient of doubles is exact (money/rounding.ts). */
const PROVEN = 2 ** 51;

/** Covers as much of a call as plan and pool allow; undefined where that is nothing. `charge` is the plan's E. */
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

/** Whether a pool has nothing to give to a call: as pools run dry, the commonest case. */
function hasNothingFor(plan: OpenedPlan, pool: Pool, call: Remainder): boolean {
  if (pool.left("calls") === 0) return true;
  const left = pool.left(call.kind);
  if (left === undefined || call.usage === 0 || call.shareNumerator === 0n) return false;
  return left < (call.kind === "milliseconds" ? plan.drawStep : 1);
}

/** The quick way, in doubles, for a call that nothing keeps from being covered whole; undefined where it is not proven. */
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

/** The rule as it is written, in fractions. */
function coverExactly(
  plan: OpenedPlan,
  pool: Pool | undefined,
  call: Remainder,
  charge: Units,
  costDecimals: number,
): Coverage | undefined {
  const isTime = call.kind === "milliseconds";
  // u, the usage that plans before this one left.
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
