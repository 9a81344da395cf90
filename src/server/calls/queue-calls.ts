/** Queues the calls of a batch in parts of one customer each, in the order in which the calls draw (H37). */
import { compareTurns, type DrawTurn, startInstant } from "../../discounts/index.ts";
import { ownerOfCall } from "../../engine/index.ts";
import { ENGINE_VERSION, type OpenedBook } from "../../index.ts";
import { addTo } from "../../model/index.ts";
import type { Sql } from "../database/index.ts";
import type { Present } from "../store/index.ts";
import {
  customersThatWait,
  type JobQueue,
  MOST_PART_CALLS,
  type PartToStore,
  storeParts,
} from "../work/index.ts";
import type { IncomingCall } from "./incoming-call.ts";

/** The customer of a call; null where it is unknown. */
function customerOf(book: OpenedBook, { call }: IncomingCall): string | null {
  return ownerOfCall(book, call).customerID;
}

/** Whether a customer of the calls has waiting parts: a call priced now would draw before them. */
export async function hasToWait(
  sql: Sql,
  book: OpenedBook,
  calls: readonly IncomingCall[],
): Promise<boolean> {
  const waiting = await customersThatWait(sql);
  if (waiting.size === 0) return false;
  return calls.some((call) => {
    const customerID = customerOf(book, call);
    return customerID !== null && waiting.has(customerID);
  });
}

/** The customers in whose open parts these calls wait: repeats of the calls are answered after these parts. */
export async function followedCustomers(
  sql: Sql,
  callIDs: readonly string[],
): Promise<ReadonlySet<string | null>> {
  if (callIDs.length === 0) return new Set();
  const parts = await sql.query<{ customer_id: string | null; call_ids: string }>(
    `SELECT customer_id, call_ids FROM parts WHERE state = 'open' AND batch_id IN
       (SELECT c.batch_id FROM calls c JOIN unnest($1::bigint[]) AS wanted (id) ON c.id = wanted.id)`,
    [callIDs],
  );
  const wanted = new Set(callIDs);
  const followed = parts.filter(({ call_ids }) =>
    (JSON.parse(call_ids) as string[]).some((id) => wanted.has(id)),
  );
  return new Set(followed.map(({ customer_id }) => customer_id));
}

interface QueuedCalls {
  readonly batchID: string;
  readonly calls: readonly IncomingCall[];
  /** Customers that get a part even without a call. */
  readonly following: ReadonlySet<string | null>;
}

/** Stores the parts of a batch with a job for each; false where there are none. */
export async function queueCalls(
  sql: Sql,
  queue: JobQueue,
  { batchID, calls, following }: QueuedCalls,
  { book, revision, digest }: Present,
): Promise<boolean> {
  const parts = cutParts(book, calls, following);
  if (parts.length === 0) return false;
  const stored = await storeParts(sql, batchID, parts, { revision, digest, engine: ENGINE_VERSION });
  await queue.send(sql, stored);
  return true;
}

interface CallInTurn extends DrawTurn {
  readonly id: string;
}

/**
 * Cuts calls into parts. A customer's parts are in order, so that they price to the same results as the whole batch;
 * the first parts of all customers come before the second parts, so that workers need not wait for each other.
 */
function cutParts(
  book: OpenedBook,
  calls: readonly IncomingCall[],
  following: ReadonlySet<string | null>,
): readonly PartToStore[] {
  const byCustomer = new Map<string | null, CallInTurn[]>();
  for (const customerID of following) byCustomer.set(customerID, []);
  for (const call of calls) {
    const turn = { id: call.id as string, instant: startInstant(book, call.call) };
    addTo(byCustomer, customerOf(book, call), turn);
  }
  const rounds: PartToStore[][] = [];
  for (const [customerID, turns] of byCustomer) {
    const callIDs = turns.sort(compareTurns).map(({ id }) => id);
    for (let round = 0; round === 0 || round * MOST_PART_CALLS < callIDs.length; round++) {
      const part = {
        customerID,
        callIDs: callIDs.slice(round * MOST_PART_CALLS, (round + 1) * MOST_PART_CALLS),
      };
      const roundParts = rounds[round];
      if (roundParts === undefined) rounds[round] = [part];
      else roundParts.push(part);
    }
  }
  return rounds.flat();
}
