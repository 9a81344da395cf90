/**
 * R51, R58: what calls and charges of children would lose by the increase of their parent alone: one record has a price
 * or a percentage, and no minimum above its maximum, and a line is hidden only by one of the same dates (R72).
 */
import { feeLineKey, isPercentage, ownerOfCost, standingLines, valueIn } from "../book/index.ts";
import {
  type BookData,
  type CheckedFixedFeeLine,
  type FixedFeeTariff,
  isBlank,
  quoteValue,
  type RateValues,
} from "../model/index.ts";
import { answerOf, failed, isActionError } from "./action-error.ts";
import type { ChildOfRaised } from "./children-of-raised.ts";
import { combineLines } from "./combined-lines.ts";
import type { Source } from "./dated-bases.ts";
import { basesOverTime, type Chain, linesOf, valuesChecked } from "./flatten-tariff.ts";
import { chainOf, type ReadRecord, readRecord } from "./record-of-book.ts";

/**
 * Refuses the increase of a tariff that passes on to a child what one record cannot hold, because the increased tariff
 * has no parent: both a price and a percentage for the same calls, such as a tariff with percentages between two with
 * prices; or a minimum above the maximum of its own parents, where the child has a limit of its own.
 *
 * @throws ActionFailure 400502
 */
export function requirePassedOnCosts(book: BookData, id: string, children: readonly ChildOfRaised[]): void {
  if (children.length === 0) return;
  if (isBlank(book.tariffs?.find((tariff) => String(tariff?.id) === id)?.parentTariff)) return;
  const raised = chainOf(book, "tariffs", id);
  const kinds = raised.flatMap((tariff) =>
    recordsIn(tariff).map(({ chargeType }) => isPercentage(chargeType)),
  );
  const losses = [
    ...(kinds.includes(true) && kinds.includes(false) ? [COST] : []),
    ...(mayCross(raised) ? [MINIMUM] : []),
  ];
  if (losses.length === 0) return;
  for (const child of children) {
    const chain = answerOf(() => chainOf(book, "tariffs", String(child.id)));
    // The problems of a child's record are told where the book is checked.
    if (isActionError(chain)) continue;
    const lost = losses.find((loss) => loses(chain, chain.length - raised.length, loss));
    if (lost === undefined) continue;
    const [name, ofChild] = [quoteValue(raised[0]?.checked.name ?? id), quoteValue(child.name)];
    throw failed(
      `Of ${name} and its parents, ${lost.why}. ` +
        `Increased alone, ${name} would have no parent, and one record cannot hold both, so that calls of ${ofChild} would no longer have the ${lost.what} that they have: ` +
        `increase both together, make a version of ${name}, or give ${ofChild} that ${lost.what} itself.`,
    );
  }
}

/**
 * Refuses the increase of a fixed fee tariff that gives other dates or names to a line that a child hides by a line of
 * its own without a value: the child would then be charged by the line, also for days before the increase (R58, R72).
 *
 * @throws ActionFailure 400502
 */
export function requireHiddenFees(
  book: BookData,
  id: string,
  record: FixedFeeTariff,
  children: readonly ChildOfRaised[],
): void {
  if (children.length === 0) return;
  const raised = chainOf(book, "fixedFeeTariffs", id).map(({ checked }) => checked);
  const valued = standingLines(raised)
    .map(({ depth, lineIndex }) => raised[depth]?.rates[lineIndex] as CheckedFixedFeeLine)
    .filter(({ fixedFeeValue }) => fixedFeeValue !== undefined);
  const keysBefore = new Set(valued.map(feeLineKey));
  const keysAfter = new Set(readRecord("fixedFeeTariffs", record).checked.rates.map(feeLineKey));
  for (const child of children) {
    const chain = answerOf(() => chainOf(book, "fixedFeeTariffs", String(child.id)));
    // The problems of a child's record are told where the book is checked.
    if (isActionError(chain)) continue;
    for (const { checked: own } of chain.slice(0, chain.length - raised.length)) {
      const lineIndex = own.rates.findIndex((line) => {
        const key = feeLineKey(line);
        return line.fixedFeeValue === undefined && keysBefore.has(key) && !keysAfter.has(key);
      });
      if (lineIndex < 0) continue;
      const [name, ofChild] = [quoteValue(raised[0]?.name ?? id), quoteValue(own.name)];
      throw failed(
        `rates[${lineIndex}] of ${ofChild} has no value and hides a line of ${name} for the same names and dates, which would have other ones, so that ${ofChild} would be charged by it: ` +
          `increase both together, make a version of ${name}, or give that line of ${ofChild} a value.`,
      );
    }
  }
}

