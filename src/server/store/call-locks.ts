/** What writers do beside their writes: rows of `sequences` that they hold until they commit, and a line of the log. */
import type { Sql } from "../database/index.ts";
import { readCounters } from "./load-book.ts";
import type { Present, Writer } from "./store-types.ts";

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

/** The advisory lock that intakes of calls share, and that a purge of customers has alone. */
const INTAKE_LOCK = "5463840720182946113";

/**
 * Lets a purge of customers wait until this transaction, which stores calls priced by `present`, has ended.
 *
 * @throws BookChanged where customers were purged meanwhile: their calls must not be stored as theirs any more (H11)
 */
export async function holdOffPurges(sql: Sql, present: Present): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock_shared($1::bigint)", [INTAKE_LOCK]);
  if ((await readCounters(sql)).lastPurge !== present.lastPurge) throw new BookChanged();
}

/** Waits until no intake runs; those that come later wait for the end of this transaction, a purge. */
export async function awaitIntakes(sql: Sql): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock($1::bigint)", [INTAKE_LOCK]);
}

class BookChanged extends Error {
  override readonly name = "BookChanged";
  /** SQLSTATE of a serialisation failure: the transaction begins anew, with the present book. */
  readonly code = "40001";
}

/** Logs a request that wrote (H1), at its stamp or else now. */
export async function noteWrite(
  sql: Sql,
  { user, method, path }: Writer,
  status: number,
  revision: number,
  stamp: string | null = null,
): Promise<void> {
  await sql.query(
    `INSERT INTO log (stamp, user_name, method, path, status, revision)
     VALUES (coalesce($1::timestamptz, clock_timestamp()), $2, $3, $4, $5, $6)`,
    [stamp, user, method, path, status, revision],
  );
}
