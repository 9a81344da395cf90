/** Which fields each scope touches (R51, R52, R53). */
import { RATE_PRICES, type RateValueName, rateFieldsWith } from "../model/index.ts";

const USAGE_PRICES: readonly RateValueName[] = rateFieldsWith("price", "usage");

/** The values of a line or base that a scope of tariffs touches; `cost` only where it is no percentage. */
export function ratePrices(scope: string, isPercentage: boolean): readonly RateValueName[] {
  const prices = scope === "allCharges" ? RATE_PRICES : USAGE_PRICES;
  return isPercentage ? prices.filter((name) => !USAGE_PRICES.includes(name)) : prices;
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
