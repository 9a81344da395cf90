/** The order of a bill's transactions (R60, R78). */
import { compareIDs } from "../../book/index.ts";
import type { Transaction } from "../transaction.ts";

/**
 * By customer; what is his own, then of his numbers, then of his services, by the owner's id; of an owner charges, calls
 * by type, VAT rate and code, the minimum. Features' transactions that lie alike keep the order that charging gave them.
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
    compareNames(a.transactionType, b.transactionType) ||
    compareNames(a.transactionVATRate, b.transactionVATRate) ||
    compareNames(a.transactionCode, b.transactionCode)
  );
}

/** By code unit, none last. */
function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
