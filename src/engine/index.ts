/** The whole face of rating: what one call costs, and what many cost. */

export {
  type CallColumns,
  columnsFromRecords,
  type TextColumn,
} from "./call-columns.ts";
export { CallHasher } from "./call-hasher.ts";
export {
  CALL_DECIMALS,
  type CarrierCost,
  callUnits,
  MAX_CALL_AMOUNT,
  reportedInRecord,
  reportedTotal,
} from "./carrier-cost.ts";
export { MICRO, reportedMicroPence } from "./column-costs.ts";
export { asciiOfRow, idOfRow } from "./column-ids.ts";
export { readColumnAmount, readColumnUsage, type UsageField } from "./column-values.ts";
export { type ComponentColumns, unitsOf } from "./component-columns.ts";
export { COMPONENTS, type Component, type ComponentUnits } from "./cost-units.ts";
export { DuplicateIndex, type Repeated, type RepeatedField } from "./duplicate-index.ts";
export { type Explanation, explainCall } from "./explain.ts";
export { KernelRows } from "./kernel-rows.ts";
export { type Quote, type QuotedCall, type QuoteRequest, quote, type RefusedQuote } from "./quote.ts";
export { rateCall } from "./rate-call.ts";
export {
  asReadBefore,
  type BatchOptions,
  createRater,
  type Rater,
  rateCalls,
  rowReadBefore,
} from "./rate-calls.ts";
export { type ColumnOptions, rateColumns } from "./rate-columns.ts";
export type { RateOptions } from "./rate-options.ts";
export { ColumnKeys, OUTCOMES, type RatedColumns, type RowResults } from "./rated-columns.ts";
export { isCallDay, LOCAL_TIME, NO_TIME, readColumnStart, readStart } from "./read-start.ts";
export {
  type AppliedDiscount,
  asResult,
  type CallDiscount,
  type CallInside,
  type CallPool,
  type CallResult,
  COST_DECIMALS,
  DIGEST_FIELD,
  DISCOUNT_FIELDS,
  type ErrorRecord,
  FailedCall,
  featureOf,
  fromRecord,
  IgnoredCall,
  type IgnoredRecord,
  nameOf,
  type PoolRemains,
  plansOf,
  RATING_METHODS,
  type RatedCall,
  type RatedRecord,
  type RatingMethod,
  RESULT_FIELDS,
  type ResultRecord,
  toRecord,
} from "./results/index.ts";
export { RowHasher } from "./row-hasher.ts";
export { planOfRow } from "./row-plan.ts";
export type { Choice, Step } from "./trace.ts";
export {
  type CallWarning,
  OriginWarnings,
  type UnknownOrigin,
  UnknownOrigins,
} from "./unknown-origins.ts";
