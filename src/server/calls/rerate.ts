/** Rates stored calls again by the present book (H26). */
import { type CallOwner, ownerOfCall } from "../../engine/index.ts";
import { type CallResult, createRater, createTally, ENGINE_VERSION, type TallyReport } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import { lockBillingBy, noteWrite, type Present, type Store, type Writer } from "../store/index.ts";
import { refuseWhileCallsWait } from "../work/index.ts";
import { Conditions, callOf, type StoredCall, storedCalls } from "./call-rows.ts";
import { closePart, inTransaction, openPart } from "./call-writes.ts";
import { type Redrawn, redraw } from "./redraw.ts";

interface RerateRequest {
  readonly customerID?: string | undefined;
  /** `YYYY-MM-DD`, local, inclusive. */
  readonly minDate?: string | undefined;
  readonly maxDate?: string | undefined;
  readonly errorsOnly?: boolean | undefined;
}

interface Rerated {
  readonly revision: number;
  readonly digest: string;
  readonly engine: string;
  readonly report: TallyReport;
  readonly redrawn: number;
}

interface RerateOptions {
  readonly writer: Writer;
  readonly signal?: AbortSignal;
  /** Makes the invoices of changed calls anew, in the same transaction. */
  readonly follow: (sql: Sql, present: Present, invoices: ReadonlySet<string>) => Promise<void>;
}

/** Rates unbilled calls again, and draws the discounts of their billing periods afresh. */
export async function rerate(
  store: Store,
  request: RerateRequest,
  { writer, signal, follow }: RerateOptions,
): Promise<Rerated> {
  const again = async (sql: Sql, present: Present): Promise<Rerated> => {
    const { book, revision, digest } = present;
    await lockBillingBy(sql, present);
    await refuseWhileCallsWait(sql, request.customerID);
    const rate = createRater(book, { duplicates: "keep" });
    const rerated = new Map<string, { stored: StoredCall; result: CallResult }>();
    for (const stored of await callsToRate(sql, request)) {
      const call = callOf(stored);
      if (isAskedFor(stored, ownerOfCall(book, call), request)) {
        rerated.set(stored.id, { stored, result: rate(call, rerated.size + 1) });
      }
    }
    const partID = await openPart(sql, present, null);
    const redrawn: Redrawn = await redraw(sql, present, {
      rerated,
      periods: [],
      customerID: request.customerID,
      // A call on a raised invoice is billed (H17).
      stands: ({ invoice_number }) => invoice_number !== null,
      partID,
    });
    await follow(sql, present, redrawn.invoices);
    await closePart(sql, partID);
    await noteWrite(sql, writer, 200, revision);
    const tally = createTally(book);
    for (const result of redrawn.rerated) tally.add(result);
    return { revision, digest, engine: ENGINE_VERSION, report: tally.report(), redrawn: redrawn.redrawn };
  };
  return inTransaction(store, again, signal);
}

/** Whether a call, or what the present book makes of one that had no customer or no date, is among those to rate. */
function isAskedFor(
  stored: StoredCall,
  owner: CallOwner,
  { customerID, minDate, maxDate }: RerateRequest,
): boolean {
  const customer = stored.customer_id ?? owner.customerID;
  const date = stored.start_date ?? owner.startDate;
  return (
    (customerID === undefined || customer === customerID) &&
    (minDate === undefined || (date !== null && date >= minDate)) &&
    (maxDate === undefined || (date !== null && date <= maxDate))
  );
}

async function callsToRate(
  sql: Sql,
  { customerID, minDate, maxDate, errorsOnly }: RerateRequest,
): Promise<readonly StoredCall[]> {
  const where = new Conditions().add("r.call_id IS NOT NULL").add("i.invoice_number IS NULL");
  // A call in error, or ignored, without a customer or a date may have one by the present book.
  if (customerID !== undefined) where.add("(r.customer_id = ? OR r.customer_id IS NULL)", customerID);
  if (minDate !== undefined) where.add("(r.start_date >= ?::date OR r.start_date IS NULL)", minDate);
  if (maxDate !== undefined) where.add("(r.start_date <= ?::date OR r.start_date IS NULL)", maxDate);
  if (errorsOnly === true) where.add("r.outcome = 'error'");
  return storedCalls(sql, where);
}
