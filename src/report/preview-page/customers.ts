/** The table of customers: complete to read without the script, which adds sorting, filtering and details. */
import type { PreviewReport } from "../../index.ts";
import {
  type CustomerRow,
  customerCells,
  customerName,
  customerNarrowText,
  type PageData,
  ROWS_AT_FIRST,
} from "./customer-row.ts";
import { type Html, html } from "./html.ts";
import { countText, type MoneyText } from "./money-text.ts";
import { sideNames } from "./side-names.ts";

/** What the script gets. */
export function pageData(report: PreviewReport): PageData {
  const names = sideNames(report);
  return {
    currency: report.currency,
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
  return breakdowns.customer.map((line) => ({
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

export function customers({ customers: all, beforeName, afterName }: PageData, money: MoneyText): Html {
  const shown = all.slice(0, ROWS_AT_FIRST);
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
${all.length > shown.length && html`<noscript><p class="note">The other customers appear where scripts are allowed; the JSON and CSV of the preview have every one.</p></noscript>\n`}<div class="scroll"><table id="customer-table">
<thead><tr><th scope="col" data-column="name">Customer</th>${columns.map(([column, title, className]) => html`<th scope="col" class="${className}" data-column="${column}">${title}</th>`)}</tr></thead>
<tbody>
${shown.map((customer) => customerTableRow(customer, money))}</tbody></table></div>
<p class="more-rows" hidden><button type="button" id="show-more"></button> <button type="button" id="show-all"></button></p>
</section>
`;
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
