/** What `scripts/page-assets.mjs` makes of the style sheets and the script of the pages, as `assets.js` beside this. */

/** A text that a page carries. */
export interface PageAsset {
  readonly text: string;
  /** As a content security policy writes it. */
  readonly hash: string;
}

export const PREVIEW_STYLE: PageAsset;
export const PREVIEW_SCRIPT: PageAsset;
export const BILL_STYLE: PageAsset;
/** What docs/rules.md says of each rule: its title and its first sentence, by its number. */
export const RULES: Readonly<Record<string, { readonly title: string; readonly sentence: string }>>;
