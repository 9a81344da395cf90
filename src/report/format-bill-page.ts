/** The page of a bill: one self-contained HTML file, to be printed or sent. */
import { dateAfter } from "../calendar/index.ts";
import { type VATOfRate, vatByRate } from "../charges/index.ts";
import { type Invoice, type InvoiceTransaction, type OpenedBook, sumAmounts } from "../index.ts";
import { groupedBy } from "../model/index.ts";
import {
  type BillFacts,
  billFacts,
  type CustomerFacts,
  customerHeader,
  quantityOf,
  spanText,
  wordsOf,
} from "./format-bill.ts";
import { dateText, moneyText } from "./money-text.ts";
import { BILL_STYLE, type Html, html, pageText } from "./page/index.ts";

/**
 * A bill as one HTML page, to print on A4 or to send: the customer, charges, calls and minimums by number and service,
 * VAT by rate and the total. The page has no script and makes no network request; names and descriptions are escaped.
 * Amounts are in the customer's currency.
 *
 * @param book the book that the bill was made with
 * @example
 * const charged = { transactions: [], features: [], errors: [], warnings: [] };
 * const bill = createCallBill(book, { from: "2026-10-01", to: "2026-10-31" });
 * for (const result of rateCalls(book, calls)) bill.add(result);
 * bill.invoices({ charged }).invoices.map((invoice) => formatBillPage(book, invoice).slice(0, 15));
 * // => ["<!doctype html>"]
 */
export function formatBillPage(book: OpenedBook, invoice: Invoice): string {
  return createBillPages(book)(invoice);
}

/** A function that makes the pages of a book's bills, as `formatBillPage` does. */
export function createBillPages(book: OpenedBook): (invoice: Invoice) => string {
  const facts = billFacts(book);
  return (invoice) => page(invoice, facts, book);
}

function page(invoice: Invoice, facts: BillFacts, book: OpenedBook): string {
  const customer = facts.customer(invoice.customerID);
  const { major } = moneyText(customer.currency, book.settings.currencyDecimals);
  return pageText({
    title: `Bill of ${dateText(invoice.invoiceDate)} for ${customer.name ?? `customer ${invoice.customerID}`}`,
    colorScheme: "light",
    style: BILL_STYLE,
    body: html`${header(invoice, customer)}<main>
${billLines(invoice, facts, major)}${totals(invoice, vatByRate(book, invoice), major)}</main>
`,
  });
}

function header(invoice: Invoice, customer: CustomerFacts): Html {
  return customerHeader("Bill", customer, [
    ["Invoice date", dateText(invoice.invoiceDate)],
    ["Up to", dateText(dateAfter(invoice.cutoffDate, -1))],
    ["Customer", invoice.customerID],
    ["Account", customer.accountNumber],
  ]);
}

function totals(invoice: Invoice, rates: readonly VATOfRate[], amount: AmountText): Html {
  return html`<section class="totals">
<h2>Total</h2>
<table>
<tbody>
<tr><th scope="row">Without VAT</th><td class="amount">${amount(invoice.invoiceAmount)}</td></tr>
${rates.filter(({ isReverse }) => !isReverse).map((rate) => vatRow(rate, amount))}<tr class="total"><th scope="row">To pay</th><td class="amount">${amount(invoice.total)}</td></tr>
</tbody>
</table>
${rates.filter(({ isReverse }) => isReverse).map((rate) => reverseNote(rate, amount))}</section>
`;
}

function vatRow({ rate, percent, net, vat }: VATOfRate, amount: AmountText): Html {
  return html`<tr><th scope="row">VAT <bdi>${rate}</bdi>, ${percent} % of ${amount(net)}</th><td class="amount">${amount(vat)}</td></tr>
`;
}

function reverseNote({ rate, percent, net, vat }: VATOfRate, amount: AmountText): Html {
  return html`<p class="note">Reverse charge: VAT <bdi>${rate}</bdi> of ${percent} % on ${amount(net)}, ${amount(vat)}, is for the customer to account for and is not in the total.</p>
`;
}

type AmountText = (amount: string) => string;

/** The lines of a bill, grouped by service and number, in the order of the bill. */
function billLines({ transactions }: Invoice, facts: BillFacts, amount: AmountText): Html[] {
  const groups = groupedBy(transactions, ({ serviceID, numberID }) => JSON.stringify([serviceID, numberID]));
  return [...groups.values()].map((group) => groupTable(group, facts, amount));
}

function groupTable(group: readonly InvoiceTransaction[], facts: BillFacts, amount: AmountText): Html {
  const sum = sumAmounts(group.map(({ transactionValue }) => transactionValue));
  return html`<section>
<h2>${headingOf(group[0], facts)}</h2>
<table class="lines">
<thead><tr><th scope="col">Description</th><th scope="col" class="dates">Dates</th><th scope="col" class="quantity">Quantity</th><th scope="col" class="amount">Amount</th></tr></thead>
<tbody>
${group.map((transaction) => lineOf(transaction, facts, amount))}</tbody>
<tfoot><tr class="sum"><th scope="row" colspan="3">Subtotal</th><td class="amount">${amount(sum)}</td></tr></tfoot>
</table>
</section>
`;
}

function headingOf(transaction: InvoiceTransaction | undefined, facts: BillFacts): Html {
  if (transaction === undefined) return html``;
  if (transaction.serviceID !== null) return html`<bdi>${facts.service(transaction.serviceID)}</bdi>`;
  if (transaction.numberID !== null) return html`Number <bdi>${facts.number(transaction.numberID)}</bdi>`;
  return html`Your account`;
}

function lineOf(transaction: InvoiceTransaction, facts: BillFacts, amount: AmountText): Html {
  const { what, note } = wordsOf(transaction, facts);
  return html`<tr><th scope="row" class="description"><bdi>${what}</bdi>${note !== undefined && html` <span class="what">${note}</span>`}</th><td class="dates">${spanText(transaction.transactionStartDate, transaction.transactionEndDate)}</td><td class="quantity">${quantityOf(transaction)}</td><td class="amount">${amount(transaction.transactionValue)}</td></tr>
`;
}
