/** The transactions and amounts of an invoice, by the library's rules (R76 to R78). */
import { dateAfter } from "../../calendar/index.ts";
import { CallSums } from "../../charges/index.ts";
import { billingPeriodOn } from "../../discounts/index.ts";
import {
  type CallResult,
  type Invoice,
  type InvoiceTransaction,
  invoices,
  type OpenedBook,
} from "../../index.ts";
import { resultOf, type StoredCall } from "../calls/index.ts";
import { ServerError } from "../errors.ts";

interface BillRequest {
  readonly customerID: string;
  /** The day after the last day billed, `YYYY-MM-DD`. */
  readonly cutoffDate: string;
  readonly invoiceDate: string;
  readonly calls: readonly StoredCall[];
  /**
   * The transactions of the customer's other invoices of the same billing period: no minimum is charged twice (R77).
   */
  readonly onOtherInvoices: readonly InvoiceTransaction[];
}

/** An invoice's amounts, its transactions, and the transaction of each call. */
export interface Bill {
  readonly amounts: Omit<Invoice, "transactions" | "customerID" | "invoiceDate" | "cutoffDate">;
  readonly transactions: readonly InvoiceTransaction[];
  /** By call: the index of its transaction; −1 for none. */
  readonly transactionOfCall: readonly number[];
}

const NOTHING_CHARGED = { transactions: [], features: [], errors: [], warnings: [] };
const NOTHING: Bill["amounts"] = {
  invoiceAmount: "0",
  invoiceVAT: "0",
  invoiceReverseVAT: "0",
  total: "0",
  invoiceCallCount: 0,
  invoiceCallMinutes: 0,
};

/**
 * Bills a customer's calls by the present book.
 *
 * @throws ServerError 409002 where the book cannot bill the calls: a missing number, an unknown VAT rate
 */
export function billCalls(book: OpenedBook, request: BillRequest): Bill {
  const { customerID, cutoffDate, invoiceDate, calls, onOtherInvoices } = request;
  const to = lastDayOf(cutoffDate);
  const from = billingPeriodOn(book, to)?.startDate ?? to;
  try {
    const rated = calls.map(resultOf);
    const made = invoices(book, {
      charged: NOTHING_CHARGED,
      rated,
      from,
      to,
      invoiceDate,
      onOtherInvoices,
    });
    const fault = made.errors.find((error) => error.customerID === customerID);
    if (fault !== undefined) throw new ServerError(409002, fault.message);
    const invoice = made.invoices.find((one) => one.customerID === customerID);
    if (invoice === undefined) return { amounts: NOTHING, transactions: [], transactionOfCall: [] };
    const { transactions, ...rest } = invoice;
    const { customerID: _id, invoiceDate: _date, cutoffDate: _cutoff, ...amounts } = rest;
    return { amounts, transactions, transactionOfCall: transactionIndexes(book, rated, transactions) };
  } catch (error) {
    if (error instanceof RangeError) throw new ServerError(409002, error.message);
    throw error;
  }
}

/** The index of each call's transaction, by number, transaction type, VAT rate and code (R76). */
function transactionIndexes(
  book: OpenedBook,
  rated: readonly CallResult[],
  transactions: readonly InvoiceTransaction[],
): number[] {
  const sums = new CallSums(book);
  const byKey = new Map<string, number>();
  for (const [transactionIndex, transaction] of transactions.entries()) {
    if (transaction.transactionSource !== "calls") continue;
    byKey.set(
      JSON.stringify([
        transaction.numberID,
        transaction.transactionType,
        transaction.transactionVATRate,
        transaction.transactionCode,
      ]),
      transactionIndex,
    );
  }
  return rated.map((result) => {
    if (result.outcome !== "rated") return -1;
    const { group } = sums.groupOf(result, result.dayIn(book.tables));
    const key = JSON.stringify([result.numberID, group.transactionType, group.VATRate, group.code]);
    return byKey.get(key) ?? -1;
  });
}

/** The last day that an invoice bills. */
export function lastDayOf(cutoffDate: string): string {
  return dateAfter(cutoffDate, -1);
}
