/** Compares the bills of customers: calls, fixed charges and minimums, bill by bill (R60 to R78). */
import { compareIDs, type OpenedBook } from "../../book/index.ts";
import { formatCivilDate } from "../../calendar/index.ts";
import { type BillAmounts, billAmounts, NO_VAT } from "../../charges/index.ts";
import { comparePartly, compareSizes, compareUnits, type Sides, toSumUnits } from "../comparison.ts";
import type { Comparison, PartialComparison, PreviewBill, PreviewBills } from "../preview-report.ts";
import type { Names } from "../side.ts";
import type { BillDays } from "./bill-days.ts";
import type { BilledCalls } from "./billed-calls.ts";
import type { ChargedSide } from "./charged-side.ts";

/** The bills of one side, by customer. */
export interface BilledSide {
  readonly book: OpenedBook;
  readonly calls: BilledCalls;
  readonly charged: ChargedSide;
  readonly amounts: ReadonlyMap<string, BillAmounts>;
}

const NO_BILL: BillAmounts = { calls: 0n, fixedCharges: 0n, minimum: 0n, VAT: 0n, message: undefined };

/** A customer's bills on both sides. */
interface CustomerBills extends Sides<BillAmounts> {
  readonly key: string;
}

/** Compares the bills of both sides, of customers who are billed in `currency`. `bills` are the days of the bills. */
export function compareBills(
  before: BilledSide,
  after: BilledSide,
  bills: readonly BillDays[],
  { names, currency, hasVAT }: { readonly names: Names; readonly currency: string; readonly hasVAT: boolean },
): PreviewBills {
  const keys = new Set([...before.amounts.keys(), ...after.amounts.keys()]);
  const customers = Array.from(keys, (key): CustomerBills => {
    return { key, before: before.amounts.get(key) ?? NO_BILL, after: after.amounts.get(key) ?? NO_BILL };
  });
  const known = customers.filter((one) => one.before.VAT !== undefined && one.after.VAT !== undefined);
  const [total, totalKnown] = [customers, known].map((group) => ({
    before: sumOf(group.map((one) => one.before)),
    after: sumOf(group.map((one) => one.after)),
  })) as [Sides<BillAmounts>, Sides<BillAmounts>];
  return {
    from: formatCivilDate(bills[0]?.from ?? 0),
    to: formatCivilDate(bills.at(-1)?.to ?? 0),
    periods: bills.length,
    total: {
      ...withoutVAT(total),
      ...withVAT(known.length === 0 && customers.length > 0 ? undefined : totalKnown, hasVAT),
    },
    customers: customers.sort(compareCustomers).map(({ key, ...customer }) => ({
      key,
      name: names.customer(key),
      ...withoutVAT(customer),
      ...withVAT(customer, hasVAT),
    })),
    errors: hasVAT ? [...errorsOf(before, "before"), ...errorsOf(after, "after")] : [],
    callsLeft: {
      before: before.calls.left.get(currency) ?? 0,
      after: after.calls.left.get(currency) ?? 0,
    },
  };
}

/** Sums of all bills of one side, by customer. */
export function amountsOf(
  { book, calls, charged }: Omit<BilledSide, "amounts">,
  bills: readonly BillDays[],
): Map<string, BillAmounts> {
  const sums = new Map<string, BillAmounts>();
  for (const [billIndex, { from, to }] of bills.entries()) {
    const charges = charged.transactions[billIndex] ?? [];
    for (const [customerID, bill] of billAmounts(book, { from, to, calls: calls.ofBill(from), charges })) {
      sums.set(customerID, sumOf([sums.get(customerID) ?? NO_BILL, bill]));
    }
  }
  return sums;
}

function sumOf(bills: readonly BillAmounts[]): BillAmounts {
  const sum = { ...NO_BILL };
  for (const bill of bills) {
    sum.calls += bill.calls;
    sum.fixedCharges += bill.fixedCharges;
    sum.minimum += bill.minimum;
    sum.VAT = sum.VAT === undefined || bill.VAT === undefined ? undefined : sum.VAT + bill.VAT;
    sum.message ??= bill.message;
  }
  return sum;
}

function netOf({ calls, fixedCharges, minimum }: BillAmounts): bigint {
  return calls + fixedCharges + minimum;
}

function withoutVAT({ before, after }: Sides<BillAmounts>): Omit<PreviewBill, "vat" | "billWithVAT"> {
  return {
    calls: compareMinor(before.calls, after.calls),
    fixedCharges: compareMinor(before.fixedCharges, after.fixedCharges),
    minimum: compareMinor(before.minimum, after.minimum),
    bill: compareMinor(netOf(before), netOf(after)),
  };
}

/** Compares minor units. */
function compareMinor(before: bigint, after: bigint): Comparison {
  return compareUnits(toSumUnits(before, 0), toSumUnits(after, 0));
}

function withVAT(
  sides: Sides<BillAmounts> | undefined,
  hasVAT: boolean,
): Pick<PreviewBill, "vat" | "billWithVAT"> {
  if (!hasVAT) return { vat: null, billWithVAT: null };
  const partly = (amountOf: (amounts: BillAmounts) => bigint | undefined): PartialComparison => {
    const [before, after] = [sides && amountOf(sides.before), sides && amountOf(sides.after)];
    return comparePartly(before && toSumUnits(before, 0), after && toSumUnits(after, 0));
  };
  return {
    vat: partly(({ VAT }) => VAT),
    billWithVAT: partly((bill) => (bill.VAT === undefined ? undefined : netOf(bill) + bill.VAT)),
  };
}

/** Largest change first, then the largest bill, then by id. */
function compareCustomers(a: CustomerBills, b: CustomerBills): number {
  const change = ({ before, after }: CustomerBills): bigint => netOf(after) - netOf(before);
  return (
    compareSizes(change(a), change(b)) ||
    compareSizes(netOf(a.before), netOf(b.before)) ||
    compareIDs(a.key, b.key)
  );
}

/** Why VAT is not known: once for a book without rates, else customer by customer. */
function errorsOf({ book, amounts }: BilledSide, side: "before" | "after"): PreviewBills["errors"] {
  if (book.records.vatRates.length === 0) return [{ side, customerID: null, message: NO_VAT }];
  return [...amounts]
    .flatMap(([customerID, { message }]) => (message === undefined ? [] : [{ side, customerID, message }]))
    .sort((a, b) => compareIDs(a.customerID, b.customerID));
}
