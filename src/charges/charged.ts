/** What charging the features of a book gives (R60): plain data, to print, to send and to store. */
import type { ChargeMade } from "../model/index.ts";
import type { Transaction } from "./transaction.ts";

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
  /** Null where nobody pays for it. */
  readonly customerID: string | null;
  readonly error: Exclude<ChargeErrorCode, "no-vat-rate">;
  /** What is wrong and what to write, for a person. */
  readonly message: string;
  /** The field to set right. */
  readonly field: string;
}

/** Something about a feature that somebody should look at; it was charged all the same. */
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
