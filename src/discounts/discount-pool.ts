/** Pools as records, the form in which their use is told and stored (R44). */
import { compareIDs, type PoolName } from "../book/index.ts";
import { formatUnits, nearestDivide, type Units } from "../money/index.ts";
import type { Pool } from "./pool.ts";

/**
 * The use of a pool in a billing period (R44): of the number `numberID`, of all records of the customer that
 * name the pool, or with both blank of the customer. Quantities are plain decimal text; an allowance is null
 * where the plan has no limit of the kind. What calls used is counted in every unit, limited or not.
 */
export interface DiscountPool extends PoolName {
  /** First and last day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly allowanceSeconds: string | null;
  readonly usedSeconds: string;
  /** To the nearest of four decimal places. */
  readonly usedMinutes: string;
  readonly allowanceBytes: string | null;
  readonly usedBytes: string;
  readonly allowanceEvents: string | null;
  readonly usedEvents: string;
  readonly allowanceCalls: string | null;
  readonly usedCalls: string;
  /** Pounds of discount. */
  readonly allowanceValue: string | null;
  readonly usedValue: string;
}

/** Decimal places of seconds, and how many more than pence pounds have. */
export const SECONDS_DECIMALS = 3;
export const POUNDS_DECIMALS = 2;
const MINUTES_DECIMALS = 4;

/** A pool as a record. */
export function poolRecord(pool: Pool, costDecimals: number): DiscountPool {
  const { allowance, used, period } = pool;
  const limit = (units: Units | undefined, decimals = 0): string | null =>
    units === undefined ? null : formatUnits(units, decimals);
  const minutes = nearestDivide(BigInt(used.milliseconds) * 10n ** BigInt(MINUTES_DECIMALS), 60_000n);
  const pounds = costDecimals + POUNDS_DECIMALS;
  return {
    ...pool.name,
    startDate: period.startDate,
    endDate: period.endDate,
    allowanceSeconds: limit(allowance.milliseconds, SECONDS_DECIMALS),
    usedSeconds: formatUnits(used.milliseconds, SECONDS_DECIMALS),
    usedMinutes: formatUnits(minutes, MINUTES_DECIMALS),
    allowanceBytes: limit(allowance.bytes),
    usedBytes: formatUnits(used.bytes, 0),
    allowanceEvents: limit(allowance.events),
    usedEvents: formatUnits(used.events, 0),
    allowanceCalls: limit(allowance.calls),
    usedCalls: formatUnits(used.calls, 0),
    allowanceValue: limit(allowance.value, pounds),
    usedValue: formatUnits(used.value, pounds),
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
