/**
 * R15 in whole numbers held by doubles: what `markUpExactly` gives, for components of at most six decimal places
 * and wherever every step is proven a safe integer. Everything counts in parts of a micro-penny so small that a
 * millionth of a percent of one is whole.
 */
import { type RateTable, SHAPE, SURCHARGE, TERMS } from "../book/index.ts";
import type { MicroPence } from "./carrier-cost.ts";
import type { FastComponents } from "./charge.ts";
import { finishBasic, finishSurcharge, roundedAfterSurcharge } from "./fast.ts";

/** How many parts a micro-penny has: 100 % in millionths of a percent. */
const PARTS = 100_000_000;

const PRESETS = [
  SHAPE.ACCESS_CHARGE,
  SHAPE.MOBILE_ORIGINATION,
  SHAPE.PAYPHONE_ORIGINATION,
  SHAPE.CALL_RECORDING,
];

/**
 * Marks up components by so many millionths of a percent; undefined where doubles are not proven to be exact.
 * `rate` is the offset of the rate whose bounds and roundings apply.
 */
export function markUpFast(
  rates: RateTable,
  rate: number,
  percent: number,
  [basic, access, mobile, payphone, recording]: MicroPence,
): FastComponents | undefined {
  const { terms, shapes, costDecimals } = rates;
  const factor = PARTS + percent;
  const largest =
    Math.abs(basic) + Math.abs(access) + Math.abs(mobile) + Math.abs(payphone) + Math.abs(recording);
  // Not `>`: NaN must be refused, too.
  if (!(largest * Math.abs(factor) <= rates.provenLimit) || !areRoundingsProven(rates, rate))
    return undefined;

  const shape = terms[rate + TERMS.SHAPE] as number;
  const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
  const own = finishBasic(terms, rate, PARTS, basic * factor, roundPence, costDecimals);
  const finish = (preset: number, value: number): number =>
    value === 0
      ? 0
      : finishSurcharge(shapes, shape + preset, value * factor, PARTS, roundPence, costDecimals);
  const units: FastComponents = [
    own,
    finish(SHAPE.ACCESS_CHARGE, access),
    finish(SHAPE.MOBILE_ORIGINATION, mobile),
    finish(SHAPE.PAYPHONE_ORIGINATION, payphone),
    finish(SHAPE.CALL_RECORDING, recording),
  ];
  const total = units[0] + units[1] + units[2] + units[3] + units[4];
  const multiple = shapes[shape + SHAPE.ROUND_PENCE_AFTER] as number;
  units[0] += roundedAfterSurcharge(total, multiple, costDecimals) - total;
  return units;
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
  for (const preset of PRESETS) {
    if ((shapes[shape + preset + SURCHARGE.MULTIPLE] as number) > most) return false;
  }
  return true;
}
