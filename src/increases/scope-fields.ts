/** Which fields each scope touches (R51, R52, R53). */
import type { RateValueName } from "../model/index.ts";

/** The prices of a rate beside `cost`, by the names a line gives them (R51). */
const CHARGES: readonly RateValueName[] = [
  "costConnection",
  "costSecondaryConnection",
  "initialCost",
  "costMin",
  "costMax",
  "accessCharge",
  "accessChargeConnection",
  "surchargeMobileOrigination",
  "surchargeMobileOriginationConnection",
  "surchargePayphoneOrigination",
  "surchargePayphoneOriginationConnection",
  "surchargeCallRecording",
  "surchargeCallRecordingConnection",
];

/** The values of a line or base that a scope of tariffs touches; `cost` only where it is no percentage. */
export function ratePrices(scope: string, isPercentage: boolean): readonly RateValueName[] {
  const charges = scope === "allCharges" ? CHARGES : [];
  return isPercentage ? charges : ["cost", ...charges];
}

/** Whether a scope touches a line of a fixed fee tariff. */
export function isFeeInScope(
  line: { readonly chargeKind?: string; readonly fixedFeeTariffType?: string },
  scope: string,
): boolean {
  if (line.fixedFeeTariffType === "markup") return false;
  return scope === "recurringAndConnections" || line.chargeKind !== "oneOff";
}

/** The prices of a standard feature, and of a feature, that a scope touches. */
export function featurePrices(scope: string): readonly ("serviceCharge" | "connectionCharge")[] {
  return scope === "recurringOnly" ? ["serviceCharge"] : ["serviceCharge", "connectionCharge"];
}
