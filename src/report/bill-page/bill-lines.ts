/** The transactions of a bill as tables: the customer's own, then those of each number and each service. */
import type { Invoice, InvoiceTransaction } from "../../index.ts";
import { sumAmounts } from "../../index.ts";
import { quantityOf, wordsOf } from "../bill-words.ts";
import { type Html, html } from "../page/index.ts";
import { type BillFacts, spanText } from "./bill-facts.ts";

/** How the amounts of a bill are written. */
export type AmountText = (amount: string) => string;

/** The lines of a bill, grouped by what they are for, in the order of the bill. */
export function billLines({ transactions }: Invoice, facts: BillFacts, amount: AmountText): Html[] {
  const groups = new Map<string, InvoiceTransaction[]>();
  for (const own of transactions) {
    const key = JSON.stringify([own.serviceID, own.numberID]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [own]);
    else group.push(own);
  }
  return [...groups.values()].map((group) => groupTable(group, facts, amount));
}

function groupTable(group: readonly InvoiceTransaction[], facts: BillFacts, amount: AmountText): Html {
  const sum = sumAmounts(group.map(({ transactionValue }) => transactionValue));
  return html`<section>
<h2>${headingOf(group[0], facts)}</h2>
<table class="lines">
<thead><tr><th scope="col">Description</th><th scope="col" class="dates">Dates</th><th scope="col" class="quantity">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${group.map((own) => lineOf(own, amount))}</tbody>
<tfoot><tr class="sum"><td colspan="3">Subtotal</td><td class="amount">${amount(sum)}</td></tr></tfoot>
</table>
</section>
`;
}

function headingOf(own: InvoiceTransaction | undefined, facts: BillFacts): Html {
  if (own === undefined) return html``;
  if (own.serviceID !== null) return html`<bdi>${facts.service(own.serviceID)}</bdi>`;
  if (own.numberID !== null) return html`Number <bdi>${facts.number(own.numberID)}</bdi>`;
  return html`Your account`;
}

function lineOf(own: InvoiceTransaction, amount: AmountText): Html {
  const { what, note } = wordsOf(own);
  return html`<tr><td class="description"><bdi>${what}</bdi>${note !== undefined && html` <span class="what">${note}</span>`}</td><td class="dates">${spanText(own.transactionStartDate, own.transactionEndDate)}</td><td class="quantity">${quantityOf(own)}</td><td class="amount">${amount(own.transactionValue)}</td></tr>
`;
}
