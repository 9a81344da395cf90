/** R60: charges the features of a book for a range of days. */
import type { OpenedBook } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import type { Charged, FeatureError, FeatureState, FeatureWarning, Transaction } from "./charged.ts";
import { type ChargeRange, chargeFeature, DayTexts, KnownPeriods } from "./feature/index.ts";
import { askedDay, chargeTablesOf, subjectOf } from "./subject.ts";

/** Days that one run may have: ten years. */
export const MOST_DAYS = 3_660;

/**
 * Charges the features of a book for a range of days, both inclusive and at most 3,660 (R60 to R75): charges that fall
 * due up to `to`, earlier charges that were not made, and corrections of earlier charges. The book is not changed:
 * merge the `features` of the result into the book's, `{ ...feature, ...state }`, and store them, as the next run goes
 * on from them. Charging the same range again gives nothing, and one range gives the same as two that adjoin.
 *
 * Amounts are decimal text in pounds (the major unit of the customer's currency), rounded once, half away from zero. A
 * feature that cannot be charged is in `errors`, with a code, a sentence and the field to set right; all other features
 * are charged. Transactions come by customer, the customer's own features before the features of numbers and services,
 * and by day.
 *
 * @throws TypeError for a value that is no date
 * @throws RangeError for a range that runs backwards or has more days
 *
 * @example
 * const rentals = openBook({
 *   customers: [{ id: 7 }],
 *   features: [{ id: 12, customerID: 7, startDate: "2026-01-12", featureCount: 2, serviceCharge: 30, connectionCharge: 25 }],
 * });
 * charges(rentals, "2026-01-01", "2026-02-28").transactions.map((charge) => charge.transactionValue);
 * // => ["50", "38.71", "60"]
 */
export function charges(book: OpenedBook, from: string, to: string): Charged {
  const range = rangeOf(from, to, book.settings.chargesFrom);
  const transactions: Transaction[] = [];
  const features: FeatureState[] = [];
  const errors: FeatureError[] = [];
  const warnings: FeatureWarning[] = [];
  for (const feature of chargeTablesOf(book).features) {
    const charged = chargeFeature(subjectOf(book, feature), range);
    for (const transaction of charged.transactions) transactions.push(transaction);
    if (charged.state !== undefined) features.push(charged.state);
    if (charged.error !== undefined) errors.push(charged.error);
    if (charged.warning !== undefined) warnings.push(charged.warning);
  }
  return { transactions, features, errors, warnings };
}

/** @throws TypeError for a value that is no date, RangeError for a range that runs backwards or is too long */
export function rangeOf(from: string, to: string, chargesFrom: DayNumber | undefined): ChargeRange {
  const [first, last] = [askedDay("charges", "from", from), askedDay("charges", "to", to)];
  if (first > last) throw new RangeError(`charges: to, ${to}, is before from, ${from}.`);
  if (last - first >= MOST_DAYS) {
    throw new RangeError(`charges: ${from} to ${to} is more than ${MOST_DAYS} days; charge them in parts.`);
  }
  return { from: first, to: last, chargesFrom, periods: new KnownPeriods(), texts: new DayTexts() };
}

/** The transactions and errors of a range, in the order of the features on bills. */
export function* chargeLines(
  book: OpenedBook,
  { transactions, errors }: Pick<Charged, "transactions" | "errors">,
): Generator<Transaction | FeatureError, void, undefined> {
  if (errors.length === 0) {
    yield* transactions;
    return;
  }
  const errorOf = new Map(errors.map((error) => [error.featureID, error]));
  // Transactions and features have one order: the next transactions with the feature's id are all of that feature.
  let index = 0;
  for (const { id } of chargeTablesOf(book).features) {
    for (; transactions[index]?.featureID === id; index++) yield transactions[index] as Transaction;
    const error = errorOf.get(id);
    if (error !== undefined) yield error;
  }
}
