/** R30: the five components of a cost, by the end of their field names. */
import type { Decimal } from "decimal.js";
import { ZERO } from "./values.ts";

export type Component =
  | "Basic"
  | "AccessCharge"
  | "SurchargeMobileOrigination"
  | "SurchargePayphoneOrigination"
  | "SurchargeCallRecording";

export const COMPONENTS: readonly Component[] = [
  "Basic",
  "AccessCharge",
  "SurchargeMobileOrigination",
  "SurchargePayphoneOrigination",
  "SurchargeCallRecording",
];

export type Components = Readonly<Record<Component, Decimal>>;

export const NO_COST: Components = {
  Basic: ZERO,
  AccessCharge: ZERO,
  SurchargeMobileOrigination: ZERO,
  SurchargePayphoneOrigination: ZERO,
  SurchargeCallRecording: ZERO,
};

/** R14: components always sum to the total. */
export function totalOf(components: Components): Decimal {
  return COMPONENTS.reduce((total, component) => total.plus(components[component]), ZERO);
}
