/**
 * R6 to R15 for a block, in doubles that hold whole numbers: micro-pence, or parts of one so small that every step is
 * whole. No division happens before a rounding. A rate has the usage up to which every value is proven to be a safe
 * integer; beyond it the host prices the call in fractions.
 */

import { priceExactly } from "../host.ts";
import {
  ceil,
  f64At,
  floor,
  i32At,
  isKnown,
  planF64,
  planI32,
  planU16,
  quotient,
  setF64,
  setI32,
  toF64,
  toI32,
} from "../memory.ts";
import * as rows from "../rows.ts";
import { rateOf } from "./cells.ts";
import { isPlainDay, leave, reportedAt, weekRowOf } from "./find-rows.ts";
import * as tables from "./tables.ts";

const MINUTE_MS: f64 = 60_000;
const DAY_MS: f64 = 86_400_000;
const PER_MINUTE_CODE: f64 = 0;
/** Largest safe integer of a double: the limit of rounded usage. */
const MOST_BYTES: f64 = 9_007_199_254_740_991;
/** Most parts of a micro-penny in a markup: 100 % in millionths of a percent. */
const MOST_PARTS: f64 = 100_000_000;
/** Decimal places of the amounts on calls. */
const MICRO: i32 = 6;

/** Far below every amount: a minimum is blank where it is lower. */
const NO_BOUND: f64 = -1e300;

/** Results of pricing a row. */
export const PRICED: i32 = 0;
export const NOT_KNOWN: i32 = 1;
const LEFT: i32 = 2;

/** Prices one side of the rows that have a rate on it. A row that cannot be priced here takes the slow path. */
export function priceSide(isRetail: boolean): void {
  const count = i32At(tables.WORK_SIDE_COUNT);
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(rows.SIDE + (next << 2));
    const outcome = priceRow(row, isRetail);
    if (outcome === PRICED) continue;
    if (outcome === NOT_KNOWN && !isRetail) {
      writeNoWholesale(row);
    } else {
      leave(row);
      // The other side skips the row.
      setI32(rows.CHOSEN + (row << 2), tables.NONE);
    }
  }
}

/** Writes NaN: the wholesale cost is not known. */
export function writeNoWholesale(row: i32): void {
  const at = rows.WHOLESALE + (row << 3);
  for (let component: i32 = 0; component < rows.COMPONENT_COUNT; component++)
    setF64(at + component * rows.COST_STRIDE, Number.NaN);
}

