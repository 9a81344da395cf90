/** R76: the transactions of calls that have been added up. */
import type { OpenedBook, OpenedNumber } from "../../book/index.ts";
import { type DayNumber, formatCivilDate, MINUTE_MS } from "../../calendar/index.ts";
import { COST_DECIMALS } from "../../engine/index.ts";
import { type ExactSum, formatUnits, nearestDivide } from "../../money/index.ts";
import type { InvoiceTransaction } from "../transaction.ts";
import { compareOnBill } from "./bill-order.ts";
import type { CallGroup, CallSums } from "./call-sums.ts";

/** What decides a transaction of a number: of its calls, or of its minimum. */
export interface NumberTransaction {
  readonly source: "calls" | "minimum";
  readonly type: string;
  readonly VATRate: string | null;
  readonly code: string | null;
  /** The day it falls due. */
  readonly on: DayNumber;
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly value: string;
  readonly valueCarrier: string | null;
  readonly calls: number | null;
  readonly minutes: number | null;
}

/** The transactions of calls up to a day, in the order of bills. */
export function callTransactionsOf(
  { settings }: OpenedBook,
  sums: CallSums,
  to: DayNumber,
): InvoiceTransaction[] {
  const { currencyDecimals } = settings;
  const pounds = (pence: ExactSum): string => formatUnits(minorUnits(pence), currencyDecimals);
  const transactions: InvoiceTransaction[] = [];
  for (const { number, groups } of sums.byNumber()) {
    for (const group of groups) {
      transactions.push(
        numberTransaction(number, {
          source: "calls",
          type: group.transactionType,
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
export function numberTransaction(
  { record, customer }: OpenedNumber,
  own: NumberTransaction,
): InvoiceTransaction {
  const on = formatCivilDate(own.on);
  return {
    customerID: customer.record.id,
    numberID: record.id,
    serviceID: null,
    featureID: null,
    transactionSource: own.source,
    transactionType: own.type,
    transactionDescription: null,
    transactionDate: on,
    transactionBillDate: on,
    transactionStartDate: formatCivilDate(own.start),
    transactionEndDate: formatCivilDate(own.end),
    featureCount: null,
    transactionValue: own.value,
    transactionValueCarrier: own.valueCarrier,
    transactionCarrier: null,
    transactionCode: own.code,
    transactionVATRate: own.VATRate,
    site: record.site ?? null,
    campaign: typeof record.campaign === "string" ? record.campaign : null,
    transactionCallCount: own.calls,
    transactionCallMinutes: own.minutes,
  };
}

/** What customers' calls come to: how many used or cost something, and how long all of them lasted. */
export interface CallUse {
  readonly calls: number;
  readonly milliseconds: bigint;
}

/** The use of each customer that has calls. */
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
function minorUnits(pence: ExactSum): bigint {
  return nearestDivide(pence.unitsAt(COST_DECIMALS), 10n ** BigInt(COST_DECIMALS));
}
