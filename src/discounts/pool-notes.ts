/** What is to be said of pools that a state carried into a book that has changed since, and pools in words (R44). */

import { type PoolName, poolKey } from "../book/index.ts";
import { POOL_KINDS } from "./allowance.ts";
import { poolRecord } from "./discount-pool.ts";
import type { Pool } from "./pool.ts";
import type { PoolState } from "./state-records.ts";

/** One thing to be said of a pool. */
export interface PoolNote {
  /**
   * `exceeded`: calls have used more than it holds now, as its allowance has shrunk; nothing is left of that kind.
   * `moved`: its plan or the pool has another name than in the state, and what was used went along.
   */
  readonly kind: "exceeded" | "moved";
  readonly pool: PoolName & { readonly startDate: string };
  /** A sentence. */
  readonly message: string;
}

/** What is to be said of a pool that the state had. */
export function notesOf(pool: Pool, valueDecimals: number): PoolNote[] {
  const notes: PoolNote[] = [];
  const own = { ...pool.name, startDate: pool.period.startDate };
  for (const stated of pool.stated) {
    if (poolKey(stated) === poolKey(pool.name)) continue;
    notes.push({
      kind: "moved",
      pool: own,
      message: `What was used of ${poolInWords(stated)} went along to ${poolInWords(own)}, as the book names it now.`,
    });
  }
  const record = poolRecord(pool, valueDecimals);
  for (const { kind, field, unit } of POOL_KINDS) {
    const { [kind]: allowed } = pool.allowance;
    if (allowed === undefined || pool.used[kind] <= allowed) continue;
    const before = pool.stated.length === 1 ? pool.stated[0]?.[`allowance${field}`] : undefined;
    notes.push({
      kind: "exceeded",
      pool: own,
      message: `Of ${poolInWords(own)} ${record[`used${field}`]} ${unit} are used, and it holds ${record[`allowance${field}`]} now${before === undefined || before === null ? "" : ` (${before} when the state was made)`}: calls that came before keep what they got.`,
    });
  }
  return notes;
}

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
  const used = POOL_KINDS.flatMap(({ field, unit }) =>
    pool[`allowance${field}`] === null ? [] : [`${pool[`used${field}`]} ${unit}`],
  );
  return used.length === 0 ? `${pool.usedCalls} calls` : used.join(", ");
}
