/** Goal seek: which percentage brings an amount a month, over the real calls with caps, minimums, roundings and bundles. */
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

/** Calls as often as they are asked for: one record after the other, or many in columns. */
export type CallsAgain = () => Iterable<CallRecord | CallColumns> | AsyncIterable<CallRecord | CallColumns>;

/** What is sought, and over which calls. */
export interface SeekOptions
  extends Pick<PreviewOptions, "reclassify" | "duplicates" | "discounts" | "wholesale"> {
  readonly before: OpenedBook;
  /** The book with the prices raised by a percentage, such as "3.5"; an error object where no book comes of it. */
  readonly bookAt: (percent: string) => OpenedBook | ActionError;
  /** Is asked for the calls once for each percentage that is tried, some twenty times. */
  readonly calls: CallsAgain;
  /** Pounds a month, other than 0; below 0: what may be given away at most. */
  readonly bring: Amount;
  /** Of what; default "retail". */
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
/** Decimal places of what is brought a month. */
const MONTH_DECIMALS = 6;

/**
 * Seeks the smallest percentage, to a millionth, by which prices have to rise so that the calls bring an amount a month.
 * Each trial is a preview of the book that `bookAt` gives: what it says is what a preview of that percentage will say.
 * A month is what `PreviewReport.months` says: what the calls bring, divided by the months they stand for. Fixed charges
 * are not counted.
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where `bring` is no amount, or the calls do not tell what is sought: none is rated, or none has the
 * wholesale cost of a margin
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

/** A percentage below which a price may become zero, and then keeps its old value (R50): half of its last decimal place. */
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
  /** What each percentage that was tried brings; undefined where no book comes of it. */
  readonly #tried = new Map<bigint, bigint | undefined>();

  constructor(options: SeekOptions) {
    this.#options = options;
    this.#of = options.of ?? "retail";
    const text = toDecimalText(options.bring);
    const { currencyDecimals } = options.before.settings;
    const pounds = text === undefined ? undefined : toUnits(text, SUM_DECIMALS);
    if (pounds === undefined || pounds === 0n) {
      throw new RangeError(
        `bring: ${JSON.stringify(String(options.bring))} is not an amount to be brought; write pounds a month other than 0, such as 2500.`,
      );
    }
    this.#goal = pounds * 10n ** BigInt(currencyDecimals);
  }

  async seek(): Promise<PreviewGoal> {
    // The first trial tells how many months the calls are, by which the goal is multiplied.
    await this.#bringsAt(this.#goal > 0n ? QUANTA_PER_PERCENT : -QUANTA_PER_PERCENT);
    if (this.#days === undefined) {
      throw new RangeError("None of the calls is rated, so that no percentage changes what they bring.");
    }
    const months = monthsOf(...this.#days);
    const [from, to] = this.#days;
    const result = await smallestReaching(this.#goal * months.numerator, (quanta) => this.#bringsAt(quanta));
    const { found } = result;
    const why = found === undefined ? null : this.#whyUncertain(found.quanta);
    return {
      of: this.#of,
      goal: formatUnits(this.#goal, SUM_DECIMALS),
      months: plainMonths(months),
      from: formatCivilDate(from),
      to: formatCivilDate(to),
      found: found === undefined ? null : told(found, months),
      smaller: told(found === undefined ? result.nearest : result.smaller, months),
      isBounded: found === undefined && result.isBounded,
      isSmallest: found !== undefined && why === null,
      why,
      trials: this.#tried.size,
    };
  }

  /** What a percentage brings in all, times the denominator of the months. */
  async #bringsAt(quanta: bigint): Promise<bigint | undefined> {
    if (!this.#tried.has(quanta)) this.#tried.set(quanta, await this.#try(quanta));
    return this.#tried.get(quanta);
  }

  async #try(quanta: bigint): Promise<bigint | undefined> {
    const {
      before,
      bookAt,
      calls,
      reclassify = false,
      duplicates = "report",
      discounts = false,
      wholesale,
      onTrial,
    } = this.#options;
    const percent = percentText(quanta);
    onTrial?.(percent);
    const after = bookAt(percent);
    if (isActionError(after)) {
      // One that is wrong for a percent is wrong for all; later ones only raise a price beyond R2.
      if (this.#tried.size === 0) throw new Error(after.hint);
      return undefined;
    }
    const collector = openCollector(before, after, {
      reclassify,
      duplicates,
      discounts,
      ...(wholesale && { wholesale }),
      movers: 0,
      examples: 0,
    });
    for await (const call of calls()) {
      if ("recordOf" in call) collector.addColumns(call as CallColumns);
      else collector.add(call as CallRecord);
    }
    const { [this.#of]: amounts, calls: rated } = collector.totals;
    if (rated === 0) return undefined;
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

  /** Why a smaller percentage may bring the goal, too; null where a larger one can only bring more. */
  #whyUncertain(quanta: bigint): PreviewGoal["why"] {
    const { before, discounts = false } = this.#options;
    const hasValues = before.records.discountPlans.some((plan) => plan.allowanceValue !== undefined);
    // What a plan with an allowance in pounds leaves depends on which calls it covers.
    if (discounts && hasValues) return "value-allowances";
    if (quanta < HALF) return "kept-prices";
    // 0 % has no book of its own, and changes no price.
    if (this.#best?.quanta !== quanta) return null;
    const records =
      comparePrices(before, this.#best.after, Number.POSITIVE_INFINITY, () => null)?.records ?? [];
    if (records.some(({ side }) => side === "wholesale")) return "wholesale-tariffs";
    // A price below zero goes the other way.
    return records.some(({ rising, falling }) => (quanta > 0n ? falling : rising) > 0)
      ? "falling-prices"
      : null;
  }
}

function percentText(quanta: bigint): string {
  return formatUnits(quanta, PERCENT_DECIMALS);
}

function told({ quanta, value }: Measured, { numerator }: Fraction): SoughtPercent {
  const scale = 10n ** BigInt(SUM_DECIMALS - MONTH_DECIMALS);
  return {
    percent: percentText(quanta),
    brings: formatUnits(divide(value, numerator * scale, "down"), MONTH_DECIMALS),
  };
}
