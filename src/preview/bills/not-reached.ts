/** Features that a change of fixed charges does not reach, because they have a price of their own (R53, R71). */
import type { DayNumber } from "../../calendar/index.ts";
import type { ChargeRate, FeatureDue, PriceLevel } from "../../charges/index.ts";
import { compareFractions, type Fraction } from "../../money/index.ts";
import { type Sides, sumText } from "../comparison.ts";
import type { NotReachedFeature } from "../preview-report.ts";
import type { Names } from "../side.ts";
import type { BillDays } from "./bill-days.ts";
import { type FeaturePair, fractionUnits, penceText, recurringOf } from "./charged-side.ts";

type Kind = NotReachedFeature["kind"];

/** Price of one unit of a feature before and after, at one level. */
type LevelPrices = Sides<ChargeRate | undefined>;

/** The charges of a feature that a change does not reach: the price stays, the price of a lower level changes. */
export function notReachedOf(
  { before, after, due }: FeaturePair,
  bills: readonly BillDays[],
  currencyDecimals: number,
  names: Names,
): readonly NotReachedFeature[] {
  if (before === undefined || after === undefined) return [];
  const found: NotReachedFeature[] = [];
  for (const kind of ["recurring", "oneOff"] as const) {
    const day = dayOf(kind, after.due, bills);
    if (day === undefined) continue;
    const pricesAt = (level?: PriceLevel): LevelPrices => ({
      before: before.due.rateOn(kind, day, level),
      after: after.due.rateOn(kind, day, level),
    });
    const level = after.due.priceLevel(kind, day);
    if (level === undefined || before.due.priceLevel(kind, day) !== level) continue;
    const beneath = levelsBeneath(level)
      .map((lower) => ({ lower, prices: pricesAt(lower) }))
      .find(({ prices }) => differs(prices));
    if (beneath === undefined) continue;
    const prices = pricesAt();
    if (prices.after === undefined || differs(prices)) continue;
    const lower =
      after.due.priceLevel(kind, day, beneath.lower) ?? before.due.priceLevel(kind, day, beneath.lower);
    const amountOf = (rate: ChargeRate | undefined): bigint => {
      if (rate === undefined) return 0n;
      return kind === "oneOff" || rate.perYear === undefined
        ? fractionUnits(rate.net, currencyDecimals)
        : recurringOf(rate.perYear, currencyDecimals).month;
    };
    const textOf = (price: Fraction | undefined): string | null =>
      price === undefined ? null : penceText(price, currencyDecimals);
    found.push({
      featureID: due.id,
      customerID: after.due.customerID,
      customerName: names.customer(after.due.customerID),
      kind,
      standardFeature: after.due.standardFeature,
      fixedFeeTariff: lower === "fixedFeeTariff" ? after.due.fixedFeeTariff : null,
      price: penceText(prices.after.price, currencyDecimals),
      standardBefore: textOf(beneath.prices.before?.price),
      standardAfter: textOf(beneath.prices.after?.price),
      amount: sumText(amountOf(prices.after)),
      missed: sumText(amountOf(beneath.prices.after) - amountOf(beneath.prices.before)),
    });
  }
  return found;
}

/** A recurring charge is looked at on the last day of the bills, a one-off charge on the day it falls due. */
function dayOf(kind: Kind, { startDay }: FeatureDue, bills: readonly BillDays[]): DayNumber | undefined {
  if (kind === "recurring") return bills.at(-1)?.to;
  const isDue = bills.some(({ from, to }) => startDay !== undefined && from <= startDay && startDay <= to);
  return isDue ? startDay : undefined;
}

function levelsBeneath(level: PriceLevel): readonly PriceLevel[] {
  if (level === "feature") return ["standardFeature", "fixedFeeTariff"];
  return level === "standardFeature" ? ["fixedFeeTariff"] : [];
}

function differs({ before, after }: LevelPrices): boolean {
  if (before === undefined || after === undefined) return before !== after;
  return compareFractions(before.price, after.price) !== 0;
}
