/** What a run that made bills says of itself. */
import type { BilledCalls, CallFormat } from "../files/index.ts";
import { type Invoices, type OpenedBook, sumAmounts } from "../index.ts";
import { moneyText } from "../report/index.ts";
import {
  type ChargeSum,
  type ChargeSummary,
  currencyOf,
  formatChargeSummary,
  sumsOf,
} from "./charge-summary.ts";
import { counted, table } from "./print.ts";

/** The options of a run that decide what its bills are. */
export interface BillOptions {
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
}

/** What a run says of itself; nothing in it depends on when, where or how fast it ran. */
export interface BillSummary {
  readonly options: BillOptions;
  readonly calls: BilledCalls;
  readonly charges: ChargeSummary;
  readonly invoices: InvoiceSums;
  /** Sentences on the invoices as a whole. */
  readonly warnings: readonly string[];
  readonly poolNotes: readonly string[];
}

/** The invoices of a run together. */
export interface InvoiceSums {
  readonly invoices: number;
  /** Customers without an invoice, as VAT of theirs is not known. */
  readonly inError: number;
  readonly errors: readonly string[];
  /** By currency and source: what the invoices hold. */
  readonly sums: readonly ChargeSum[];
  readonly totals: readonly CurrencyTotals[];
}

/** The invoices in one currency; pounds. */
export interface CurrencyTotals {
  readonly currency: string;
  readonly invoiceAmount: string;
  readonly invoiceVAT: string;
  readonly invoiceReverseVAT: string;
  readonly total: string;
}

const AMOUNTS = ["invoiceAmount", "invoiceVAT", "invoiceReverseVAT", "total"] as const;

/** Adds the invoices up. */
export function invoiceSums(book: OpenedBook, { invoices, errors }: Invoices): InvoiceSums {
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
      const own = invoices.filter(({ customerID }) => currencyOf(book, customerID) === currency);
      const [invoiceAmount = "0", invoiceVAT = "0", invoiceReverseVAT = "0", total = "0"] = AMOUNTS.map(
        (field) => sumAmounts(own.map((invoice) => invoice[field])),
      );
      return { currency, invoiceAmount, invoiceVAT, invoiceReverseVAT, total };
    }),
  };
}

/** Sentences that a person reads; all of them are in the JSON summary. */
const SHOWN = 5;

/** The summary as text. */
export function formatBillSummary(summary: BillSummary, currencyDecimals: number): string {
  const { calls, charges, invoices, options, warnings } = summary;
  const { read, billed, left, inError, ignored, errorsByCode, late } = calls;
  const codes = errorsByCode.map((own) => `${own.code} ${own.calls}`).join(", ");
  const more = invoices.errors.length - SHOWN;
  return [
    ...warnings.map((warning) => `warning  ${warning}\n`),
    `${counted(read, "call")} read: ${billed} billed + ${left} left for the next bill + ${inError} in error + ${ignored} ignored\n`,
    ...(inError === 0 ? [] : [`  ${codes}\n`]),
    ...(late === 0 ? [] : [`${counted(late, "call")} came late to a discount pool\n`]),
    formatChargeSummary({ ...charges, sums: invoices.sums }, { from: options.from, currencyDecimals }),
    `${counted(invoices.invoices, "invoice")}${invoices.inError === 0 ? "" : `; ${counted(invoices.inError, "customer")} without one, whose features and pools stay as they were`}\n`,
    ...invoices.errors.slice(0, SHOWN).map((message) => `  ${message}\n`),
    ...(more > 0 ? [`  … and ${counted(more, "more customer")}\n`] : []),
    ...invoices.totals.map((own) => totalsTable(own, currencyDecimals)),
  ].join("");
}

function totalsTable(own: CurrencyTotals, currencyDecimals: number): string {
  const { major } = moneyText(own.currency, currencyDecimals);
  const rows = [
    ["net", major(own.invoiceAmount)],
    ["VAT", major(own.invoiceVAT)],
    ["VAT by reverse charge", major(own.invoiceReverseVAT)],
    ["total", major(own.total)],
  ];
  return `Invoices in ${own.currency}\n${table(rows, new Set([1]))}`;
}
