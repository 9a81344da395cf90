/**
 * R15 in whole numbers held by doubles: what `markUpExactly` gives, for components of at most six decimal places
 * and wherever every step is proven a safe integer. Everything counts in parts of a micro-penny so small that a
 * millionth of a percent of one is whole.
 */
import { type RateTable, SHAPE, SURCHARGE, TERMS } from "../book/index.ts";
import { COMPONENTS } from "../model/index.ts";
import type { MicroPence } from "./carrier-cost.ts";
import type { FastComponents } from "./charge.ts";
import { finishBasic, finishSurcharge, roundedAfterSurcharge } from "./fast.ts";

/** How many parts a micro-penny has: 100 % in millionths of a percent. */
const PARTS = 100_000_000;

/** Where the columns of a component lie in a shape row, but of basic, which has none. */
const columnsOf = (component: number): number => SHAPE.COMPONENTS + (component - 1) * SURCHARGE.WIDTH;

/**
 * Marks up components by so many millionths of a percent; undefined where doubles are not proven to be exact.
 * `rate` is the offset of the rate whose bounds and roundings apply.
 */
export function markUpFast(
  rates: RateTable,
  rate: number,
  percent: number,
  components: MicroPence,
): FastComponents | undefined {
  const { terms, shapes, costDecimals } = rates;
  const factor = PARTS + percent;
  let largest = 0;
  for (const micro of components) largest += Math.abs(micro);
  // Not `>`: NaN must be refused, too.
  if (!(largest * Math.abs(factor) <= rates.provenLimit) || !areRoundingsProven(rates, rate))
    return undefined;

  const shape = terms[rate + TERMS.SHAPE] as number;
  const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
  const basic = finishBasic(terms, rate, PARTS, components[0] * factor, roundPence, costDecimals);
  const units: number[] = [basic];
  let total = basic;
  for (let component = 1; component < components.length; component++) {
    const value = (components[component] as number) * factor;
    const own =
      value === 0
        ? 0
        : finishSurcharge(shapes, shape + columnsOf(component), value, PARTS, roundPence, costDecimals);
    units.push(own);
    total += own;
  }
  const multiple = shapes[shape + SHAPE.ROUND_PENCE_AFTER] as number;
  units[0] = basic + roundedAfterSurcharge(total, multiple, costDecimals) - total;
  return units as unknown as FastComponents;
}

/** Whether the bounds and multiples of a rate are safe integers in parts of a micro-penny. */
function areRoundingsProven({ terms, shapes, provenLimit }: RateTable, rate: number): boolean {
  const most = provenLimit / PARTS;
  const minimum = terms[rate + TERMS.MINIMUM] as number;
  if (minimum !== Number.NEGATIVE_INFINITY && Math.abs(minimum) > most) return false;
  // A cap comes into force only below an amount that is proven itself; one below zero is an amount of its own.
  if ((terms[rate + TERMS.MAXIMUM] as number) < -most) return false;
  const shape = terms[rate + TERMS.SHAPE] as number;
  if ((shapes[shape + SHAPE.ROUND_PENCE] as number) > most) return false;
  if ((shapes[shape + SHAPE.ROUND_PENCE_AFTER] as number) > most) return false;
  for (let component = 1; component < COMPONENTS.length; component++) {
    if ((shapes[shape + columnsOf(component) + SURCHARGE.MULTIPLE] as number) > most) return false;
  }
  return true;
}
