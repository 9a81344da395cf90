/** The page of a preview: one file that asks nothing of the network. */
import type { PreviewReport } from "../../index.ts";
import { html, jsonData, trusted } from "../html.ts";
import { moneyText } from "../money-text.ts";
import { PREVIEW_SCRIPT, PREVIEW_STYLE } from "../page/index.ts";
import { breakdowns } from "./breakdowns.ts";
import { customers, pageData } from "./customers.ts";
import { distribution } from "./distribution.ts";
import { examples } from "./examples.ts";
import { fixedCharges } from "./fixed-charges.ts";
import { cards, header, headline, headlineSentence } from "./headline.ts";
import { warnings } from "./warnings.ts";

/** Only the two texts with these hashes may act; nothing may be loaded, sent or framed in. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src '${PREVIEW_STYLE.hash}'`,
  `script-src '${PREVIEW_SCRIPT.hash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/**
 * A preview as one HTML page for a person: totals first, then warnings, the spread over the customers,
 * breakdowns, every customer, and example calls with both explanations. The page is complete without its
 * script, which sorts, filters and opens customers; it asks nothing of the network, and a content security
 * policy forbids everything but its own style sheet and script. Amounts are rounded to pence for reading
 * and have every digit as their `title`. The page itself holds the rows of 200 customers, its script shows
 * more on demand: the 10,000 that change most; the others are added up in a line.
 *
 * @example
 * const report = previewChange(book, book, calls);
 * formatPreviewPage(report).startsWith("<!doctype html>"); // => true
 */
export function formatPreviewPage(report: PreviewReport): string {
  const money = moneyText(report.currency, report.currencyDecimals);
  const data = pageData(report);
  return html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<meta name="format-detection" content="telephone=no">
<link rel="icon" href="data:,">
<title>${headlineSentence(report, money)}</title>
<style>${trusted(PREVIEW_STYLE.text)}</style>
</head>
<body>
<a class="skip" href="#customers">Skip to the customers</a>
${header(report, money)}<main>
${headline(report, money)}${warnings(report, money)}${cards(report, money)}${distribution(report, money)}${customers(data, report, money)}${breakdowns(report, money)}${fixedCharges(report, money)}${examples(report, money)}</main>
<footer><p>Amounts of calls are exact; they are rounded to whole pence here for reading only, and show every digit when pointed at. Made by Tollbook.</p></footer>
<script type="application/json" id="page-data">${jsonData(data)}</script>
<script>${trusted(PREVIEW_SCRIPT.text)}</script>
</body>
</html>
`.text;
}
