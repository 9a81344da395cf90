/** A line of a bill (R60): the fields of the seeds, and the customer, number, service and feature. */
import type { ChargeMade } from "../model/index.ts";

/** The sources of transactions. */
export const TRANSACTION_SOURCES = [
  "oneOff",
  "recurring",
  "instalment",
  "correction",
  "calls",
  "minimum",
] as const;

/** The source of a transaction. */
export type TransactionSource = (typeof TRANSACTION_SOURCES)[number];

/**
 * A line of a bill. Amounts are decimal text in pounds (the major unit of the customer's currency), dates `YYYY-MM-DD`,
 * both ends inclusive; a field that is not known or does not apply is null.
 */
export interface Transaction {
  /** The customer that pays. */
  readonly customerID: string;
  readonly numberID: string | null;
  readonly serviceID: string | null;
  /** The feature charged; null for calls and minimums. */
  readonly featureID: string | null;
  readonly transactionSource: TransactionSource;
  readonly transactionType: string | null;
  readonly transactionDescription: string | null;
  /** The day on which the charge falls due. */
  readonly transactionDate: string;
  /** The later of `transactionDate` and the first day of the range charged. */
  readonly transactionBillDate: string;
  readonly transactionStartDate: string;
  readonly transactionEndDate: string;
  /** The billed count of the last day (R63, R67); null for calls and minimums. */
  readonly featureCount: number | null;
  /** Rounded once (R61); negative for a credit. */
  readonly transactionValue: string;
  /** Wholesale; null where not known. */
  readonly transactionValueCarrier: string | null;
  readonly transactionCarrier: string | null;
  readonly transactionCode: string | null;
  readonly transactionVATRate: string | null;
  readonly site: string | null;
  readonly campaign: string | null;
}

/** A line of an invoice: a transaction, and for a transaction of calls their number and duration (R76). */
export interface InvoiceTransaction extends Transaction {
  /** Without calls that used nothing and cost nothing. */
  readonly transactionCallCount: number | null;
  /** Sum over all the calls, in whole minutes. */
  readonly transactionCallMinutes: number | null;
}

/** The fields of a transaction in the order in which files have them. */
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

/** The error codes of features that cannot be charged and of customers that cannot be billed. */
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

/** The error code of a feature that cannot be charged, or of a customer that cannot be billed. */
export type ChargeErrorCode = (typeof CHARGE_ERROR_CODES)[number];

/** A feature in error; its charges before the error stand. */
export interface FeatureError {
  readonly featureID: string;
  /** Null where no customer pays for the feature. */
  readonly customerID: string | null;
  readonly error: Exclude<ChargeErrorCode, "no-vat-rate">;
  /** For a person: the problem and its repair. */
  readonly message: string;
  /** The field to correct. */
  readonly field: string;
}

/** A warning of a feature for a person to check; the feature was charged all the same. */
export interface FeatureWarning {
  readonly featureID: string;
  readonly customerID: string | null;
  readonly warning: "no-history";
  readonly message: string;
  readonly field: string;
}

/** The fields of a feature that change: store these fields with the feature, as the next run goes on from them. */
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
  /** The records from which corrections are made (R67, R69). */
  readonly chargesMade?: readonly ChargeMade[];
}

/** The result of charging a book's features for a range of days. */
export interface Charged {
  readonly transactions: readonly Transaction[];
  /** The features that changed. */
  readonly features: readonly FeatureState[];
  readonly errors: readonly FeatureError[];
  readonly warnings: readonly FeatureWarning[];
}

/** A code of the table of errors, the sentence, and the field to correct. */
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
