/** The request of an increase, and the fields that each scope touches (R51, R52, R53). */

import { type Id, RATE_PRICES, type RateValueName, rateFieldsWith } from "../model/index.ts";
import type { Amount } from "../money/index.ts";

/** The lists whose records can be increased. */
export const INCREASE_RESOURCES = ["tariffs", "fixedFeeTariffs", "standardFeatures"] as const;

/** A list whose records can be increased. */
export type IncreaseResource = (typeof INCREASE_RESOURCES)[number];

/** The scopes of an increase, by resource (R51, R52, R53); the second scope of each includes the first. */
export const INCREASE_SCOPES = {
  tariffs: ["costOnly", "allCharges"],
  fixedFeeTariffs: ["recurringOnly", "recurringAndConnections"],
  standardFeatures: ["recurringOnly", "recurringAndConnections"],
} as const;

/** A scope of tariffs, or of fixed fee tariffs and standard features. */
export type IncreaseScope = "costOnly" | "allCharges" | "recurringOnly" | "recurringAndConnections";

/**
 * The request of an increase. Fields are unchecked input of a caller: a missing, unknown or out-of-range value gives
 * an error object (R56), no exception. `VersionRequest` has the fields of versions only.
 */
export interface IncreaseRequest {
  readonly resource: IncreaseResource;
  readonly id?: Id | null | undefined;
  readonly increaseScope?: IncreaseScope | string | null | undefined;
  /** 3.5 means 3.5 %: above -100, at most 1000, at most 6 decimal places (R50). Excludes `increaseAmount`. */
  readonly increasePercent?: Amount | null | undefined;
  /** Added to each price (R57): pence on tariffs, pounds elsewhere; at most 6 decimal places. */
  readonly increaseAmount?: Amount | null | undefined;
  /**
   * `YYYY-MM-DD`: calls and charges before this date keep their cost (R58); `--from` on the command line. Not for
   * standard features.
   */
  readonly effectiveDate?: string | null | undefined;
}

/** The request of a version. */
export interface VersionRequest extends IncreaseRequest {
  /** The id of a new version (R55); blank = the highest integer id plus 1. */
  readonly newId?: Id | null | undefined;
  /**
   * True: the version of a default tariff keeps `forCarriers` and `forNumberTypes`, so that calls find two defaults
   * until one of the two loses the lists (R55).
   */
  readonly keepDefaults?: boolean | string | number | null | undefined;
}

/** The fields of a request in place. */
export const INCREASE_FIELDS = [
  "resource",
  "id",
  "increaseScope",
  "increasePercent",
  "increaseAmount",
  "effectiveDate",
] as const satisfies readonly (keyof IncreaseRequest)[];

export const VERSION_FIELDS = [
  ...INCREASE_FIELDS,
  "newId",
  "keepDefaults",
] as const satisfies readonly (keyof VersionRequest)[];

const USAGE_PRICES: readonly RateValueName[] = rateFieldsWith("price", "usage");

/** The values of a line or base that a scope of tariffs touches; `cost` only where it is no percentage. */
export function ratePrices(scope: string, isPercentage: boolean): readonly RateValueName[] {
  const prices = scope === "allCharges" ? RATE_PRICES : USAGE_PRICES;
  return isPercentage ? prices.filter((name) => !USAGE_PRICES.includes(name)) : prices;
}

export function isFeeInScope(
  line: { readonly chargeKind?: string; readonly fixedFeeTariffType?: string },
  scope: string,
): boolean {
  if (line.fixedFeeTariffType === "markup") return false;
  return scope === "recurringAndConnections" || line.chargeKind !== "oneOff";
}

export function featurePrices(scope: string): readonly ("serviceCharge" | "connectionCharge")[] {
  return scope === "recurringOnly" ? ["serviceCharge"] : ["serviceCharge", "connectionCharge"];
}
