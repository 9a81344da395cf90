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
import {
  BYTES,
  CHARGED_BYTES,
  CHARGED_EVENTS,
  CHARGED_MILLISECONDS,
  CHOSEN,
  COMPONENT_COUNT,
  COST_CDR,
  COST_STRIDE,
  COST_SUGGESTED_RETAIL,
  DAY,
  DURATION,
  EVENTS,
  FLAGS,
  METHOD,
  MILLISECOND,
  RETAIL,
  SIDE,
  SIDE_RATE,
  SIDE_SHAPE,
  SIDE_SURCHARGES,
  SIDE_TARIFF,
  SIDE_TYPE,
  WHOLESALE,
} from "../rows.ts";
import { rateOf } from "./cells.ts";
import { isPlainDay, leave, reportedAt, weekRowOf } from "./find-rows.ts";
import {
  CHOICE_TRAITS,
  FIRST_SURCHARGE_COMPONENT,
  INITIAL_COST,
  INITIAL_MS,
  INITIAL_SECONDARY_CONNECTION,
  MARKUP,
  MARKUP_METHOD,
  MARKUP_PERCENT,
  MARKUP_SUGGESTED,
  MARKUP_SUGGESTED_RETAIL,
  MARKUP_WIDTH,
  MARKUPS,
  MARKUPS_RATE,
  NO_MARKUP,
  NONE,
  PER_CALL,
  PER_EVENT,
  PER_GIGABYTE,
  PER_KILOBYTE,
  PER_MINUTE,
  PLAN_ATTRACTED,
  PLAN_COST_DECIMALS,
  PLAN_HAS_PERIODS,
  PLAN_MINUTES,
  PLAN_POWERS,
  PLAN_PROVEN,
  PLAN_RUN_ENDS,
  PLAN_UNITS,
  RECORDED_PERIOD_BIT,
  ROUNDING_AS_BASIC,
  ROUNDING_DOWN,
  ROUNDING_NEAREST,
  ROUNDING_NONE,
  SHAPE_CHARGE_TYPE,
  SHAPE_COMPONENTS,
  SHAPE_MINIMUM_MS,
  SHAPE_PROVEN_MS,
  SHAPE_ROUND_BYTES,
  SHAPE_ROUND_EVENTS,
  SHAPE_ROUND_FROM_MINIMUM,
  SHAPE_ROUND_MS,
  SHAPE_ROUND_PENCE,
  SHAPE_ROUND_PENCE_AFTER,
  SHAPE_ZERO_DURATION,
  SPLITS,
  SURCHARGE_BITS,
  SURCHARGE_CONNECTION,
  SURCHARGE_MULTIPLE,
  SURCHARGE_PRICE,
  SURCHARGE_ROUNDING,
  SURCHARGE_WIDTH,
  TERM_CONNECTION,
  TERM_HAS_COST,
  TERM_INITIAL,
  TERM_MAXIMUM,
  TERM_MINIMUM,
  TERM_PRICE,
  TERM_PROVEN_USAGE,
  TERM_SHAPE,
  WHOLESALE_TRAITS,
  WORK_CHOICES,
  WORK_MARKUPS,
  WORK_SCRATCH,
  WORK_SHAPES,
  WORK_SIDE_COUNT,
  WORK_TERMS,
} from "./tables.ts";

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
  const count = i32At(WORK_SIDE_COUNT);
  for (let next: i32 = 0; next < count; next++) {
    const row = i32At(SIDE + (next << 2));
    const outcome = priceRow(row, isRetail);
    if (outcome === PRICED) continue;
    if (outcome === NOT_KNOWN && !isRetail) {
      writeNoWholesale(row);
    } else {
      leave(row);
      // The other side skips the row.
      setI32(CHOSEN + (row << 2), NONE);
    }
  }
}

