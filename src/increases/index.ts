/** Public interface of increases: prices raised by the rules R50 to R58, and increases due by the annual profiles. */
export { ACTION_ERROR_CODES, type ActionError, type ActionErrorCode, isActionError } from "./action-error.ts";
export {
  applyIncrease,
  type IncreaseBookError,
  type IncreasedBook,
  type IncreaseResult,
  increaseBook,
} from "./apply-increase.ts";
export type { ChildOfRaised } from "./children-of-raised.ts";
export {
  type ActionRequest,
  createIncreaseVersion,
  performAction,
  type VersionResult,
} from "./create-increase-version.ts";
export { covers, type DaySpan, datesOf, piecesOf, spanOf } from "./day-spans.ts";
export { resolvedTariff } from "./flatten-tariff.ts";
export {
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreaseRequest,
  type IncreaseResource,
  type IncreaseScope,
  type VersionRequest,
} from "./increase-request.ts";
export {
  type CustomerMove,
  type MovedCustomers,
  type MoveResult,
  moveCustomers,
  tariffsOfCustomer,
} from "./moves/index.ts";
export {
  type IncreasePlan,
  type PlannedItem,
  type PlannedProfile,
  type PlannedResource,
  type PlanOptions,
  type PlanProfile,
  planIncreases,
} from "./plan-increases.ts";
export type { FeatureNotReached } from "./raise-record.ts";
export type { IncreasableRecord, KeptPrice, RaisedPrice } from "./raised-prices.ts";
