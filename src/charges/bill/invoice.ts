/** A customer's bill (R78): plain data, to print, to send and to store. */
import type { FeatureState } from "../charged.ts";
import type { InvoiceTransaction } from "../transaction.ts";

/** A bill. Amounts are decimal text in pounds, dates `YYYY-MM-DD`. */
export interface Invoice {
  readonly customerID: string;
  readonly invoiceDate: string;
  /** The day after the last day billed. */
  readonly cutoffDate: string;
  /** The sum of its transactions, without VAT. */
  readonly invoiceAmount: string;
  readonly invoiceVAT: string;
  /** VAT that the customer accounts for himself; not in the total. */
  readonly invoiceReverseVAT: string;
  /** `invoiceAmount` + `invoiceVAT`. */
  readonly total: string;
  readonly invoiceCallCount: number;
  readonly invoiceCallMinutes: number;
  readonly transactions: readonly InvoiceTransaction[];
}

/** In place of an invoice: a customer with a transaction whose VAT nobody can say. */
export interface InvoiceError {
  readonly customerID: string;
  readonly error: "no-vat-rate";
  readonly message: string;
  readonly field: "transactionVATRate";
}

/** The bills of a range of days. */
export interface Invoices {
  /** By customer. */
  readonly invoices: readonly Invoice[];
  readonly errors: readonly InvoiceError[];
  /** The features to store: those of `charges`, without the customers in error, whose features stay as they were. */
  readonly features: readonly FeatureState[];
  /** Sentences: a book without VAT rates. */
  readonly warnings: readonly string[];
}