function priceRow(row: i32, isRetail: boolean): i32 {
  const at = row << 2;
  const rate = i32At(rows.SIDE_RATE + at);
  const term = i32At(tables.WORK_TERMS) + (rate << 3);
  const shape = i32At(rows.SIDE_SHAPE + at);
  const chargeType = toI32(f64At(shape + (tables.SHAPE_CHARGE_TYPE << 3)));
  const recorded = f64At(rows.DURATION + (row << 3));
  const duration: f64 = recorded >= 0 ? recorded : -1;
  const zeroDuration = toI32(f64At(shape + (tables.SHAPE_ZERO_DURATION << 3)));
  let charged: f64 = 0;
  let bytes: f64 = 0;
  let events: f64 = 0;
  let units: f64 = 1;
  let isFree = false;
  // R6: nothing used, nothing charged; unknown usage is an error, never zero. R7: the usage as charged.
  if (chargeType === tables.PER_MINUTE) {
    if (duration < 0) return NOT_KNOWN;
    isFree = duration === 0 && zeroDuration !== 1;
    if (!isFree) charged = chargedMilliseconds(shape, duration, initialMilliseconds(term));
    units = charged;
  } else {
    if (chargeType === tables.PER_CALL) {
      isFree = duration <= 0 && zeroDuration === 2;
    } else if (chargeType === tables.PER_EVENT) {
      const recordedEvents = f64At(rows.EVENTS + (row << 3));
      isFree = recordedEvents === 0;
      if (!isFree)
        events = roundedUp(
          recordedEvents >= 0 ? recordedEvents : 1,
          f64At(shape + (tables.SHAPE_ROUND_EVENTS << 3)),
        );
      units = events;
    } else if (chargeType >= tables.PER_KILOBYTE && chargeType <= tables.PER_GIGABYTE) {
      const recordedBytes = f64At(rows.BYTES + (row << 3));
      if (!(recordedBytes >= 0)) return NOT_KNOWN;
      isFree = recordedBytes === 0;
      if (!isFree) bytes = roundedUp(recordedBytes, f64At(shape + (tables.SHAPE_ROUND_BYTES << 3)));
      if (bytes > MOST_BYTES) return NOT_KNOWN;
      units = bytes;
    }
    if (!isFree && duration > 0) charged = chargedMilliseconds(shape, duration, 0);
  }
  if (isRetail) {
    setF64(rows.CHARGED_MILLISECONDS + (row << 3), charged);
    setF64(rows.CHARGED_BYTES + (row << 3), bytes);
    setF64(rows.CHARGED_EVENTS + (row << 3), events);
    if (chargeType >= tables.MARKUP) {
      const percent = f64At(term + (tables.TERM_PRICE << 3));
      return markUp(row, rate, percent, chargeType === tables.MARKUP_SUGGESTED_RETAIL, true)
        ? PRICED
        : NOT_KNOWN;
    }
  }
  const cost = (isRetail ? rows.RETAIL : rows.WHOLESALE) + (row << 3);
  if (isFree) {
    for (let component: i32 = 0; component < rows.COMPONENT_COUNT; component++)
      setF64(cost + component * rows.COST_STRIDE, 0);
    return PRICED;
  }
  const surchargeRate = i32At(rows.SIDE_SURCHARGES + at);
  const surcharges = surchargeRate === rate ? shape : shapeOf(surchargeRate);
  const isProven =
    units <= f64At(term + (tables.TERM_PROVEN_USAGE << 3)) &&
    charged <= f64At(shape + (tables.SHAPE_PROVEN_MS << 3)) &&
    charged <= f64At(surcharges + (tables.SHAPE_PROVEN_MS << 3));
  let isSplit = false;
  let usage: f64 = 0;
  if (chargeType === tables.PER_MINUTE) {
    const traits = i32At(
      i32At(tables.WORK_CHOICES) + ((i32At(rows.CHOSEN + at) + tables.CHOICE_TRAITS) << 2),
    );
    if (((isRetail ? traits : traits >> tables.WHOLESALE_TRAITS) & tables.SPLITS) !== 0) {
      if (f64At(term + (tables.TERM_HAS_COST << 3)) !== 1) return LEFT;
      if (!isOnePiece(row, charged)) {
        isSplit = true;
        if (isProven) usage = usageOfPieces(row, initialMilliseconds(term), charged);
        if (!isProven || !isKnown(usage)) return LEFT;
      }
    }
  }
  if (!isProven) return priceExactly(row, isRetail ? 1 : 0) !== 0 ? PRICED : LEFT;

  const roundPence = f64At(shape + (tables.SHAPE_ROUND_PENCE << 3));
  let basic: f64 = 0;
  if (isSplit) {
    basic = finishBasic(term, MINUTE_MS, fixedPart(term, charged) * MINUTE_MS + usage, roundPence);
  } else if (chargeType === tables.PER_MINUTE) {
    basic = basicOfMinutes(term, charged, roundPence);
  } else {
    const unit = planF64(tables.PLAN_UNITS + (chargeType << 3));
    const value =
      f64At(term + (tables.TERM_CONNECTION << 3)) * unit + f64At(term + (tables.TERM_PRICE << 3)) * units;
    basic = finishBasic(term, unit, value, roundPence);
  }
  // R11, R12, R13: the access charge and the surcharges, each rounded by its own preset; R28: by the surcharges' own
  // rate.
  const attracted = planI32(
    planI32(tables.PLAN_ATTRACTED) + ((i32At(rows.FLAGS + at) & tables.SURCHARGE_BITS) << 2),
  );
  let total = basic;
  for (let component: i32 = 1; component < rows.COMPONENT_COUNT; component++) {
    let amount: f64 = 0;
    if (((attracted >> component) & 1) !== 0) {
      amount = surcharge(
        component < tables.FIRST_SURCHARGE_COMPONENT ? shape : surcharges,
        component,
        charged,
        roundPence,
      );
      total += amount;
    }
    setF64(cost + component * rows.COST_STRIDE, amount);
  }
  const multiple = f64At(shape + (tables.SHAPE_ROUND_PENCE_AFTER << 3));
  if (multiple !== 0) basic += roundedAfterSurcharge(total, multiple) - total;
  setF64(cost, basic);
  return PRICED;
}

