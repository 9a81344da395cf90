/** What `scripts/page-assets.mjs` makes of the style sheet and the script of live pages, as `live-assets.js` beside this. */
import type { PageAsset } from "../page/index.ts";

export const LIVE_STYLE: PageAsset;
export const LIVE_SCRIPT: PageAsset;
