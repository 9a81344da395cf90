/** Public interface of the reports: previews and explanations as text, tables and pages. */

export { minorUnit } from "../money/index.ts";
export { formatBill, formatBillTotals } from "./format-bill.ts";
export { createBillPages, formatBillPage } from "./format-bill-page.ts";
export { formatChargeExplanation, formatExplanation, formatQuote } from "./format-explanation.ts";
export { formatGoal } from "./format-goal.ts";
export {
  createItemisedLists,
  ITEMISED_FIELDS,
  type ItemisedLists,
  type ItemisedRecord,
} from "./format-itemised.ts";
export { type FormatPreviewOptions, formatPreview, PREVIEW_DIMENSIONS } from "./format-preview.ts";
export { LETTER_FIELDS, type LetterRecord, letterRecords } from "./letter-records.ts";
export { createLivePage, formatLivePage, type LivePage, type LivePageOptions } from "./live-page/index.ts";
export {
  counted,
  countText,
  dateText,
  durationText,
  type MoneyText,
  moneyText,
  percentText,
  periodText,
} from "./money-text.ts";
export {
  type Html,
  html,
  jsonData,
  type PageAsset,
  PREVIEW_SCRIPT,
  PREVIEW_STYLE,
  pagePolicy,
  pageText,
} from "./page/index.ts";
export { passedOverText } from "./passed-over-text.ts";
export { aligned, escapedControls, harmless, harmlessLines, shortened } from "./plain-text.ts";
export { type FormatPreviewPageOptions, formatPreviewPage } from "./preview-page/index.ts";
export { PREVIEW_FIELDS, type PreviewRecord, previewRecords, withCurrency } from "./preview-records.ts";
export { type Payment, type Payments, paymentsOf } from "./preview-summary.ts";
export { chargeTypeWords, classWords, SCOPE_WORDS } from "./preview-words.ts";
