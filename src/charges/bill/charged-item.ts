/** Items of a bill: the value of a transaction, and the name of an item in messages. */
import { quoteValue } from "../../model/index.ts";
import { toDecimalText, toUnits } from "../../money/index.ts";
import type { Transaction } from "../charged.ts";

/** The fields of a transaction that the error of an unknown VAT rate needs. */
export type ChargedItem = Pick<
  Transaction,
  "customerID" | "numberID" | "featureID" | "transactionSource" | "transactionVATRate"
>;

/** The fields that name an item; only items of features need `featureID`. */
type NamedItem = Pick<ChargedItem, "numberID" | "transactionSource"> &
  Partial<Pick<ChargedItem, "featureID">>;

/** An item in a sentence. */
export function shownItem({ transactionSource, numberID, featureID }: NamedItem): string {
  if (transactionSource === "calls") return `calls of number ${numberID}`;
  return transactionSource === "minimum" ? `the minimum of number ${numberID}` : `feature ${featureID}`;
}

/**
 * The value of a transaction in minor units.
 *
 * @throws RangeError where it is no amount of so many decimal places
 */
export function unitsOfTransaction(
  transaction: NamedItem & Pick<Transaction, "transactionValue">,
  decimals: number,
): bigint {
  const { transactionValue } = transaction;
  const text = toDecimalText(transactionValue);
  const units = text === undefined ? undefined : toUnits(text, decimals);
  if (units !== undefined) return units;
  throw new RangeError(
    `The transactionValue ${quoteValue(transactionValue)} of ${shownItem(transaction)} is no amount of ${decimals} decimal places; hand in what charges gave for this book.`,
  );
}
