/**
 * The fast kernel: R8 to R14 in whole numbers held by doubles. It has the same steps, under the same
 * names, as the exact kernel beside it (`exact.ts`), and may be used only where the opened rate proves
 * every intermediate value a safe integer (`isProven`). No division happens before a rounding.
 */
import { INITIAL, type RateTable, ROUNDING_CODE, SHAPE, SURCHARGE, TERMS } from "../book/index.ts";
import { MINUTE_MS } from "../calendar/index.ts";
import { COMPONENTS, FIRST_SURCHARGE, perComponent } from "../model/index.ts";
import { ceilToMultiple, nearestQuotient } from "../money/index.ts";
import type { Charge, FastComponents, PricedPiece } from "./charge.ts";
import { UNITS_PER_PRICE } from "./charged-usage.ts";

const PER_MINUTE = 0;
/** Made of fractions first, so that it and its copies hold doubles and need not be made over for the first that comes. */
const NOTHING_CHARGED: readonly number[] = [...perComponent(() => 0.5)].fill(0);

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
 * Prices a measured call; the components are in quanta of 10^-costDecimals pence. `surcharges` is the offset of the
 * shape whose surcharges apply (R28).
 */
export function priceFast(
  rates: RateTable,
  rate: number,
  surcharges: number,
  charge: Charge,
): FastComponents {
  const terms = rates.terms;
  const shapes = rates.shapes;
  const shape = terms[rate + TERMS.SHAPE] as number;
  const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
  const ms = charge.chargedMilliseconds;

  const decimals = rates.costDecimals;
  const { pieces } = charge;
  const basic =
    pieces === undefined
      ? basicComponent(terms, shapes, rate, charge.pricedUnits, decimals)
      : basicOfPieces(terms, shapes, rate, charge.pricedUnits, pieces, decimals);

  // R11, R12, R13: the access charge and the surcharges, each rounded by its own preset.
  // A copy has room for all components at once, where an array that grows takes several times as long.
  const components = NOTHING_CHARGED.slice();
  let total = basic;
  for (let component = 1; component < COMPONENTS.length; component++) {
    if (((charge.attracted >> component) & 1) === 0) continue;
    const owner = component < FIRST_SURCHARGE ? shape : surcharges;
    const columns = owner + SHAPE.COMPONENTS + (component - 1) * SURCHARGE.WIDTH;
    const units = surcharge(shapes, columns, ms, roundPence, decimals);
    if (units === 0) continue;
    components[component] = units;
    total += units;
  }
  components[0] =
    basic + roundedAfterSurcharge(total, shapes[shape + SHAPE.ROUND_PENCE_AFTER] as number, decimals) - total;
  return components as unknown as FastComponents;
}

/** R8 to R10: the basic component of a call with one price throughout, in quanta. */
function basicComponent(
  terms: Float64Array,
  shapes: Float64Array,
  rate: number,
  pricedUnits: number,
  costDecimals: number,
): number {
  const shape = terms[rate + TERMS.SHAPE] as number;
  const chargeType = shapes[shape + SHAPE.CHARGE_TYPE] as number;
  const price = terms[rate + TERMS.PRICE] as number;
  const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
  if (chargeType === PER_MINUTE) {
    return minutesComponent(terms, rate, price, pricedUnits, roundPence, costDecimals);
  }
  const unit = UNITS_PER_PRICE[chargeType] as number;
  const basic = (terms[rate + TERMS.CONNECTION] as number) * unit + price * pricedUnits;
  return finishBasic(terms, rate, unit, basic, roundPence, costDecimals);
}

/** The same of a call charged by the minute. */
export function minutesComponent(
  terms: Float64Array,
  rate: number,
  price: number,
  milliseconds: number,
  roundPence: number,
  costDecimals: number,
): number {
  const initial = terms[rate + TERMS.INITIAL] as number;
  let fixed = terms[rate + TERMS.CONNECTION] as number;
  let used = milliseconds;
  if (initial >= 0) {
    fixed = fixedPart(terms, rate, milliseconds);
    used = Math.max(0, milliseconds - (terms[initial + INITIAL.MS] as number));
  }
  return finishBasic(terms, rate, MINUTE_MS, fixed * MINUTE_MS + price * used, roundPence, costDecimals);
}

