/** The amounts of bills without their lines, for previews (R76 to R78). */

import type { OpenedBook } from "../../book/index.ts";
import { addTo, madeOnce } from "../../model/index.ts";
import type { Transaction } from "../charged.ts";
import { type CallSums, callTermsOn } from "./call-sums.ts";
import {
  type BilledDays,
  type ChargedItem,
  minimumsOf,
  minorUnits,
  unitsOfTransaction,
} from "./call-transactions.ts";
import { noRate } from "./make-invoices.ts";
import { type VATLine, VATRatesOn, vatOf } from "./vat.ts";

/** The amounts of a customer's bill, minor units. */
export interface BillAmounts {
  calls: bigint;
  fixedCharges: bigint;
  minimum: bigint;
  /** Undefined where not known. */
  VAT: bigint | undefined;
  /** Why the VAT is not known; undefined also where the book has no VAT rates at all. */
  message: string | undefined;
}

/** The calls and charges of bills. */
interface BillParts extends BilledDays {
  /** Undefined where no call starts on the days. */
  readonly calls: CallSums | undefined;
  readonly charges: readonly Transaction[];
}

/** The amounts of the bills of a range of days, by customer: the same as of `invoices`. */
export function billAmounts(book: OpenedBook, parts: BillParts): ReadonlyMap<string, BillAmounts> {
  const { records, settings } = book;
  const invoiceDay = parts.to + 1;
  const rates = records.vatRates.length === 0 ? undefined : new VATRatesOn(records.vatRates, invoiceDay);
  const bills = new Map<string, BillAmounts>();
  const vatLines = new Map<string, VATLine[]>();
  for (const { part, value, ...item } of itemsOf(book, parts)) {
    const { customerID, transactionVATRate } = item;
    const bill = madeOnce(bills, customerID, (): BillAmounts => {
      return { calls: 0n, fixedCharges: 0n, minimum: 0n, VAT: 0n, message: undefined };
    });
    bill[part] += value;
    const rate = rates?.get(transactionVATRate);
    if (rate === undefined) {
      bill.VAT = undefined;
      if (rates !== undefined) bill.message ??= noRate(item, invoiceDay).message;
      continue;
    }
    addTo(vatLines, customerID, { value, rate });
  }
  for (const [customerID, lines] of vatLines) {
    const bill = bills.get(customerID);
    if (bill?.VAT !== undefined) bill.VAT = vatOf(lines, settings).added;
  }
  return bills;
}

interface BillItem extends ChargedItem {
  readonly part: "calls" | "fixedCharges" | "minimum";
  readonly value: bigint;
}

/** Charges, calls, minimums. An invoice has them by owner: where several lack a VAT rate, its error may name another. */
function* itemsOf(book: OpenedBook, { calls, charges, from, to }: BillParts): Generator<BillItem> {
  const { currencyDecimals } = book.settings;
  for (const charge of charges) {
    yield { ...charge, part: "fixedCharges", value: unitsOfTransaction(charge, currencyDecimals) };
  }
  const sums = new Map<string | null, bigint>();
  for (const { number, groups } of calls?.byNumber() ?? []) {
    const { id } = number.record;
    for (const { cost, VATRate } of groups) {
      const value = minorUnits(cost);
      sums.set(id, (sums.get(id) ?? 0n) + value);
      yield { ...itemOf(number, "calls", VATRate), part: "calls", value };
    }
  }
  for (const { number, missing } of minimumsOf(book, sums, { from, to })) {
    const { VATRate } = callTermsOn(number, to);
    yield { ...itemOf(number, "minimum", VATRate), part: "minimum", value: missing };
  }
}

function itemOf(
  { record, customer }: Parameters<typeof callTermsOn>[0],
  transactionSource: "calls" | "minimum",
  transactionVATRate: string | null,
): ChargedItem {
  return {
    customerID: customer.record.id,
    numberID: record.id,
    featureID: null,
    transactionSource,
    transactionVATRate,
  };
}