function shapeOf(rate: i32): i32 {
  const shape = toI32(f64At(i32At(tables.WORK_TERMS) + ((rate + tables.TERM_SHAPE) << 3)));
  return i32At(tables.WORK_SHAPES) + (shape << 3);
}

/** R7: S = max(duration, minimum), then up to the next multiple of the step. */
function chargedMilliseconds(shape: i32, duration: f64, initial: f64): f64 {
  const minimum = f64At(shape + (tables.SHAPE_MINIMUM_MS << 3));
  const step = f64At(shape + (tables.SHAPE_ROUND_MS << 3));
  if (f64At(shape + (tables.SHAPE_ROUND_FROM_MINIMUM << 3)) === 1) {
    const first = initial > minimum ? initial : minimum;
    if (duration <= first) return first;
    return step > 0 ? first + ceil((duration - first) / step) * step : duration;
  }
  return roundedUp(duration > minimum ? duration : minimum, step);
}

/** Rounds up to the next multiple of a step; a step of 0 rounds nothing. */
function roundedUp(value: f64, step: f64): f64 {
  return step > 0 ? ceil(value / step) * step : value;
}

function initialMilliseconds(term: i32): f64 {
  const initial = toI32(f64At(term + (tables.TERM_INITIAL << 3)));
  return initial < 0 ? 0 : f64At(i32At(tables.WORK_TERMS) + ((initial + tables.INITIAL_MS) << 3));
}

/** R8 to R10: the basic component of a call that is charged by the minute, in quanta. */
function basicOfMinutes(term: i32, charged: f64, roundPence: f64): f64 {
  const price = f64At(term + (tables.TERM_PRICE << 3));
  const connection = f64At(term + (tables.TERM_CONNECTION << 3));
  if (f64At(term + (tables.TERM_INITIAL << 3)) < 0)
    return finishBasic(term, MINUTE_MS, connection * MINUTE_MS + price * charged, roundPence);
  const behind = charged - initialMilliseconds(term);
  const fixed = fixedPart(term, charged) * MINUTE_MS;
  return finishBasic(term, MINUTE_MS, fixed + price * (behind > 0 ? behind : 0), roundPence);
}

/** R8, R9: connection and initial block, in micro-pence. */
function fixedPart(term: i32, charged: f64): f64 {
  const connection = f64At(term + (tables.TERM_CONNECTION << 3));
  const milliseconds = initialMilliseconds(term);
  if (!(milliseconds > 0)) return connection;
  const initial = i32At(tables.WORK_TERMS) + (toI32(f64At(term + (tables.TERM_INITIAL << 3))) << 3);
  const fixed = connection + f64At(initial + (tables.INITIAL_COST << 3));
  return charged > milliseconds ? fixed + f64At(initial + (tables.INITIAL_SECONDARY_CONNECTION << 3)) : fixed;
}

/** R10, R4: minimum, round up, maximum, of a value in 1/unit of a micro-penny, so that a price times usage is whole. */
function finishBasic(term: i32, unit: f64, value: f64, roundPence: f64): f64 {
  let basic = value;
  const minimum = f64At(term + (tables.TERM_MINIMUM << 3)) * unit;
  if (basic < minimum) basic = minimum;
  if (roundPence > 0) basic = roundedUp(basic, roundPence * unit);
  const maximum = f64At(term + (tables.TERM_MAXIMUM << 3)) * unit;
  if (basic > maximum) basic = maximum;
  return quantised(basic, unit);
}

