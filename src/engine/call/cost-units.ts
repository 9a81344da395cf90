/** Sums and texts of the components of a cost. */
import type { PerComponent, PerCost } from "../../model/index.ts";
import { formatUnits, type Units } from "../../money/index.ts";

export { COMPONENTS, type Component } from "../../model/index.ts";

/** Finished components in quanta of 10^-decimals pence, in the order of `COMPONENTS`. */
export type ComponentUnits = PerComponent<Units>;

/** The components as doubles where all are safe integers: sums over results are in doubles. */
export function asDoubles(components: ComponentUnits): ComponentUnits {
  const numbers = components.map(Number);
  return numbers.every(Number.isSafeInteger) ? (numbers as unknown as ComponentUnits) : components;
}

/** A finished cost as text, the total first. */
export function amountsOf(components: ComponentUnits, decimals: number): PerCost<string> {
  const texts = [formatUnits(sumOf(components), decimals)];
  for (const units of components) texts.push(formatUnits(units, decimals));
  return texts as unknown as PerCost<string>;
}

/** The total of a cost. */
export function sumOf(components: ComponentUnits): Units {
  let sum = 0;
  let size = 0;
  for (const units of components) {
    if (typeof units !== "number") return exactSum(components);
    sum += units;
    size += Math.abs(units);
  }
  // Up to this size each component is exact as a double, and so is their sum.
  return size <= Number.MAX_SAFE_INTEGER ? sum : exactSum(components);
}

function exactSum(components: ComponentUnits): bigint {
  return components.reduce<bigint>((sum, units) => sum + BigInt(units), 0n);
}
