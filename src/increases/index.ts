/** The whole face of increases: prices raised by the rules R50 to R58, and what is due by the annual profiles. */
export { ACTION_ERROR_CODES, type ActionError, type ActionErrorCode, isActionError } from "./action-error.ts";
export { applyIncrease, type IncreaseResult } from "./apply-increase.ts";
export type { ChildOfRaised } from "./children-of-raised.ts";
export { createIncreaseVersion, type VersionResult } from "./create-increase-version.ts";
export { type IncreaseBookError, type IncreasedBook, increaseBook } from "./increase-book.ts";
export {
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreaseRequest,
  type IncreaseResource,
  type IncreaseScope,
  type VersionRequest,
} from "./increase-request.ts";
export type { FeatureNotReached } from "./increase-standard-feature.ts";
export type { IncreasableRecord } from "./increased-record.ts";
export { type ActionRequest, performAction } from "./perform-action.ts";
export {
  type IncreasePlan,
  type PlannedItem,
  type PlannedProfile,
  type PlanOptions,
  type PlanProfile,
  planIncreases,
} from "./plan-increases.ts";
export type { PlannedResource } from "./plan-owners.ts";
export type { KeptPrice, RaisedPrice } from "./raised-prices.ts";