/** R11, R12: price per minute × S ÷ 60 + connection, rounded by the preset, in quanta. */
function surcharge(shape: i32, component: i32, charged: f64, roundPence: f64): f64 {
  const preset = presetOf(shape, component);
  const price = f64At(preset + (tables.SURCHARGE_PRICE << 3));
  const connection = f64At(preset + (tables.SURCHARGE_CONNECTION << 3));
  if (price === 0 && connection === 0) return 0;
  return finishSurcharge(preset, price * charged + connection * MINUTE_MS, MINUTE_MS, roundPence);
}

/** The address of a component's preset in a shape. */
function presetOf(shape: i32, component: i32): i32 {
  return shape + ((tables.SHAPE_COMPONENTS + (component - 1) * tables.SURCHARGE_WIDTH) << 3);
}

/** R12, R4: a component in 1/unit of a micro-penny, rounded by its preset, in quanta. */
function finishSurcharge(preset: i32, unrounded: f64, unit: f64, roundPence: f64): f64 {
  let value = unrounded;
  const rounding = toI32(f64At(preset + (tables.SURCHARGE_ROUNDING << 3)));
  if (rounding !== tables.ROUNDING_NONE) {
    const step =
      rounding === tables.ROUNDING_AS_BASIC ? roundPence : f64At(preset + (tables.SURCHARGE_MULTIPLE << 3));
    const multiple = step * unit;
    if (multiple > 0) {
      if (rounding === tables.ROUNDING_DOWN) value = floor(value / multiple) * multiple;
      else if (rounding === tables.ROUNDING_NEAREST) value = nearestQuotient(value, multiple) * multiple;
      else value = roundedUp(value, multiple);
    }
  }
  return quantised(value, unit);
}

/** R4: a value in 1/unit micro-pence as whole quanta, halves away from zero. */
function quantised(value: f64, unit: f64): f64 {
  const decimals = planI32(tables.PLAN_COST_DECIMALS);
  if (decimals <= MICRO) return nearestQuotient(value, unit * powerOfTen(MICRO - decimals));
  return nearestQuotient(value * powerOfTen(decimals - MICRO), unit);
}

/** To the nearest whole number, halves away from zero; exact below 2^51. */
function nearestQuotient(value: f64, divisor: f64): f64 {
  if (value < 0) return -floor((divisor - value * 2) / (divisor * 2));
  return floor((value * 2 + divisor) / (divisor * 2));
}

/** R14: the total, up to the next multiple; the multiple is a whole number of quanta (R2). */
function roundedAfterSurcharge(total: f64, multiple: f64): f64 {
  const decimals = planI32(tables.PLAN_COST_DECIMALS);
  const quanta =
    decimals <= MICRO ? multiple / powerOfTen(MICRO - decimals) : multiple * powerOfTen(decimals - MICRO);
  return roundedUp(total, quanta);
}

function powerOfTen(exponent: i32): f64 {
  return planF64(tables.PLAN_POWERS + (exponent << 3));
}

/** R23: whether one period covers the charged time of a call whose tariff splits calls. */
function isOnePiece(row: i32, charged: f64): boolean {
  const at = row << 2;
  if (planI32(tables.PLAN_HAS_PERIODS) === 0 || (i32At(rows.FLAGS + at) & tables.RECORDED_PERIOD_BIT) !== 0)
    return true;
  const day = i32At(rows.DAY + at);
  const millisecond = i32At(rows.MILLISECOND + at);
  return isPlainDay(day) && toF64(millisecond) + charged <= periodEnd(day, quotient(millisecond, 60_000));
}

/** The time of day, in milliseconds, up to which the period of a minute lasts at least; at most the end of the day. */
function periodEnd(day: i32, minute: i32): f64 {
  return toF64(planU16(planI32(tables.PLAN_RUN_ENDS) + ((weekRowOf(day) + minute) << 1))) * MINUTE_MS;
}

/**
 * R23's split rule: the sum of price × milliseconds over the pieces of the charged time after the initial block, each
 * with the price of its period; NaN where a clock change is near or a period has no price proven in doubles.
 */
