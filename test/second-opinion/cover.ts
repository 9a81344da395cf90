/** R42: which part of a call a plan covers, before R43 looks at a value allowance. */
import type { Plan } from "./plan.ts";
import { leftIn, type Pool } from "./pool.ts";
import { lesser, NONE, type Ratio, WHOLE } from "./ratio.ts";

export interface Usage {
  readonly unit: "seconds" | "bytes" | "events";
  /** What earlier plans left of the charged usage. */
  readonly amount: Ratio;
  /** The charged seconds before any plan. */
  readonly chargedSeconds: Ratio;
}

const BYTE_TYPES = ["perKilobyte", "perMegabyte", "perGigabyte"];

/** R42: seconds for time, per-call and markup types, bytes for byte types, events for `perEvent`. */
export function unitOf(chargeType: string): Usage["unit"] {
  if (BYTE_TYPES.includes(chargeType)) return "bytes";
  return chargeType === "perEvent" ? "events" : "seconds";
}

/** The fraction that `coverPerCallSeconds` leaves open to cover; null where the plan has nothing to do with the call. */
export function coverableFraction(plan: Plan, { unit, amount, chargedSeconds }: Usage): Ratio | null {
  const isUsed = amount.isAbove(NONE);
  const { seconds, bytes, events } = plan.allowance;
  const limitsUsage = seconds !== null || bytes !== null || events !== null;
  if (limitsUsage && !(isUsed && plan.allowance[unit] !== null)) return null;
  if (plan.coverPerCallSeconds === null || unit !== "seconds") return WHOLE;
  if (plan.coverWholeCallOnly && chargedSeconds.isAbove(plan.coverPerCallSeconds)) return null;
  if (!isUsed) return WHOLE;
  const coverable = lesser(WHOLE, plan.coverPerCallSeconds.over(amount));
  return coverable.equals(NONE) ? null : coverable;
}

/** How much of the coverable fraction the pool allows; 0 where the call is not covered. */
export function coveredFraction(plan: Plan, pool: Pool, { unit, amount }: Usage, coverable: Ratio): Ratio {
  if (plan.allowance.calls !== null && WHOLE.isAbove(leftIn(pool, "calls"))) return NONE;
  if (plan.allowance[unit] === null) return coverable;
  const given = unit === "seconds" ? leftIn(pool, unit).downTo(plan.drawRoundSeconds) : leftIn(pool, unit);
  const allowed = given.over(amount);
  if (plan.isWhole) return coverable.isAbove(allowed) ? NONE : coverable;
  return lesser(coverable, allowed);
}
