/** A line of a bill (R60): the seeds' names, and whose it is. */
import type { ChargeMade } from "../model/index.ts";

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

/** What charging the features of a book gives (R60): plain data, to print, to send and to store. */

/** Why a feature cannot be charged, or a customer not be billed. */
export const CHARGE_ERROR_CODES = [
  "malformed-feature",
  "no-customer",
  "no-start-date",
  "instalments-missing",
  "unknown-interval",
  "unknown-scheme",
  "too-many-charges",
  "tariff-not-allowed",
  "currency-mismatch",
  "no-fixed-fee",
  "ambiguous-fixed-fee",
  "no-carrier-cost",
  "no-vat-rate",
] as const;

/** Why a feature cannot be charged, or a customer not be billed. */
export type ChargeErrorCode = (typeof CHARGE_ERROR_CODES)[number];

/** A feature in error: what it was charged before the error stands. */
export interface FeatureError {
  readonly featureID: string;
  /** Null where no customer pays for it. */
  readonly customerID: string | null;
  readonly error: Exclude<ChargeErrorCode, "no-vat-rate">;
  /** What is wrong and what to write, for a person. */
  readonly message: string;
  /** The field to set right. */
  readonly field: string;
}

/** Something about a feature that a person should look at; the feature was charged all the same. */
export interface FeatureWarning {
  readonly featureID: string;
  readonly customerID: string | null;
  readonly warning: "no-history";
  readonly message: string;
  readonly field: string;
}

/** The fields of a feature that change: store them with it, for the next run goes on from them. */
export interface FeatureState {
  /** The feature. */
  readonly id: string;
  /** The first day not yet charged (R65). */
  readonly dueDate?: string;
  /** The last day charged for; null: none (R68). */
  readonly endDate?: string | null;
  /** R63. */
  readonly featureCountCommitted?: number;
  /** Pounds, of instalments (R75). */
  readonly totalValueCharged?: string;
  readonly totalValueRemaining?: string;
  /** What corrections are made from (R67, R69). */
  readonly chargesMade?: readonly ChargeMade[];
}

/** What charging a book's features for a range of days gives. */
export interface Charged {
  readonly transactions: readonly Transaction[];
  /** The features that changed. */
  readonly features: readonly FeatureState[];
  readonly errors: readonly FeatureError[];
  readonly warnings: readonly FeatureWarning[];
}

/** Why a feature, or the rest of it, cannot be charged. */

/** A code of the table of errors, the sentence, and the field to set right. */
export class ChargeFault {
  readonly error: FeatureError["error"];
  readonly message: string;
  readonly field: string;

  constructor(error: FeatureError["error"], message: string, field: string) {
    this.error = error;
    this.message = message;
    this.field = field;
  }
}
