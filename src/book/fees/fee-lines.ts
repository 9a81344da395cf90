/** R72: the charges that lines of fixed fee tariffs are for, their precedence, and replacement of parents' lines. */
import { type CheckedFixedFeeLine, compareValues } from "../../model/index.ts";

/** The lists of names that restrict a line to some charges, by descending weight. */
export const FEE_LIST_ORDER = [
  "transactionTypeIDs",
  "featureTypeIDs",
  "numberTypeIDs",
  "serviceTypeIDs",
  "carrierIDs",
] as const;

export type FeeList = (typeof FEE_LIST_ORDER)[number];

/** The lists that a line sets, with their names. */
export type FeeBox = ReadonlyMap<FeeList, ReadonlySet<string>>;

export function boxOf(line: CheckedFixedFeeLine): FeeBox {
  const box = new Map<FeeList, ReadonlySet<string>>();
  for (const list of FEE_LIST_ORDER) {
    const names = line[list];
    if (names !== undefined && names.length > 0) box.set(list, new Set(names));
  }
  return box;
}

/**
 * How specific a line is: by the number of its lists, then by their weights, of which each is twice the next, then by
 * whether it sets a kind of charge. The higher result wins; lines of equal closeness and kind are ranked by tariff and
 * date (`compareNearness`).
 */
export function closenessOf(box: FeeBox, { chargeKind }: Pick<CheckedFixedFeeLine, "chargeKind">): number {
  let weight = 0;
  for (const list of box.keys()) weight += 16 >> FEE_LIST_ORDER.indexOf(list);
  return box.size * 64 + weight * 2 + (chargeKind === undefined ? 0 : 1);
}

/** The tariff nearer in the chain (0 is the tariff itself), then the later start; negative where `a` goes first. */
export function compareNearness(a: FeePosition, b: FeePosition): number {
  return compareValues(a.depth, b.depth) || compareValues(b.start, a.start);
}

/** The rank of a line among lines of one closeness. A blank start is before all days. */
export interface FeePosition {
  readonly depth: number;
  readonly start: number;
}

/** A key that is equal for lines that replace each other: the lists as sets, the kind of charge and the dates. */
export function feeLineKey(line: CheckedFixedFeeLine): string {
  const lists = [...boxOf(line)].map(([list, names]) => [list, [...names].sort()]);
  return JSON.stringify([lists, line.chargeKind ?? "", line.startDate ?? "", line.endDate ?? ""]);
}

/** A line of a chain of tariffs that no nearer tariff replaces. */
interface StandingLine {
  /** 0 is the tariff itself, 1 its parent … */
  readonly depth: number;
  /** Index of the line in `rates` of that tariff. */
  readonly lineIndex: number;
}

/**
 * The lines of a chain of tariffs, nearest first. A line of a tariff, also one without a value, replaces its parents'
 * lines for the same charges and dates; every other line of the parents stays.
 */
export function standingLines(
  chain: readonly { readonly rates: readonly CheckedFixedFeeLine[] }[],
): StandingLine[] {
  const taken = new Set<string>();
  const standing: StandingLine[] = [];
  for (const [depth, { rates }] of chain.entries()) {
    // A tariff without parents has no lines to replace.
    const keys = chain.length === 1 ? [] : rates.map(feeLineKey);
    for (let lineIndex = 0; lineIndex < rates.length; lineIndex++) {
      if (!taken.has(keys[lineIndex] ?? "")) standing.push({ depth, lineIndex });
    }
    for (const key of keys) taken.add(key);
  }
  return standing;
}
