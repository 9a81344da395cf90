/** R2, R15, R25: markup types in wholesale tariffs, markups below -100 %, bounds that contradict inherited bounds. */
import {
  baseFieldName,
  type ChargeType,
  type CheckedRateLine,
  type CheckedTariff,
  isBaseLine,
  PRICE_DECIMALS,
  type RateValues,
  type Tariff,
} from "../../model/index.ts";
import { formatUnits } from "../../money/index.ts";
import { readRecords } from "../read-records.ts";
import { isPercentage, ownerOf, valueIn } from "../tariffs/inheritance.ts";
import type { BookUnderCheck } from "./book-under-check.ts";
import { NO_PARENT } from "./parents.ts";
import { TariffChains } from "./tariff-chains.ts";

/** -100 %, in millionths of a percent. */
const LOWEST_MARKUP = -100 * 10 ** PRICE_DECIMALS;

export function checkMarkups(book: BookUnderCheck, chains: TariffChains): void {
  for (const [tariffIndex, tariff] of book.each("tariffs")) {
    const isWholesale = tariff.retail === "wholesale";
    const path = `tariffs[${tariffIndex}]`;
    if (isWholesale) refuseMarkup(book, `${path}.baseType`, tariff.base.chargeType);
    const { cost } = tariff.base;
    if (isTooLow(cost) && isMarkupBase(chains, tariffIndex, tariff.base)) {
      refuseCost(book, `${path}.baseCost`, cost);
    }
    const { rates } = tariff;
    // A price that replaces the price of a line's pattern is never below 0.
    const isDoubtful = (line: CheckedRateLine): boolean =>
      isTooLow(line.cost) || (isWholesale && line.chargeType !== undefined);
    for (const lineIndex of rates.where(isDoubtful)) {
      const line = rates.at(lineIndex) as CheckedRateLine;
      if (isWholesale && line.chargeType !== undefined) {
        refuseMarkup(book, `${path}.rates[${lineIndex}].chargeType`, line.chargeType);
      }
      if (!isTooLow(line.cost)) continue;
      const isMarkedUp = isBaseLine(line)
        ? isMarkupBase(chains, tariffIndex, line)
        : isMarkupLine(chains, tariffIndex, line);
      if (isMarkedUp) {
        refuseCost(book, `${path}.rates[${lineIndex}].cost`, line.cost);
      }
    }
  }
}

function isTooLow(cost: number | undefined): cost is number {
  return cost !== undefined && cost < LOWEST_MARKUP;
}

/** Whether the cost of a base is a percentage on some day, by its charge type or by that of a base above (R25). */
function isMarkupBase(chains: TariffChains, tariffIndex: number, base: RateValues): boolean {
  const chain = chains.of(tariffIndex);
  return chains
    .daysOfBase(chain, base)
    .some((day) => isPercentage(valueIn(chains.basesOn(chain, day), "chargeType")));
}

/** Whether the cost of a line is a percentage for some call. */
function isMarkupLine(chains: TariffChains, tariffIndex: number, line: CheckedRateLine): boolean {
  if (line.chargeType !== undefined) return isPercentage(line.chargeType);
  return markupAbove(chains, chains.of(tariffIndex), line) !== undefined;
}

/** The markup type that a line without a charge type has for some call, and the parent's line that gives it, if any. */
function markupAbove(
  chains: TariffChains,
  chain: readonly CheckedTariff[],
  line: CheckedRateLine,
): Pick<InheritedMarkup, "chargeType" | "from"> | undefined {
  if (isOnItsOwn(chains, chain)) {
    const chargeType = chain[0]?.base.chargeType;
    return isPercentage(chargeType) ? { chargeType, from: undefined } : undefined;
  }
  for (const call of chains.callsOfLine(chain, line, "chargeType")) {
    const records = chains.recordsFor(chain, call);
    const owner = ownerOf(records, "chargeType");
    const chargeType = records[owner]?.chargeType;
    if (!isPercentage(chargeType)) continue;
    // The lines of the chain come first, then its bases.
    const tariff = chain[owner];
    const from = tariff === undefined ? undefined : { tariff, line: records[owner] as CheckedRateLine };
    return { chargeType, from };
  }
  return undefined;
}

/** A line whose cost is a percentage without saying so: a line of a parent, or a base, gives it a markup type. */
export interface InheritedMarkup {
  /** Index in the lines of the chain's first tariff. */
  readonly lineIndex: number;
  readonly chargeType: ChargeType | undefined;
  /** The parent's line that gives the charge type, and its tariff; undefined where a base gives it. */
  readonly from: { readonly tariff: CheckedTariff; readonly line: CheckedRateLine } | undefined;
}

/**
 * The first line of a tariff with a cost that is a percentage for some call by inheritance (R25). `chain` holds the
 * tariff, its parent, its parent's parent … as written; those that cannot be read count as having no values.
 *
 * @example
 * const parent = { id: 2, name: "B", tariffClass: "national", rates: [{ prefix: "44", chargeType: "markup", cost: 20 }] } as const;
 * const child = { id: 1, name: "A", tariffClass: "national", parentTariff: 2, rates: [{ prefix: "33", cost: 1 }, { prefix: "4420", cost: 1 }] } as const;
 * inheritedMarkup([child, parent])?.lineIndex; // => 1
 */
export function inheritedMarkup(chain: readonly Tariff[]): InheritedMarkup | undefined {
  const { tariffs } = readRecords({ tariffs: chain }).records;
  const parents = Int32Array.from(chain, (_, index) => (index + 1 < chain.length ? index + 1 : NO_PARENT));
  const chains = new TariffChains(tariffs, parents);
  const [tariff] = tariffs;
  if (tariff === undefined) return undefined;
  const checked = chains.of(0);
  const inherits = (line: CheckedRateLine): boolean =>
    line.cost !== undefined && line.chargeType === undefined && !isBaseLine(line);
  for (const lineIndex of tariff.rates.where(inherits)) {
    const markup = markupAbove(chains, checked, tariff.rates.at(lineIndex) as CheckedRateLine);
    if (markup !== undefined) return { lineIndex, ...markup };
  }
  return undefined;
}

