/** The amounts on calls held in columns, in whole micro-pence (R15). */
import { onlyBasic } from "../../model/index.ts";
import type { CallColumns } from "./call-columns.ts";

/** Decimal places of a penny of these amounts. */
export const MICRO = 6;

/** R15: whether the reported total and components agree; exact, because micro-pence are whole and below 2^53. */
export function agrees(cost: CallColumns["costCDR"], row: number): boolean {
  const [totals, ...components] = cost;
  const total = totals[row] as number;
  if (Number.isNaN(total) || Number.isNaN(components[0][row])) return true;
  let sum = 0;
  for (const column of components) sum += reported(column, row);
  return total === sum;
}

function reported(column: Float64Array, row: number): number {
  const micro = column[row] as number;
  return Number.isNaN(micro) ? 0 : micro;
}

/** R15: the reported components in micro-pence, undefined where the record carries no cost at all. */
export function reportedBase(cost: CallColumns["costCDR"], row: number): readonly number[] | undefined {
  if (cost.every((column) => Number.isNaN(column[row]))) return undefined;
  const [total, basic, ...others] = cost;
  const rest = others.map((column) => reported(column, row));
  if (!Number.isNaN(basic[row]) || Number.isNaN(total[row])) return [reported(basic, row), ...rest];
  return [rest.reduce((left, other) => left - other, reported(total, row)), ...rest];
}

export function suggestedBase(columns: CallColumns, row: number): readonly number[] | undefined {
  const suggested = columns.costSuggestedRetail[row] as number;
  return Number.isNaN(suggested) ? undefined : onlyBasic(suggested, 0);
}

/** R15: all that a row reports, in micro-pence; NaN where it carries no cost at all. */
export function reportedMicroPence(cost: CallColumns["costCDR"], row: number): number {
  const total = cost[0][row] as number;
  if (!Number.isNaN(total)) return total;
  let sum = 0;
  let isAny = false;
  for (let at = 1; at < cost.length; at++) {
    const own = (cost[at] as Float64Array)[row] as number;
    if (Number.isNaN(own)) continue;
    sum += own;
    isAny = true;
  }
  return isAny ? sum : Number.NaN;
}
