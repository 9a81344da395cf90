/** The calls of a block that are not charged by the minute, or whose amounts ask for the exact kernel: one by one. */
import { type BookTables, CHOICE, ORIGIN, SHAPE, TARIFF_TRAITS, TERMS } from "../book/index.ts";
import { CHARGE_TYPES } from "../model/index.ts";
import { type BlockSide, isOnePiece } from "./block-usage.ts";
import type { MicroPence } from "./carrier-cost.ts";
import { Charge, type FastComponents } from "./charge.ts";
import { measureUsage } from "./charged-usage.ts";
import type { ColumnBlock } from "./column-block.ts";
import { MICRO, reportedBase, suggestedBase } from "./column-costs.ts";
import { take, write, writeUnknown } from "./component-columns.ts";
import { markUpExactly, priceExactly } from "./exact.ts";
import { isProven, priceFast } from "./fast.ts";
import { markUpFast } from "./mark-up-fast.ts";
import { isPerMinute } from "./price-call.ts";

const FIRST_MARKUP = CHARGE_TYPES.indexOf("markup");

/** Prices rows one by one, with what is used again for each of them. */
export class OtherPrices {
  readonly #charge = new Charge(0, 0, 0, false, false, false);
  #units: FastComponents = [0, 0, 0, 0, 0];

  /** Prices the block's `others`. A retail row that cannot be is no longer plain; a wholesale one is not known. */
  price(block: ColumnBlock, book: BookTables, side: BlockSide, wholesale: BlockSide): void {
    for (let other = 0; other < block.othersCount; other++) {
      const at = block.others[other] as number;
      if (block.isPlain[at] === 0) continue;
      const isPriced = this.#priceOne(block, book, side, at, wholesale);
      const row = block.first + at;
      if (isPriced === "priced") write(side.components, row, this.#units);
      else if (isPriced === "unknown") writeUnknown(side.components, row);
      else block.isPlain[at] = 0;
    }
  }

  #priceOne(
    block: ColumnBlock,
    book: BookTables,
    side: BlockSide,
    at: number,
    wholesale: BlockSide,
  ): "priced" | "unknown" | "by record" {
    const { rates } = book;
    const rate = side.rate[at] as number;
    const charge = this.#charge;
    const units = this.#units;
    this.#readUsage(block, at);
    const measured = measureUsage(rates, rate, charge);
    if (measured !== "charged" && measured !== "free") return side.isRetail ? "by record" : "unknown";
    const [milliseconds, bytes, events] = side.usage;
    const usageAt = side.usageFrom() + at;
    milliseconds[usageAt] = charge.chargedMilliseconds;
    bytes[usageAt] = charge.chargedBytes;
    events[usageAt] = charge.chargedEvents;
    const shape = rates.terms[rate + TERMS.SHAPE] as number;
    if (side.isRetail && (rates.shapes[shape + SHAPE.CHARGE_TYPE] as number) >= FIRST_MARKUP) {
      return this.#markUp(block, book, rate, at, wholesale) ? "priced" : "by record";
    }
    if (measured === "free") {
      units.fill(0);
      return "priced";
    }
    const traits = (book.choices.rows[(block.choice[at] as number) + CHOICE.TRAITS] as number) >> side.traits;
    const splits = (traits & TARIFF_TRAITS.splits) !== 0 && isPerMinute(rates, rate);
    if (splits && !isOnePiece(block, book, at, rate, charge.chargedMilliseconds)) return "by record";
    const surcharges = side.surchargeRate[at] as number;
    const surchargeShape = rates.terms[surcharges + TERMS.SHAPE] as number;
    if (isProven(rates, rate, surchargeShape, charge)) {
      priceFast(rates, rate, surchargeShape, charge, units);
      return "priced";
    }
    return take(priceExactly(rates, rate, surcharges, charge), units) ? "priced" : "by record";
  }

  #readUsage(block: ColumnBlock, at: number): void {
    const { columns } = block;
    const row = block.first + at;
    const charge = this.#charge;
    charge.durationMilliseconds = orBlank(columns.duration[row] as number);
    charge.bytes = orBlank(columns.bytes[row] as number);
    charge.events = orBlank(columns.events[row] as number);
    const origin = block.originates[at] === 0 ? ORIGIN.none : block.origin[at];
    charge.mobileOrigination = origin === ORIGIN.mobile;
    charge.payphoneOrigination = origin === ORIGIN.payphone;
    charge.callRecording = block.recorded[at] !== 0;
  }

  /** R15; false where there is nothing to mark up, or it comes to more than a double counts. */
  #markUp(block: ColumnBlock, book: BookTables, rate: number, at: number, wholesale: BlockSide): boolean {
    const { rates } = book;
    const { columns } = block;
    const row = block.first + at;
    const markup = rates.markupAt(rate);
    if (markup === undefined) return false;
    let decimals = MICRO;
    let base = markup.over === "suggested" ? suggestedBase(columns, row) : reportedBase(columns.costCDR, row);
    if (base === undefined && markup.over === "wholesale" && !Number.isNaN(wholesale.components[0][row])) {
      base = wholesale.components.map((column) => column[row] as number);
      decimals = rates.costDecimals;
    }
    if (base === undefined) return false;
    const units =
      decimals === MICRO ? markUpFast(rates, rate, markup.percent, base as MicroPence) : undefined;
    if (units !== undefined) {
      this.#units = units;
      return true;
    }
    return take(
      markUpExactly(rates, rates.rateAt(rate), markup.percent, base.map(BigInt), decimals),
      this.#units,
    );
  }
}

/** Usage as kernels take it: -1 where blank. */
function orBlank(usage: number): number {
  return usage >= 0 ? usage : -1;
}
