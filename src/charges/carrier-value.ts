/** R71: what the days of a period cost wholesale. */
import { addFractions, type Fraction, scaleFraction, ZERO_FRACTION } from "../money/index.ts";
import { carrierOf, type Run } from "./charged-days.ts";
import type { MadePeriod } from "./ledger.ts";

/** What a charge or a correction adds, and what the period comes to; undefined: not known. */
export interface CarrierValue {
  readonly added: Fraction | undefined;
  readonly total: Fraction | undefined;
}

export const UNKNOWN_CARRIER: CarrierValue = { added: undefined, total: undefined };

/**
 * What the days recorded for a period come to wholesale, and what that adds to what they came to before. What was not
 * charged by days, of a `fixed` wholesale line, stays as it is.
 */
export function carrierValueOf(
  entry: MadePeriod | undefined,
  runs: readonly Run[],
  periodDays: number,
  rounded: (value: Fraction) => Fraction,
): CarrierValue {
  const byDays = rounded(carrierOf(runs, periodDays));
  if (entry === undefined) return { added: byDays, total: byDays };
  const before = entry.valueCarrier;
  if (before === undefined) return UNKNOWN_CARRIER;
  const isAllByDays = entry.runs.length > 0 && entry.runs.every(({ terms }) => terms.carrier !== undefined);
  const whole = isAllByDays ? ZERO_FRACTION : difference(before, rounded(carrierOf(entry.runs, periodDays)));
  const total = addFractions(whole, byDays);
  return { added: difference(total, before), total };
}

export function difference(a: Fraction, b: Fraction): Fraction {
  return addFractions(a, scaleFraction(b, -1n));
}
