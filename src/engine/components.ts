/** The five components of a cost, in the order in which they are written, split and discounted. */
export const COMPONENTS = [
  "Basic",
  "AccessCharge",
  "SurchargeMobileOrigination",
  "SurchargePayphoneOrigination",
  "SurchargeCallRecording",
] as const;

/** The name of a component as it ends a cost's field name (`costBaseAccessCharge`). */
export type Component = (typeof COMPONENTS)[number];