function usageOfPieces(row: i32, initial: f64, charged: f64): f64 {
  const at = row << 2;
  const tariff = i32At(rows.SIDE_TARIFF + at);
  const callType = i32At(rows.SIDE_TYPE + at);
  let day = i32At(rows.DAY + at);
  if (!isPlainDay(day)) return Number.NaN;
  const start = toF64(i32At(rows.MILLISECOND + at));
  // Milliseconds of the present day; the charged time may end on a later day.
  let from = start + initial;
  let end = start + charged;
  let usage: f64 = 0;
  while (from < end) {
    if (from >= DAY_MS) {
      day++;
      if (!isPlainDay(day)) return Number.NaN;
      from -= DAY_MS;
      end -= DAY_MS;
      continue;
    }
    const minute = toI32(floor(from / MINUTE_MS));
    const period = planU16(planI32(tables.PLAN_MINUTES) + ((weekRowOf(day) + minute) << 1));
    const until = periodEnd(day, minute);
    const to = until < end ? until : end;
    const rate = rateOf(row, tariff, callType, period);
    if (rate < 0) return Number.NaN;
    const term = i32At(tables.WORK_TERMS) + (rate << 3);
    if (
      f64At(shapeOf(rate) + (tables.SHAPE_CHARGE_TYPE << 3)) !== PER_MINUTE_CODE ||
      f64At(term + (tables.TERM_HAS_COST << 3)) !== 1 ||
      charged > f64At(term + (tables.TERM_PROVEN_USAGE << 3))
    )
      return Number.NaN;
    usage += f64At(term + (tables.TERM_PRICE << 3)) * (to - from);
    from = to;
  }
  return usage;
}

/**
 * R27: marks up a call without a rate by the first markup that is set and whose cost the call has; NOT_KNOWN without
 * such a markup.
 */
export function markUpWithoutRate(row: i32, markups: i32): i32 {
  const table = i32At(tables.WORK_MARKUPS) + (markups << 3);
  const rate = toI32(f64At(table + (tables.MARKUPS_RATE << 3)));
  for (let next: i32 = 0; next < tables.MARKUPS; next++) {
    const markup = table + ((next * tables.MARKUP_WIDTH) << 3);
    const percent = f64At(markup + (tables.MARKUP_PERCENT << 3));
    if (percent === tables.NO_MARKUP) continue;
    const isSuggested = f64At(markup + (tables.MARKUP_SUGGESTED << 3)) === 1;
    if (!readMarkupBase(row, isSuggested)) continue;
    if (!markUp(row, rate, percent, isSuggested, false)) return LEFT;
    const duration = f64At(rows.DURATION + (row << 3));
    const shape = shapeOf(rate);
    let charged: f64 = 0;
    if (duration > 0) {
      const step = f64At(shape + (tables.SHAPE_ROUND_MS << 3));
      charged = roundedUp(duration, step);
    }
    setF64(rows.CHARGED_MILLISECONDS + (row << 3), charged);
    setF64(rows.CHARGED_BYTES + (row << 3), 0);
    setF64(rows.CHARGED_EVENTS + (row << 3), 0);
    setI32(rows.METHOD + (row << 2), toI32(f64At(markup + (tables.MARKUP_METHOD << 3))));
    return PRICED;
  }
  return NOT_KNOWN;
}

/** The components to mark up, in micro-pence, into the scratch words; false where the call has none (R15). */
function readMarkupBase(row: i32, isSuggested: boolean): boolean {
  const reported = rows.COST_CDR + (row << 3);
  if (isSuggested) {
    const suggested = f64At(rows.COST_SUGGESTED_RETAIL + (row << 3));
    if (!isKnown(suggested)) return false;
    setF64(tables.WORK_SCRATCH, suggested);
    for (let component: i32 = 1; component < rows.COMPONENT_COUNT; component++)
      setF64(tables.WORK_SCRATCH + (component << 3), 0);
    return true;
  }
  let isAny = isKnown(f64At(reported));
  let others: f64 = 0;
  for (let component: i32 = 0; component < rows.COMPONENT_COUNT; component++) {
    const address = reported + (component + 1) * rows.COST_STRIDE;
    if (isKnown(f64At(address))) isAny = true;
    const amount = reportedAt(address);
    setF64(tables.WORK_SCRATCH + (component << 3), amount);
    if (component > 0) others += amount;
  }
  if (isAny) {
    // A blank basic is the total less the others.
    if (!isKnown(f64At(reported + rows.COST_STRIDE)) && isKnown(f64At(reported)))
      setF64(tables.WORK_SCRATCH, f64At(reported) - others);
    return true;
  }
  const calculated = rows.WHOLESALE + (row << 3);
  const decimals = planI32(tables.PLAN_COST_DECIMALS);
  if (!isKnown(f64At(calculated))) return false;
  for (let component: i32 = 0; component < rows.COMPONENT_COUNT; component++) {
    const units = f64At(calculated + component * rows.COST_STRIDE);
    const micro =
      decimals <= MICRO ? units * powerOfTen(MICRO - decimals) : units / powerOfTen(decimals - MICRO);
    setF64(tables.WORK_SCRATCH + (component << 3), micro);
  }
  return true;
}

