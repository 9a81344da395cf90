/** Results of rating, and the records that store them (R30). */
export type { AppliedDiscount, CallDiscount, CallPool, PoolRemains } from "./call-discount.ts";
export { KeptRow } from "./kept-row.ts";
export { PricedCall, type RetailCharge } from "./priced-call.ts";
export { type CallInside, type CallResult, featureOf, plansOf, type RatedCall } from "./rated-call.ts";
export {
  COST_DECIMALS,
  DIGEST_FIELD,
  DISCOUNT_FIELDS,
  type ErrorRecord,
  type IgnoredRecord,
  RATING_METHODS,
  type RatedRecord,
  type RatingMethod,
  RESULT_FIELDS,
  type ResultRecord,
} from "./result-fields.ts";
export { asResult, fromRecord, requireCall, toRecord } from "./result-record.ts";
export { FailedCall, IgnoredCall, nameOf } from "./unrated-call.ts";
