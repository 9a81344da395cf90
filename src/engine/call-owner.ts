/** The owner of a call, also of a call in error (R21). */
import { type OpenedBook, Refusal } from "../book/index.ts";
import { formatCivilDate } from "../calendar/index.ts";
import type { CallRecord } from "../model/index.ts";
import { readCall } from "./call/read-call.ts";

/** The number and the customer of a call, and the local date of its start. */
export interface CallOwner {
  /** `YYYY-MM-DD`. */
  readonly startDate: string;
  /** Null where the book has no such number, or several. */
  readonly numberID: string | null;
  readonly customerID: string | null;
}

/** The owner of a call; undefined where the call cannot be read. */
export function ownerOfCall({ tables }: OpenedBook, record: CallRecord): CallOwner | undefined {
  const call = readCall(tables, record, {});
  if (call instanceof Refusal) return undefined;
  const match = tables.numbers.find(call);
  const number = match instanceof Refusal ? undefined : match.number;
  return {
    startDate: formatCivilDate(call.day),
    numberID: number?.record.id ?? null,
    customerID: number?.customer.record.id ?? null,
  };
}
