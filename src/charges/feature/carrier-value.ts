/** R71: the wholesale value of the days of a period. */
import { addFractions, type Fraction, ZERO_FRACTION } from "../../money/index.ts";
import { carrierOf, difference, type MadePeriod, type Run } from "./charged-days.ts";
import type { FeatureRun } from "./feature-run.ts";
import type { Period } from "./periods.ts";
import { tellCarrierDays } from "./tell.ts";

/** The wholesale value that a charge or a correction adds, and the total of the period; undefined: not known. */
export interface CarrierValue {
  readonly added: Fraction | undefined;
  readonly total: Fraction | undefined;
}

/** The value where the wholesale price of the days is not known. */
export const UNKNOWN_CARRIER: CarrierValue = { added: undefined, total: undefined };

/**
 * The wholesale value of the days recorded for a period, and its difference to the value before. An amount that was not
 * charged by days, of a `fixed` wholesale line, stays unchanged.
 */
export function carrierValueOf(
  run: FeatureRun,
  period: Period,
  entry: MadePeriod | undefined,
  runs: readonly Run[],
): CarrierValue {
  const byDays = run.rounded(carrierOf(runs, period.days));
  if (entry === undefined) {
    tellCarrierDays(run.trace, runs, period, byDays, undefined);
    return { added: byDays, total: byDays };
  }
  const before = entry.valueCarrier;
  if (before === undefined) return UNKNOWN_CARRIER;
  const isByDays = ({ terms }: Run): boolean => terms.carrier !== undefined;
  const isAllByDays = entry.runs.every(isByDays);
  // A `fixed` line counts with the first charge only: later charges have no wholesale value.
  if (!isAllByDays && !entry.runs.some(isByDays) && !runs.some(isByDays)) {
    return { added: undefined, total: before };
  }
  const beforeByDays = isAllByDays ? before : run.rounded(carrierOf(entry.runs, period.days));
  const whole = isAllByDays ? ZERO_FRACTION : difference(before, beforeByDays);
  tellCarrierDays(run.trace, runs, period, byDays, beforeByDays);
  const total = addFractions(whole, byDays);
  return { added: difference(total, before), total };
}
