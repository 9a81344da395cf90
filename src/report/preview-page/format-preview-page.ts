/** The page of a preview: one file that asks nothing of the network. */
import type { PreviewReport } from "../../index.ts";
import { moneyText } from "../money-text.ts";
import { html, jsonData, PREVIEW_SCRIPT, PREVIEW_STYLE, pageText } from "../page/index.ts";
import { breakdowns } from "./breakdowns-section.ts";
import { customers, pageData } from "./customers-section.ts";
import { distribution } from "./distribution-section.ts";
import { examples } from "./examples-section.ts";
import { fixedCharges } from "./fixed-charges-section.ts";
import { cards, header, headline, headlineSentence } from "./headline.ts";
import { warnings } from "./warnings.ts";

/**
 * A preview as one HTML page for a person: totals first, then warnings, the spread over the customers,
 * breakdowns, every customer, and example calls with both explanations. The page is complete without its
 * script, which sorts, filters and opens customers; it asks nothing of the network, and a content security
 * policy forbids everything but its own style sheet and script. Amounts are rounded to pence for reading
 * and have every digit as their `title`. The page itself holds the rows of 200 customers, its script shows
 * more on demand: the 10,000 that change most; all further customers are added up in a line.
 *
 * @example
 * const report = previewChange(book, book, calls);
 * formatPreviewPage(report).startsWith("<!doctype html>"); // => true
 */
export function formatPreviewPage(report: PreviewReport): string {
  const money = moneyText(report.currency, report.currencyDecimals);
  const data = pageData(report);
  return pageText({
    title: headlineSentence(report, money),
    colorScheme: "light dark",
    style: PREVIEW_STYLE,
    script: PREVIEW_SCRIPT,
    body: html`<a class="skip" href="#customers">Skip to the customers</a>
${header(report, money)}<main>
${headline(report, money)}${warnings(report, money)}${cards(report, money)}${distribution(report, money)}${customers(data, report, money)}${breakdowns(report, money)}${fixedCharges(report, money)}${examples(report, money)}</main>
<footer><p>Amounts of calls are exact; they are rounded to whole pence here for reading only, and show every digit when pointed at. Made by Tollbook.</p></footer>
<script type="application/json" id="page-data">${jsonData(data)}</script>
`,
  });
}
