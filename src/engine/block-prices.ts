/** R8 to R14 for the calls of a block that are charged by the minute: the five components of one side of their cost. */
import { type BookTables, ORIGIN, SHAPE } from "../book/index.ts";
import { type BlockSide, shapeOf } from "./block-usage.ts";
import type { ColumnBlock } from "./column-block.ts";
import { minutesComponent, roundedAfterSurcharge, surcharge } from "./fast.ts";

/** Prices the rows of `block.charged`; the components and usage of all others become 0. */
export function priceMinutes(block: ColumnBlock, book: BookTables, side: BlockSide): void {
  const { first, count } = block;
  const [, bytes, events] = side.usage;
  const usageFrom = side.usageFrom();
  bytes.fill(0, usageFrom, usageFrom + count);
  events.fill(0, usageFrom, usageFrom + count);
  for (const column of side.components) column.fill(0, first, first + count);
  priceBasic(block, book, side);
  priceAccess(block, book, side);
  if (hasSurcharges(block)) priceSurcharges(block, book, side);
  roundAfterSurcharges(block, book, side);
}

function priceBasic(block: ColumnBlock, book: BookTables, side: BlockSide): void {
  const { first, charged, chargedCount, shape, price } = block;
  const { costDecimals, terms, shapes } = book.rates;
  const [basic] = side.components;
  const [milliseconds] = side.usage;
  const usageFrom = side.usageFrom();
  const { rate } = side;
  for (let next = 0; next < chargedCount; next++) {
    const at = charged[next] as number;
    basic[first + at] = minutesComponent(
      terms,
      rate[at] as number,
      price[at] as number,
      milliseconds[usageFrom + at] as number,
      shapes[(shape[at] as number) + SHAPE.ROUND_PENCE] as number,
      costDecimals,
    );
  }
}

function priceAccess(block: ColumnBlock, book: BookTables, side: BlockSide): void {
  const { first, charged, chargedCount, shape } = block;
  const { costDecimals, shapes } = book.rates;
  const [, access] = side.components;
  const [milliseconds] = side.usage;
  const usageFrom = side.usageFrom();
  for (let next = 0; next < chargedCount; next++) {
    const at = charged[next] as number;
    const own = shape[at] as number;
    access[first + at] = surcharge(
      shapes,
      own + SHAPE.ACCESS_CHARGE,
      milliseconds[usageFrom + at] as number,
      shapes[own + SHAPE.ROUND_PENCE] as number,
      costDecimals,
    );
  }
}

/** Whether a call of the block may have any of the three surcharges. */
function hasSurcharges({ count, origin, recorded, originates }: ColumnBlock): boolean {
  let any = 0;
  for (let at = 0; at < count; at++) {
    any |= (recorded[at] as number) | ((originates[at] as number) * (origin[at] as number));
  }
  return any !== 0;
}

/** R11: the surcharges of the calls that attract them; R28: by the surcharges' own rate. */
function priceSurcharges(block: ColumnBlock, book: BookTables, side: BlockSide): void {
  const { first, charged, chargedCount, shape, originates, origin, recorded } = block;
  const { costDecimals, terms, shapes } = book.rates;
  const [, , mobile, payphone, recording] = side.components;
  const [milliseconds] = side.usage;
  const usageFrom = side.usageFrom();
  for (let next = 0; next < chargedCount; next++) {
    const at = charged[next] as number;
    const row = first + at;
    const own = originates[at] === 0 ? ORIGIN.none : (origin[at] as number);
    if (own === ORIGIN.none && recorded[at] === 0) continue;
    const ms = milliseconds[usageFrom + at] as number;
    const roundPence = shapes[(shape[at] as number) + SHAPE.ROUND_PENCE] as number;
    const theirs = shapeOf(terms, side.surchargeRate[at] as number);
    if (own === ORIGIN.mobile) {
      mobile[row] = surcharge(shapes, theirs + SHAPE.MOBILE_ORIGINATION, ms, roundPence, costDecimals);
    } else if (own === ORIGIN.payphone) {
      payphone[row] = surcharge(shapes, theirs + SHAPE.PAYPHONE_ORIGINATION, ms, roundPence, costDecimals);
    }
    if (recorded[at] !== 0) {
      recording[row] = surcharge(shapes, theirs + SHAPE.CALL_RECORDING, ms, roundPence, costDecimals);
    }
  }
}

function roundAfterSurcharges(block: ColumnBlock, book: BookTables, side: BlockSide): void {
  const { first, charged, chargedCount, shape } = block;
  const { costDecimals, shapes } = book.rates;
  const [basic, access, mobile, payphone, recording] = side.components;
  for (let next = 0; next < chargedCount; next++) {
    const at = charged[next] as number;
    const multiple = shapes[(shape[at] as number) + SHAPE.ROUND_PENCE_AFTER] as number;
    if (multiple === 0) continue;
    const row = first + at;
    const own = basic[row] as number;
    const total =
      own +
      (access[row] as number) +
      (mobile[row] as number) +
      (payphone[row] as number) +
      (recording[row] as number);
    basic[row] = own + roundedAfterSurcharge(total, multiple, costDecimals) - total;
  }
}
