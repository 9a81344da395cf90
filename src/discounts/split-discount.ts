/** R43: a discount in its parts, by component. */

import type { ComponentUnits } from "../engine/index.ts";
import { COMPONENTS } from "../model/index.ts";
import { floorDivide, type Units } from "../money/index.ts";
import { compact, minus, plus } from "./allowance.ts";

/** Below this a product of doubles is a whole number for certain. */
const PROVEN = 2 ** 52;

/**
 * Splits a discount over the components that it is for in proportion to them, each part rounded down; what
 * is left over, less than a quantum for each of them, goes to the first of them, a quantum each. `charge` is
 * the sum of those components.
 */
export function splitDiscount(
  discount: Units,
  charge: Units,
  components: ComponentUnits,
  isDiscounted: readonly boolean[],
): ComponentUnits {
  const parts: Units[] = COMPONENTS.map(() => 0);
  let rest = discount;
  for (let at = 0; at < components.length; at++) {
    const component = components[at] as Units;
    if (component <= 0 || isDiscounted[at] !== true) continue;
    const part = component === charge ? discount : shareOf(discount, component, charge);
    parts[at] = part;
    rest = minus(rest, part);
  }
  for (let at = 0; at < components.length && rest !== 0; at++) {
    if ((components[at] as Units) <= 0 || isDiscounted[at] !== true) continue;
    parts[at] = plus(parts[at] as Units, 1);
    rest = minus(rest, 1);
  }
  return parts as unknown as ComponentUnits;
}

function shareOf(discount: Units, component: Units, charge: Units): Units {
  if (typeof discount === "number" && typeof component === "number" && typeof charge === "number") {
    const product = discount * component;
    if (product < PROVEN) return Math.floor(product / charge);
  }
  return compact(floorDivide(BigInt(discount) * BigInt(component), BigInt(charge)));
}
