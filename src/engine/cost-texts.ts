/** Finished components of a cost as the six texts of a record. */
import { formatUnits, type Units } from "../money/index.ts";
import type { ComponentUnits } from "./component-units.ts";

/** A cost as text: the total, then its five components. */
export type AmountTexts = readonly [
  string | null,
  string | null,
  string | null,
  string | null,
  string | null,
  string | null,
];

const UNKNOWN: AmountTexts = [null, null, null, null, null, null];

/** A cost as text; null six times where it is not known. */
export function amountsOf(components: ComponentUnits | undefined, decimals: number): AmountTexts {
  if (components === undefined) return UNKNOWN;
  const [basic, access, mobile, payphone, recording] = components;
  return [
    formatUnits(sumOf(components), decimals),
    formatUnits(basic, decimals),
    formatUnits(access, decimals),
    formatUnits(mobile, decimals),
    formatUnits(payphone, decimals),
    formatUnits(recording, decimals),
  ];
}

/** The total of a cost. */
export function sumOf(components: ComponentUnits): Units {
  const [basic, access, mobile, payphone, recording] = components;
  if (
    typeof basic === "number" &&
    typeof access === "number" &&
    typeof mobile === "number" &&
    typeof payphone === "number" &&
    typeof recording === "number"
  ) {
    const size =
      Math.abs(basic) + Math.abs(access) + Math.abs(mobile) + Math.abs(payphone) + Math.abs(recording);
    // Each is exact as a double, and so is what they come to, up to there.
    if (size <= Number.MAX_SAFE_INTEGER) return basic + access + mobile + payphone + recording;
  }
  return BigInt(basic) + BigInt(access) + BigInt(mobile) + BigInt(payphone) + BigInt(recording);
}
