/** What `scripts/console-assets.mjs` makes of the style sheets and the script of the console, as `console-assets.js` beside this. */
import type { PageAsset } from "../../report/index.ts";

export const CONSOLE_STYLE: PageAsset;
export const CONSOLE_SCRIPT: PageAsset;