/** Writes NaN: the wholesale cost is not known. */
export function writeNoWholesale(row: i32): void {
  const at = WHOLESALE + (row << 3);
  for (let component: i32 = 0; component < COMPONENT_COUNT; component++)
    setF64(at + component * COST_STRIDE, Number.NaN);
}

function priceRow(row: i32, isRetail: boolean): i32 {
  const at = row << 2;
  const rate = i32At(SIDE_RATE + at);
  const term = i32At(WORK_TERMS) + (rate << 3);
  const shape = i32At(SIDE_SHAPE + at);
  const chargeType = toI32(f64At(shape + (SHAPE_CHARGE_TYPE << 3)));
  const recorded = f64At(DURATION + (row << 3));
  const duration: f64 = recorded >= 0 ? recorded : -1;
  const zeroDuration = toI32(f64At(shape + (SHAPE_ZERO_DURATION << 3)));
  let charged: f64 = 0;
  let bytes: f64 = 0;
  let events: f64 = 0;
  let units: f64 = 1;
  let isFree = false;
  // R6: nothing used, nothing charged; unknown usage is an error, never zero. R7: the usage as charged.
  if (chargeType === PER_MINUTE) {
    if (duration < 0) return NOT_KNOWN;
    isFree = duration === 0 && zeroDuration !== 1;
    if (!isFree) charged = chargedMilliseconds(shape, duration, initialMilliseconds(term));
    units = charged;
  } else {
    if (chargeType === PER_CALL) {
      isFree = duration <= 0 && zeroDuration === 2;
    } else if (chargeType === PER_EVENT) {
      const recordedEvents = f64At(EVENTS + (row << 3));
      isFree = recordedEvents === 0;
      if (!isFree)
        events = roundedUp(
          recordedEvents >= 0 ? recordedEvents : 1,
          f64At(shape + (SHAPE_ROUND_EVENTS << 3)),
        );
      units = events;
    } else if (chargeType >= PER_KILOBYTE && chargeType <= PER_GIGABYTE) {
      const recordedBytes = f64At(BYTES + (row << 3));
      if (!(recordedBytes >= 0)) return NOT_KNOWN;
      isFree = recordedBytes === 0;
      if (!isFree) bytes = roundedUp(recordedBytes, f64At(shape + (SHAPE_ROUND_BYTES << 3)));
      if (bytes > MOST_BYTES) return NOT_KNOWN;
      units = bytes;
    }
    if (!isFree && duration > 0) charged = chargedMilliseconds(shape, duration, 0);
  }
  if (isRetail) {
    setF64(CHARGED_MILLISECONDS + (row << 3), charged);
    setF64(CHARGED_BYTES + (row << 3), bytes);
    setF64(CHARGED_EVENTS + (row << 3), events);
    if (chargeType >= MARKUP) {
      const percent = f64At(term + (TERM_PRICE << 3));
      return markUp(row, rate, percent, chargeType === MARKUP_SUGGESTED_RETAIL, true) ? PRICED : NOT_KNOWN;
    }
  }
  const cost = (isRetail ? RETAIL : WHOLESALE) + (row << 3);
  if (isFree) {
    for (let component: i32 = 0; component < COMPONENT_COUNT; component++)
      setF64(cost + component * COST_STRIDE, 0);
    return PRICED;
  }
  const surchargeRate = i32At(SIDE_SURCHARGES + at);
  const surcharges = surchargeRate === rate ? shape : shapeOf(surchargeRate);
  const isProven =
    units <= f64At(term + (TERM_PROVEN_USAGE << 3)) &&
    charged <= f64At(shape + (SHAPE_PROVEN_MS << 3)) &&
    charged <= f64At(surcharges + (SHAPE_PROVEN_MS << 3));
  let isSplit = false;
  let usage: f64 = 0;
  if (chargeType === PER_MINUTE) {
    const traits = i32At(i32At(WORK_CHOICES) + ((i32At(CHOSEN + at) + CHOICE_TRAITS) << 2));
    if (((isRetail ? traits : traits >> WHOLESALE_TRAITS) & SPLITS) !== 0) {
      if (f64At(term + (TERM_HAS_COST << 3)) !== 1) return LEFT;
      if (!isOnePiece(row, charged)) {
        isSplit = true;
        if (isProven) usage = usageOfPieces(row, initialMilliseconds(term), charged);
        if (!isProven || !isKnown(usage)) return LEFT;
      }
    }
  }
  if (!isProven) return priceExactly(row, isRetail ? 1 : 0) !== 0 ? PRICED : LEFT;

  const roundPence = f64At(shape + (SHAPE_ROUND_PENCE << 3));
  let basic: f64 = 0;
  if (isSplit) {
    basic = finishBasic(term, MINUTE_MS, fixedPart(term, charged) * MINUTE_MS + usage, roundPence);
  } else if (chargeType === PER_MINUTE) {
    basic = basicOfMinutes(term, charged, roundPence);
  } else {
    const unit = planF64(PLAN_UNITS + (chargeType << 3));
    const value = f64At(term + (TERM_CONNECTION << 3)) * unit + f64At(term + (TERM_PRICE << 3)) * units;
    basic = finishBasic(term, unit, value, roundPence);
  }
  // R11, R12, R13: the access charge and the surcharges, each rounded by its own preset; R28: by the surcharges' own
  // rate.
  const attracted = planI32(planI32(PLAN_ATTRACTED) + ((i32At(FLAGS + at) & SURCHARGE_BITS) << 2));
  let total = basic;
  for (let component: i32 = 1; component < COMPONENT_COUNT; component++) {
    let amount: f64 = 0;
    if (((attracted >> component) & 1) !== 0) {
      amount = surcharge(
        component < FIRST_SURCHARGE_COMPONENT ? shape : surcharges,
        component,
        charged,
        roundPence,
      );
      total += amount;
    }
    setF64(cost + component * COST_STRIDE, amount);
  }
  const multiple = f64At(shape + (SHAPE_ROUND_PENCE_AFTER << 3));
  if (multiple !== 0) basic += roundedAfterSurcharge(total, multiple) - total;
  setF64(cost, basic);
  return PRICED;
}

