export { formatPreviewPage } from "./format-preview-page.ts";
