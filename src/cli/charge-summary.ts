/** What a run that charged features says of itself. */
import {
  type Charged,
  type FeatureError,
  type OpenedBook,
  sumAmounts,
  TRANSACTION_SOURCES,
  type Transaction,
  type TransactionSource,
} from "../index.ts";
import { moneyText } from "../report/index.ts";
import { counted, table } from "./print.ts";

/** What became of a book's features: charged + not due + in error = features. */
export interface ChargeSummary {
  readonly features: number;
  readonly charged: number;
  readonly notDue: number;
  readonly inError: number;
  readonly errorsByCode: readonly { readonly code: FeatureError["error"]; readonly features: number }[];
  /** Transactions that fell due before the first day of the range. */
  readonly dueBefore: number;
  /** Sums of transactions, of one currency and source each. */
  readonly sums: readonly ChargeSum[];
  /** What somebody should look at. */
  readonly warnings: readonly string[];
}

/** The transactions of one source. */
export interface ChargeSum {
  readonly currency: string;
  readonly transactionSource: TransactionSource;
  readonly transactions: number;
  /** Pounds, without VAT. */
  readonly value: string;
}

/** Counts what charging gave. */
export function chargeSummary(book: OpenedBook, charged: Charged, from: string): ChargeSummary {
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
export function sumsOf(book: OpenedBook, transactions: readonly Transaction[]): ChargeSum[] {
  const groups = new Map<string, Map<TransactionSource, string[]>>();
  for (const { customerID, transactionSource, transactionValue } of transactions) {
    const currency = currencyOf(book, customerID);
    const sources = groups.get(currency) ?? new Map<TransactionSource, string[]>();
    groups.set(currency, sources);
    const values = sources.get(transactionSource) ?? [];
    sources.set(transactionSource, values);
    values.push(transactionValue);
  }
  return [...groups].sort(byName).flatMap(([currency, sources]) =>
    TRANSACTION_SOURCES.flatMap((transactionSource) => {
      const values = sources.get(transactionSource);
      if (values === undefined) return [];
      return [{ currency, transactionSource, transactions: values.length, value: sumAmounts(values) }];
    }),
  );
}

/** The currency in which a customer pays. */
export function currencyOf({ tables, settings }: OpenedBook, customerID: string): string {
  return tables.customers.get(customerID)?.currency ?? settings.currency;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Warnings that a person reads; all of them are in the JSON. */
const SHOWN_WARNINGS = 5;

/** What the text says beside the figures. */
export interface SummaryOf {
  readonly from: string;
  readonly currencyDecimals: number;
}

/** The summary as text. */
export function formatChargeSummary(summary: ChargeSummary, { from, currencyDecimals }: SummaryOf): string {
  const { features, charged, notDue, inError, errorsByCode, dueBefore, sums, warnings } = summary;
  const codes = errorsByCode.map((own) => `${own.code} ${own.features}`).join(", ");
  const more = warnings.length - SHOWN_WARNINGS;
  return [
    ...warnings.slice(0, SHOWN_WARNINGS).map((warning) => `warning  ${warning}\n`),
    ...(more > 0 ? [`… and ${counted(more, "more warning")}\n`] : []),
    `${counted(features, "feature")}: ${charged} charged + ${notDue} not due + ${inError} in error\n`,
    ...(inError === 0 ? [] : [`  ${codes}\n`]),
    ...(dueBefore === 0 ? [] : [`${counted(dueBefore, "transaction")} fell due before ${from}\n`]),
    formatSums(sums, currencyDecimals),
  ].join("");
}

/** Sums as a table for each currency. */
function formatSums(sums: readonly ChargeSum[], currencyDecimals: number): string {
  const currencies = [...new Set(sums.map(({ currency }) => currency))];
  return currencies
    .map((currency) => {
      const { major } = moneyText(currency, currencyDecimals);
      const rows = sums
        .filter((own) => own.currency === currency)
        .map((own) => [own.transactionSource, major(own.value), counted(own.transactions, "transaction")]);
      return `Sums in ${currency}, without VAT\n${table(rows, new Set([1]))}`;
    })
    .join("");
}
