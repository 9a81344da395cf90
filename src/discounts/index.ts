/** Public interface of discounts: plans, pools and minimum spends of rated calls. */

export { billingPeriodOf } from "./allowance.ts";
export { applyDiscounts, type DiscountedBatch, reapplyDiscountPlans } from "./apply-discounts.ts";
export {
  type CallToDiscount,
  compareTurns,
  type DrawTurn,
  PlannedRows,
  startOfRow,
} from "./call-to-discount.ts";
export {
  createDiscountWindow,
  type DiscountedItem,
  type DiscountWindow,
  type WindowOptions,
} from "./discount-window.ts";
export { CallOrderError, createDiscounter, type Discounter, DiscountRun } from "./discounter.ts";
export { type DrawnCall, DrawWindow } from "./draw-window.ts";
export { billingPeriodOn, drawingPeriod, emptyState } from "./drawing-period.ts";
export { explainDiscounts } from "./explain-discounts.ts";
export { type KeptDraw, startInstant, stateOfDraws, withKeptDiscounts } from "./kept-discounts.ts";
export { type MinimumSpendLine, minimumSpendLines } from "./minimum-spend.ts";
export { type DiscountPool, mergeDiscountStates, type PoolNote } from "./pool-records.ts";
export {
  type DiscountState,
  DiscountStateError,
  type PoolLimits,
  type PoolState,
  type StateBook,
  type StateCarrier,
} from "./state-records.ts";
export { type HeldCalls, TurnWindow } from "./turn-window.ts";
