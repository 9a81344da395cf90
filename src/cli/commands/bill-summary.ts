/** What a run that made bills says of itself; nothing in it depends on when, where or how fast it ran. */
import type { BilledCalls, CallFormat } from "../../files/index.ts";
import { type Invoices, type OpenedBook, sumAmounts } from "../../index.ts";
import { moneyText } from "../../report/index.ts";
import { andMore, counted, table } from "../terminal.ts";
import { type ChargeSummary, currencyOf, formatChargeSummary, sumsOf } from "./charge-summary.ts";

export interface BillSummary {
  /** The options of a run that decide what its bills are. */
  readonly options: {
    readonly from: string;
    readonly to: string;
    readonly invoiceDate?: string;
    readonly callsFormat: CallFormat;
    readonly dialect?: string;
    readonly duplicates: "report" | "keep";
    readonly reclassify: boolean;
    /** Whether charges went on from what earlier runs charged, and pools began with what they had used. */
    readonly features: "fresh" | "continued";
    readonly discounts: "fresh" | "continued";
  };
  readonly calls: BilledCalls;
  readonly charges: ChargeSummary;
  readonly invoices: InvoiceSums;
  /** Sentences on the invoices as a whole. */
  readonly warnings: readonly string[];
  readonly poolNotes: readonly string[];
}

type InvoiceSums = ReturnType<typeof invoiceSums>;

/**
 * Adds the invoices up: by currency and source what they hold, and by currency what they come to, in pounds. `inError` are
 * customers without an invoice, as VAT of theirs is not known.
 */
export function invoiceSums(book: OpenedBook, { invoices, errors }: Invoices) {
  const currencies = [...new Set(invoices.map(({ customerID }) => currencyOf(book, customerID)))].sort();
  return {
    invoices: invoices.length,
    inError: errors.length,
    errors: errors.map(({ message }) => message),
    sums: sumsOf(
      book,
      invoices.flatMap(({ transactions }) => transactions),
    ),
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

/** Sentences that a person reads; all of them are in the JSON summary. */
const SHOWN = 5;

/** The summary as text. */
export function formatBillSummary(summary: BillSummary, currencyDecimals: number): string {
  const { calls, charges, invoices, options, warnings } = summary;
  const { read, billed, left, inError, ignored, errorsByCode, late } = calls;
  const codes = errorsByCode.map((error) => `${error.code} ${error.calls}`).join(", ");
  return [
    ...warnings.map((warning) => `warning  ${warning}\n`),
    `${counted(read, "call")} read: ${billed} billed + ${left} left for the next bill + ${inError} in error + ${ignored} ignored\n`,
    ...(inError === 0 ? [] : [`  ${codes}\n`]),
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
