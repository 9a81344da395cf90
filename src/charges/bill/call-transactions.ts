/** R76, R77: the transactions of calls, from their sums, and of minimums. */
import { compareIDs, numbersBelowMinimum, type OpenedBook, type OpenedNumber } from "../../book/index.ts";
import { type DayNumber, formatCivilDate, MINUTE_MS } from "../../calendar/index.ts";
import { COST_DECIMALS } from "../../engine/index.ts";
import { compareValues, nullsLast, quoteValue } from "../../model/index.ts";
import { type ExactSum, formatUnits, nearestDivide, toDecimalText, toUnits } from "../../money/index.ts";
import type { InvoiceTransaction, Transaction } from "../charged.ts";
import { type CallGroup, type CallSums, CallTransactionTypes, callTermsOn } from "./call-sums.ts";

/** The fields of a transaction of a number's calls, or of its minimum. */
interface NumberTransaction {
  readonly source: "calls" | "minimum";
  readonly type: string;
  readonly carrier: string | null;
  readonly VATRate: string | null;
  readonly code: string | null;
  /** The day on which the transaction falls due. */
  readonly on: DayNumber;
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly value: string;
  readonly valueCarrier: string | null;
  readonly calls: number | null;
  readonly minutes: number | null;
}

export function callTransactionsOf(book: OpenedBook, sums: CallSums, to: DayNumber): InvoiceTransaction[] {
  const { currencyDecimals } = book.settings;
  const types = new CallTransactionTypes(book);
  const pounds = (pence: ExactSum): string => formatUnits(minorUnits(pence), currencyDecimals);
  const transactions: InvoiceTransaction[] = [];
  for (const { number, groups } of sums.byNumber()) {
    for (const group of groups) {
      transactions.push(
        numberTransaction(number, {
          source: "calls",
          type: group.transactionType,
          carrier: types.carrierOf(group.transactionType),
          VATRate: group.VATRate,
          code: group.code,
          on: to,
          start: group.firstDay,
          end: group.lastDay,
          value: pounds(group.cost),
          valueCarrier: group.knowsCarrier ? pounds(group.costCarrier) : null,
          calls: group.calls,
          minutes: minutesOf(group.milliseconds.units),
        }),
      );
    }
  }
  return transactions.sort(compareOnBill);
}

/** A transaction of a number, in the order in which files write its fields. */
function numberTransaction(
  { record, customer }: OpenedNumber,
  transaction: NumberTransaction,
): InvoiceTransaction {
  const on = formatCivilDate(transaction.on);
  return {
    customerID: customer.record.id,
    numberID: record.id,
    serviceID: null,
    featureID: null,
    transactionSource: transaction.source,
    transactionType: transaction.type,
    transactionDescription: null,
    transactionDate: on,
    transactionBillDate: on,
    transactionStartDate: formatCivilDate(transaction.start),
    transactionEndDate: formatCivilDate(transaction.end),
    featureCount: null,
    transactionValue: transaction.value,
    transactionValueCarrier: transaction.valueCarrier,
    transactionCarrier: transaction.carrier,
    transactionCode: transaction.code,
    transactionVATRate: transaction.VATRate,
    site: record.site ?? null,
    campaign: typeof record.campaign === "string" ? record.campaign : null,
    transactionCallCount: transaction.calls,
    transactionCallMinutes: transaction.minutes,
  };
}

/** The use of a customer's calls: the number of calls that used or cost something, and the duration of all calls. */
export interface CallUse {
  readonly calls: number;
  readonly milliseconds: bigint;
}

export function useByCustomer(sums: CallSums): ReadonlyMap<string, CallUse> {
  const uses = new Map<string, CallUse>();
  for (const { number, groups } of sums.byNumber()) {
    const { id } = number.customer.record;
    const before = uses.get(id) ?? { calls: 0, milliseconds: 0n };
    uses.set(id, groups.reduce(plus, before));
  }
  return uses;
}

