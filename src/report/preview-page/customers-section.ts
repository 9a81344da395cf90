/** The table of customers: complete to read without the script, which adds sorting, search and details. */
import { type PreviewReport, sumAmounts } from "../../index.ts";
import { groupedBy } from "../../model/index.ts";
import { comparisonOf } from "../../preview/index.ts";
import { counted, countText, type MoneyText, moneyForTable } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import type { Payment, Payments } from "../preview-summary.ts";
import { sideNames } from "../preview-words.ts";
import {
  type CustomerRow,
  customerCells,
  customerName,
  customerNarrowText,
  type PackedCustomer,
  type PageData,
  ROWS_AT_FIRST,
  unpackCustomer,
} from "./customer-row.ts";
import { amountHtml, amountsOf, comparisonCells, isUnchanged, narrowLine } from "./figures.ts";

/** Most customers in the page's data, those whose totals change most; all further customers are added up in a line. */
const CUSTOMERS_LIMIT = 10_000;
/** Most numbers in the details of a customer, those that change most. */
const NUMBERS_LIMIT = 20;

export function pageData(report: PreviewReport, payments: Payments, money: MoneyText): PageData {
  const names = sideNames(report);
  const { currency, currencyDecimals } = report;
  const amounts = amountsOf(payments.customers.map(({ amount }) => amount));
  return {
    currency,
    currencyDecimals,
    isFine: moneyForTable(money, currencyDecimals, amounts) !== money,
    beforeName: names.before,
    afterName: names.after,
    customers: packedCustomers(report, payments),
  };
}

function packedCustomers(
  { breakdowns, movers }: PreviewReport,
  { customers: paying }: Payments,
): readonly PackedCustomer[] {
  const moved = new Map<string | null, Set<number>>();
  for (const { key, examples } of [...movers.customers.up, ...movers.customers.down]) {
    moved.set(key, new Set([...(moved.get(key) ?? []), ...examples]));
  }
  const numbers = groupedBy(breakdowns.number, ({ customer }) => customer);
  const lines = new Map(breakdowns.customer.map((line) => [line.key, line]));
  return paying.slice(0, CUSTOMERS_LIMIT).map(({ key, name, amount }) => {
    const line = lines.get(key);
    return [
      key,
      name,
      line?.calls ?? 0,
      amount.before,
      amount.after,
      amount.percent,
      [line?.dearer ?? 0, line?.cheaper ?? 0, line?.newlyRated ?? 0, line?.newlyUnrated ?? 0],
      line?.margin.before ?? null,
      line?.margin.after ?? null,
      [...new Set([...(line?.examples ?? []), ...(moved.get(key) ?? [])])],
      (numbers.get(key) ?? [])
        .slice(0, NUMBERS_LIMIT)
        .map(({ name: number, calls, retail }) => [number, calls, retail.before, retail.after]),
    ];
  });
}

export function customers(
  data: PageData,
  report: PreviewReport,
  payments: Payments,
  givenMoney: MoneyText,
): Html {
  const { beforeName, afterName } = data;
  const { totals } = report;
  const { customers: paying } = payments;
  const money = data.isFine ? givenMoney.fine : givenMoney;
  const held = data.customers.length;
  const changing = paying.filter(({ amount }) => !isUnchanged(amount)).length;
  const shown = data.customers.slice(0, Math.min(changing, ROWS_AT_FIRST)).map(unpackCustomer);
  const unchanged = data.customers.slice(changing, changing + ROWS_AT_FIRST).map(unpackCustomer);
  const columns = [
    ["calls", "Calls", "amount wide"],
    ["before", beforeName, "amount wide"],
    ["after", afterName, "amount wide"],
    ["difference", "Change", "amount"],
    ["percent", "%", "amount"],
    ["margin", "Margin after", "amount wide"],
  ] as const;
  const head = html`<thead><tr><th scope="col" data-column="name">Customer</th>${columns.map(([column, title, className]) => html`<th scope="col" class="${className}" data-column="${column}">${title}</th>`)}</tr></thead>`;
  return html`<section id="customers" aria-labelledby="customers-title"><h2 id="customers-title">Customers</h2>
<div class="filters" hidden><label>Find a customer or number <input type="search" id="filter" autocomplete="off" spellcheck="false"></label>
<label>Show <select id="direction"><option value="changed">whose payments change</option><option value="more">who pay more</option><option value="less">who pay less</option><option value="newlyUnrated">with calls that lose their price</option><option value="same">without a change</option><option value="">all</option></select></label></div>
<p class="note" id="shown" role="status">${shown.length === changing ? `${counted(changing, "customer")} ${changing === 1 ? "pays" : "pay"} more or less` : `${countText(shown.length)} of ${countText(changing)} customers who pay more or less`}, largest change first.</p>
${held > shown.length && changing > shown.length && html`<noscript><p class="note">The other customers appear where scripts are allowed; the JSON and CSV of the preview have every one.</p></noscript>\n`}${paying.length > held && html`<p class="note">The table holds the ${countText(held)} customers whose totals change most. The others are added up in a line; the CSV and JSON of the preview have every one.</p>\n`}<div class="scroll"><table id="customer-table">
${head}
<tbody>
${shown.map((customer) => customerTableRow(customer, money))}</tbody><tfoot>${restRow(paying.slice(held), report, money)}${sumRow(`All ${counted(paying.length, "customer")}`, totals.calls, payments.total, totals.margin.after, money)}</tfoot></table></div>
<p class="more-rows" hidden><button type="button" id="show-more"></button> <button type="button" id="show-all"></button></p>
${
  unchanged.length > 0 &&
  html`<details class="rest" id="unchanged"><summary>${counted(paying.length - changing, "customer")} without a change</summary><div class="scroll"><table><thead><tr><th scope="col">Customer</th><th scope="col" class="amount">Calls</th><th scope="col" class="amount">Pays</th></tr></thead>
<tbody>
${unchanged.map((customer) => html`<tr><th scope="row"><bdi>${customerName(customer)}</bdi></th><td class="amount">${countText(customer.calls)}</td><td class="amount">${amountHtml(money, customer.after)}</td></tr>\n`)}</tbody></table></div>${paying.length - changing > unchanged.length && html`<p class="note">${countText(paying.length - changing - unchanged.length)} more are in the JSON and CSV of the preview.</p>`}</details>
`
}</section>
`;
}

/** The customers that are not in the page's data, added up in a line. */
function restRow(rest: readonly Payment[], { breakdowns }: PreviewReport, money: MoneyText): Html {
  if (rest.length === 0) return html``;
  const amount = comparisonOf(
    sumAmounts(rest.map((payment) => payment.amount.before)),
    sumAmounts(rest.map((payment) => payment.amount.after)),
  );
  const keys = new Set(rest.map(({ key }) => key));
  const lines = breakdowns.customer.filter(({ key }) => keys.has(key));
  const isKnown = lines.every(({ margin }) => margin.after !== null);
  const margin = isKnown ? sumAmounts(lines.map((line) => line.margin.after)) : null;
  const calls = lines.reduce((sum, line) => sum + line.calls, 0);
  return sumRow(`${countText(rest.length)} further customers, added up`, calls, amount, margin, money);
}

function sumRow(
  title: string,
  calls: number,
  amount: Payment["amount"],
  margin: string | null,
  money: MoneyText,
): Html {
  return html`<tr class="sum"><th scope="row">${title}${narrowLine(money, amount)}</th><td class="amount wide">${countText(calls)}</td>${comparisonCells(money, amount)}<td class="amount wide">${amountHtml(money, margin)}</td></tr>`;
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
