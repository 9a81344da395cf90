/** Goal seek: the percentage that brings an amount a month, over calls with caps, minimums, roundings and bundles. */
import type { OpenedBook } from "../../book/index.ts";
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import type { CallColumns } from "../../engine/index.ts";
import { type ActionError, isActionError } from "../../increases/index.ts";
import type { CallRecord } from "../../model/index.ts";
import {
  type Amount,
  divide,
  type Fraction,
  formatUnits,
  majorUnit,
  toDecimalText,
  toUnits,
} from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import { SUM_DECIMALS } from "../comparison.ts";
import { monthsOf, plainMonths } from "../months.ts";
import { openCollector, type PreviewOptions } from "../preview.ts";
import { comparePrices } from "../prices/compare-prices.ts";
import type { PreviewGoal, SoughtPercent } from "./goal.ts";
import { type Measured, QUANTA_PER_PERCENT, smallestReaching } from "./percent-search.ts";

/** Calls that can be read repeatedly: one record after another, or many in columns. */
export type CallsAgain = () => Iterable<CallRecord | CallColumns> | AsyncIterable<CallRecord | CallColumns>;

/** The goal, the books and the calls of a goal seek. */
export interface SeekOptions
  extends Pick<PreviewOptions, "reclassify" | "duplicates" | "discounts" | "wholesale"> {
  readonly before: OpenedBook;
  /** The book with the prices raised by a percentage, such as "3.5"; an error object without a valid book. */
  readonly bookAt: (percent: string) => OpenedBook | ActionError;
  /** Called once for each tried percentage, about twenty times. */
  readonly calls: CallsAgain;
  /** Pounds a month, other than 0; below 0: the most that may be given away. */
  readonly bring: Amount;
  /** The figure to raise; default "retail". */
  readonly of?: "retail" | "margin";
  /** Called with each percentage before it is tried. */
  readonly onTrial?: (percent: string) => void;
}

const checkOptions = knownOptions<SeekOptions>("seekIncrease", {
  before: "any",
  bookAt: "any",
  calls: "any",
  bring: "any",
  of: ["retail", "margin"],
  onTrial: "any",
  reclassify: "flag",
  duplicates: ["report", "keep"],
  discounts: "flag",
  wholesale: ["reported", "calculated"],
});

/** Decimal places of a percentage (R50). */
const PERCENT_DECIMALS = 6;
/** Decimal places of the amount brought a month. */
const MONTH_DECIMALS = 6;

/**
 * Seeks the smallest percentage, to a millionth, by which prices have to rise so that calls bring an amount a month.
 * Each trial is a preview of the book that `bookAt` gives, so that a preview of the same percentage reports the same
 * amount. The amount a month is the amount of the calls ÷ `PreviewReport.months`. Fixed charges are not counted, nor
 * are calls of customers who are billed in another currency than the book's (R24).
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where `bring` is no amount, no call is rated, or, for a margin, no call has a wholesale cost
 * @throws Error with the hint of the error object, where `bookAt` gives one for 1 %
 * @example
 * const data = {
 *   callTypes: [{ name: "UK", tariffClass: "national" }],
 *   tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1.25" }],
 *   customers: [{ id: 7, defaultNationalTariff: "UK" }],
 *   numbers: [{ id: 1, customerID: 7, number: "02079460000" }],
 * };
 * const bookAt = (percent) => {
 *   const raised = increaseBook(data, [{ resource: "tariffs", id: 1, increaseScope: "costOnly", increasePercent: percent }], 5);
 *   return isActionError(raised) ? raised : openBook(raised.book);
 * };
 * const october = [1, 31].map((day) => (
 *   { id: day, target: "02079460000", tariffType: "UK", startDate: `2026-10-${String(day).padStart(2, "0")}`, duration: 6000 }
 * ));
 * const goal = await seekIncrease({ before: openBook(data), bookAt, calls: () => october, bring: "0.10" });
 * goal.found; // => { percent: "3.996", brings: "10" }
 * goal.smaller; // => { percent: "3.995999", brings: "9.98" }
 */
export async function seekIncrease(options: SeekOptions): Promise<PreviewGoal> {
  checkOptions(options);
  return new Seeking(options).seek();
}

/** Below this percentage a price may round to zero and keeps its old value (R50): half of its last decimal place. */
const HALF = -50n * QUANTA_PER_PERCENT;

class Seeking {
  readonly #options: SeekOptions;
  readonly #of: "retail" | "margin";
  /** Units of 10^-SUM_DECIMALS pence a month. */
  readonly #goal: bigint;
  /** First and last day of the calls, once they have been priced. */
  #days: readonly [DayNumber, DayNumber] | undefined;
  /** The smallest percentage so far that brings the goal, with its book. */
  #best: { readonly quanta: bigint; readonly after: OpenedBook } | undefined;
  /** A cache of the amounts by tried percentage; undefined where a percentage gives no valid book. */
  readonly #tried = new Map<bigint, bigint | undefined>();

