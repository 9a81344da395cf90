/** The owner of a call, also of a call in error (R21). */
import { type OpenedBook, Refusal } from "../book/index.ts";
import { formatCivilDate } from "../calendar/index.ts";
import type { CallRecord } from "../model/index.ts";
import { readCall } from "./call/read-call.ts";
import { readStart } from "./call/read-start.ts";

/** The number and the customer of a call, and the local date of its start. */
export interface CallOwner {
  /** `YYYY-MM-DD`; null where the start cannot be read. */
  readonly startDate: string | null;
  /** Null where the book has no such number, or several, or something of the call cannot be read. */
  readonly numberID: string | null;
  readonly customerID: string | null;
}

/** The owner of a call; a call that cannot be read is nobody's, and has the day of its start all the same. */
export function ownerOfCall({ tables }: OpenedBook, record: CallRecord): CallOwner {
  const call = readCall(tables, record, {});
  const isRead = !(call instanceof Refusal);
  const start = isRead ? call : readStart(tables, record.startDate, record.startTime, true);
  const match = isRead ? tables.numbers.find(call) : call;
  const number = match instanceof Refusal ? undefined : match.number;
  return {
    startDate: start instanceof Refusal ? null : formatCivilDate(start.day),
    numberID: number?.record.id ?? null,
    customerID: number?.customer.record.id ?? null,
  };
}
