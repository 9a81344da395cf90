/** Components of a cost in columns: whole units of 10^-decimals pence, NaN where not known. */
import type { PerComponent } from "../../model/index.ts";
import { UnitSum } from "../../money/index.ts";
import type { ComponentUnits } from "../call/cost-units.ts";

/** Components by row, in whole units of 10^-decimals pence and in the order of `COMPONENTS`. */
export type ComponentColumns = PerComponent<Float64Array>;

/** NaN in all of them where one is beyond what a double counts. */
export function writeUnits(columns: ComponentColumns, row: number, units: ComponentUnits | undefined): void {
  const numbers = units?.map(Number);
  const areSafe = numbers?.every(Number.isSafeInteger) === true;
  for (const [at, column] of columns.entries())
    column[row] = areSafe ? (numbers?.[at] as number) : Number.NaN;
}

/**
 * The sum of the components, exact: NaN where they are not known, Infinity where their sizes together are not below
 * UnitSum.MOST, as a sum of doubles asks.
 */
export function unitsOf(columns: ComponentColumns, row: number): number {
  let sum = 0;
  let size = 0;
  for (let at = 0; at < columns.length; at++) {
    const units = (columns[at] as Float64Array)[row] as number;
    sum += units;
    size += Math.abs(units);
  }
  return size >= UnitSum.MOST ? Number.POSITIVE_INFINITY : sum;
}
