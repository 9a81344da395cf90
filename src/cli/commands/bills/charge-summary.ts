/** The summary of a run that charged features. */

import { currencyOf } from "../../../book/index.ts";
import type { BilledCalls } from "../../../files/index.ts";
import {
  type Charged,
  type FeatureError,
  type Invoices,
  type OpenedBook,
  sumAmounts,
  TRANSACTION_SOURCES,
  type Transaction,
  type TransactionSource,
} from "../../../index.ts";
import { groupedBy } from "../../../model/index.ts";
import { moneyText, passedOverText } from "../../../report/index.ts";
import type { NamedFormat } from "../../calls-format.ts";
import { andMore, counted, table } from "../../cli-io.ts";

/** The outcome of a book's features: charged + not due + in error = features. */
type ChargeSummary = ReturnType<typeof chargeSummary>;

/** The transactions of one currency and source; the value in pounds, without VAT. */
interface SourceSum {
  readonly currency: string;
  readonly transactionSource: TransactionSource;
  readonly transactions: number;
  readonly value: string;
}

/** Counts the results of charging; `dueBefore` are transactions that fell due before the first day of the range. */
export function chargeSummary(book: OpenedBook, charged: Charged, from: string) {
  const { transactions, errors, warnings } = charged;
  const features = book.records.features.length;
  const isCharged = new Set(transactions.map(({ featureID }) => featureID));
  for (const { featureID } of errors) isCharged.delete(featureID);
  const codes = new Map<FeatureError["error"], number>();
  for (const { error } of errors) codes.set(error, (codes.get(error) ?? 0) + 1);
  return {
    features,
    charged: isCharged.size,
    notDue: features - isCharged.size - errors.length,
    inError: errors.length,
    errorsByCode: [...codes]
      .map(([code, count]) => ({ code, features: count }))
      .sort((a, b) => b.features - a.features || (a.code < b.code ? -1 : 1)),
    dueBefore: transactions.filter(({ transactionDate }) => transactionDate < from).length,
    sums: sumsOf(book, transactions),
    warnings: warnings.map(({ message }) => message),
  };
}

/** Sums by currency and source; amounts of several currencies are no sum. */
function sumsOf(book: OpenedBook, transactions: readonly Transaction[]): SourceSum[] {
  const byCurrency = groupedBy(transactions, ({ customerID }) => currencyOf(book, customerID));
  return [...byCurrency.keys()].sort().flatMap((currency) => {
    const bySource = groupedBy(
      byCurrency.get(currency) ?? [],
      (transaction) => transaction.transactionSource,
    );
    return TRANSACTION_SOURCES.flatMap((transactionSource) => {
      const ofSource = bySource.get(transactionSource);
      if (ofSource === undefined) return [];
      const value = sumAmounts(ofSource.map(({ transactionValue }) => transactionValue));
      return [{ currency, transactionSource, transactions: ofSource.length, value }];
    });
  });
}

/** Warnings in the text; the JSON has all warnings. */
const SHOWN_WARNINGS = 5;

export function formatChargeSummary(
  summary: ChargeSummary,
  { from, currencyDecimals }: { readonly from: string; readonly currencyDecimals: number },
): string {
  const { features, charged, notDue, inError, errorsByCode, dueBefore, sums, warnings } = summary;
  const codes = errorsByCode.map((error) => `${error.code} ${error.features}`).join(", ");
  return [
    ...warnings.slice(0, SHOWN_WARNINGS).map((warning) => `warning  ${warning}\n`),
    andMore(warnings, SHOWN_WARNINGS, "more warning", "more warnings").trimStart(),
    `${counted(features, "feature")}: ${charged} charged + ${notDue} not due + ${inError} in error\n`,
    ...(inError === 0 ? [] : [`  ${codes}\n`]),
    ...(dueBefore === 0 ? [] : [`${counted(dueBefore, "transaction")} fell due before ${from}\n`]),
    formatSums(sums, currencyDecimals),
  ].join("");
}

function formatSums(sums: readonly SourceSum[], currencyDecimals: number): string {
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return currencies
    .map((currency) => {
      const { major } = moneyText(currency, currencyDecimals);
      const rows = sums
        .filter((sum) => sum.currency === currency)
        .map((sum) => [sum.transactionSource, major(sum.value), counted(sum.transactions, "transaction")]);
      return `Sums in ${currency}, without VAT\n${table(rows, new Set([1]))}`;
    })
    .join("");
}

