export { type FormatPreviewPageOptions, formatPreviewPage } from "./format-preview-page.ts";