/** An inherited charge type is refused where it is set, because parents are wholesale, too. */
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

type Bound = "costMin" | "costMax";

/** A bound of a record, and the inherited bound that contradicts it. */
interface Contradiction {
  readonly bound: Bound;
  readonly value: number;
  readonly inherited: number;
}

const OTHER: Readonly<Record<Bound, Bound>> = { costMin: "costMax", costMax: "costMin" };

/** Warns of each base and line whose bound contradicts an inherited bound. */
export function warnOfInheritedBounds(book: BookUnderCheck, chains: TariffChains): void {
  const what = "lines and bases with a costMin above the costMax they inherit, or the other way round";
  book.warnOfTariffs(what, (warnings, { base, rates }, tariffIndex) => {
    let chain: readonly CheckedTariff[] | undefined;
    if (base.costMin !== undefined || base.costMax !== undefined) {
      chain = chains.of(tariffIndex);
      const found = ofBase(chains, chain, base);
      if (found !== undefined) warnings.add(`.${baseFieldName(found.bound)}`, message(found, baseFieldName));
    }
    // A line with both bounds inherits neither, and its schema has compared both.
    const inherits = (line: CheckedRateLine): boolean => {
      if ((line.costMin === undefined) === (line.costMax === undefined)) return false;
      chain ??= chains.of(tariffIndex);
      return (
        !isOnItsOwn(chains, chain) || base[line.costMin === undefined ? "costMin" : "costMax"] !== undefined
      );
    };
    const isDoubtful = (line: CheckedRateLine): boolean => {
      chain ??= chains.of(tariffIndex);
      return !isOnItsOwn(chains, chain) || ofLine(chains, chain, line) !== undefined;
    };
    for (const lineIndex of rates.where(inherits, isDoubtful)) {
      const line = rates.at(lineIndex) as CheckedRateLine;
      chain ??= chains.of(tariffIndex);
      const found = isBaseLine(line) ? ofBase(chains, chain, line) : ofLine(chains, chain, line);
      if (found !== undefined)
        warnings.add(
          `.rates[${lineIndex}].${found.bound}`,
          message(found, (name) => name),
        );
    }
  });
  if (chains.isSpent) {
    book.lineWarnings.isCutShort = true;
    book.warn("tariffs", "has too many lines to compare every costMin and costMax with those they inherit");
  }
}

function message({ bound, value, inherited }: Contradiction, fieldName: (name: Bound) => string): string {
  const relation = bound === "costMin" ? "more" : "less";
  const shown = (pence: number): string => formatUnits(pence, PRICE_DECIMALS);
  return (
    `is ${shown(value)}, ${relation} than the inherited ${OTHER[bound]} of ${shown(inherited)}; ` +
    `the costMax wins, so set ${fieldName(OTHER[bound])} beside it`
  );
}

function contradiction(
  bound: Bound,
  value: number,
  inherited: number | undefined,
): Contradiction | undefined {
  if (inherited === undefined) return undefined;
  const isWrong = bound === "costMin" ? value > inherited : value < inherited;
  return isWrong ? { bound, value, inherited } : undefined;
}

/** Whether lines inherit only from the base fields of their tariff: no parent, and no base line. */
function isOnItsOwn(chains: TariffChains, chain: readonly CheckedTariff[]): boolean {
  const [tariff, parent] = chain;
  const [day, later] = chains.days(chain);
  if (tariff === undefined || day === undefined || parent !== undefined || later !== undefined) return false;
  // A base line without dates is in force on every day.
  return chains.baseOn(tariff, day) === tariff.base;
}

function ofLine(
  chains: TariffChains,
  chain: readonly CheckedTariff[],
  line: CheckedRateLine,
): Contradiction | undefined {
  const bound: Bound = line.costMin === undefined ? "costMax" : "costMin";
  const value = line[bound] as number;
  if (isOnItsOwn(chains, chain)) {
    return contradiction(bound, value, chain[0]?.base[OTHER[bound]]);
  }
  for (const call of chains.callsOfLine(chain, line, OTHER[bound])) {
    const found = contradiction(bound, value, valueIn(chains.recordsFor(chain, call), OTHER[bound]));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A base inherits from the bases above it and, because lines come before bases, from the lines above it. */
function ofBase(
  chains: TariffChains,
  chain: readonly CheckedTariff[],
  base: RateValues,
): Contradiction | undefined {
  for (const bound of ["costMin", "costMax"] as const) {
    const value = base[bound];
    if (value === undefined) continue;
    for (const day of chains.daysOfBase(chain, base)) {
      // The schema has compared the two bounds of one base.
      const found = contradiction(bound, value, valueIn(chains.basesOn(chain, day), OTHER[bound]));
      if (found !== undefined) return found;
    }
    for (const call of chain.length === 1 ? [] : chains.callsOfParents(chain, OTHER[bound])) {
      const records = chains.recordsFor(chain, call);
      // The base's bound must be in force, and the contradicting bound must not come from the tariff's own line.
      const isReached =
        records[chain.length] === base &&
        valueIn(records, bound) === value &&
        records[0]?.[OTHER[bound]] === undefined;
      const contradicted = isReached
        ? contradiction(bound, value, valueIn(records, OTHER[bound]))
        : undefined;
      if (contradicted !== undefined) return contradicted;
    }
  }
  return undefined;
}
