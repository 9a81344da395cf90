/** Compares the bills of customers: calls, fixed charges and minimums, bill by bill (R60 to R78). */
import { compareIDs, type OpenedBook } from "../../book/index.ts";
import { formatCivilDate } from "../../calendar/index.ts";
import { type BillAmounts, billAmounts, NO_VAT } from "../../charges/index.ts";
import { comparePartly, compareSizes, compareUnits, type Sides, toSumUnits } from "../comparison.ts";
import type { PreviewBill, PreviewBills } from "../preview-report.ts";
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

/** Amounts of bills, units of 10^-SUM_DECIMALS pence. */
interface Amounts {
  readonly calls: bigint;
  readonly fixedCharges: bigint;
  readonly minimum: bigint;
  /** Undefined where VAT is not known. */
  readonly VAT: bigint | undefined;
}

const NOTHING: Amounts = { calls: 0n, fixedCharges: 0n, minimum: 0n, VAT: 0n };

/** A customer's bills on both sides. */
interface CustomerBills extends Sides<Amounts> {
  readonly key: string;
}

/** Compares the bills of both sides, of customers who are billed in `currency`. `bills` are the days of the bills. */
export function compareBills(
  before: BilledSide,
  after: BilledSide,
  bills: readonly BillDays[],
  { names, currency, hasVAT }: { readonly names: Names; readonly currency: string; readonly hasVAT: boolean },
): PreviewBills {
  const sides = { before: before.amounts, after: after.amounts };
  const keys = new Set([...sides.before.keys(), ...sides.after.keys()]);
  const customers = Array.from(keys, (key): CustomerBills => {
    const [left, right] = [sides.before.get(key), sides.after.get(key)];
    return { key, before: inUnits(left), after: inUnits(right) };
  });
  const known = customers.filter((one) => one.before.VAT !== undefined && one.after.VAT !== undefined);
  const [total, totalKnown] = [customers, known].map((group) => ({
    before: sumOf(group.map(({ before: amounts }) => amounts)),
    after: sumOf(group.map(({ after: amounts }) => amounts)),
  })) as [Sides<Amounts>, Sides<Amounts>];
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
      const sum = sums.get(customerID);
      if (sum === undefined) {
        sums.set(customerID, bill);
        continue;
      }
      sum.calls += bill.calls;
      sum.fixedCharges += bill.fixedCharges;
      sum.minimum += bill.minimum;
      sum.VAT = sum.VAT === undefined || bill.VAT === undefined ? undefined : sum.VAT + bill.VAT;
      sum.message ??= bill.message;
    }
  }
  return sums;
}

/** Converts minor units to units of 10^-SUM_DECIMALS pence; a customer without a bill pays 0. */
function inUnits(bill: BillAmounts | undefined): Amounts {
  if (bill === undefined) return NOTHING;
  const { calls, fixedCharges, minimum, VAT } = bill;
  return {
    calls: toSumUnits(calls, 0),
    fixedCharges: toSumUnits(fixedCharges, 0),
    minimum: toSumUnits(minimum, 0),
    VAT: VAT === undefined ? undefined : toSumUnits(VAT, 0),
  };
}

function sumOf(amounts: readonly Amounts[]): Amounts {
  let [calls, fixedCharges, minimum, VAT] = [0n, 0n, 0n, 0n];
  for (const bill of amounts) {
    calls += bill.calls;
    fixedCharges += bill.fixedCharges;
    minimum += bill.minimum;
    VAT += bill.VAT ?? 0n;
  }
  return { calls, fixedCharges, minimum, VAT };
}

function netOf({ calls, fixedCharges, minimum }: Amounts): bigint {
  return calls + fixedCharges + minimum;
}

function withoutVAT({ before, after }: Sides<Amounts>): Omit<PreviewBill, "vat" | "billWithVAT"> {
  return {
    calls: compareUnits(before.calls, after.calls),
    fixedCharges: compareUnits(before.fixedCharges, after.fixedCharges),
    minimum: compareUnits(before.minimum, after.minimum),
    bill: compareUnits(netOf(before), netOf(after)),
  };
}

function withVAT(
  sides: Sides<Amounts> | undefined,
  hasVAT: boolean,
): Pick<PreviewBill, "vat" | "billWithVAT"> {
  if (!hasVAT) return { vat: null, billWithVAT: null };
  const gross = (amounts: Amounts | undefined): bigint | undefined =>
    amounts?.VAT === undefined ? undefined : netOf(amounts) + amounts.VAT;
  return {
    vat: comparePartly(sides?.before.VAT, sides?.after.VAT),
    billWithVAT: comparePartly(gross(sides?.before), gross(sides?.after)),
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
