/** Public interface of rating: the cost of one call, and of many. */

export {
  CALL_DECIMALS,
  callUnits,
  MAX_CALL_AMOUNT,
  reportedInRecord,
  reportedTotal,
} from "./call/carrier-cost.ts";
export { COMPONENTS, type Component, type ComponentUnits, sumOf } from "./call/cost-units.ts";
export { type CallStart, LOCAL_TIME, NO_TIME, readColumnStart, readStart } from "./call/read-start.ts";
export { type CallOwner, ownerOfCall } from "./call-owner.ts";
export {
  type CallColumns,
  columnsFromRecords,
  type TextColumn,
} from "./columns/call-columns.ts";
export { MICRO, reportedMicroPence } from "./columns/column-costs.ts";
export { asciiOfRow, idOfRow } from "./columns/column-ids.ts";
export { readColumnAmount, readColumnUsage, type UsageField } from "./columns/column-values.ts";
export { type ComponentColumns, unitsOf } from "./columns/component-columns.ts";
export { KernelRows } from "./columns/kernel-rows.ts";
export { type ColumnOptions, rateColumns } from "./columns/rate-columns.ts";
export { ColumnKeys, OUTCOMES, type RatedColumns, type RowResults } from "./columns/rated-columns.ts";
export {
  type CallWarning,
  OriginWarnings,
  type UnknownOrigin,
  UnknownOrigins,
} from "./columns/unknown-origins.ts";
export { CallHasher } from "./duplicates/call-hasher.ts";
export { identityOfCall } from "./duplicates/call-identity.ts";
export { DuplicateIndex, type Repeated, type RepeatedField } from "./duplicates/duplicate-index.ts";
export { RowHasher } from "./duplicates/row-hasher.ts";
export { type Explanation, explainCall } from "./explain.ts";
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
export type { RateOptions } from "./rate-options.ts";
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
  requireCall,
  toRecord,
} from "./results/index.ts";
export { CODE_COLUMNS } from "./rows/record-reader.ts";
export { periodOfRow, planOfRow } from "./rows/row-plan.ts";
export type { Choice, Step } from "./trace.ts";
