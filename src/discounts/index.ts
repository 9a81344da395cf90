/** The whole face of discounts: what plans, pools and minimum spends make of rated calls. */
export { applyDiscounts, type DiscountedBatch, reapplyDiscountPlans } from "./apply-discounts.ts";
export { type CallToDiscount, callOfRow } from "./call-to-discount.ts";
export type { DiscountPool } from "./discount-pool.ts";
export { mergeDiscountStates } from "./discount-pool.ts";
export {
  createDiscountWindow,
  type DiscountedItem,
  type DiscountWindow,
  type HeldCall,
  TurnWindow,
  type WindowOptions,
} from "./discount-window.ts";
export { CallOrderError, createDiscounter, type Discounter } from "./discounter.ts";
export type { DrawTurn } from "./draw-order.ts";
export { explainDiscounts } from "./explain-discounts.ts";
export { type MinimumSpendLine, minimumSpendLines } from "./minimum-spend.ts";
export type { PoolNote } from "./pool-notes.ts";
export type { DiscountState, PoolLimits, PoolState, StateBook, StateCarrier } from "./state-records.ts";
export { DiscountStateError } from "./state-records.ts";