  constructor(options: SeekOptions) {
    this.#options = options;
    this.#of = options.of ?? "retail";
    const text = toDecimalText(options.bring);
    const { currency, currencyDecimals } = options.before.settings;
    const pounds = text === undefined ? undefined : toUnits(text, SUM_DECIMALS);
    if (pounds === undefined || pounds === 0n) {
      throw new RangeError(
        `bring: ${JSON.stringify(String(options.bring))} is not an amount to be brought; write ${majorUnit(currency)} a month other than 0, such as 2500.`,
      );
    }
    this.#goal = pounds * 10n ** BigInt(currencyDecimals);
  }

  async seek(): Promise<PreviewGoal> {
    // The first trial gives the months of the calls, by which the goal is multiplied.
    await this.#bringsAt(this.#goal > 0n ? QUANTA_PER_PERCENT : -QUANTA_PER_PERCENT);
    if (this.#days === undefined) {
      throw new RangeError("None of the calls is rated, so that no percentage changes what they bring.");
    }
    const months = monthsOf(...this.#days);
    const [from, to] = this.#days;
    const result = await smallestReaching(this.#goal * months.numerator, (quanta) => this.#bringsAt(quanta));
    const { found } = result;
    const why = found === undefined ? whyOutOfReach(result.nearest.quanta) : this.#whyUncertain(found.quanta);
    return {
      of: this.#of,
      goal: formatUnits(this.#goal, SUM_DECIMALS),
      months: plainMonths(months),
      from: formatCivilDate(from),
      to: formatCivilDate(to),
      found: found === undefined ? null : soughtOf(found, months),
      smaller: soughtOf(found === undefined ? result.nearest : result.smaller, months),
      isBounded: found === undefined && result.isBounded,
      isSmallest: found !== undefined && why === null,
      why,
      trials: this.#tried.size,
    };
  }

  /** The amount that a percentage brings over all calls, times the denominator of the months. */
  async #bringsAt(quanta: bigint): Promise<bigint | undefined> {
    if (!this.#tried.has(quanta)) this.#tried.set(quanta, await this.#try(quanta));
    return this.#tried.get(quanta);
  }

  async #try(quanta: bigint): Promise<bigint | undefined> {
    const { before, bookAt, calls, onTrial, bring: _bring, of: _of, ...options } = this.#options;
    const percent = percentText(quanta);
    onTrial?.(percent);
    const after = bookAt(percent);
    if (isActionError(after)) {
      // An error at 1 % holds for every percentage; a later error is a price beyond the limit of R2.
      if (this.#tried.size === 0) throw new Error(after.hint);
      return undefined;
    }
    const collector = openCollector(before, after, { ...options, movers: 0, examples: 0 });
    for await (const call of calls()) {
      if ("recordOf" in call) collector.addColumns(call as CallColumns);
      else collector.add(call as CallRecord);
    }
    const { [this.#of]: amounts, calls: rated } = collector.totals;
    if (rated === 0) {
      const { ofBook, otherCurrencies } = collector.sums;
      if (otherCurrencies.length === 0) return undefined;
      throw new RangeError(
        `The calls are of customers billed in ${otherCurrencies.join(", ")}, and the amount to be brought is in ${ofBook.currency}; give calls of customers who are billed in ${ofBook.currency}.`,
      );
    }
    if (amounts.difference === null) {
      throw new RangeError("None of the calls has a wholesale cost, so that they have no margin.");
    }
    this.#days ??= [collector.firstDay, collector.lastDay];
    const months = monthsOf(...this.#days);
    const value = (toUnits(amounts.difference, SUM_DECIMALS) as bigint) * months.denominator;
    const isBest = this.#best === undefined || quanta < this.#best.quanta;
    if (isBest && value >= this.#goal * months.numerator) this.#best = { quanta, after };
    return value;
  }

  /** Why a smaller percentage may bring the goal, too; null where a larger percentage can only bring more. */
  #whyUncertain(quanta: bigint): PreviewGoal["why"] {
    const { before, discounts = false } = this.#options;
    const hasValues = before.records.discountPlans.some((plan) => plan.allowanceValue !== undefined);
    // The rest of an allowance in pounds depends on the calls that its plan covers.
    if (discounts && hasValues) return "value-allowances";
    if (quanta < HALF) return "kept-prices";
    // 0 % has no book, and changes no price.
    if (this.#best?.quanta !== quanta) return null;
    const records =
      comparePrices(before, this.#best.after, Number.POSITIVE_INFINITY, () => null)?.records ?? [];
    if (records.some(({ side }) => side === "wholesale")) return "wholesale-tariffs";
    // A price below zero moves the other way.
    return records.some(({ rising, falling }) => (quanta > 0n ? falling : rising) > 0)
      ? "falling-prices"
      : null;
  }
}

/** R50: a fall that was too large may bring nothing, because its prices would be zero, where a smaller fall brings more. */
function whyOutOfReach(nearest: bigint): PreviewGoal["why"] {
  return nearest < HALF ? "kept-prices" : null;
}

function percentText(quanta: bigint): string {
  return formatUnits(quanta, PERCENT_DECIMALS);
}

function soughtOf({ quanta, value }: Measured, { numerator }: Fraction): SoughtPercent {
  const scale = 10n ** BigInt(SUM_DECIMALS - MONTH_DECIMALS);
  return {
    percent: percentText(quanta),
    brings: formatUnits(divide(value, numerator * scale, "down"), MONTH_DECIMALS),
  };
}
