/** The rows of `sequences` that writers of calls, results and invoices hold until they commit. */
import type { Sql } from "../database/index.ts";

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
