/** The whole face of rating: what one call costs, and what many cost. */

export {
  type CallColumns,
  columnsFromRecords,
  type TextColumn,
} from "./call-columns.ts";
export type { AppliedDiscount, CallDiscount, CallPool, PoolRemains } from "./call-discount.ts";
export { CallHasher } from "./call-hasher.ts";
export type { CallInside } from "./call-inside.ts";
export { CALL_DECIMALS, type CarrierCost, MAX_CALL_AMOUNT, reportedTotal } from "./carrier-cost.ts";
export { reportedMicroPence } from "./column-costs.ts";
export { ColumnCounts } from "./column-counts.ts";
export { idOfRow } from "./column-ids.ts";
export { isCallDay, LOCAL_TIME, NO_TIME, readColumnStart } from "./column-start.ts";
export { readColumnAmount, readColumnUsage, type UsageField } from "./column-values.ts";
export { type ComponentColumns, unitsOf } from "./component-columns.ts";
export type { ComponentUnits } from "./component-units.ts";
export { COMPONENTS, type Component } from "./components.ts";
export { DuplicateIndex, HASH_WORDS, type RepeatedField } from "./duplicate-index.ts";
export { type Explanation, explainCall } from "./explain.ts";
export { asResult, fromRecord } from "./from-record.ts";
export { type Quote, type QuotedCall, type QuoteRequest, quote, type RefusedQuote } from "./quote.ts";
export { rateCall } from "./rate-call.ts";
export { asReadBefore, type BatchOptions, createRater, type Rater, rateCalls } from "./rate-calls.ts";
export { type ColumnOptions, rateColumns } from "./rate-columns.ts";
export type { RateOptions } from "./rate-options.ts";
export type { CallResult, RatedCall } from "./rated-call.ts";
export { ColumnKeys, OUTCOMES, type RatedColumns } from "./rated-columns.ts";
export { readStart } from "./read-start.ts";
export {
  createReconciliation,
  type Reconciliation,
  ReconciliationCollector,
  type ReconciliationLine,
} from "./reconcile.ts";
export {
  DIGEST_FIELD,
  DISCOUNT_FIELDS,
  type ErrorRecord,
  type IgnoredRecord,
  type RatedRecord,
  type RatingMethod,
  RESULT_FIELDS,
  type ResultRecord,
} from "./result-records.ts";
export { COST_DECIMALS } from "./stored-record.ts";
export { type ClassTotals, createTally, type Tally, type TallyReport } from "./tally.ts";
export { toRecord } from "./to-record.ts";
export type { Choice, Step } from "./trace.ts";
export {
  type CallWarning,
  OriginWarnings,
  type UnknownOrigin,
  UnknownOrigins,
} from "./unknown-origins.ts";
export { FailedCall, IgnoredCall, nameOf } from "./unrated-call.ts";
export {
  createWorklist,
  type Worklist,
  WorklistCollector,
  type WorklistEntry,
  type WorklistGroup,
  type WorklistItem,
  WorklistPart,
} from "./worklist.ts";
