/** The table of customers: complete to read without the script, which adds sorting, filtering and details. */
import { type PreviewLine, type PreviewReport, sumAmounts } from "../../index.ts";
import { comparisonOf } from "../../preview/index.ts";
import { countText, type MoneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import {
  type CustomerRow,
  customerCells,
  customerName,
  customerNarrowText,
  type PageData,
  ROWS_AT_FIRST,
} from "./customer-row.ts";
import { comparisonCells, narrowLine, sideNames } from "./headline.ts";

/** Customers that the page holds, those whose totals change most; all further customers are added up in a line. */
const CUSTOMERS_LIMIT = 10_000;

/** What the script gets. */
export function pageData(report: PreviewReport): PageData {
  const names = sideNames(report);
  return {
    currency: report.currency,
    currencyDecimals: report.currencyDecimals,
    beforeName: names.before,
    afterName: names.after,
    customers: customerRows(report),
  };
}

function customerRows({ breakdowns, movers }: PreviewReport): CustomerRow[] {
  const moved = new Map<string | null, Set<number>>();
  for (const { key, examples } of [...movers.customers.up, ...movers.customers.down]) {
    moved.set(key, new Set([...(moved.get(key) ?? []), ...examples]));
  }
  return breakdowns.customer.slice(0, CUSTOMERS_LIMIT).map((line) => ({
    id: line.key,
    name: line.name,
    calls: line.calls,
    ...line.retail,
    dearer: line.dearer,
    cheaper: line.cheaper,
    newlyRated: line.newlyRated,
    newlyUnrated: line.newlyUnrated,
    marginBefore: line.margin.before,
    marginAfter: line.margin.after,
    examples: [...new Set([...line.examples, ...(moved.get(line.key) ?? [])])],
  }));
}

export function customers(
  { customers: held, beforeName, afterName }: PageData,
  report: PreviewReport,
  money: MoneyText,
): Html {
  const all = report.breakdowns.customer;
  const shown = held.slice(0, ROWS_AT_FIRST);
  const columns = [
    ["calls", "Calls", "amount wide"],
    ["before", beforeName, "amount wide"],
    ["after", afterName, "amount wide"],
    ["difference", "Change", "amount"],
    ["percent", "%", "amount"],
  ] as const;
  return html`<section id="customers" aria-labelledby="customers-title"><h2 id="customers-title">Customers</h2>
<div class="filters" hidden><label>Find a customer <input type="search" id="filter" autocomplete="off" spellcheck="false"></label>
<label>Show <select id="direction"><option value="">all</option><option value="more">who pay more</option><option value="less">who pay less</option><option value="same">without a change</option><option value="newlyUnrated">with calls that lose their price</option></select></label></div>
<p class="note" id="shown" role="status">${shown.length === all.length ? `All ${countText(all.length)}` : `${countText(shown.length)} of ${countText(all.length)}`} customers, largest change first.</p>
${held.length > shown.length && html`<noscript><p class="note">The other customers appear where scripts are allowed; the JSON and CSV of the preview have every one.</p></noscript>\n`}${all.length > held.length && html`<p class="note">The table holds the ${countText(held.length)} customers whose totals change most. The others are added up in its last line; the CSV and JSON of the preview have every one.</p>\n`}<div class="scroll"><table id="customer-table">
<thead><tr><th scope="col" data-column="name">Customer</th>${columns.map(([column, title, className]) => html`<th scope="col" class="${className}" data-column="${column}">${title}</th>`)}</tr></thead>
<tbody>
${shown.map((customer) => customerTableRow(customer, money))}</tbody>${restRow(all.slice(held.length), money)}</table></div>
<p class="more-rows" hidden><button type="button" id="show-more"></button> <button type="button" id="show-all"></button></p>
</section>
`;
}

/** The customers that the page does not hold, as one line. */
function restRow(rest: readonly PreviewLine[], money: MoneyText): Html {
  if (rest.length === 0) return html``;
  const calls = rest.reduce((sum, line) => sum + line.calls, 0);
  const retail = comparisonOf(
    sumAmounts(rest.map((line) => line.retail.before)),
    sumAmounts(rest.map((line) => line.retail.after)),
  );
  return html`<tfoot><tr class="sum"><th scope="row">${countText(rest.length)} further customers, added up${narrowLine(money, retail)}</th><td class="amount wide">${countText(calls)}</td>${comparisonCells(money, retail)}</tr></tfoot>`;
}

function customerTableRow(customer: CustomerRow, money: MoneyText): Html {
  const hasOwnName = customer.name !== null && customer.id !== null;
  return html`<tr><th scope="row"><bdi>${customerName(customer)}</bdi>${hasOwnName && html` <bdi class="id">${customer.id}</bdi>`}<span class="narrow">${customerNarrowText(customer, money)}</span></th>${customerCells(
    customer,
    money,
  ).map(
    ({ text, title, className }) =>
      html`<td class="${className}"${title !== undefined && html` title="${title}"`}>${text}</td>`,
  )}</tr>
`;
}
