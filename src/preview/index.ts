/** Public interface of previews: the same calls before and after a change. */

export type { BillPeriod } from "./bills/bill-days.ts";
export type { PreviewFigures } from "./build-report.ts";
export type { PreviewChange } from "./change.ts";
export { comparisonOf, SUM_DECIMALS } from "./comparison.ts";
export { compareExplanations } from "./examples.ts";
export type { PreviewGoal, SoughtPercent } from "./goal/goal.ts";
export { type CallsAgain, type SeekOptions, seekIncrease } from "./goal/seek-increase.ts";
export { monthsBetween } from "./months.ts";
export {
  createPreview,
  HeldPreview,
  PREVIEW_OPTIONS,
  type Preview,
  type PreviewOptions,
  previewChange,
} from "./preview.ts";
export type {
  Comparison,
  FeatureInError,
  FixedCharges,
  NotReachedFeature,
  PartialComparison,
  Parting,
  PreviewBill,
  PreviewBills,
  PreviewCosts,
  PreviewDimension,
  PreviewExample,
  PreviewLine,
  PreviewNumberLine,
  PreviewReport,
  RecordedOtherwise,
  RecordedOtherwiseLine,
  RunRate,
  UnratedReason,
} from "./preview-report.ts";
export { pricesByCustomer } from "./prices/compare-prices.ts";
export type {
  ChangedPriceLine,
  ChangedPrices,
  CustomerPrices,
  InheritingTariff,
  PriceChange,
  PriceList,
} from "./prices/price-list.ts";
export { isCarrierCharge } from "./prices/price-texts.ts";
export { namesOf, type PreviewSide } from "./side.ts";
