/** Components of a cost in columns: whole units of 10^-decimals pence, NaN where not known. */
import type { PerComponent } from "../../model/index.ts";
import { UnitSum } from "../../money/index.ts";
import type { ComponentUnits } from "../call/cost-units.ts";

/** Components by row, in whole units of 10^-decimals pence and in the order of `COMPONENTS`. */
export type ComponentColumns = PerComponent<Float64Array>;

/** Writes the components of a row; NaN in all columns where one component is no safe integer. */
export function writeUnits(columns: ComponentColumns, row: number, units: ComponentUnits | undefined): void {
  const numbers = units?.map(Number);
  const areSafe = numbers?.every(Number.isSafeInteger) === true;
  for (const [at, column] of columns.entries())
    column[row] = areSafe ? (numbers?.[at] as number) : Number.NaN;
}

/**
 * The sum of the components, exact: NaN where the components are not known, Infinity where their sizes together reach
 * UnitSum.MOST, the limit of a sum of doubles.
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
