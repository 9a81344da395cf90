/** What charging gave as lines of a file: transactions in their order, a feature's error after its own (R60). */
import type { OpenedBook } from "../book/index.ts";
import { chargeTablesOf } from "./charge-tables.ts";
import type { Charged, FeatureError } from "./charged.ts";
import type { Transaction } from "./transaction.ts";

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
  // Both are in the order of the features, so each feature's transactions are the next ones that are its own.
  let at = 0;
  for (const { id } of chargeTablesOf(book).features) {
    for (; transactions[at]?.featureID === id; at++) yield transactions[at] as Transaction;
    const error = errorOf.get(id);
    if (error !== undefined) yield error;
  }
}
