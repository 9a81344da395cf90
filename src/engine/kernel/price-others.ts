/** The calls of a block that are not charged by the minute, or whose amounts ask for the exact kernel: one by one. */
import { CHOICE, SHAPE, TARIFF_TRAITS, TERMS } from "../../book/index.ts";
import { attractedBy, CHARGE_TYPES, perComponent } from "../../model/index.ts";
import type { MicroPence } from "../carrier-cost.ts";
import { Charge, type FastComponents } from "../charge.ts";
import { measureUsage } from "../charged-usage.ts";
import { MICRO, reportedBase, suggestedBase } from "../column-costs.ts";
import { take, write, writeUnknown } from "../component-columns.ts";
import { markUpExactly, priceExactly } from "../exact.ts";
import { isProven, priceFast } from "../fast.ts";
import { markUpFast } from "../mark-up-fast.ts";
import { isPerMinute } from "../price-call.ts";
import { isOnePiece } from "./price-rows.ts";
import { type KernelRows, leave, ORIGIN_BITS, RECORDED_BIT, type Side } from "./rows.ts";

/** Nothing used, nothing charged (R6). */
const FREE: FastComponents = perComponent(() => 0);
const FIRST_MARKUP = CHARGE_TYPES.indexOf("markup");

/** Prices the block's `others`. A retail row that cannot be is left to its record; a wholesale one is not known. */
export function priceOthers(rows: KernelRows, side: Side): void {
  for (let other = 0; other < rows.othersCount; other++) {
    const at = rows.others[other] as number;
    const units = priceOne(rows, side, at);
    if (units === "leave") leave(rows, at);
    else if (units === "unknown") writeUnknown(side.components, rows.first + at);
    else write(side.components, rows.first + at, units);
  }
}

function priceOne(rows: KernelRows, side: Side, at: number): FastComponents | "unknown" | "leave" {
  const { book } = rows;
  const { rates } = book;
  const rate = side.rate[at] as number;
  const charge = chargeOf(rows, at);
  const measured = measureUsage(rates, rate, charge);
  if (measured !== "charged" && measured !== "free") return side.isRetail ? "leave" : "unknown";
  const [milliseconds, bytes, events] = side.usage;
  const usageAt = side.usageFirst + at;
  milliseconds[usageAt] = charge.chargedMilliseconds;
  bytes[usageAt] = charge.chargedBytes;
  events[usageAt] = charge.chargedEvents;
  const shape = rates.terms[rate + TERMS.SHAPE] as number;
  if (side.isRetail && (rates.shapes[shape + SHAPE.CHARGE_TYPE] as number) >= FIRST_MARKUP) {
    return markUp(rows, rate, at);
  }
  if (measured === "free") return FREE;
  const traits =
    (book.choices.rows[(rows.choice[at] as number) + CHOICE.TRAITS] as number) >> side.traitsShift;
  const splits = (traits & TARIFF_TRAITS.splits) !== 0 && isPerMinute(rates, rate);
  if (splits && !isOnePiece(rows, at, rate, charge.chargedMilliseconds)) return "leave";
  const surcharges = side.surchargeRate[at] as number;
  const surchargeShape = rates.terms[surcharges + TERMS.SHAPE] as number;
  if (isProven(rates, rate, surchargeShape, charge)) return priceFast(rates, rate, surchargeShape, charge);
  return take(priceExactly(rates, rate, surcharges, charge)) ?? "leave";
}

function chargeOf({ columns, first, flags }: KernelRows, at: number): Charge {
  const row = first + at;
  const bits = flags[at] as number;
  return new Charge(
    orBlank(columns.duration[row] as number),
    orBlank(columns.bytes[row] as number),
    orBlank(columns.events[row] as number),
    attractedBy(bits & ORIGIN_BITS, (bits & RECORDED_BIT) !== 0),
  );
}

/** R15; left where there is nothing to mark up, or it comes to more than a double counts. */
function markUp(rows: KernelRows, rate: number, at: number): FastComponents | "leave" {
  const { columns, first, book, wholesale } = rows;
  const { rates } = book;
  const row = first + at;
  const markup = rates.markupAt(rate);
  if (markup === undefined) return "leave";
  let decimals = MICRO;
  let base = markup.over === "suggested" ? suggestedBase(columns, row) : reportedBase(columns.costCDR, row);
  if (base === undefined && markup.over === "wholesale" && !Number.isNaN(wholesale.components[0][row])) {
    base = wholesale.components.map((column) => column[row] as number);
    decimals = rates.costDecimals;
  }
  if (base === undefined) return "leave";
  const units = decimals === MICRO ? markUpFast(rates, rate, markup.percent, base as MicroPence) : undefined;
  if (units !== undefined) return units;
  const exact = markUpExactly(rates, rates.rateAt(rate), markup.percent, base.map(BigInt), decimals);
  return take(exact) ?? "leave";
}

/** Usage as kernels take it: -1 where blank. */
function orBlank(usage: number): number {
  return usage >= 0 ? usage : -1;
}
