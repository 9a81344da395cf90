/** The rows of `sequences` that writers of calls, results and invoices hold until they commit. */
import type { Sql } from "../database/index.ts";
import { readCounters } from "./load-book.ts";
import type { Present } from "./store-types.ts";

/**
 * The stamp of a write of calls or invoices, taken as its last step: the next writer waits for the commit, so that
 * stamps follow the order of commits (H13).
 */
export const NEXT_STAMP = `UPDATE sequences SET value = value + 1,
  stamp = greatest(clock_timestamp(), stamp + interval '1 microsecond') WHERE name = 'calls' RETURNING stamp`;

/**
 * Locks writes of invoices and further results of stored calls until the transaction ends; batches do not wait for this
 * lock.
 */
export async function lockBilling(sql: Sql): Promise<void> {
  await sql.query("SELECT value FROM sequences WHERE name = 'billing' FOR UPDATE");
}

/**
 * Locks billing for a write that bills by `present`.
 *
 * @throws BookChanged where the book was revised before the lock was given: a type that was renamed or deleted under it
 *   must not be written to a transaction any more (H10, H11)
 */
export async function lockBillingBy(sql: Sql, present: Present): Promise<void> {
  await lockBilling(sql);
  if ((await readCounters(sql)).revision !== present.revision) throw new BookChanged();
}

class BookChanged extends Error {
  override readonly name = "BookChanged";
  /** SQLSTATE of a serialisation failure: the transaction begins anew, with the present book. */
  readonly code = "40001";
}
