/** Calls on bills (R76 to R78): added up one by one, so that a million calls need no array. */
import type { OpenedBook } from "../../book/index.ts";
import type { DayNumber } from "../../calendar/index.ts";
import { asResult, type CallResult, type ResultRecord } from "../../engine/index.ts";
import { isBlank, type Optional } from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";
import type { Charged, InvoiceTransaction } from "../charged.ts";
import { askedDay } from "../subject.ts";
import { CallSums } from "./call-sums.ts";
import {
  type CountingTransaction,
  callTransactionsOf,
  minimumTransactions,
  useByCustomer,
} from "./call-transactions.ts";
import { type Invoices, makeInvoices } from "./make-invoices.ts";

/** The days of a bill. */
export interface CallBillOptions {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
}

/** The parts of bills beside calls. */
export interface InvoiceOptions {
  /** The result of `charges` for the same days. */
  readonly charged: Charged;
  /** `YYYY-MM-DD`; default: the day after the last day billed. */
  readonly invoiceDate?: Optional<string>;
  /**
   * Transactions of the customers' other invoices of the same billing period: their calls and minimums count towards
   * minimums (R77), so that no minimum is charged twice. Default: none.
   */
  readonly onOtherInvoices?: readonly CountingTransaction[] | null | undefined;
}

/** Counts of the calls added, by outcome: billed + left + errors + ignored. */
export interface CallBillReport {
  readonly billed: number;
  /** Calls that start after the last day: for the next bill. */
  readonly left: number;
  /** Calls in error, which are on no bill. */
  readonly errors: number;
  readonly ignored: number;
}

/** Adds calls up for bills. */
export interface CallBill {
  /**
   * Adds a rated call, or the record of one. A record needs the call's fields beside its own, as `fromRecord` says.
   *
   * @throws TypeError where `result` is neither a result nor the record of one
   * @throws RangeError where the book does not have the call's number or call type, or a record lacks the call's start
   *   or duration
   */
  add(result: CallResult | ResultRecord): void;
  /** The counts so far. */
  report(): CallBillReport;
  /** The transactions of the calls added so far, without minimums (R76). */
  transactions(): readonly InvoiceTransaction[];
  /** The bills, with the calls added so far; see `invoices`. */
  invoices(options: InvoiceOptions): Invoices;
}

const checkOptions = knownOptions<CallBillOptions>("createCallBill", { from: "any", to: "any" });
const checkInvoices = knownOptions<InvoiceOptions>("invoices", {
  charged: "any",
  invoiceDate: "any",
  onOtherInvoices: "any",
});

/**
 * Adds calls up for bills of a range of days (R76 to R78). Memory grows with numbers, transaction types, VAT rates and
 * codes, not with calls. Calls before `from` are billed, too: the caller chooses the unbilled calls. Calls that start
 * after `to` are left.
 *
 * @throws TypeError for an unknown option, and an invalid day
 * @throws RangeError where `from` is after `to`
 *
 * @example
 * const bill = createCallBill(book, { from: "2026-10-01", to: "2026-10-31" });
 * for (const result of rateCalls(book, calls)) bill.add(result); // two calls of 3.82 p
 * bill.report(); // => { billed: 2, left: 0, errors: 0, ignored: 0 }
 * bill.transactions()[0]?.transactionValue; // => "0.08"
 */
export function createCallBill(book: OpenedBook, options: CallBillOptions): CallBill {
  checkOptions(options);
  return openBill("createCallBill", book, options);
}

function openBill(asks: string, book: OpenedBook, options: CallBillOptions): CallBill {
  const from = askedDay(asks, "from", options.from);
  const to = askedDay(asks, "to", options.to);
  if (from > to) throw new RangeError(`${asks}: from ${options.from} is after to ${options.to}.`);
  return new CallsOfBill(book, from, to);
}

/** Calls on bills, up to a day. */
class CallsOfBill implements CallBill {
  readonly #book: OpenedBook;
  readonly #from: DayNumber;
  readonly #to: DayNumber;
  readonly #sums: CallSums;
  #billed = 0;
  #left = 0;
  #errors = 0;
  #ignored = 0;

  constructor(book: OpenedBook, from: DayNumber, to: DayNumber) {
    this.#book = book;
    this.#from = from;
    this.#to = to;
    this.#sums = new CallSums(book);
  }

