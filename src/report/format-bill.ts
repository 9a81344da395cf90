/** Bills as text for a terminal: what each customer pays, and one bill in full. */
import { type VATOfRate, vatByRate } from "../charges/index.ts";
import type { Invoice, InvoiceTransaction, OpenedBook } from "../index.ts";
import { sumAmounts } from "../index.ts";
import { type BillFacts, billFacts, quantityOf, wordsOf } from "./bill-words.ts";
import { harmless } from "./control-characters.ts";
import { type MoneyText, moneyText } from "./money-text.ts";
import { columns } from "./text-columns.ts";

type AmountText = MoneyText["major"];

/**
 * A bill in full as text (R78): its lines in their order, under the account, each number and each service; then VAT, rate by
 * rate, and the total. Amounts are in the customer's currency. Plain text; control characters of names are made harmless.
 *
 * @param book the book that the bill was made with
 * @example
 * const days = { from: "2026-10-01", to: "2026-10-31" };
 * const charged = charges(book, days.from, days.to);
 * const { invoices: bills } = invoices(book, { charged, rated: rateCalls(book, calls), ...days });
 * bills.map((bill) => formatBill(book, bill).split("\n")[0]); // => ["Bill of 2026-11-01 for customer 7"]
 */
export function formatBill(book: OpenedBook, invoice: Invoice): string {
  const facts = billFacts(book);
  const money = moneyOf(book, facts, invoice);
  const rates = vatByRate(book, invoice);
  const rows = [
    ...billRows(invoice, facts, money),
    ["Without VAT", "", "", money(invoice.invoiceAmount)],
    ...rates
      .filter(({ isReverse }) => !isReverse)
      .map((rate) => [vatText(rate, money), "", "", money(rate.vat)]),
    ["To pay", "", "", money(invoice.total)],
  ];
  return [
    `Bill of ${invoice.invoiceDate} for ${harmless(nameOf(invoice, facts))}\n`,
    columns(rows, 4),
    ...rates.filter(({ isReverse }) => isReverse).map((rate) => reverseNote(rate, money)),
  ].join("");
}

/**
 * What each customer pays as text (R78): calls, the amount without VAT, VAT and the total, and what all of them come to
 * where they are in one currency. Plain text; control characters of names are made harmless.
 *
 * @param book the book that the bills were made with
 * @example
 * const bill = createCallBill(book, { from: "2026-10-01", to: "2026-10-31" });
 * for (const result of rateCalls(book, calls)) bill.add(result);
 * const { invoices: bills } = bill.invoices({ charged: charges(book, "2026-10-01", "2026-10-31") });
 * formatBillTotals(book, bills).split("\n")[1]; // => "  customer 7      2        £0.08  £0.00   £0.08"
 */
export function formatBillTotals(book: OpenedBook, bills: readonly Invoice[]): string {
  const facts = billFacts(book);
  const row = (name: string, calls: number, amounts: Amounts, money: AmountText): string[] => [
    name,
    String(calls),
    money(amounts.invoiceAmount),
    money(amounts.invoiceVAT),
    money(amounts.total),
  ];
  const rows = bills.map((bill) =>
    row(nameOf(bill, facts), bill.invoiceCallCount, bill, moneyOf(book, facts, bill)),
  );
  const [first] = bills;
  const currencies = new Set(bills.map((bill) => facts.customer(bill.customerID).currency));
  if (first !== undefined && currencies.size === 1) {
    const sum = (field: keyof Amounts): string => sumAmounts(bills.map((bill) => bill[field]));
    const all = { invoiceAmount: sum("invoiceAmount"), invoiceVAT: sum("invoiceVAT"), total: sum("total") };
    const calls = bills.reduce((together, bill) => together + bill.invoiceCallCount, 0);
    rows.push(row("together", calls, all, moneyOf(book, facts, first)));
  }
  return columns([["customer", "calls", "without VAT", "VAT", "to pay"], ...rows]);
}

type Amounts = Pick<Invoice, "invoiceAmount" | "invoiceVAT" | "total">;

function moneyOf({ settings }: OpenedBook, facts: BillFacts, { customerID }: Invoice): AmountText {
  return moneyText(facts.customer(customerID).currency, settings.currencyDecimals).major;
}

function nameOf({ customerID }: Invoice, facts: BillFacts): string {
  const { name } = facts.customer(customerID);
  return name === undefined ? `customer ${customerID}` : `${name} (${customerID})`;
}

/** Lines under a heading each time the owner changes. */
function billRows({ transactions }: Invoice, facts: BillFacts, money: AmountText): string[][] {
  let heading = "";
  return transactions.flatMap((transaction) => {
    const before = heading;
    heading = headingOf(transaction, facts);
    const line = [
      `  ${lineText(transaction)}`,
      datesText(transaction),
      quantityOf(transaction),
      money(transaction.transactionValue),
      transaction.transactionVATRate ?? "",
    ];
    return heading === before ? [line] : [[heading], line];
  });
}

function headingOf({ numberID, serviceID }: InvoiceTransaction, facts: BillFacts): string {
  if (serviceID !== null) return `Service ${facts.service(serviceID)}`;
  return numberID === null ? "Account" : `Number ${facts.number(numberID)}`;
}

function lineText(transaction: InvoiceTransaction): string {
  const { what, note } = wordsOf(transaction);
  return note === undefined ? what : `${what}, ${note}`;
}

function datesText({ transactionStartDate: start, transactionEndDate: end }: InvoiceTransaction): string {
  return start === end ? start : `${start} to ${end}`;
}

function vatText({ rate, percent, net }: VATOfRate, money: AmountText): string {
  return `VAT ${rate}, ${percent} % of ${money(net)}`;
}

function reverseNote(rate: VATOfRate, money: AmountText): string {
  const what = `${vatText(rate, money)}, ${money(rate.vat)}`;
  return `  ${harmless(what)}, is for the customer to account for and is not in the total.\n`;
}
