/**
 * The fast kernel: R8 to R14 in whole numbers held by doubles. It has the same steps, under the same
 * names, as the exact kernel beside it (`exact.ts`), and may be used only where the opened rate proves
 * every intermediate value a safe integer (`isProven`). No division happens before a rounding.
 */
import { type RateTable, ROUNDING_CODE, SHAPE, SURCHARGE, TERMS } from "../book/index.ts";
import { MINUTE_MS } from "../calendar/index.ts";
import { ceilToMultiple, nearestQuotient } from "../money/index.ts";
import type { Charge, FastComponents } from "./charge.ts";
import { UNITS_PER_PRICE } from "./charged-usage.ts";

const PER_MINUTE = 0;

/** Whether doubles are exact for this usage under this rate and these surcharges. */
export function isProven(rates: RateTable, rate: number, surcharges: number, charge: Charge): boolean {
  const terms = rates.terms;
  const shapes = rates.shapes;
  const ms = charge.chargedMilliseconds;
  if (charge.pricedUnits > (terms[rate + TERMS.PROVEN_USAGE] as number)) return false;
  if (ms > (shapes[(terms[rate + TERMS.SHAPE] as number) + SHAPE.PROVEN_MS] as number)) return false;
  if (ms > (shapes[surcharges + SHAPE.PROVEN_MS] as number)) return false;
  if (charge.pieces === undefined) return true;
  return charge.pieces.every((piece) => ms <= (terms[piece.rate + TERMS.PROVEN_USAGE] as number));
}

/**
 * Prices a measured call; the components, in quanta of 10^-costDecimals pence, are written where the caller
 * wants them. `surcharges` is the offset of the shape whose three surcharges apply (R28).
 */
export function priceFast(
  rates: RateTable,
  rate: number,
  surcharges: number,
  charge: Charge,
  components: FastComponents = [0, 0, 0, 0, 0],
): FastComponents {
  const terms = rates.terms;
  const shapes = rates.shapes;
  const shape = terms[rate + TERMS.SHAPE] as number;
  const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
  const ms = charge.chargedMilliseconds;

  // R8, R9, R10: the basic charge in 1/unit of a micro-penny, so that a price times usage is a whole number.
  const unit = UNITS_PER_PRICE[shapes[shape + SHAPE.CHARGE_TYPE] as number] as number;
  let basic = basicCharge(terms, rate, shapes[shape + SHAPE.CHARGE_TYPE] === PER_MINUTE, unit, charge);
  const minimum = (terms[rate + TERMS.MINIMUM] as number) * unit;
  if (basic < minimum) basic = minimum;
  if (roundPence > 0) basic = ceilToMultiple(basic, roundPence * unit);
  const maximum = (terms[rate + TERMS.MAXIMUM] as number) * unit;
  if (basic > maximum) basic = maximum;
  components[0] = quantise(basic, unit, rates.costDecimals);

  // R11, R12, R13: the access charge and the surcharges, each rounded by its own preset.
  const decimals = rates.costDecimals;
  components[1] = surcharge(shapes, shape + SHAPE.ACCESS_CHARGE, ms, roundPence, decimals);
  components[2] = charge.mobileOrigination
    ? surcharge(shapes, surcharges + SHAPE.MOBILE_ORIGINATION, ms, roundPence, decimals)
    : 0;
  components[3] = charge.payphoneOrigination
    ? surcharge(shapes, surcharges + SHAPE.PAYPHONE_ORIGINATION, ms, roundPence, decimals)
    : 0;
  components[4] = charge.callRecording
    ? surcharge(shapes, surcharges + SHAPE.CALL_RECORDING, ms, roundPence, decimals)
    : 0;

  roundAfterSurcharge(components, shapes[shape + SHAPE.ROUND_PENCE_AFTER] as number, decimals);
  return components;
}

/** R8, R9: connection + initial block + usage part, in 1/unit micro-pence. */
function basicCharge(
  terms: Float64Array,
  rate: number,
  perMinute: boolean,
  unit: number,
  charge: Charge,
): number {
  const connection = terms[rate + TERMS.CONNECTION] as number;
  const price = terms[rate + TERMS.PRICE] as number;
  const initial = perMinute ? (terms[rate + TERMS.INITIAL_MS] as number) : 0;
  let fixed = connection;
  let units = charge.pricedUnits;
  if (initial > 0) {
    fixed += terms[rate + TERMS.INITIAL_COST] as number;
    if (units > initial) {
      fixed += terms[rate + TERMS.SECONDARY_CONNECTION] as number;
      units -= initial;
    } else {
      units = 0;
    }
  }
  if (charge.pieces === undefined) return fixed * unit + price * units;
  let usage = 0;
  for (const piece of charge.pieces)
    usage += (terms[piece.rate + TERMS.PRICE] as number) * piece.milliseconds;
  return fixed * unit + usage;
}

/** R11, R12: price per minute × S ÷ 60 + connection, rounded by the preset, in quanta. */
function surcharge(
  shapes: Float64Array,
  at: number,
  ms: number,
  roundPence: number,
  costDecimals: number,
): number {
  const price = shapes[at + SURCHARGE.PRICE] as number;
  const connection = shapes[at + SURCHARGE.CONNECTION] as number;
  if (price === 0 && connection === 0) return 0;
  let value = price * ms + connection * MINUTE_MS;
  const rounding = shapes[at + SURCHARGE.ROUNDING] as number;
  if (rounding !== ROUNDING_CODE.none) {
    const multiple =
      (rounding === ROUNDING_CODE.asBasic ? roundPence : (shapes[at + SURCHARGE.MULTIPLE] as number)) *
      MINUTE_MS;
    if (multiple > 0) {
      if (rounding === ROUNDING_CODE.down) value = Math.floor(value / multiple) * multiple;
      else if (rounding === ROUNDING_CODE.nearest) value = nearestQuotient(value, multiple) * multiple;
      else value = ceilToMultiple(value, multiple);
    }
  }
  return quantise(value, MINUTE_MS, costDecimals);
}

/** R4: a value in 1/unit micro-pence as whole quanta, halves away from zero. */
function quantise(value: number, unit: number, costDecimals: number): number {
  if (costDecimals <= 6) return nearestQuotient(value, unit * (POWERS[6 - costDecimals] as number));
  return nearestQuotient(value * (POWERS[costDecimals - 6] as number), unit);
}

const POWERS: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** R14: the total goes up to the next multiple, and the difference onto the basic component. */
function roundAfterSurcharge(components: FastComponents, multiple: number, costDecimals: number): void {
  if (multiple === 0) return;
  const total = components[0] + components[1] + components[2] + components[3] + components[4];
  // The multiple is a whole number of quanta (R2).
  const quanta =
    costDecimals <= 6
      ? multiple / (POWERS[6 - costDecimals] as number)
      : multiple * (POWERS[costDecimals - 6] as number);
  components[0] += ceilToMultiple(total, quanta) - total;
}
