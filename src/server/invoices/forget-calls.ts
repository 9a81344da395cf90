/** Removes the calls and invoices of purged customers (H11); only the counts and sums of their batches stay. */
import { createTally } from "../../index.ts";
import { closeBatches } from "../calls/index.ts";
import type { Sql } from "../database/index.ts";
import { awaitIntakes, lockBilling, NEXT_STAMP } from "../store/index.ts";

interface PartRow {
  readonly id: string;
  readonly batch_id: string | null;
  readonly call_ids: string | null;
  readonly state: string;
}

/** A part whose calls were never priced. */
interface WaitingPart {
  readonly id: string;
  readonly batchID: string;
  readonly callIDs: readonly string[];
}

/**
 * Removes the calls of customers, with their results, pools, invoices and transactions. The counts and sums of their
 * parts stay; calls of waiting or parked parts count as errors, and batches without any other open part are closed.
 */
export async function forgetCalls(sql: Sql, customers: readonly string[]): Promise<void> {
  await awaitIntakes(sql);
  await lockBilling(sql);
  // The lock order of a worker: parts, then pools, then the stamp.
  const parts = await sql.query<PartRow>(
    "SELECT id, batch_id, call_ids, state FROM parts WHERE customer_id = ANY ($1::text[]) ORDER BY id FOR UPDATE",
    [customers],
  );
  const waiting = parts.flatMap(waitingPart);
  await sql.query("DELETE FROM calls WHERE id = ANY ($1::bigint[])", [
    waiting.flatMap(({ callIDs }) => callIDs),
  ]);
  await sql.query(
    `DELETE FROM calls WHERE id IN (SELECT call_id FROM results WHERE latest AND customer_id = ANY ($1::text[]))`,
    [customers],
  );
  await sql.query(
    `DELETE FROM results WHERE customer_id = ANY ($1::text[]) OR NOT EXISTS (SELECT FROM calls WHERE calls.id = call_id)`,
    [customers],
  );
  for (const table of ["pools", "transactions", "invoices"]) {
    await sql.query(`DELETE FROM ${table} WHERE customer_id = ANY ($1::text[])`, [customers]);
  }
  await sql.query("UPDATE parts SET customer_id = NULL WHERE id = ANY ($1::bigint[]) AND state = 'done'", [
    parts.map(({ id }) => id),
  ]);
  await closeParts(sql, waiting);
}

function waitingPart({ id, batch_id, call_ids, state }: PartRow): readonly WaitingPart[] {
  if (state === "done" || batch_id === null) return [];
  return [{ id, batchID: batch_id, callIDs: JSON.parse(call_ids ?? "[]") as string[] }];
}

/** Closes parts whose calls are removed, and each batch with its last part. */
async function closeParts(sql: Sql, parts: readonly WaitingPart[]): Promise<void> {
  if (parts.length === 0) return;
  const nothing = createTally().report();
  const reports = parts.map(({ callIDs: { length } }) => ({ ...nothing, read: length, errors: length }));
  await sql.query(
    `WITH now AS (${NEXT_STAMP})
     UPDATE parts SET state = 'done', customer_id = NULL, call_ids = NULL, error = NULL, report = gone.report,
       stamp = (SELECT stamp FROM now)
     FROM unnest($1::bigint[], $2::text[]) AS gone (id, report) WHERE parts.id = gone.id`,
    [parts.map(({ id }) => id), reports.map((report) => JSON.stringify(report))],
  );
  await closeBatches(sql, [...new Set(parts.map(({ batchID }) => batchID))]);
}
