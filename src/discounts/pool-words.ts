/** Pools in words, for sentences. */
import type { PoolName } from "../book/index.ts";
import type { PoolState } from "./state-records.ts";

/** A pool: `customer 7's pool shared of ten from 2026-10-01`. */
export function poolInWords(pool: PoolName & { readonly startDate: string }): string {
  const { customerID, discountPlan, discountPlanAllowancePoolName: name, numberID, startDate } = pool;
  const whose =
    numberID === null
      ? `customer ${customerID}'s pool`
      : `customer ${customerID}'s pool of number ${numberID}`;
  return `${whose}${name === null ? "" : ` ${name}`} of ${discountPlan} from ${startDate}`;
}

/** What has been used of a pool, of each kind that its plan limited. */
export function usedInWords(pool: PoolState): string {
  const kinds = [
    [pool.allowanceSeconds, pool.usedSeconds, "s"],
    [pool.allowanceBytes, pool.usedBytes, "bytes"],
    [pool.allowanceEvents, pool.usedEvents, "events"],
    [pool.allowanceCalls, pool.usedCalls, "calls"],
    [pool.allowanceValue, pool.usedValue, "pounds"],
  ] as const;
  const used = kinds.flatMap(([limit, own, unit]) => (limit === null ? [] : [`${own} ${unit}`]));
  return used.length === 0 ? `${pool.usedCalls} calls` : used.join(", ");
}
