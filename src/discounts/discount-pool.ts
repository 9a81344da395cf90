/** Pools as records, the form in which their use is told and stored (R44). */
import { compareIDs, type PoolName } from "../book/index.ts";
import { formatUnits, nearestDivide, type Units } from "../money/index.ts";
import type { Allowance } from "./allowance.ts";
import type { Pool } from "./pool.ts";
import type { PoolLimits } from "./state-records.ts";

/**
 * The use of a pool in a billing period (R44): of the number `numberID`, of all records of the customer that
 * name the pool, or with both blank of the customer. Quantities are plain decimal text; an allowance is null
 * where the plan has no limit of the kind. What calls used is counted in every unit, limited or not.
 */
export interface DiscountPool extends PoolName, PoolLimits {
  /** First and last day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly usedSeconds: string;
  /** To the nearest of four decimal places. */
  readonly usedMinutes: string;
  readonly usedBytes: string;
  readonly usedEvents: string;
  readonly usedCalls: string;
  /** Pounds of discount. */
  readonly usedValue: string;
}

/** Decimal places of seconds. */
export const SECONDS_DECIMALS = 3;
const MINUTES_DECIMALS = 4;

/** A pool as a record. */
export function poolRecord(pool: Pool, valueDecimals: number): DiscountPool {
  const { used, period } = pool;
  const limits = limitsOf(pool.allowance, valueDecimals);
  const minutes = nearestDivide(BigInt(used.milliseconds) * 10n ** BigInt(MINUTES_DECIMALS), 60_000n);
  return {
    ...pool.name,
    startDate: period.startDate,
    endDate: period.endDate,
    allowanceSeconds: limits.allowanceSeconds,
    usedSeconds: formatUnits(used.milliseconds, SECONDS_DECIMALS),
    usedMinutes: formatUnits(minutes, MINUTES_DECIMALS),
    allowanceBytes: limits.allowanceBytes,
    usedBytes: formatUnits(used.bytes, 0),
    allowanceEvents: limits.allowanceEvents,
    usedEvents: formatUnits(used.events, 0),
    allowanceCalls: limits.allowanceCalls,
    usedCalls: formatUnits(used.calls, 0),
    allowanceValue: limits.allowanceValue,
    usedValue: formatUnits(used.value, valueDecimals),
  };
}

/** What a pool holds, as text. */
export function limitsOf(allowance: Allowance, valueDecimals: number): PoolLimits {
  const limit = (units: Units | undefined, decimals: number): string | null =>
    units === undefined ? null : formatUnits(units, decimals);
  return {
    allowanceSeconds: limit(allowance.milliseconds, SECONDS_DECIMALS),
    allowanceBytes: limit(allowance.bytes, 0),
    allowanceEvents: limit(allowance.events, 0),
    allowanceCalls: limit(allowance.calls, 0),
    allowanceValue: limit(allowance.value, valueDecimals),
  };
}

/** The order of pools: customer, plan, period, then named pools, those of numbers, the customer's own. */
export function comparePools(
  a: PoolName & { readonly startDate: string },
  b: PoolName & { readonly startDate: string },
): number {
  return (
    compareIDs(a.customerID, b.customerID) ||
    compareTexts(a.discountPlan, b.discountPlan) ||
    compareTexts(a.startDate, b.startDate) ||
    nullsLast(a.discountPlanAllowancePoolName, b.discountPlanAllowancePoolName, compareTexts) ||
    nullsLast(a.numberID, b.numberID, compareIDs)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nullsLast(a: string | null, b: string | null, compare: (a: string, b: string) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compare(a, b);
}
