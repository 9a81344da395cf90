/** Public interface of this folder: the charging of one feature. */
export { beforeCharges } from "./before-charges.ts";
export { chargeFeature, type FeatureCharged } from "./charge-feature.ts";
export { DayTexts, type MadePeriod, netOf } from "./charged-days.ts";
export { chargeableOf, hasCharges } from "./feature-faults.ts";
export type { ChargeRange } from "./feature-run.ts";
export { Ledger } from "./ledger.ts";
export { KnownPeriods, type Period } from "./periods.ts";
export { type ChargeRate, type PriceLevel, priceLevelOf, rateOn } from "./rate-on.ts";
export { levelWith, tellDays, tellRecorded, tellRounding } from "./tell.ts";
