/** Customers' bills (R78): plain data, to print, to send and to store. */

import { compareIDs, type OpenedBook } from "../../book/index.ts";
import { type DayNumber, formatCivilDate, parseCivilDate } from "../../calendar/index.ts";
import { addTo, groupedBy, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";
import { formatUnits, toUnits } from "../../money/index.ts";
import type { Charged, FeatureState, InvoiceTransaction } from "../charged.ts";
import { chargeTablesOf, payerOf } from "../subject.ts";
import {
  type CallUse,
  type ChargedItem,
  compareOnBill,
  minutesOf,
  shownItem,
  unitsOfTransaction,
} from "./call-transactions.ts";
import { type VATLine, VATRatesOn, vatOf } from "./vat.ts";

/** A bill. Amounts are decimal text in pounds, dates `YYYY-MM-DD`. */
export interface Invoice {
  readonly customerID: string;
  readonly invoiceDate: string;
  /** The day after the last day billed. */
  readonly cutoffDate: string;
  /** The sum of the transactions, without VAT. */
  readonly invoiceAmount: string;
  readonly invoiceVAT: string;
  /** VAT for which the customer accounts (reverse charge); not in the total. */
  readonly invoiceReverseVAT: string;
  /** `invoiceAmount` + `invoiceVAT`. */
  readonly total: string;
  readonly invoiceCallCount: number;
  readonly invoiceCallMinutes: number;
  readonly transactions: readonly InvoiceTransaction[];
}

/** In place of an invoice: a customer with a transaction whose VAT is not known. */
export interface InvoiceError {
  readonly customerID: string;
  readonly error: "no-vat-rate";
  readonly message: string;
  readonly field: "transactionVATRate";
}

/** The bills of a range of days. */
export interface Invoices {
  /** By customer. */
  readonly invoices: readonly Invoice[];
  readonly errors: readonly InvoiceError[];
  /** The features to store: the features of `charges` without those of customers in error, which stay unchanged. */
  readonly features: readonly FeatureState[];
  /** Sentences: a book without VAT rates. */
  readonly warnings: readonly string[];
}

interface BillParts {
  readonly charged: Charged;
  readonly calls: readonly InvoiceTransaction[];
  readonly use: ReadonlyMap<string, CallUse>;
  readonly to: DayNumber;
  readonly invoiceDay: DayNumber;
}

export const NO_VAT =
  "The book has no vatRates, so that these invoices are without VAT; add the rates to charge it.";

/** The bills of all customers with a transaction. */
export function makeInvoices(book: OpenedBook, parts: BillParts): Invoices {
  const { vatRates } = book.records;
  const rates = vatRates.length === 0 ? undefined : new VATRatesOn(vatRates, parts.invoiceDay);
  const invoices: Invoice[] = [];
  const errors: InvoiceError[] = [];
  for (const transactions of byCustomer(parts)) {
    const invoice = invoiceOf(book, parts, rates, transactions);
    if ("error" in invoice) errors.push(invoice);
    else invoices.push(invoice);
  }
  return {
    invoices,
    errors,
    features: withoutThoseOf(book, parts.charged.features, errors),
    warnings: rates === undefined ? [NO_VAT] : [],
  };
}

function byCustomer({ charged, calls }: BillParts): InvoiceTransaction[][] {
  const withoutCalls = { transactionCallCount: null, transactionCallMinutes: null };
  const ofFeatures = charged.transactions.map((transaction) => ({ ...transaction, ...withoutCalls }));
  const groups = groupedBy([...ofFeatures, ...calls], ({ customerID }) => customerID);
  const inOrder = [...groups].sort(([a], [b]) => compareIDs(a, b));
  return inOrder.map(([, transactions]) => transactions.sort(compareOnBill));
}

function invoiceOf(
  { settings }: OpenedBook,
  { use, to, invoiceDay }: BillParts,
  rates: VATRatesOn | undefined,
  transactions: readonly InvoiceTransaction[],
): Invoice | InvoiceError {
  const { customerID = "" } = transactions[0] ?? {};
  const lines: VATLine[] = [];
  let amount = 0n;
  for (const transaction of transactions) {
    const value = unitsOfTransaction(transaction, settings.currencyDecimals);
    amount += value;
    if (rates === undefined) continue;
    const rate = rates.get(transaction.transactionVATRate);
    if (rate === undefined) return noRate(transaction, invoiceDay);
    lines.push({ value, rate });
  }
  const { added, reverse } = vatOf(lines, settings);
  const { calls, milliseconds } = use.get(customerID) ?? { calls: 0, milliseconds: 0n };
  const pounds = (minor: bigint): string => formatUnits(minor, settings.currencyDecimals);
  return {
    customerID,
    invoiceDate: formatCivilDate(invoiceDay),
    cutoffDate: formatCivilDate(to + 1),
    invoiceAmount: pounds(amount),
    invoiceVAT: pounds(added),
    invoiceReverseVAT: pounds(reverse),
    total: pounds(amount + added),
    invoiceCallCount: calls,
    invoiceCallMinutes: minutesOf(milliseconds),
    transactions,
  };
}

/** The error of a transaction whose VAT is not known. */
export function noRate(transaction: ChargedItem, day: DayNumber): InvoiceError {
  const { customerID, transactionVATRate } = transaction;
  const has = `Customer ${customerID} has a transaction (${shownItem(transaction)})`;
  const message =
    transactionVATRate === null
      ? `${has} without a VAT rate; write the VATRate of the feature or the customer.`
      : `${has} whose VAT rate ${quoteValue(transactionVATRate)} has no percentage on ${formatCivilDate(day)}.`;
  return { customerID, error: "no-vat-rate", message, field: "transactionVATRate" };
}

/** The features of customers in error stay unchanged, so that they are charged again once the error is repaired. */
function withoutThoseOf(
  book: OpenedBook,
  features: readonly FeatureState[],
  errors: readonly InvoiceError[],
): readonly FeatureState[] {
  if (errors.length === 0) return features;
  const inError = new Set<string | undefined>(errors.map((error) => error.customerID));
  const tables = chargeTablesOf(book);
  const stay = tables.features.filter((feature) => inError.has(payerOf(feature, tables)));
  const stayIDs = new Set(stay.map(({ id }) => id));
  return features.filter(({ id }) => !stayIDs.has(id));
}

/** The VAT at one rate. Decimal text in pounds. */
export interface VATOfRate {
  readonly rate: string;
  readonly percent: string;
  readonly net: string;
  readonly vat: string;
  /** Whether the customer accounts for the VAT (reverse charge). */
  readonly isReverse: boolean;
}

/** The VAT of an invoice by rate, in the order of its transactions; the sums are those of the invoice. */
export function vatByRate(
  { records, settings }: OpenedBook,
  { invoiceDate, transactions }: Pick<Invoice, "invoiceDate" | "transactions">,
): readonly VATOfRate[] {
  const rates = new VATRatesOn(records.vatRates, parseCivilDate(invoiceDate) ?? 0);
  const places = settings.currencyDecimals;
  const groups = new Map<VATLine["rate"], VATLine[]>();
  for (const { transactionVATRate, transactionValue } of transactions) {
    const rate = rates.get(transactionVATRate);
    const value = toUnits(transactionValue, places);
    if (rate === undefined || value === undefined) continue;
    addTo(groups, rate, { value, rate });
  }
  return Array.from(groups, ([rate, lines]) => {
    const { added, reverse } = vatOf(lines, settings);
    const net = lines.reduce((sum, { value }) => sum + value, 0n);
    return {
      rate: rate.name,
      percent: formatUnits(rate.percent, PRICE_DECIMALS),
      net: formatUnits(net, places),
      vat: formatUnits(rate.reverse ? reverse : added, places),
      isReverse: rate.reverse,
    };
  });
}