function shapeOf(rate: i32): i32 {
  const shape = toI32(f64At(i32At(WORK_TERMS) + ((rate + TERM_SHAPE) << 3)));
  return i32At(WORK_SHAPES) + (shape << 3);
}

/** R7: S = max(duration, minimum), then up to the next multiple of the step. */
function chargedMilliseconds(shape: i32, duration: f64, initial: f64): f64 {
  const minimum = f64At(shape + (SHAPE_MINIMUM_MS << 3));
  const step = f64At(shape + (SHAPE_ROUND_MS << 3));
  if (f64At(shape + (SHAPE_ROUND_FROM_MINIMUM << 3)) === 1) {
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
  const initial = toI32(f64At(term + (TERM_INITIAL << 3)));
  return initial < 0 ? 0 : f64At(i32At(WORK_TERMS) + ((initial + INITIAL_MS) << 3));
}

/** R8 to R10: the basic component of a call that is charged by the minute, in quanta. */
function basicOfMinutes(term: i32, charged: f64, roundPence: f64): f64 {
  const price = f64At(term + (TERM_PRICE << 3));
  const connection = f64At(term + (TERM_CONNECTION << 3));
  if (f64At(term + (TERM_INITIAL << 3)) < 0)
    return finishBasic(term, MINUTE_MS, connection * MINUTE_MS + price * charged, roundPence);
  const behind = charged - initialMilliseconds(term);
  const fixed = fixedPart(term, charged) * MINUTE_MS;
  return finishBasic(term, MINUTE_MS, fixed + price * (behind > 0 ? behind : 0), roundPence);
}

/** R8, R9: connection and initial block, in micro-pence. */
function fixedPart(term: i32, charged: f64): f64 {
  const connection = f64At(term + (TERM_CONNECTION << 3));
  const milliseconds = initialMilliseconds(term);
  if (!(milliseconds > 0)) return connection;
  const initial = i32At(WORK_TERMS) + (toI32(f64At(term + (TERM_INITIAL << 3))) << 3);
  const fixed = connection + f64At(initial + (INITIAL_COST << 3));
  return charged > milliseconds ? fixed + f64At(initial + (INITIAL_SECONDARY_CONNECTION << 3)) : fixed;
}

/** R10, R4: minimum, round up, maximum, of a value in 1/unit of a micro-penny, so that a price times usage is whole. */
function finishBasic(term: i32, unit: f64, value: f64, roundPence: f64): f64 {
  let basic = value;
  const minimum = f64At(term + (TERM_MINIMUM << 3)) * unit;
  if (basic < minimum) basic = minimum;
  if (roundPence > 0) basic = roundedUp(basic, roundPence * unit);
  const maximum = f64At(term + (TERM_MAXIMUM << 3)) * unit;
  if (basic > maximum) basic = maximum;
  return quantised(basic, unit);
}

/** R11, R12: price per minute × S ÷ 60 + connection, rounded by the preset, in quanta. */
function surcharge(shape: i32, component: i32, charged: f64, roundPence: f64): f64 {
  const preset = presetOf(shape, component);
  const price = f64At(preset + (SURCHARGE_PRICE << 3));
  const connection = f64At(preset + (SURCHARGE_CONNECTION << 3));
  if (price === 0 && connection === 0) return 0;
  return finishSurcharge(preset, price * charged + connection * MINUTE_MS, MINUTE_MS, roundPence);
}

/** The address of a component's preset in a shape. */
function presetOf(shape: i32, component: i32): i32 {
  return shape + ((SHAPE_COMPONENTS + (component - 1) * SURCHARGE_WIDTH) << 3);
}

/** R12, R4: a component in 1/unit of a micro-penny, rounded by its preset, in quanta. */
function finishSurcharge(preset: i32, unrounded: f64, unit: f64, roundPence: f64): f64 {
  let value = unrounded;
  const rounding = toI32(f64At(preset + (SURCHARGE_ROUNDING << 3)));
  if (rounding !== ROUNDING_NONE) {
    const step = rounding === ROUNDING_AS_BASIC ? roundPence : f64At(preset + (SURCHARGE_MULTIPLE << 3));
    const multiple = step * unit;
    if (multiple > 0) {
      if (rounding === ROUNDING_DOWN) value = floor(value / multiple) * multiple;
      else if (rounding === ROUNDING_NEAREST) value = nearestQuotient(value, multiple) * multiple;
      else value = roundedUp(value, multiple);
    }
  }
  return quantised(value, unit);
}

/** R4: a value in 1/unit micro-pence as whole quanta, halves away from zero. */
function quantised(value: f64, unit: f64): f64 {
  const decimals = planI32(PLAN_COST_DECIMALS);
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
  const decimals = planI32(PLAN_COST_DECIMALS);
  const quanta =
    decimals <= MICRO ? multiple / powerOfTen(MICRO - decimals) : multiple * powerOfTen(decimals - MICRO);
  return roundedUp(total, quanta);
}

function powerOfTen(exponent: i32): f64 {
  return planF64(PLAN_POWERS + (exponent << 3));
}

/** R23: whether one period covers the charged time of a call whose tariff splits calls. */
function isOnePiece(row: i32, charged: f64): boolean {
  const at = row << 2;
  if (planI32(PLAN_HAS_PERIODS) === 0 || (i32At(FLAGS + at) & RECORDED_PERIOD_BIT) !== 0) return true;
  const day = i32At(DAY + at);
  const millisecond = i32At(MILLISECOND + at);
  return isPlainDay(day) && toF64(millisecond) + charged <= periodEnd(day, quotient(millisecond, 60_000));
}

/** The time of day, in milliseconds, up to which the period of a minute lasts at least; at most the end of the day. */
function periodEnd(day: i32, minute: i32): f64 {
  return toF64(planU16(planI32(PLAN_RUN_ENDS) + ((weekRowOf(day) + minute) << 1))) * MINUTE_MS;
}

/**
 * R23's split rule: the sum of price × milliseconds over the pieces of the charged time after the initial block, each
 * with the price of its period; NaN where a clock change is near or a period has no price proven in doubles.
 */
function usageOfPieces(row: i32, initial: f64, charged: f64): f64 {
  const at = row << 2;
  const tariff = i32At(SIDE_TARIFF + at);
  const callType = i32At(SIDE_TYPE + at);
  let day = i32At(DAY + at);
  if (!isPlainDay(day)) return Number.NaN;
  const start = toF64(i32At(MILLISECOND + at));
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
    const period = planU16(planI32(PLAN_MINUTES) + ((weekRowOf(day) + minute) << 1));
    const until = periodEnd(day, minute);
    const to = until < end ? until : end;
    const rate = rateOf(row, tariff, callType, period);
    if (rate < 0) return Number.NaN;
    const term = i32At(WORK_TERMS) + (rate << 3);
    if (
      f64At(shapeOf(rate) + (SHAPE_CHARGE_TYPE << 3)) !== PER_MINUTE_CODE ||
      f64At(term + (TERM_HAS_COST << 3)) !== 1 ||
      charged > f64At(term + (TERM_PROVEN_USAGE << 3))
    )
      return Number.NaN;
    usage += f64At(term + (TERM_PRICE << 3)) * (to - from);
    from = to;
  }
  return usage;
}

