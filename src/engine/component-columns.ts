/** Five components of a cost in columns: whole units of 10^-decimals pence, NaN where not known. */
import { UnitSum } from "../money/index.ts";
import type { ExactComponents, FastComponents } from "./charge.ts";
import type { ComponentUnits } from "./components.ts";

/** Five components by row, in whole units of 10^-decimals pence and in the order of `COMPONENTS`. */
export type ComponentColumns = readonly [
  basic: Float64Array,
  accessCharge: Float64Array,
  mobileOrigination: Float64Array,
  payphoneOrigination: Float64Array,
  callRecording: Float64Array,
];

/** Exact components as doubles; undefined where one is beyond what a double counts. */
export function take(exact: ExactComponents): FastComponents | undefined {
  const units = exact.map(Number);
  return units.every(Number.isSafeInteger) ? (units as FastComponents) : undefined;
}

export function write(columns: ComponentColumns, row: number, units: FastComponents): void {
  columns[0][row] = units[0];
  columns[1][row] = units[1];
  columns[2][row] = units[2];
  columns[3][row] = units[3];
  columns[4][row] = units[4];
}

export function writeUnknown(columns: ComponentColumns, row: number): void {
  columns[0][row] = Number.NaN;
  columns[1][row] = Number.NaN;
  columns[2][row] = Number.NaN;
  columns[3][row] = Number.NaN;
  columns[4][row] = Number.NaN;
}

export function writeUnits(columns: ComponentColumns, row: number, units: ComponentUnits | undefined): void {
  const numbers = units?.map(Number);
  if (numbers?.every(Number.isSafeInteger) === true) write(columns, row, numbers as FastComponents);
  else writeUnknown(columns, row);
}

/**
 * The sum of the five, exact: NaN where they are not known, Infinity where their sizes together are not below
 * UnitSum.MOST, as a sum of doubles asks.
 */
export function unitsOf(columns: ComponentColumns, row: number): number {
  const basic = columns[0][row] as number;
  const access = columns[1][row] as number;
  const mobile = columns[2][row] as number;
  const payphone = columns[3][row] as number;
  const recording = columns[4][row] as number;
  const size =
    Math.abs(basic) + Math.abs(access) + Math.abs(mobile) + Math.abs(payphone) + Math.abs(recording);
  return size >= UnitSum.MOST ? Number.POSITIVE_INFINITY : basic + access + mobile + payphone + recording;
}