/** The same of a call that its tariff splits by period (R23). */
function basicOfPieces(
  terms: Float64Array,
  shapes: Float64Array,
  rate: number,
  pricedUnits: number,
  pieces: readonly PricedPiece[],
  costDecimals: number,
): number {
  const shape = terms[rate + TERMS.SHAPE] as number;
  let usage = 0;
  for (const piece of pieces) usage += (terms[piece.rate + TERMS.PRICE] as number) * piece.milliseconds;
  const fixed = fixedPart(terms, rate, pricedUnits);
  const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
  return finishBasic(terms, rate, MINUTE_MS, fixed * MINUTE_MS + usage, roundPence, costDecimals);
}

/** R8, R9: connection and initial block, in micro-pence. */
function fixedPart(terms: Float64Array, rate: number, pricedUnits: number): number {
  let fixed = terms[rate + TERMS.CONNECTION] as number;
  const initial = terms[rate + TERMS.INITIAL] as number;
  const milliseconds = initial < 0 ? 0 : (terms[initial + INITIAL.MS] as number);
  if (milliseconds > 0) {
    fixed += terms[initial + INITIAL.COST] as number;
    if (pricedUnits > milliseconds) fixed += terms[initial + INITIAL.SECONDARY_CONNECTION] as number;
  }
  return fixed;
}

/** R10, R4: minimum, round up, maximum, of a value in 1/unit of a micro-penny, so that a price times usage is whole. */
export function finishBasic(
  terms: Float64Array,
  rate: number,
  unit: number,
  value: number,
  roundPence: number,
  costDecimals: number,
): number {
  let basic = value;
  const minimum = (terms[rate + TERMS.MINIMUM] as number) * unit;
  if (basic < minimum) basic = minimum;
  if (roundPence > 0) basic = ceilToMultiple(basic, roundPence * unit);
  const maximum = (terms[rate + TERMS.MAXIMUM] as number) * unit;
  if (basic > maximum) basic = maximum;
  return quantise(basic, unit, costDecimals);
}

/** R11, R12: price per minute × S ÷ 60 + connection, rounded by the preset, in quanta. */
export function surcharge(
  shapes: Float64Array,
  at: number,
  ms: number,
  roundPence: number,
  costDecimals: number,
): number {
  const price = shapes[at + SURCHARGE.PRICE] as number;
  const connection = shapes[at + SURCHARGE.CONNECTION] as number;
  if (price === 0 && connection === 0) return 0;
  const value = price * ms + connection * MINUTE_MS;
  return finishSurcharge(shapes, at, value, MINUTE_MS, roundPence, costDecimals);
}

/** R12, R4: a component in 1/unit of a micro-penny, rounded by the preset at an offset, in quanta. */
export function finishSurcharge(
  shapes: Float64Array,
  at: number,
  unrounded: number,
  unit: number,
  roundPence: number,
  costDecimals: number,
): number {
  let value = unrounded;
  const rounding = shapes[at + SURCHARGE.ROUNDING] as number;
  if (rounding !== ROUNDING_CODE.none) {
    const multiple =
      (rounding === ROUNDING_CODE.asBasic ? roundPence : (shapes[at + SURCHARGE.MULTIPLE] as number)) * unit;
    if (multiple > 0) {
      if (rounding === ROUNDING_CODE.down) value = Math.floor(value / multiple) * multiple;
      else if (rounding === ROUNDING_CODE.nearest) value = nearestQuotient(value, multiple) * multiple;
      else value = ceilToMultiple(value, multiple);
    }
  }
  return quantise(value, unit, costDecimals);
}

/** R4: a value in 1/unit micro-pence as whole quanta, halves away from zero. */
function quantise(value: number, unit: number, costDecimals: number): number {
  if (costDecimals <= 6) return nearestQuotient(value, unit * (POWERS[6 - costDecimals] as number));
  return nearestQuotient(value * (POWERS[costDecimals - 6] as number), unit);
}

const POWERS: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000];

/** R14: the total, up to the next multiple; the difference goes onto the basic component. */
export function roundedAfterSurcharge(total: number, multiple: number, costDecimals: number): number {
  if (multiple === 0) return total;
  // The multiple is a whole number of quanta (R2).
  const quanta =
    costDecimals <= 6
      ? multiple / (POWERS[6 - costDecimals] as number)
      : multiple * (POWERS[costDecimals - 6] as number);
  return ceilToMultiple(total, quanta);
}