/**
 * R27: marks up a call without a rate by the first markup that is set and whose cost the call has; NOT_KNOWN without
 * such a markup.
 */
export function markUpWithoutRate(row: i32, markups: i32): i32 {
  const table = i32At(WORK_MARKUPS) + (markups << 3);
  const rate = toI32(f64At(table + (MARKUPS_RATE << 3)));
  for (let next: i32 = 0; next < MARKUPS; next++) {
    const markup = table + ((next * MARKUP_WIDTH) << 3);
    const percent = f64At(markup + (MARKUP_PERCENT << 3));
    if (percent === NO_MARKUP) continue;
    const isSuggested = f64At(markup + (MARKUP_SUGGESTED << 3)) === 1;
    if (!readMarkupBase(row, isSuggested)) continue;
    if (!markUp(row, rate, percent, isSuggested, false)) return LEFT;
    const duration = f64At(DURATION + (row << 3));
    const shape = shapeOf(rate);
    let charged: f64 = 0;
    if (duration > 0) {
      const step = f64At(shape + (SHAPE_ROUND_MS << 3));
      charged = roundedUp(duration, step);
    }
    setF64(CHARGED_MILLISECONDS + (row << 3), charged);
    setF64(CHARGED_BYTES + (row << 3), 0);
    setF64(CHARGED_EVENTS + (row << 3), 0);
    setI32(METHOD + (row << 2), toI32(f64At(markup + (MARKUP_METHOD << 3))));
    return PRICED;
  }
  return NOT_KNOWN;
}

