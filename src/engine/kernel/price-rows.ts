/** R6 to R14 for a block: one side of the cost of each call, where it is charged by the minute, as nearly all are. */
import { CHOICE, initialMilliseconds, SHAPE, SURCHARGE, TARIFF_TRAITS, TERMS } from "../../book/index.ts";
import { isPlainDay, periodLastsUntil } from "../../calendar/index.ts";
import { attractedBy, CHARGE_TYPES, COMPONENTS, FIRST_SURCHARGE } from "../../model/index.ts";
import { chargedMilliseconds } from "../charged-usage.ts";
import { writeUnknown } from "../component-columns.ts";
import { minutesComponent, roundedAfterSurcharge, surcharge } from "../fast.ts";
import { hasCost } from "../price-call.ts";
import {
  type KernelRows,
  leave,
  ORIGIN_BITS,
  OWN_PERIOD_BIT,
  RECORDED_BIT,
  type Side,
  SURCHARGE_BITS,
} from "./rows.ts";

const PER_MINUTE = CHARGE_TYPES.indexOf("perMinute");

/** Prices a side of the rows that have a rate on it, but those that are to be priced one by one (`others`). */
export function priceSide(rows: KernelRows, side: Side): void {
  const { first, count, live, liveCount } = rows;
  const [, bytes, events] = side.usage;
  const [basic, ...others] = side.components;
  rows.othersCount = 0;
  if (!side.isRetail) {
    clear(basic, Number.NaN, first, count);
    if (side.count === 0) {
      for (const column of others) clear(column, Number.NaN, first, count);
      return;
    }
  }
  for (const column of others) clear(column, 0, first, count);
  clear(bytes, 0, side.usageFirst, count);
  clear(events, 0, side.usageFirst, count);
  if (!side.isRetail) {
    for (let next = 0; next < liveCount; next++) {
      const at = live[next] as number;
      if ((side.rate[at] as number) < 0) writeUnknown(side.components, first + at);
    }
  }
  priceMinutes(rows, side);
}

/** A loop where there are few rows, because calling `fill` takes as long as some of them. */
function clear(column: Float64Array, value: number, first: number, count: number): void {
  if (count > 16) column.fill(value, first, first + count);
  else for (let row = first; row < first + count; row++) column[row] = value;
}

/**
 * R6 to R14 for the calls that are charged by the minute and proven exact in doubles; the others go to `others`, to be
 * priced one by one. Components that are 0 stand there already.
 */
function priceMinutes(rows: KernelRows, side: Side): void {
  const { book, columns, first, flags, shape: shapesOfRows, others, choice } = rows;
  const { rows: sideRows, count, rate, surchargeRate, traitsShift, usageFirst } = side;
  const { duration } = columns;
  const { costDecimals, terms, shapes } = book.rates;
  const choiceRows = book.choices.rows;
  const [basics, accessCharges] = side.components;
  const [milliseconds] = side.usage;
  let othersCount = 0;
  for (let next = 0; next < count; next++) {
    const at = sideRows[next] as number;
    const own = rate[at] as number;
    const shape = shapesOfRows[at] as number;
    const used = duration[first + at] as number;
    if (shapes[shape + SHAPE.CHARGE_TYPE] !== PER_MINUTE || !(used >= 0)) {
      others[othersCount++] = at;
      continue;
    }
    if (used === 0 && shapes[shape + SHAPE.ZERO_DURATION] !== 1) {
      // R6: nothing used, nothing charged.
      milliseconds[usageFirst + at] = 0;
      basics[first + at] = 0;
      continue;
    }
    const charged = chargedMilliseconds(
      used,
      shapes[shape + SHAPE.MINIMUM_MS] as number,
      shapes[shape + SHAPE.ROUND_MS] as number,
      shapes[shape + SHAPE.ROUND_FROM_MINIMUM] === 1,
      initialMilliseconds(terms, own),
    );
    const surcharges = surchargeRate[at] as number;
    if (
      charged > (terms[own + TERMS.PROVEN_USAGE] as number) ||
      charged > (shapes[shape + SHAPE.PROVEN_MS] as number) ||
      (surcharges !== own &&
        charged > (shapes[(terms[surcharges + TERMS.SHAPE] as number) + SHAPE.PROVEN_MS] as number))
    ) {
      others[othersCount++] = at;
      continue;
    }
    const traits = (choiceRows[(choice[at] as number) + CHOICE.TRAITS] as number) >> traitsShift;
    if ((traits & TARIFF_TRAITS.splits) !== 0 && !isOnePiece(rows, at, own, charged)) {
      leave(rows, at);
      continue;
    }
    const roundPence = shapes[shape + SHAPE.ROUND_PENCE] as number;
    const price = terms[own + TERMS.PRICE] as number;
    let basic = minutesComponent(terms, own, price, charged, roundPence, costDecimals);
    const access = surcharge(shapes, shape + SHAPE.COMPONENTS, charged, roundPence, costDecimals);
    let total = basic + access;
    if (((flags[at] as number) & SURCHARGE_BITS) !== 0) {
      total += priceSurcharges(rows, side, at, charged, roundPence);
    }
    const multiple = shapes[shape + SHAPE.ROUND_PENCE_AFTER] as number;
    if (multiple !== 0) basic += roundedAfterSurcharge(total, multiple, costDecimals) - total;
    milliseconds[usageFirst + at] = charged;
    basics[first + at] = basic;
    if (access !== 0) accessCharges[first + at] = access;
  }
  rows.othersCount = othersCount;
}

/** R11: the surcharges that a call attracts; R28: by the surcharges' own rate. Their sum. */
function priceSurcharges(
  rows: KernelRows,
  side: Side,
  at: number,
  charged: number,
  roundPence: number,
): number {
  const { costDecimals, terms, shapes } = rows.book.rates;
  const row = rows.first + at;
  const flags = rows.flags[at] as number;
  const attracted = attractedBy(flags & ORIGIN_BITS, (flags & RECORDED_BIT) !== 0);
  const shape = (terms[(side.surchargeRate[at] as number) + TERMS.SHAPE] as number) | 0;
  let sum = 0;
  for (let component = FIRST_SURCHARGE; component < COMPONENTS.length; component++) {
    if (((attracted >> component) & 1) === 0) continue;
    const columns = shape + SHAPE.COMPONENTS + (component - 1) * SURCHARGE.WIDTH;
    const units = surcharge(shapes, columns, charged, roundPence, costDecimals);
    (side.components[component] as Float64Array)[row] = units;
    sum += units;
  }
  return sum;
}

/** R23: whether one price of a tariff that splits calls holds throughout the charged time. */
export function isOnePiece(rows: KernelRows, at: number, rate: number, charged: number): boolean {
  const { book } = rows;
  if (!hasCost(book.rates, rate)) return false;
  if (!book.hasPeriods || ((rows.flags[at] as number) & OWN_PERIOD_BIT) !== 0) return true;
  const day = rows.results.day[rows.first + at] as number;
  const millisecond = rows.millisecond[at] as number;
  return (
    isPlainDay(book.zone, day) && millisecond + charged <= periodLastsUntil(book.periods, day, millisecond)
  );
}