/** Something that a child of an increased tariff could lose. */
interface Loss {
  readonly what: string;
  readonly why: string;
  /** Values of which the child, or a tariff between, sets one: otherwise it takes what the increased tariff takes. */
  readonly values: readonly (keyof RateValues)[];
  /** Whether a call would lose it where the tariffs from `depth` up were one record (`flattenTariff`). */
  readonly isLost: (
    lines: readonly (Source | undefined)[],
    bases: readonly Source[],
    depth: number,
  ) => boolean;
}

const COST: Loss = {
  what: "cost",
  why: "some have a price where others have a percentage",
  values: ["chargeType"],
  isLost: isCostLost,
};

const MINIMUM: Loss = {
  what: "minimum",
  why: "one has a minimum above the maximum of another",
  values: ["costMin", "costMax"],
  isLost: isMinimumLost,
};

/** The values of a tariff's base and of its lines. */
function recordsIn({ checked }: ReadRecord<"tariffs">): readonly Partial<RateValues>[] {
  return [checked.base, ...checked.rates.all];
}

/** Whether any minimum of a chain is above any maximum of it: only such a minimum is lowered. */
function mayCross(chain: Chain): boolean {
  let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const tariff of chain) {
    for (const { costMin = most, costMax = least } of recordsIn(tariff)) {
      most = Math.max(most, costMin);
      least = Math.min(least, costMax);
    }
  }
  return most > least;
}

function sets(tariff: ReadRecord<"tariffs">, name: keyof RateValues): boolean {
  return recordsIn(tariff).some((record) => record[name] !== undefined);
}

/** Whether the first tariff of a chain would lose something where the tariff at `depth` had no parent. */
function loses(chain: Chain, depth: number, { values, isLost }: Loss): boolean {
  if (!chain.slice(0, depth).some((tariff) => values.some((name) => sets(tariff, name)))) return false;
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

/** Whether a call would have the cost of another record: one record has the cost in force in its line and in its base. */
function isCostLost(
  lines: readonly (Source | undefined)[],
  bases: readonly Source[],
  depth: number,
): boolean {
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

/** Whether a call would have another minimum: one record has its minimum lowered to its maximum (`flattenTariff`). */
function isMinimumLost(
  lines: readonly (Source | undefined)[],
  bases: readonly Source[],
  depth: number,
): boolean {
  const [ownLines, ownBases] = [lines.slice(depth), bases.slice(depth)];
  const base = limitsOf(ownBases);
  const ofBase = { ...base, costMin: floorOf(base) };
  const line = limitsOf(ownLines);
  const ofLine = { ...line };
  if (line.costMax !== undefined && (line.costMin !== undefined || ofBase.costMin !== base.costMin))
    ofLine.costMin = floorOf({ costMin: line.costMin ?? base.costMin, costMax: line.costMax });
  const after = limitsOf([
    ...lines.slice(0, depth),
    limitsRecord(ofLine),
    ...bases.slice(0, depth),
    limitsRecord(ofBase),
  ]);
  return floorOf(after) !== floorOf(limitsOf([...lines, ...bases]));
}

type Limits = { -readonly [F in "costMin" | "costMax"]: RateValues[F] };

function limitsOf(sources: readonly (Source | undefined)[]): Limits {
  const checked = valuesChecked(sources);
  return { costMin: valueIn(checked, "costMin"), costMax: valueIn(checked, "costMax") };
}

/** The minimum in force: the maximum wins (R2). */
function floorOf({ costMin, costMax }: Limits): RateValues["costMin"] {
  return costMin !== undefined && costMax !== undefined && costMin > costMax ? costMax : costMin;
}

function limitsRecord(limits: Limits): Source {
  return { raw: () => undefined, checked: limits as RateValues };
}
