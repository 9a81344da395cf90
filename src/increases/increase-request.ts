/** What an increase is asked for, and which fields each scope touches (R51, R52, R53). */

import { type Id, RATE_PRICES, type RateValueName, rateFieldsWith } from "../model/index.ts";
import type { Amount } from "../money/index.ts";

/** The lists whose records can be increased. */
export const INCREASE_RESOURCES = ["tariffs", "fixedFeeTariffs", "standardFeatures"] as const;

/** A list whose records can be increased. */
export type IncreaseResource = (typeof INCREASE_RESOURCES)[number];

/** Which prices an increase touches, by resource (R51, R52, R53); the second of each includes the first. */
export const INCREASE_SCOPES = {
  tariffs: ["costOnly", "allCharges"],
  fixedFeeTariffs: ["recurringOnly", "recurringAndConnections"],
  standardFeatures: ["recurringOnly", "recurringAndConnections"],
} as const;

/** A scope of tariffs, or of fixed fee tariffs and standard features. */
export type IncreaseScope = "costOnly" | "allCharges" | "recurringOnly" | "recurringAndConnections";

/**
 * What an increase is asked for. Fields are as an outside caller hands them in: what is missing, out of range or
 * unknown is answered with an error object (R56), not thrown. What only a version has is in `VersionRequest`.
 */
export interface IncreaseRequest {
  readonly resource: IncreaseResource;
  readonly id?: Id | null | undefined;
  readonly increaseScope?: IncreaseScope | string | null | undefined;
  /** 3.5 means 3.5 %: above -100, at most 1000, at most 6 decimal places (R50). One of this and `increaseAmount`. */
  readonly increasePercent?: Amount | null | undefined;
  /** Added to each price (R57): pence on tariffs, pounds elsewhere; at most 6 decimal places. */
  readonly increaseAmount?: Amount | null | undefined;
  /**
   * `YYYY-MM-DD`: calls and charges before this date cost what they did (R58); `--from` on the command line. Not for
   * standard features.
   */
  readonly effectiveDate?: string | null | undefined;
}

/** What a version is asked for. */
export interface VersionRequest extends IncreaseRequest {
  /** The id of a new version (R55); blank = one more than the highest integer id. */
  readonly newId?: Id | null | undefined;
  /**
   * True: the version of a default tariff keeps `forCarriers` and `forNumberTypes`, so that calls find two defaults
   * until one of the two gives way (R55).
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

/** The fields of a request for a version. */
export const VERSION_FIELDS = [
  ...INCREASE_FIELDS,
  "newId",
  "keepDefaults",
] as const satisfies readonly (keyof VersionRequest)[];

/** R56: what an increase is asked for, read and checked in the order of the errors. */

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
