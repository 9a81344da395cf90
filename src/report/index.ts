/** The whole face of the reports: previews and explanations as text, tables and pages. */
export { createBillPages, formatBillPage } from "./bill-page/index.ts";
export { harmless, harmlessLines } from "./control-characters.ts";
export { formatBill, formatBillTotals } from "./format-bill.ts";
export { formatChargeExplanation } from "./format-charge-explanation.ts";
export { formatExplanation, formatQuote } from "./format-explanation.ts";
export { type FormatPreviewOptions, formatPreview } from "./format-preview.ts";
export { minorUnit } from "./minor-unit.ts";
export { type MoneyText, moneyText } from "./money-text.ts";
export { formatPreviewPage } from "./preview-page/index.ts";
export { PREVIEW_FIELDS, type PreviewRecord, previewRecords } from "./preview-records.ts";
