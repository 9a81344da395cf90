/** R15, R2: markup types where there is nothing to mark up, and markups that take off more than everything. */
import {
  type ChargeType,
  type CheckedRateLine,
  isBaseLine,
  PRICE_DECIMALS,
  type RateValues,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import { isPercentage, valueIn } from "../inheritance.ts";
import type { BookUnderCheck } from "./book-under-check.ts";
import type { TariffChains } from "./tariff-chains.ts";

/** -100 %, in millionths of a percent. */
const LOWEST_MARKUP = -100 * 10 ** PRICE_DECIMALS;

/** Checks the charge types and markups of every tariff. */
export function checkMarkups(book: BookUnderCheck, chains: TariffChains): void {
  for (const [place, tariff] of book.each("tariffs")) {
    const isWholesale = tariff.retail === "wholesale";
    const path = `tariffs[${place}]`;
    if (isWholesale) refuseMarkup(book, `${path}.baseType`, tariff.base.chargeType);
    const { cost } = tariff.base;
    if (isTooLow(cost) && isMarkupBase(chains, place, tariff.base)) {
      refuseCost(book, `${path}.baseCost`, cost);
    }
    const { rates } = tariff;
    const isDoubtful = ({ chargeType, cost: own }: CheckedRateLine): boolean =>
      isTooLow(own) || (isWholesale && chargeType !== undefined);
    for (const at of rates.where(isDoubtful)) {
      const line = rates.at(at) as CheckedRateLine;
      if (isWholesale && line.chargeType !== undefined) {
        refuseMarkup(book, `${path}.rates[${at}].chargeType`, line.chargeType);
      }
      if (!isTooLow(line.cost)) continue;
      const isMarkedUp = isBaseLine(line)
        ? isMarkupBase(chains, place, line)
        : isMarkupLine(chains, place, line);
      if (isMarkedUp) {
        refuseCost(book, `${path}.rates[${at}].cost`, line.cost);
      }
    }
  }
}

function isTooLow(cost: number | undefined): cost is number {
  return cost !== undefined && cost < LOWEST_MARKUP;
}

/** Whether on some day a base's cost is a percentage: it sees its own charge type, then the bases above (R25). */
function isMarkupBase(chains: TariffChains, place: number, base: RateValues): boolean {
  const chain = chains.of(place);
  return chains
    .daysOfBase(chain, base)
    .some((day) => isPercentage(valueIn(chains.basesOn(chain, day), "chargeType")));
}

/** Whether for some call a line's cost is a percentage. */
function isMarkupLine(chains: TariffChains, place: number, line: CheckedRateLine): boolean {
  if (line.chargeType !== undefined) return isPercentage(line.chargeType);
  const chain = chains.of(place);
  if (chain.length === 1 && chains.days(chain).length === 1) return isPercentage(chain[0]?.base.chargeType);
  for (const call of chains.callsOfLine(chain, line, "chargeType")) {
    if (isPercentage(valueIn(chains.recordsFor(chain, call), "chargeType"))) return true;
  }
  return false;
}

/** A parent is wholesale too: a charge type that is inherited is refused where it is set. */
function refuseMarkup(book: BookUnderCheck, path: string, chargeType: ChargeType | undefined): void {
  if (!isPercentage(chargeType)) return;
  book.problem(
    path,
    `is ${chargeType} in a wholesale tariff, which has no cost to mark up; write a charge type with prices, such as perMinute`,
  );
}

function refuseCost(book: BookUnderCheck, path: string, cost: number): void {
  const shown = formatUnits(cost, PRICE_DECIMALS);
  book.problem(
    path,
    `is a markup of ${shown} percent, as the charge type in force is a markup; write -100 or more`,
  );
}