export interface BillSummary {
  /** The options of a run that decide what its bills are. */
  readonly options: NamedFormat & {
    readonly from: string;
    readonly to: string;
    readonly invoiceDate?: string;
    readonly duplicates: "report" | "keep";
    readonly reclassify: boolean;
    /** Whether charges and pools continued from the states of earlier runs. */
    readonly features: "fresh" | "continued";
    readonly discounts: "fresh" | "continued";
  };
  /** `withoutInvoice` are calls of customers whose invoice could not be made, which are billed another time. */
  readonly calls: BilledCalls & { readonly withoutInvoice: number };
  readonly charges: ChargeSummary;
  readonly invoices: InvoiceSums;
  /** Sentences on the invoices as a whole. */
  readonly warnings: readonly string[];
  readonly poolNotes: readonly string[];
}

type InvoiceSums = ReturnType<typeof invoiceSums>;

/**
 * Sums of the invoices in pounds: transactions by currency and source, and totals by currency. `inError` are customers
 * without an invoice, whose VAT is not known.
 */
export function invoiceSums(book: OpenedBook, { invoices, errors }: Invoices) {
  const currencies = [...new Set(invoices.map(({ customerID }) => currencyOf(book, customerID)))].sort();
  const transactions = invoices.flatMap((invoice) => invoice.transactions);
  return {
    invoices: invoices.length,
    inError: errors.length,
    errors: errors.map(({ message }) => message),
    sums: sumsOf(book, transactions),
    totals: currencies.map((currency) => {
      const inCurrency = invoices.filter(({ customerID }) => currencyOf(book, customerID) === currency);
      const sum = (field: "invoiceAmount" | "invoiceVAT" | "invoiceReverseVAT" | "total"): string =>
        sumAmounts(inCurrency.map((invoice) => invoice[field]));
      return {
        currency,
        invoiceAmount: sum("invoiceAmount"),
        invoiceVAT: sum("invoiceVAT"),
        invoiceReverseVAT: sum("invoiceReverseVAT"),
        total: sum("total"),
      };
    }),
  };
}

const SHOWN = 5;

export function formatBillSummary(summary: BillSummary, currencyDecimals: number): string {
  const { calls, charges, invoices, options, warnings } = summary;
  const { read, billed, left, withoutInvoice, inError, ignored, errorsByCode, late } = calls;
  const unbilled = withoutInvoice === 0 ? "" : ` + ${withoutInvoice} of customers without an invoice`;
  const passedOver = passedOverText(calls.passedOver);
  const codes = errorsByCode.map((error) => `${error.code} ${error.calls}`).join(", ");
  return [
    ...warnings.map((warning) => `warning  ${warning}\n`),
    `${counted(read, "call")} read: ${billed} billed + ${left} left for the next bill${unbilled} + ${inError} in error + ${ignored} ignored\n`,
    ...(inError === 0 ? [] : [`  ${codes}\n`]),
    ...(passedOver === "" ? [] : [`${passedOver}\n`]),
    ...(late === 0 ? [] : [`${counted(late, "call")} came late to a discount pool\n`]),
    formatChargeSummary({ ...charges, sums: invoices.sums }, { from: options.from, currencyDecimals }),
    `${counted(invoices.invoices, "invoice")}${invoices.inError === 0 ? "" : `; ${counted(invoices.inError, "customer")} without one, whose features and pools stay as they were`}\n`,
    ...invoices.errors.slice(0, SHOWN).map((message) => `  ${message}\n`),
    andMore(invoices.errors, SHOWN, "more customer", "more customers"),
    ...invoices.totals.map((totals) => totalsTable(totals, currencyDecimals)),
  ].join("");
}

function totalsTable(totals: InvoiceSums["totals"][number], currencyDecimals: number): string {
  const { major } = moneyText(totals.currency, currencyDecimals);
  const rows = [
    ["net", major(totals.invoiceAmount)],
    ["VAT", major(totals.invoiceVAT)],
    ["VAT by reverse charge", major(totals.invoiceReverseVAT)],
    ["total", major(totals.total)],
  ];
  return `Invoices in ${totals.currency}\n${table(rows, new Set([1]))}`;
}
