/** What every page is around its content: one file that asks nothing of the network. */

import type { PageAsset } from "./assets.js";
import { type Html, html, trusted } from "./html.ts";

/** What one page has of its own. */
export interface PageParts {
  readonly title: string;
  readonly colorScheme: "light" | "light dark";
  readonly style: PageAsset;
  readonly script?: PageAsset;
  readonly body: Html;
}

/** A whole page. Only its own style sheet and script may act; nothing may be loaded, sent or framed in. */
export function pageText({ title, colorScheme, style, script, body }: PageParts): string {
  const policy = [
    "default-src 'none'",
    `style-src '${style.hash}'`,
    ...(script === undefined ? [] : [`script-src '${script.hash}'`]),
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${colorScheme}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${trusted(style.text)}</style>
</head>
<body>
${body}${script && html`<script>${trusted(script.text)}</script>\n`}</body>
</html>
`.text;
}
