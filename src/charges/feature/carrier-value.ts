/** R71: what the days of a period cost wholesale. */
import { addFractions, type Fraction, scaleFraction, ZERO_FRACTION } from "../../money/index.ts";
import type { ChargeTrace } from "../charge-trace.ts";
import { carrierOf, type Days, type Run } from "./charged-days.ts";
import type { FeatureRun } from "./feature-run.ts";
import type { MadePeriod } from "./ledger.ts";
import { tellCarrierDays, tellCarrierWhole } from "./tell.ts";

/** What a charge or a correction adds, and what the period comes to; undefined: not known. */
export interface CarrierValue {
  readonly added: Fraction | undefined;
  readonly total: Fraction | undefined;
}

/** Where nobody says what the days cost wholesale. */
export const UNKNOWN_CARRIER: CarrierValue = { added: undefined, total: undefined };

/**
 * What the days recorded for a period come to wholesale, and what that adds to what they came to before. What was not
 * charged by days, of a `fixed` wholesale line, stays as it is.
 */
export function carrierValueOf(
  entry: MadePeriod | undefined,
  runs: readonly Run[],
  period: Days & { readonly days: number },
  rounded: (value: Fraction) => Fraction,
  trace?: ChargeTrace,
): CarrierValue {
  const byDays = rounded(carrierOf(runs, period.days));
  if (entry === undefined) {
    tellCarrierDays(trace, runs, period, byDays, undefined);
    return { added: byDays, total: byDays };
  }
  const before = entry.valueCarrier;
  if (before === undefined) return UNKNOWN_CARRIER;
  const isByDays = ({ terms }: Run): boolean => terms.carrier !== undefined;
  const isAllByDays = entry.runs.every(isByDays);
  // Of a `fixed` line, which comes with the first charge only, the others have none.
  if (!isAllByDays && !entry.runs.some(isByDays) && !runs.some(isByDays)) {
    return { added: undefined, total: before };
  }
  const beforeByDays = isAllByDays ? before : rounded(carrierOf(entry.runs, period.days));
  const whole = isAllByDays ? ZERO_FRACTION : difference(before, beforeByDays);
  tellCarrierDays(trace, runs, period, byDays, beforeByDays);
  const total = addFractions(whole, byDays);
  return { added: difference(total, before), total };
}

/** What so many cost wholesale, whatever the days. */
export function carrierOfAll(run: FeatureRun, each: Fraction, billed: Fraction): Fraction {
  const exact = scaleFraction(each, billed.numerator, billed.denominator);
  const value = run.rounded(exact);
  tellCarrierWhole(run.trace, each, billed, exact, value);
  return value;
}

/** a − b, exact. */
export function difference(a: Fraction, b: Fraction): Fraction {
  return addFractions(a, scaleFraction(b, -1n));
}
