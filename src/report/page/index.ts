/** What the pages of bills and of previews share. */
export type { PageAsset } from "./assets.js";
export { BILL_STYLE, PREVIEW_SCRIPT, PREVIEW_STYLE, RULES } from "./assets.js";
export { type Html, html, jsonData, pagePolicy, pageText } from "./html.ts";