function plus(use: CallUse, group: CallGroup): CallUse {
  return { calls: use.calls + group.calls, milliseconds: use.milliseconds + group.milliseconds.units };
}

/** Whole minutes, half away from zero. */
export function minutesOf(milliseconds: bigint): number {
  return Number(nearestDivide(milliseconds, BigInt(MINUTE_MS)));
}

/** R61: pence to the whole minor unit, once for the whole sum. */
export function minorUnits(pence: ExactSum): bigint {
  return nearestDivide(pence.unitsAt(COST_DECIMALS), 10n ** BigInt(COST_DECIMALS));
}

/**
 * By customer; owner: the customer itself, then numbers, then services, by id; of an owner charges, calls by type, VAT
 * rate and code, the minimum. Transactions of features that compare equal keep their order.
 */
export function compareOnBill(a: Transaction, b: Transaction): number {
  return (
    compareIDs(a.customerID, b.customerID) ||
    ownerKind(a) - ownerKind(b) ||
    compareIDs(ownerOf(a), ownerOf(b)) ||
    section(a) - section(b) ||
    (a.transactionSource === "calls" ? compareCalls(a, b) : 0)
  );
}

function ownerKind({ numberID, serviceID }: Transaction): number {
  if (numberID !== null) return 1;
  return serviceID === null ? 0 : 2;
}

function ownerOf({ numberID, serviceID }: Transaction): string {
  return numberID ?? serviceID ?? "";
}

function section({ transactionSource }: Transaction): number {
  if (transactionSource === "minimum") return 2;
  return transactionSource === "calls" ? 1 : 0;
}

function compareCalls(a: Transaction, b: Transaction): number {
  return (
    nullsLast(a.transactionType, b.transactionType, compareValues) ||
    nullsLast(a.transactionVATRate, b.transactionVATRate, compareValues) ||
    nullsLast(a.transactionCode, b.transactionCode, compareValues)
  );
}

/** First and last day of a bill. */
export interface BilledDays {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

/** The minimums of numbers that are billable on some day, given the sums of their calls; all in minor units. */
export function* minimumsOf(
  book: OpenedBook,
  sums: ReadonlyMap<string | null, bigint>,
  days: BilledDays,
): Generator<{ readonly number: OpenedNumber; readonly missing: bigint }> {
  for (const { number, minimum, total, minorUnit } of numbersBelowMinimum(
    book,
    (id) => sums.get(id) ?? 0n,
    days,
  )) {
    yield { number, missing: nearestDivide(minimum - total, minorUnit) };
  }
}

/** The fields of a transaction that count towards a minimum. */
export type CountingTransaction = Pick<
  InvoiceTransaction,
  "numberID" | "transactionSource" | "transactionValue"
>;

/** The transactions of minimums, given the transactions that count: of calls, and of minimums already charged. */
export function minimumTransactions(
  book: OpenedBook,
  counting: readonly CountingTransaction[],
  days: BilledDays,
): InvoiceTransaction[] {
  const { currencyDecimals } = book.settings;
  const { from, to } = days;
  const sums = new Map<string | null, bigint>();
  for (const transaction of counting) {
    const { numberID, transactionSource } = transaction;
    if (transactionSource !== "calls" && transactionSource !== "minimum") continue;
    sums.set(numberID, (sums.get(numberID) ?? 0n) + unitsOfTransaction(transaction, currencyDecimals));
  }
  const types = new CallTransactionTypes(book);
  return Array.from(minimumsOf(book, sums, days), ({ number, missing }) => {
    const { VATRate, code } = callTermsOn(number, to);
    return numberTransaction(number, {
      source: "minimum",
      type: types.usual,
      carrier: types.carrierOf(types.usual),
      VATRate,
      code: code ?? types.codeOf(types.usual),
      on: to,
      start: from,
      end: to,
      value: formatUnits(missing, currencyDecimals),
      valueCarrier: null,
      calls: null,
      minutes: null,
    });
  });
}

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
