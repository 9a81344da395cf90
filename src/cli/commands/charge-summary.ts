/** What a run that charged features says of itself. */
import {
  type Charged,
  type FeatureError,
  type OpenedBook,
  sumAmounts,
  TRANSACTION_SOURCES,
  type Transaction,
  type TransactionSource,
} from "../../index.ts";
import { moneyText } from "../../report/index.ts";
import { andMore, counted, table } from "../terminal.ts";

/** What became of a book's features: charged + not due + in error = features. */
export type ChargeSummary = ReturnType<typeof chargeSummary>;

/** The transactions of one currency and source; the value in pounds, without VAT. */
export interface ChargeSum {
  readonly currency: string;
  readonly transactionSource: TransactionSource;
  readonly transactions: number;
  readonly value: string;
}

/** Counts what charging gave; `dueBefore` are transactions that fell due before the first day of the range. */
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
export function sumsOf(book: OpenedBook, transactions: readonly Transaction[]): ChargeSum[] {
  const groups = new Map<string, Transaction[]>();
  for (const transaction of transactions) {
    const key = JSON.stringify([currencyOf(book, transaction.customerID), transaction.transactionSource]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [transaction]);
    else group.push(transaction);
  }
  const currencies = [...new Set(transactions.map(({ customerID }) => currencyOf(book, customerID)))].sort();
  return currencies.flatMap((currency) =>
    TRANSACTION_SOURCES.flatMap((transactionSource) => {
      const ofSource = groups.get(JSON.stringify([currency, transactionSource])) ?? [];
      const value = sumAmounts(ofSource.map(({ transactionValue }) => transactionValue));
      return ofSource.length === 0
        ? []
        : [{ currency, transactionSource, transactions: ofSource.length, value }];
    }),
  );
}

/** The currency in which a customer pays. */
export function currencyOf({ tables, settings }: OpenedBook, customerID: string): string {
  return tables.customers.get(customerID)?.currency ?? settings.currency;
}

/** Warnings that a person reads; all of them are in the JSON. */
const SHOWN_WARNINGS = 5;

/** The summary as text. */
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

/** Sums as a table for each currency. */
function formatSums(sums: readonly ChargeSum[], currencyDecimals: number): string {
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
