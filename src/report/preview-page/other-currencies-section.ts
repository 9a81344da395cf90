/** The customers who are billed in other currencies than the book's (R24), with a sum for each currency. */
import type { PreviewReport } from "../../index.ts";
import { counted, countText, moneyForTable, moneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { type Payment, paymentsOf } from "../preview-summary.ts";
import { sideNames } from "../preview-words.ts";
import { amountsOf, comparisonCells, comparisonHead, narrowLine } from "./figures.ts";

/** Most customers of a currency on the page; the CSV and JSON have all. */
const CUSTOMERS_LIMIT = 200;

export function otherCurrencies({ otherCurrencies: parts = [] }: PreviewReport): Html {
  return html`${parts.map(currencySection)}`;
}

function currencySection(report: PreviewReport): Html {
  const { currency, currencyDecimals, counts } = report;
  const { total, customers } = paymentsOf(report);
  const money = moneyForTable(moneyText(currency, currencyDecimals), currencyDecimals, amountsOf([total]));
  const id = `billed-in-${currency}`;
  const row = (name: string, { amount }: Pick<Payment, "amount">): Html =>
    html`<th scope="row"><bdi>${name}</bdi>${narrowLine(money, amount)}</th>${comparisonCells(money, amount)}`;
  const left = customers.length - CUSTOMERS_LIMIT;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">Customers billed in ${currency}</h2>
<p class="note">Of ${counted(counts.ratedTwice, "call")} with a price on both sides, ${countText(counts.dearer)} become dearer, ${countText(counts.cheaper)} cheaper and ${countText(counts.unchanged)} stay as they are; ${countText(counts.newlyUnrated)} would lose their price here. All figures of these customers are in the JSON and CSV of the preview.</p>
<div class="scroll"><table><thead><tr><th scope="col">Customer</th>${comparisonHead(sideNames(report))}</tr></thead>
<tbody>
${customers.slice(0, CUSTOMERS_LIMIT).map((customer) => html`<tr>${row(customer.name ?? customer.key ?? "without a customer", customer)}</tr>\n`)}</tbody><tfoot><tr class="sum">${row(`All ${counted(customers.length, "customer")}`, { amount: total })}</tr></tfoot></table></div>
${left > 0 && html`<p class="note">${countText(left)} more customers are in the JSON and CSV of the preview.</p>\n`}</section>
`;
}