/**
 * R15: marks up the cost of a call by `percent` (in millionths of a percent); false without a cost, or where doubles
 * are not proven to be exact.
 */
function markUp(row: i32, rate: i32, percent: f64, isSuggested: boolean, isBounded: boolean): boolean {
  if (!readMarkupBase(row, isSuggested)) return false;
  let largest: f64 = 0;
  for (let component: i32 = 0; component < rows.COMPONENT_COUNT; component++) {
    const micro = f64At(tables.WORK_SCRATCH + (component << 3));
    // Finer amounts are not whole in micro-pence.
    if (floor(micro) !== micro) return false;
    largest += magnitude(micro);
  }
  const term = i32At(tables.WORK_TERMS) + (rate << 3);
  const shape = shapeOf(rate);
  // Fewer parts prove larger amounts: whole percents need only a hundred.
  let parts: f64 = MOST_PARTS;
  let factor: f64 = MOST_PARTS + percent;
  while (
    !(largest * magnitude(factor) <= planF64(tables.PLAN_PROVEN)) ||
    !areRoundingsProven(term, shape, parts, isBounded)
  ) {
    if (parts <= 1 || floor(factor / 10) * 10 !== factor) return false;
    factor /= 10;
    parts /= 10;
  }
  const cost = rows.RETAIL + (row << 3);
  const roundPence = f64At(shape + (tables.SHAPE_ROUND_PENCE << 3));
  const value = f64At(tables.WORK_SCRATCH) * factor;
  let basic = isBounded
    ? finishBasic(term, parts, value, roundPence)
    : quantised(roundPence > 0 ? roundedUp(value, roundPence * parts) : value, parts);
  let total = basic;
  for (let component: i32 = 1; component < rows.COMPONENT_COUNT; component++) {
    const part = f64At(tables.WORK_SCRATCH + (component << 3)) * factor;
    const amount: f64 = part === 0 ? 0 : finishSurcharge(presetOf(shape, component), part, parts, roundPence);
    setF64(cost + component * rows.COST_STRIDE, amount);
    total += amount;
  }
  basic += roundedAfterSurcharge(total, f64At(shape + (tables.SHAPE_ROUND_PENCE_AFTER << 3))) - total;
  setF64(cost, basic);
  return true;
}

/** Whether the bounds and multiples of a rate are safe integers in such parts of a micro-penny. */
function areRoundingsProven(term: i32, shape: i32, parts: f64, isBounded: boolean): boolean {
  const most = planF64(tables.PLAN_PROVEN) / parts;
  if (isBounded) {
    const minimum = f64At(term + (tables.TERM_MINIMUM << 3));
    if (minimum > NO_BOUND && magnitude(minimum) > most) return false;
    // A cap applies only below an amount that is itself proven; a cap below zero has to be proven on its own.
    if (f64At(term + (tables.TERM_MAXIMUM << 3)) < -most) return false;
  }
  if (f64At(shape + (tables.SHAPE_ROUND_PENCE << 3)) > most) return false;
  if (f64At(shape + (tables.SHAPE_ROUND_PENCE_AFTER << 3)) > most) return false;
  for (let component: i32 = 1; component < rows.COMPONENT_COUNT; component++)
    if (f64At(presetOf(shape, component) + (tables.SURCHARGE_MULTIPLE << 3)) > most) return false;
  return true;
}

function magnitude(value: f64): f64 {
  return value < 0 ? -value : value;
}
