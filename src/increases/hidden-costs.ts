/** R51, R58: costs that a tariff increased alone could not pass on, as one record has a price or a percentage. */
import { isPercentage, ownerOfCost, valueIn } from "../book/index.ts";
import { type BookData, type CheckedRateLine, isBlank, quoteValue, type RateValues } from "../model/index.ts";
import { answerOf, failed, isActionError } from "./action-error.ts";
import type { ChildOfRaised } from "./children-of-raised.ts";
import { combineLines } from "./combined-lines.ts";
import type { Source } from "./dated-bases.ts";
import { basesOverTime, type Chain, linesOf, valuesChecked } from "./flatten-tariff.ts";
import type { IncreaseTerms } from "./increase-terms.ts";
import { chainOf, type ReadRecord } from "./record-of-book.ts";

/**
 * Refuses the increase of a tariff that passes on to a child both a price and a percentage for the same calls, such as a
 * tariff with percentages between two with prices: the increased tariff has no parent, and one record cannot hold both.
 *
 * @throws ActionFailure 400502
 */
export function requirePassedOnCosts(
  book: BookData,
  { resource, id }: Pick<IncreaseTerms, "resource" | "id">,
  children: readonly ChildOfRaised[],
): void {
  if (resource !== "tariffs" || children.length === 0) return;
  if (isBlank(book.tariffs?.find((tariff) => String(tariff?.id) === id)?.parentTariff)) return;
  const raised = chainOf(book, "tariffs", id);
  const kinds = raised.flatMap(chargeTypesOf).map(isPercentage);
  if (!kinds.includes(true) || !kinds.includes(false)) return;
  for (const child of children) {
    const chain = answerOf(() => chainOf(book, "tariffs", String(child.id)));
    // The problems of a child's record are told where the book is checked.
    if (isActionError(chain) || !losesCost(chain, chain.length - raised.length)) continue;
    const [name, ofChild] = [quoteValue(raised[0]?.checked.name ?? id), quoteValue(child.name)];
    throw failed(
      `Of ${name} and its parents, some have a price where others have a percentage. ` +
        `Increased alone, ${name} would have no parent, and one record cannot hold both, so that calls of ${ofChild} would no longer have the cost that they have: ` +
        `increase both together, make a version of ${name}, or give ${ofChild} that cost itself.`,
    );
  }
}

function chargeTypesOf({ checked }: ReadRecord<"tariffs">): readonly CheckedRateLine["chargeType"][] {
  return [checked.base.chargeType, ...checked.rates.all.map(({ chargeType }) => chargeType)];
}

/** Whether the first tariff of a chain would lose a cost where the tariff at `depth` had no parent. */
function losesCost(chain: Chain, depth: number): boolean {
  // Without a charge type of its own, a child takes the kind of cost that the increased tariff takes itself.
  const setsType = chain
    .slice(0, depth)
    .some((tariff) => chargeTypesOf(tariff).some((type) => type !== undefined));
  if (!setsType) return false;
  const periods = basesOverTime(chain);
  const rates = chain.map(({ checked }) => checked.rates);
  const cuts = periods.map(({ span }) => span);
  const combined = answerOf(() => combineLines(rates, cuts));
  // A child with too many lines cannot be looked at, and is not increased here.
  if (isActionError(combined)) return false;
  const noLines = chain.map(() => undefined);
  return (
    periods.some(({ base }) => isLost(noLines, base.sources, depth)) ||
    combined.some((line) => isLost(linesOf(chain, line), periods[line.cutIndex]?.base.sources ?? [], depth))
  );
}

/**
 * Whether a call would have the cost of another record where the tariffs from `depth` up were one record, with the cost
 * in force in its line and in its base (`flattenTariff`).
 */
function isLost(lines: readonly (Source | undefined)[], bases: readonly Source[], depth: number): boolean {
  const [ownLines, ownBases] = [lines.slice(depth), bases.slice(depth)];
  const inBase = costOwner([], ownBases);
  const inForce = costOwner(ownLines, ownBases);
  const [type, baseType] = [chargeTypeIn(ownLines), chargeTypeIn(ownBases)];
  const isOfBase = inForce === inBase && isPercentage(type ?? baseType) === isPercentage(baseType);
  const hasLine = ownLines.some((line) => line !== undefined);
  const line = hasLine ? merged(type, isOfBase ? undefined : inForce) : undefined;
  const base = merged(baseType, inBase);
  const owner = costOwner([...lines.slice(0, depth), line], [...bases.slice(0, depth), base]);
  const source = owner === base ? inBase : owner !== undefined && owner === line ? inForce : owner;
  return source !== costOwner(lines, bases);
}

/** What a merged record says of the cost of a call. */
function merged(chargeType: RateValues["chargeType"], cost: Source | undefined): Source {
  return {
    raw: () => undefined,
    checked: { ...(chargeType && { chargeType }), ...(cost && { cost: cost.checked.cost }) } as RateValues,
  };
}

function chargeTypeIn(sources: readonly (Source | undefined)[]): RateValues["chargeType"] {
  return valueIn(valuesChecked(sources), "chargeType");
}

/** The record that gives the cost of a call; undefined where none does. */
function costOwner(lines: readonly (Source | undefined)[], bases: readonly Source[]): Source | undefined {
  const records = [...lines, ...bases];
  return records[ownerOfCost(valuesChecked(records), bases.length)];
}