  add(given: CallResult | ResultRecord): void {
    const result = asResult(given);
    if (result.outcome === "error") this.#errors++;
    else if (result.outcome === "ignored") this.#ignored++;
    else {
      const day = result.dayIn(this.#book.tables);
      if (day > this.#to) this.#left++;
      else {
        this.#sums.add(result, day);
        this.#billed++;
      }
    }
  }

  report(): CallBillReport {
    return { billed: this.#billed, left: this.#left, errors: this.#errors, ignored: this.#ignored };
  }

  transactions(): readonly InvoiceTransaction[] {
    return callTransactionsOf(this.#book, this.#sums, this.#to);
  }

  invoices(options: InvoiceOptions): Invoices {
    checkInvoices(options);
    const { charged, invoiceDate, onOtherInvoices } = options;
    if (!Array.isArray(charged?.transactions) || !Array.isArray(charged.features)) {
      throw new TypeError("invoices: charged is what charges(book, from, to) gave.");
    }
    const calls = this.transactions();
    const otherTransactions = onOtherInvoices ?? [];
    const days = { from: this.#from, to: this.#to };
    return makeInvoices(this.#book, {
      charged,
      calls: [...calls, ...minimumTransactions(this.#book, [...calls, ...otherTransactions], days)],
      use: useByCustomer(this.#sums),
      to: this.#to,
      invoiceDay: isBlank(invoiceDate) ? this.#to + 1 : askedDay("invoices", "invoiceDate", invoiceDate),
    });
  }
}

/**
 * The transactions of rated calls that start on or before the day `to` (R76): one for each number, transaction type,
 * VAT rate and code, whose value is the sum of its calls, rounded once. Minimums are in `invoices`. For the calls of a
 * file, without an array: `createCallBill`.
 *
 * @throws TypeError for an invalid day, and as `CallBill.add`
 * @throws RangeError as `CallBill.add`
 *
 * @example
 * const [own] = callTransactions(book, rateCalls(book, calls), "2026-10-31"); // two calls of 3.82 p and 91 s
 * own?.transactionValue; // => "0.08"
 * own?.transactionCallMinutes; // => 3
 */
export function callTransactions(
  book: OpenedBook,
  rated: Iterable<CallResult | ResultRecord>,
  to: string,
): readonly InvoiceTransaction[] {
  const last = askedDay("callTransactions", "to", to);
  const calls = new CallsOfBill(book, last, last);
  for (const result of rated) calls.add(result);
  return calls.transactions();
}

/** The input of `invoices`. */
export interface InvoiceRequest extends CallBillOptions, InvoiceOptions {
  /** The calls to bill, rated and discounted: the caller chooses the unbilled calls. */
  readonly rated: Iterable<CallResult | ResultRecord>;
}

const checkRequest = knownOptions<InvoiceRequest>("invoices", {
  charged: "any",
  rated: "any",
  from: "any",
  to: "any",
  invoiceDate: "any",
  onOtherInvoices: "any",
});

/**
 * The bills of a range of days (R78): one for each customer with a transaction, of features, of calls and of minimums
 * (R76, R77), with VAT. Amounts are pounds. A customer with a transaction whose VAT is not known has an error instead
 * of a bill, and the features to store are those of all other customers.
 *
 * @throws TypeError for an unknown option, an invalid day, and an invalid `charged` or call
 * @throws RangeError where `from` is after `to`, and as `CallBill.add`
 *
 * @example
 * const taxed = openBook({
 *   vatRates: [{ name: "Standard", percent: 20 }],
 *   customers: [{ id: 7, VATRate: "Standard" }],
 *   numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", lowInvoiceActionValue: 5 }],
 * });
 * const charged = { transactions: [], features: [], errors: [], warnings: [] };
 * const bills = invoices(taxed, { charged, rated: [], from: "2026-10-01", to: "2026-10-31" });
 * bills.invoices[0]?.total; // => "6"
 */
export function invoices(book: OpenedBook, request: InvoiceRequest): Invoices {
  checkRequest(request);
  const { charged, rated, invoiceDate, onOtherInvoices } = request;
  const bill = openBill("invoices", book, request);
  for (const result of rated) bill.add(result);
  return bill.invoices({ charged, invoiceDate, onOtherInvoices });
}
