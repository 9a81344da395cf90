/** The page of a preview: one self-contained HTML file. */
import type { PreviewReport } from "../../index.ts";
import { knownOptions } from "../../names/index.ts";
import { moneyForTable, moneyText } from "../money-text.ts";
import { html, jsonData, PREVIEW_SCRIPT, PREVIEW_STYLE, pageText } from "../page/index.ts";
import { paymentsOf, thresholdOf } from "../preview-summary.ts";
import { sideNames } from "../preview-words.ts";
import { breakdowns } from "./breakdowns-section.ts";
import { customers, pageData } from "./customers-section.ts";
import { distribution } from "./distribution-section.ts";
import { examples, shownExamples } from "./examples-section.ts";
import { amountsOf } from "./figures.ts";
import { fixedCharges } from "./fixed-charges-section.ts";
import { answer, header, headlineSentence } from "./headline.ts";
import { otherCurrencies } from "./other-currencies-section.ts";
import { prices } from "./prices-section.ts";
import { rules } from "./rules-section.ts";
import { who } from "./who-section.ts";

/** Options of the page of a preview. */
export interface FormatPreviewPageOptions {
  /** The page counts the customers that rise by more than this percentage; default 5. */
  readonly threshold?: number;
}

const checkOptions = knownOptions<FormatPreviewPageOptions>("formatPreviewPage", { threshold: "any" });

/**
 * A preview as one HTML page for decision makers: the change, its amount a month and a year, the affected customers,
 * the distribution over the customers, every customer, breakdowns, prices, and example calls with both explanations.
 * The page is complete without its script, which sorts, searches and opens customers; the page makes no network
 * request, and a content security policy forbids everything but the page's own style sheet and script. Amounts are
 * rounded for reading, so that before + difference = after as printed, and have every digit as their `title`. The
 * page's markup has the rows of 200 customers, the script shows more on demand: the 10,000 that change most; all
 * further customers are added up in a line. Customers who are billed in other currencies than the book's (R24) have
 * tables of their own, with a sum for each currency; every other figure is of those who are billed in the book's.
 *
 * @throws RangeError where `threshold` is no percentage
 * @example
 * const report = previewChange(book, book, calls);
 * formatPreviewPage(report, { threshold: 3 }).startsWith("<!doctype html>"); // => true
 */
export function formatPreviewPage(report: PreviewReport, options: FormatPreviewPageOptions = {}): string {
  checkOptions(options);
  const threshold = thresholdOf(options.threshold);
  const money = moneyText(report.currency, report.currencyDecimals);
  const payments = paymentsOf(report);
  const { retail, wholesale, margin } = report.totals;
  const ofTotals = moneyForTable(
    money,
    report.currencyDecimals,
    amountsOf([payments.total, retail, wholesale, margin]),
  );
  const data = pageData(report, payments, money);
  const shown = shownExamples(report);
  return pageText({
    title: headlineSentence(report, ofTotals),
    colorScheme: "light dark",
    style: PREVIEW_STYLE,
    script: PREVIEW_SCRIPT,
    body: html`<a class="skip" href="#customers">Skip to the customers</a>
${header(report, ofTotals)}<main>
${answer(report, payments, ofTotals)}${who(payments, threshold, sideNames(report), ofTotals)}${distribution(report, ofTotals)}${customers(data, report, payments, money)}${otherCurrencies(report)}${prices(report, money)}${breakdowns(report, money)}${fixedCharges(report, money)}${examples(report, money)}${rules(shown)}</main>
<footer><p>Amounts are rounded for reading, line by line, and show every digit when pointed at. Made by Tollbook.</p></footer>
<script type="application/json" id="page-data">${jsonData(data)}</script>
`,
  });
}
