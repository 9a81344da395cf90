/** R6 and R7 for the calls of a block: how much of each is charged on one side of its cost, and how it is priced. */
import { type BookTables, CHOICE, SHAPE, TARIFF_TRAITS, TERMS } from "../book/index.ts";
import { isPlainDay, periodLastsUntil } from "../calendar/index.ts";
import { CHARGE_TYPES } from "../model/index.ts";
import { chargedMilliseconds } from "./charged-usage.ts";
import type { ColumnBlock } from "./column-block.ts";
import type { ComponentColumns } from "./component-columns.ts";
import { hasCost } from "./price-call.ts";

const PER_MINUTE = CHARGE_TYPES.indexOf("perMinute");

/** One side of the cost of a block's calls. */
export interface BlockSide {
  readonly isRetail: boolean;
  /** By place in the block: offsets of the rate, negative where there is none, and of the one whose surcharges apply. */
  readonly rate: Int32Array;
  readonly surchargeRate: Int32Array;
  /** The side's place among the traits of a choice (`TARIFF_TRAITS`). */
  readonly traits: number;
  /** By row. */
  readonly components: ComponentColumns;
  /** Milliseconds, bytes and events as charged. */
  readonly usage: readonly [Float64Array, Float64Array, Float64Array];
  /** What the first row of the block is in the columns of usage: that row, or 0. */
  readonly usageFrom: () => number;
}

/**
 * Measures the calls that are charged by the minute and proven exact in doubles, as nearly all are: what is charged of
 * them, if anything, goes to `block.charged`, and the others to `block.others`.
 */
export function measureMinutes(block: ColumnBlock, book: BookTables, side: BlockSide): void {
  const { first, count, shape, proven, isPlain, charged, others } = block;
  const { duration } = block.columns;
  const { rate, surchargeRate, traits } = side;
  const [milliseconds] = side.usage;
  const usageFrom = side.usageFrom();
  const { terms, shapes } = book.rates;
  const choices = book.choices.rows;
  fetchRates(block, rate, terms);
  let chargedCount = 0;
  let othersCount = 0;
  for (let at = 0; at < count; at++) {
    const own = rate[at] as number;
    if (own < 0) continue;
    const ownShape = shape[at] as number;
    const used = duration[first + at] as number;
    if (shapes[ownShape + SHAPE.CHARGE_TYPE] !== PER_MINUTE || !(used >= 0)) {
      others[othersCount++] = at;
      continue;
    }
    if (used === 0 && shapes[ownShape + SHAPE.ZERO_DURATION] !== 1) {
      milliseconds[usageFrom + at] = 0;
      continue;
    }
    const ms = chargedMilliseconds(
      used,
      shapes[ownShape + SHAPE.MINIMUM_MS] as number,
      shapes[ownShape + SHAPE.ROUND_MS] as number,
      shapes[ownShape + SHAPE.ROUND_FROM_MINIMUM] === 1,
      terms[own + TERMS.INITIAL_MS] as number,
    );
    const surcharges = surchargeRate[at] as number;
    if (
      ms > (proven[at] as number) ||
      ms > (shapes[ownShape + SHAPE.PROVEN_MS] as number) ||
      (surcharges !== own && ms > (shapes[shapeOf(terms, surcharges) + SHAPE.PROVEN_MS] as number))
    ) {
      others[othersCount++] = at;
      continue;
    }
    const ownTraits = (choices[(block.choice[at] as number) + CHOICE.TRAITS] as number) >> traits;
    if ((ownTraits & TARIFF_TRAITS.splits) !== 0 && !isOnePiece(block, book, at, own, ms)) {
      isPlain[at] = 0;
      continue;
    }
    milliseconds[usageFrom + at] = ms;
    charged[chargedCount++] = at;
  }
  block.chargedCount = chargedCount;
  block.othersCount = othersCount;
}

/** Reads a little of each rate, so that the memory of many is waited for at once; a rate lies in two lines of it. */
function fetchRates(
  { count, shape, proven, price }: ColumnBlock,
  rate: Int32Array,
  terms: Float64Array,
): void {
  for (let at = 0; at < count; at++) {
    const own = rate[at] as number;
    if (own < 0) continue;
    shape[at] = terms[own + TERMS.SHAPE] as number;
    proven[at] = terms[own + TERMS.PROVEN_USAGE] as number;
    price[at] = terms[own + TERMS.PRICE] as number;
  }
}

/** Offset of the shape of a rate. */
export function shapeOf(terms: Float64Array, rate: number): number {
  return (terms[rate + TERMS.SHAPE] as number) | 0;
}

/** R23: whether one price of a tariff that splits calls holds throughout the charged time. */
export function isOnePiece(
  block: ColumnBlock,
  book: BookTables,
  at: number,
  rate: number,
  chargedMs: number,
): boolean {
  if (!hasCost(book.rates, rate)) return false;
  if (!book.hasPeriods || block.hasOwnPeriod[at] !== 0) return true;
  const day = block.day[at] as number;
  const millisecond = block.millisecond[at] as number;
  return (
    isPlainDay(book.zone, day) && millisecond + chargedMs <= periodLastsUntil(book.periods, day, millisecond)
  );
}
