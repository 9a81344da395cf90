/** Public interface of live pages. */
export { createLivePage, formatLivePage, type LivePage, type LivePageOptions } from "./live-page.ts";
