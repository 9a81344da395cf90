/** The shared parts of the pages of bills and of previews. */
export type { PageAsset } from "./assets.js";
export { BILL_STYLE, PREVIEW_SCRIPT, PREVIEW_STYLE, RULES } from "./assets.js";
export { type Html, html, jsonData, pagePolicy, pageText } from "./html.ts";
