/** Boxes of charges (R72) laid over each other: what two have in common, and what is left of one without the other. */
import type { FeeBox } from "../book/index.ts";

/** Whether some charge is in both boxes, which set the same lists. */
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