/** The components to mark up, in micro-pence, into the scratch words; false where the call has none (R15). */
function readMarkupBase(row: i32, isSuggested: boolean): boolean {
  const reported = COST_CDR + (row << 3);
  if (isSuggested) {
    const suggested = f64At(COST_SUGGESTED_RETAIL + (row << 3));
    if (!isKnown(suggested)) return false;
    setF64(WORK_SCRATCH, suggested);
    for (let component: i32 = 1; component < COMPONENT_COUNT; component++)
      setF64(WORK_SCRATCH + (component << 3), 0);
    return true;
  }
  let isAny = isKnown(f64At(reported));
  let others: f64 = 0;
  for (let component: i32 = 0; component < COMPONENT_COUNT; component++) {
    const address = reported + (component + 1) * COST_STRIDE;
    if (isKnown(f64At(address))) isAny = true;
    const amount = reportedAt(address);
    setF64(WORK_SCRATCH + (component << 3), amount);
    if (component > 0) others += amount;
  }
  if (isAny) {
    // A blank basic is the total less the others.
    if (!isKnown(f64At(reported + COST_STRIDE)) && isKnown(f64At(reported)))
      setF64(WORK_SCRATCH, f64At(reported) - others);
    return true;
  }
  const calculated = WHOLESALE + (row << 3);
  const decimals = planI32(PLAN_COST_DECIMALS);
  if (!isKnown(f64At(calculated))) return false;
  for (let component: i32 = 0; component < COMPONENT_COUNT; component++) {
    const units = f64At(calculated + component * COST_STRIDE);
    const micro =
      decimals <= MICRO ? units * powerOfTen(MICRO - decimals) : units / powerOfTen(decimals - MICRO);
    setF64(WORK_SCRATCH + (component << 3), micro);
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
  for (let component: i32 = 0; component < COMPONENT_COUNT; component++) {
    const micro = f64At(WORK_SCRATCH + (component << 3));
    // Finer amounts are not whole in micro-pence.
    if (floor(micro) !== micro) return false;
    largest += magnitude(micro);
  }
  const term = i32At(WORK_TERMS) + (rate << 3);
  const shape = shapeOf(rate);
  // Fewer parts prove larger amounts: whole percents need only a hundred.
  let parts: f64 = MOST_PARTS;
  let factor: f64 = MOST_PARTS + percent;
  while (
    !(largest * magnitude(factor) <= planF64(PLAN_PROVEN)) ||
    !areRoundingsProven(term, shape, parts, isBounded)
  ) {
    if (parts <= 1 || floor(factor / 10) * 10 !== factor) return false;
    factor /= 10;
    parts /= 10;
  }
  const cost = RETAIL + (row << 3);
  const roundPence = f64At(shape + (SHAPE_ROUND_PENCE << 3));
  const value = f64At(WORK_SCRATCH) * factor;
  let basic = isBounded
    ? finishBasic(term, parts, value, roundPence)
    : quantised(roundPence > 0 ? roundedUp(value, roundPence * parts) : value, parts);
  let total = basic;
  for (let component: i32 = 1; component < COMPONENT_COUNT; component++) {
    const part = f64At(WORK_SCRATCH + (component << 3)) * factor;
    const amount: f64 = part === 0 ? 0 : finishSurcharge(presetOf(shape, component), part, parts, roundPence);
    setF64(cost + component * COST_STRIDE, amount);
    total += amount;
  }
  basic += roundedAfterSurcharge(total, f64At(shape + (SHAPE_ROUND_PENCE_AFTER << 3))) - total;
  setF64(cost, basic);
  return true;
}

/** Whether the bounds and multiples of a rate are safe integers in such parts of a micro-penny. */
function areRoundingsProven(term: i32, shape: i32, parts: f64, isBounded: boolean): boolean {
  const most = planF64(PLAN_PROVEN) / parts;
  if (isBounded) {
    const minimum = f64At(term + (TERM_MINIMUM << 3));
    if (minimum > NO_BOUND && magnitude(minimum) > most) return false;
    // A cap applies only below an amount that is itself proven; a cap below zero has to be proven on its own.
    if (f64At(term + (TERM_MAXIMUM << 3)) < -most) return false;
  }
  if (f64At(shape + (SHAPE_ROUND_PENCE << 3)) > most) return false;
  if (f64At(shape + (SHAPE_ROUND_PENCE_AFTER << 3)) > most) return false;
  for (let component: i32 = 1; component < COMPONENT_COUNT; component++)
    if (f64At(presetOf(shape, component) + (SURCHARGE_MULTIPLE << 3)) > most) return false;
  return true;
}

function magnitude(value: f64): f64 {
  return value < 0 ? -value : value;
}
