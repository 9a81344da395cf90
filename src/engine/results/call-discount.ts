/** The discounts of a call, as its result carries them (R40 to R44). */
import type { ComponentUnits } from "../call/cost-units.ts";

/** Which pool a call drew from (R41): a named one, a number's own, or with both null the customer's. */
export interface CallPool {
  readonly customerID: string;
  /** First and last day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly discountPlanAllowancePoolName: string | null;
  readonly numberID: string | null;
}

/** What a pool holds after a call; null where it has no limit of the kind. Decimal text. */
export interface PoolRemains {
  readonly seconds: string | null;
  readonly bytes: string | null;
  readonly events: string | null;
  readonly calls: string | null;
  /** Pounds of discount. */
  readonly value: string | null;
}

/**
 * The part of a call that one discount plan covered, and the discount. Quantities are exact decimal text; "…" marks
 * digits that go on.
 */
export interface CallDiscount {
  readonly discountPlan: string;
  /** The feature that brought the plan; null where the number, the line or the tariff did. */
  readonly featureID: string | null;
  /** Undefined where the plan has no allowance. */
  readonly pool: CallPool | undefined;
  /** What the plan covered of the usage that plans before it had left (R42), 0 to 1. */
  readonly coveredFraction: string;
  /** The unit that the call uses, how much of it was covered, and how much the pool gave for it. */
  readonly unit: "seconds" | "bytes" | "events";
  readonly covered: string;
  readonly drawn: string;
  /** Pence, and its five parts in the order of `COMPONENTS` (R43). */
  readonly discount: string;
  readonly components: readonly string[];
  /** What the pool has left after the call; undefined without a pool. */
  readonly left: PoolRemains | undefined;
}

/** A call's discounts together. */
export interface AppliedDiscount {
  /** The retail components after discounts. */
  readonly components: ComponentUnits;
  /** The components are in units of 10^-decimals pence. */
  readonly decimals: number;
  readonly covers: readonly CallDiscount[];
  /** R44 */
  readonly late: boolean;
}
