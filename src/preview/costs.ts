/** What a call costs on one side of a preview: the one place from which a preview takes amounts. */
import type { CallRecord } from "../model/index.ts";
import type { Units } from "../money/index.ts";
import { CALL_DECIMALS, callUnits, type RatedCall, readCallAmount, reportedTotal } from "../rating/index.ts";

/** Amounts in whole units of 10^-decimals pence. */
export interface Costs {
  readonly retail: Units;
  readonly retailDecimals: number;
  /** Undefined where it is not known. */
  readonly wholesale: Units | undefined;
  readonly wholesaleDecimals: number;
}

/**
 * The costs of a rated call. Wholesale is what the carrier reported and, where it reported nothing, what was
 * calculated, as in a tally.
 */
export function costsOf(result: RatedCall): Costs {
  const { retail, wholesale, decimals } = result.units;
  const reported = reportedTotal(result.reported.carrierCost);
  return {
    retail,
    retailDecimals: decimals,
    wholesale: reported ?? wholesale,
    wholesaleDecimals: reported === undefined ? decimals : CALL_DECIMALS,
  };
}

/**
 * What a record says was charged: `cost` (after discounts), where that is blank `costBase` (before them).
 * Wholesale is `costCDR` or its components, where all are blank `costCarrier`.
 */
export function recordedCosts(call: CallRecord): Costs | "not-recorded" | "malformed-record" {
  if (typeof call !== "object" || call === null) return "malformed-record";
  const cost = readCallAmount(call.cost);
  const retail = cost === null ? readCallAmount(call.costBase) : cost;
  if (retail === false) return "malformed-record";
  if (retail === null) return "not-recorded";
  return {
    retail: callUnits(retail),
    retailDecimals: CALL_DECIMALS,
    wholesale: recordedWholesale(call),
    wholesaleDecimals: CALL_DECIMALS,
  };
}

/** Undefined where the record names no wholesale cost, or one that cannot be read. */
function recordedWholesale(call: CallRecord): Units | undefined {
  const reported = [
    readCallAmount(call.costCDR),
    readCallAmount(call.costCDRBasic),
    readCallAmount(call.costCDRAccessCharge),
    readCallAmount(call.costCDRSurchargeMobileOrigination),
    readCallAmount(call.costCDRSurchargePayphoneOrigination),
    readCallAmount(call.costCDRSurchargeCallRecording),
  ] as const;
  if (reported.some((amount) => amount === false)) return undefined;
  const total = reportedTotal(reported as readonly (string | null)[] as Parameters<typeof reportedTotal>[0]);
  if (total !== undefined) return total;
  const calculated = readCallAmount(call.costCarrier);
  return typeof calculated === "string" ? callUnits(calculated) : undefined;
}
