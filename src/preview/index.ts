/** The whole face of previews: the same calls before and after a change. */

export type { PreviewChange } from "./change.ts";
export { comparisonOf } from "./comparison.ts";
export { compareExplanations } from "./examples.ts";
export {
  createPreview,
  type Preview,
  type PreviewOptions,
  previewChange,
} from "./preview.ts";
export type {
  Comparison,
  DistributionBand,
  ExampleSide,
  FixedCharges,
  FixedChargesKind,
  FixedChargesLine,
  NotReachedFeature,
  OneSidedCalls,
  PartialComparison,
  Parting,
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
  UnratedReason,
} from "./preview-report.ts";
export type {
  ChangedPriceLine,
  ChangedPrices,
  InheritingTariff,
  PriceChange,
  PricedRecord,
  PriceList,
  PriceUnit,
  PriceUser,
  PriceUses,
} from "./prices/price-list.ts";
export type { PreviewSide } from "./side.ts";
