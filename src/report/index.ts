/** The whole face of the reports: previews and explanations as text, tables and pages. */

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
export { type FormatPreviewOptions, formatPreview } from "./format-preview.ts";
export { LETTER_FIELDS, type LetterRecord, letterRecords } from "./letter-records.ts";
export { createLivePage, formatLivePage, type LivePage, type LivePageOptions } from "./live-page/index.ts";
export { type MoneyText, minorUnit, moneyText } from "./money-text.ts";
export { passedOverText } from "./passed-over-text.ts";
export { harmless, harmlessLines } from "./plain-text.ts";
export { type FormatPreviewPageOptions, formatPreviewPage } from "./preview-page/index.ts";
export { PREVIEW_FIELDS, type PreviewRecord, previewRecords } from "./preview-records.ts";
