/** A line of a bill (R60): the seeds' names, and whose it is. */

/** What a transaction comes from. */
export const TRANSACTION_SOURCES = [
  "oneOff",
  "recurring",
  "instalment",
  "correction",
  "calls",
  "minimum",
] as const;

/** What a transaction comes from. */
export type TransactionSource = (typeof TRANSACTION_SOURCES)[number];

/**
 * A line of a bill. Amounts are decimal text in pounds (the major unit of the customer's currency), dates `YYYY-MM-DD`,
 * both ends inclusive; what is not known or does not apply is null.
 */
export interface Transaction {
  /** Who pays it. */
  readonly customerID: string;
  readonly numberID: string | null;
  readonly serviceID: string | null;
  /** The feature charged; null for calls and minimums. */
  readonly featureID: string | null;
  readonly transactionSource: TransactionSource;
  readonly transactionType: string | null;
  readonly transactionDescription: string | null;
  /** The day it falls due. */
  readonly transactionDate: string;
  /** The later of that day and the first of the range charged. */
  readonly transactionBillDate: string;
  readonly transactionStartDate: string;
  readonly transactionEndDate: string;
  /** The billed count of the last day (R63, R67); null for calls and minimums. */
  readonly featureCount: number | null;
  /** Rounded once (R61); negative for a credit. */
  readonly transactionValue: string;
  /** Wholesale; null where it is not known. */
  readonly transactionValueCarrier: string | null;
  readonly transactionCarrier: string | null;
  readonly transactionCode: string | null;
  readonly transactionVATRate: string | null;
  readonly site: string | null;
  readonly campaign: string | null;
}

/** A line of an invoice: a transaction, and where it is of calls how many and how long (R76). */
export interface InvoiceTransaction extends Transaction {
  /** Without calls that used nothing and cost nothing. */
  readonly transactionCallCount: number | null;
  /** Whole minutes of all the calls together. */
  readonly transactionCallMinutes: number | null;
}

/** The fields of a transaction in the order in which they are written. */
export const TRANSACTION_FIELDS = [
  "customerID",
  "numberID",
  "serviceID",
  "featureID",
  "transactionSource",
  "transactionType",
  "transactionDescription",
  "transactionDate",
  "transactionBillDate",
  "transactionStartDate",
  "transactionEndDate",
  "featureCount",
  "transactionValue",
  "transactionValueCarrier",
  "transactionCarrier",
  "transactionCode",
  "transactionVATRate",
  "site",
  "campaign",
] as const satisfies readonly (keyof Transaction)[];
