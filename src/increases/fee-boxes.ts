/** R72: for which charges a line of a fixed fee tariff is, as a box: in each list that it sets, the names it has. */
import type { CheckedFixedFeeLine } from "../model/index.ts";

/** The lists of names by which a line says which charges it is for. */
export const FEE_LISTS = [
  "numberTypeIDs",
  "serviceTypeIDs",
  "featureTypeIDs",
  "transactionTypeIDs",
  "carrierIDs",
] as const;

/** One of the lists. */
export type FeeList = (typeof FEE_LISTS)[number];

/** The names of each list that is set. Boxes that are compared set the same lists. */
export type FeeBox = ReadonlyMap<FeeList, ReadonlySet<string>>;

/** The box of a line. */
export function boxOf(line: CheckedFixedFeeLine): FeeBox {
  const box = new Map<FeeList, ReadonlySet<string>>();
  for (const list of FEE_LISTS) {
    const names = line[list];
    if (names !== undefined && names.length > 0) box.set(list, new Set(names));
  }
  return box;
}

/** What ranks a line before its tariff and its dates: the lists it sets, and its kind of charge. */
export function rankOf(line: CheckedFixedFeeLine): string {
  return JSON.stringify([[...boxOf(line).keys()], line.chargeKind ?? ""]);
}

/** For which charges a line is, the order of names apart. */
export function chargesOf(line: CheckedFixedFeeLine): string {
  const lists = [...boxOf(line)].map(([list, names]) => [list, [...names].sort()]);
  return JSON.stringify([lists, line.chargeKind ?? ""]);
}

/** Whether some charge is in both boxes. */
export function haveChargeInCommon(a: FeeBox, b: FeeBox): boolean {
  for (const [list, names] of a) {
    const others = b.get(list);
    if (others === undefined) continue;
    let isShared = false;
    for (const name of names) {
      if (!others.has(name)) continue;
      isShared = true;
      break;
    }
    if (!isShared) return false;
  }
  return true;
}

/** The charges of a box that are not in another one, as boxes that share none. */
export function without(box: FeeBox, other: FeeBox): FeeBox[] {
  if (!haveChargeInCommon(box, other)) return [box];
  const rest: FeeBox[] = [];
  const shared = new Map(box);
  for (const [list, names] of box) {
    const others = other.get(list) ?? new Set();
    const outside = new Set([...names].filter((name) => !others.has(name)));
    if (outside.size > 0) rest.push(new Map(shared).set(list, outside));
    shared.set(list, new Set([...names].filter((name) => others.has(name))));
  }
  return rest;
}
