/** The amounts on calls held in columns, in whole micro-pence (R15). */
import type { CallColumns } from "./call-columns.ts";

/** Decimal places of a penny of these amounts. */
export const MICRO = 6;

/** R15: the total cost that a row reports, in micro-pence; NaN where the row carries no cost at all. */
export function reportedMicroPence(cost: CallColumns["costCDR"], row: number): number {
  const total = cost[0][row] as number;
  if (!Number.isNaN(total)) return total;
  let sum = 0;
  let isAny = false;
  for (let at = 1; at < cost.length; at++) {
    const amount = (cost[at] as Float64Array)[row] as number;
    if (Number.isNaN(amount)) continue;
    sum += amount;
    isAny = true;
  }
  return isAny ? sum : Number.NaN;
}
