/** Public interface of previews: the same calls before and after a change. */

export type { BillPeriod } from "./bills/bill-days.ts";
export type { PreviewFigures } from "./build-report.ts";
export type { PreviewChange } from "./change.ts";
export { comparisonOf, SUM_DECIMALS } from "./comparison.ts";
export { compareExplanations } from "./examples.ts";
export type { PreviewGoal, SoughtPercent } from "./goal/goal.ts";
export { type CallsAgain, type SeekOptions, seekIncrease } from "./goal/seek-increase.ts";
export {
  createPreview,
  HeldPreview,
  PREVIEW_OPTIONS,
  type Preview,
  type PreviewOptions,
  previewChange,
} from "./preview.ts";
export type {
  ChargedKind,
  Comparison,
  DistributionBand,
  ExampleSide,
  FeatureInError,
  FixedCharges,
  FixedChargesKind,
  FixedChargesLabels,
  NotReachedFeature,
  OneSidedCalls,
  PartialComparison,
  Parting,
  PreviewBill,
  PreviewBills,
  PreviewBreakdowns,
  PreviewCosts,
  PreviewDimension,
  PreviewDistribution,
  PreviewExample,
  PreviewExplanation,
  PreviewLine,
  PreviewMover,
  PreviewMovers,
  PreviewNumberLine,
  PreviewReport,
  RecordedOtherwise,
  RecordedOtherwiseLine,
  RunRate,
  RunRateFigures,
  UnratedReason,
} from "./preview-report.ts";
export { pricesByCustomer } from "./prices/compare-prices.ts";
export type {
  ChangedPriceLine,
  ChangedPrices,
  CustomerPrices,
  InheritingTariff,
  PriceChange,
  PricedRecord,
  PriceList,
  PriceUnit,
  PriceUser,
  PriceUses,
} from "./prices/price-list.ts";
export { isCarrierCharge } from "./prices/price-texts.ts";
export { namesOf, type PreviewSide } from "./side.ts";
