/** A part of a batch in a worker: priced as a batch in its request is, and the batch closed with its last part (H37, H38). */
import { createTally, type TallyReport } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import type { Present } from "../store/index.ts";
import type { OpenPart } from "../work/index.ts";
import { callOf } from "./call-rows.ts";
import { NEXT_STAMP } from "./call-writes.ts";
import { type CallToPrice, priceCalls } from "./price-calls.ts";

/** Prices the calls of a part that the transaction holds, and closes it. */
export async function pricePart(sql: Sql, part: OpenPart, book: Present): Promise<void> {
  const priced = await priceCalls(sql, book, await callsOf(sql, part), { partID: part.id });
  const tally = createTally();
  for (const { result } of priced) tally.add(result);
  await sql.query(
    `WITH now AS (${NEXT_STAMP})
     UPDATE parts SET state = 'done', call_ids = NULL, error = NULL, report = $2, stamp = (SELECT stamp FROM now) WHERE id = $1`,
    [part.id, JSON.stringify(tally.report())],
  );
  await closeBatch(sql, part);
}

/** The calls in the order of the part. Those of customers that were purged are gone. */
async function callsOf(sql: Sql, { callIDs }: OpenPart): Promise<readonly CallToPrice[]> {
  const rows = await sql.query<{ id: string; call: string }>(
    `SELECT c.id, c.record AS call FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, turn)
     JOIN calls c ON c.id = wanted.id ORDER BY wanted.turn`,
    [callIDs],
  );
  return rows.map((row) => ({ id: row.id, call: callOf(row) }));
}

/**
 * Closes the batch of a part that was just closed or parked, where none of its parts is open any more. Whoever has made a
 * stamp sees what all others did who had one before: the last one closes the batch.
 */
async function closeBatch(sql: Sql, { batchID }: OpenPart): Promise<void> {
  const [open] = await sql.query("SELECT FROM parts WHERE batch_id = $1 AND state = 'open' LIMIT 1", [
    batchID,
  ]);
  if (open !== undefined) return;
  const { rated, errors, ignored, totals } = await batchReport(sql, batchID);
  await sql.query(
    `UPDATE batches SET rated = $2, errors = $3, ignored = $4, totals = $5,
       state = CASE WHEN EXISTS (SELECT FROM parts WHERE batch_id = $1 AND state = 'parked') THEN 'parked' ELSE 'done' END
     WHERE id = $1`,
    [batchID, rated, errors, ignored, JSON.stringify(totals)],
  );
}

/** What a queued batch comes to so far: what was answered at its intake, and its parts in their order. Sums are exact. */
export async function batchReport(sql: Sql, batchID: string): Promise<TallyReport> {
  const rows = await sql.query<{ report: string }>(
    `SELECT report FROM (
       SELECT 0 AS id, report FROM batches WHERE id = $1 UNION ALL SELECT id, report FROM parts WHERE batch_id = $1
     ) AS reports WHERE report IS NOT NULL ORDER BY id`,
    [batchID],
  );
  const tally = createTally();
  for (const { report } of rows) tally.addReport(JSON.parse(report) as TallyReport);
  return tally.report();
}

/** What becomes of a batch when a part of it is parked. */
export async function parkPart(sql: Sql, part: OpenPart): Promise<void> {
  await sql.query(
    `WITH now AS (${NEXT_STAMP}) UPDATE parts SET stamp = (SELECT stamp FROM now) WHERE id = $1`,
    [part.id],
  );
  await closeBatch(sql, part);
}
