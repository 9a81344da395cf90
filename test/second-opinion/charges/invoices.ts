/**
 * R78: an invoice for each customer with a transaction.
 *
 * Decided here where the text leaves it open: with `vatRounding` "down" what is rounded towards zero is each rate's (or
 * each line's) VAT, that of a reverse rate too.
 */
import { NONE, Ratio, sumOf } from "../ratio.ts";
import { flagOf, type Row, text } from "../values.ts";
import { type BilledCall, callTransactions, countsOf, minimumTransactions } from "./call-transactions.ts";
import {
  compareIDs,
  dayOrNull,
  isNegative,
  place,
  pounds,
  quoted,
  rounded,
  rowsOf,
  smallestUnit,
} from "./charge-book.ts";
import { type Day, formatDay, parseDay } from "./days.ts";

export interface Bill {
  /** What charging gave, in R60's order. */
  readonly charged: { readonly transactions: readonly Row[]; readonly features: readonly Row[] };
  readonly rated: readonly BilledCall[];
  readonly from: string;
  readonly to: string;
  readonly invoiceDate?: string;
}

export interface Invoices {
  readonly invoices: readonly Row[];
  readonly errors: readonly Row[];
  /** Those of `charged`, without the features of customers in error. */
  readonly features: readonly Row[];
  readonly warnings: number;
}

export function invoices(data: Row, { charged, rated, from, to, invoiceDate }: Bill): Invoices {
  const day = invoiceDate === undefined ? parseDay(to) + 1 : parseDay(invoiceDate);
  const ofCalls = callTransactions(data, rated, to);
  const minimums = minimumTransactions(data, ofCalls, from, to);
  const invoiced: Row[] = [];
  const errors: Row[] = [];
  for (const customer of [...rowsOf(data, "customers")].sort((a, b) => compareIDs(a.id, b.id))) {
    const customerID = text(customer.id);
    const own = (rows: readonly Row[]): readonly Row[] => rows.filter((row) => row.customerID === customerID);
    const transactions = inOrder(own(charged.transactions), own(ofCalls), own(minimums));
    if (transactions.length === 0) continue;
    const missing = transactions.find(
      (row) => hasVAT(data) && rateOn(data, row.transactionVATRate, day) === undefined,
    );
    if (missing !== undefined) {
      errors.push({
        customerID,
        error: "no-vat-rate",
        message: `Customer ${customerID} has a transaction (${shown(missing)}) ${whyNot(missing, day)}`,
        field: "transactionVATRate",
      });
      continue;
    }
    const numbers = rowsOf(data, "numbers").filter((row) => text(row.customerID) === customerID);
    const calls = rated.filter(
      ({ numberID, startDate }) => startDate <= to && numbers.some((number) => text(number.id) === numberID),
    );
    const net = sumOf(transactions.map(netOf));
    const vat = vatOf(data, transactions, day, false);
    const counts = countsOf(calls);
    invoiced.push({
      customerID,
      invoiceDate: formatDay(day),
      cutoffDate: formatDay(parseDay(to) + 1),
      invoiceAmount: net.toFixed(),
      invoiceVAT: vat.toFixed(),
      invoiceReverseVAT: vatOf(data, transactions, day, true).toFixed(),
      total: net.plus(vat).toFixed(),
      invoiceCallCount: counts.calls,
      invoiceCallMinutes: counts.minutes,
      transactions,
    });
  }
  const inError = errors.map((row) => row.customerID);
  const payers = new Map(
    rowsOf(data, "features").map((feature) => [text(feature.id), text(place(data, feature).customer?.id)]),
  );
  return {
    invoices: invoiced,
    errors,
    features: charged.features.filter((state) => !inError.includes(payers.get(text(state.id)))),
    warnings: hasVAT(data) ? 0 : 1,
  };
}

function shown({ transactionSource, numberID, featureID }: Row): string {
  if (transactionSource === "calls") return `calls of number ${text(numberID)}`;
  if (transactionSource === "minimum") return `the minimum of number ${text(numberID)}`;
  return `feature ${text(featureID)}`;
}

function whyNot({ transactionVATRate: name }: Row, day: Day): string {
  if (name === null) return "without a VAT rate; write the VATRate of the feature or the customer.";
  return `whose VAT rate ${quoted(name)} has no percentage on ${formatDay(day)}.`;
}

/** A number's calls after its features, its minimum last; services after all numbers. */
function inOrder(charged: readonly Row[], ofCalls: readonly Row[], minimums: readonly Row[]): Row[] {
  const ofFeatures = charged.map((row) => ({
    ...row,
    transactionCallCount: null,
    transactionCallMinutes: null,
  }));
  const placed: Row[] = [...ofFeatures, ...ofCalls, ...minimums];
  const level = (row: Row): number => (row.serviceID !== null ? 2 : row.numberID !== null ? 1 : 0);
  return placed.sort(
    (a, b) => level(a) - level(b) || (level(a) === 1 ? compareIDs(a.numberID, b.numberID) : 0),
  );
}

function netOf({ transactionValue }: Row): Ratio {
  return pounds(transactionValue)!;
}

function hasVAT(data: Row): boolean {
  return rowsOf(data, "vatRates").length > 0;
}

function rateOn(data: Row, name: unknown, day: Day): Row | undefined {
  return rowsOf(data, "vatRates").find(
    (row) =>
      text(row.name) === text(name) &&
      (dayOrNull(row.startDate) ?? day) <= day &&
      (dayOrNull(row.endDate) ?? day) >= day,
  );
}

function vatOf(data: Row, transactions: readonly Row[], day: Day, isReverse: boolean): Ratio {
  if (!hasVAT(data)) return NONE;
  const rows = transactions.map((row) => ({
    value: netOf(row),
    rate: rateOn(data, row.transactionVATRate, day)!,
  }));
  const asked = rows.filter(({ rate }) => (flagOf(rate.reverse) === true) === isReverse);
  const nets =
    text(data.vatBy) === "line"
      ? asked
      : [...new Set(asked.map(({ rate }) => rate))].map((rate) => ({
          rate,
          value: sumOf(asked.filter((row) => row.rate === rate).map(({ value }) => value)),
        }));
  return sumOf(nets.map(({ rate, value }) => roundedVAT(data, value.times(pounds(rate.percent)!))));
}

function roundedVAT(data: Row, hundredfold: Ratio): Ratio {
  const vat = hundredfold.over(new Ratio(100n, 1n));
  if (text(data.vatRounding) !== "down") return rounded(data, vat);
  const unit = smallestUnit(data);
  return isNegative(vat) ? vat.upTo(unit) : vat.downTo(unit);
}
