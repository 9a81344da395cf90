/** Prices parts of batches in a worker, and closes each batch with its last part (H37, H38). */
import { createTally, type TallyReport } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import { NEXT_STAMP, type Present } from "../store/index.ts";
import type { OpenPart } from "../work/index.ts";
import { shownTotals } from "./batch-answer.ts";
import { callOf } from "./call-rows.ts";
import { closePart } from "./call-writes.ts";
import { type CallToPrice, priceCalls } from "./price-calls.ts";

/** Prices the calls of parts that the transaction holds, of one customer each, and closes the parts. */
export async function priceParts(sql: Sql, parts: readonly OpenPart[], book: Present): Promise<void> {
  const calls = await callsOf(sql, parts);
  const priced = await priceCalls(sql, book, calls, (at) => calls[at]?.partID as string);
  const tallies = new Map(parts.map(({ id }) => [id, createTally(book.book)]));
  for (const [at, { result }] of priced.entries()) tallies.get(calls[at]?.partID as string)?.add(result);
  const reports = [...tallies.values()].map((tally) => JSON.stringify(tally.report()));
  await sql.query(
    `WITH now AS (${NEXT_STAMP})
     UPDATE parts p SET state = 'done', call_ids = NULL, error = NULL, report = priced.report, stamp = (SELECT stamp FROM now)
     FROM unnest($1::bigint[], $2::text[]) AS priced (id, report) WHERE p.id = priced.id`,
    [[...tallies.keys()], reports],
  );
  await closeBatches(sql, [...new Set(parts.map(({ batchID }) => batchID))]);
}

interface CallOfPart extends CallToPrice {
  readonly partID: string;
}

/** The calls in the order of their parts, without calls of purged customers. */
async function callsOf(sql: Sql, parts: readonly OpenPart[]): Promise<readonly CallOfPart[]> {
  const rows = await sql.query<{ id: string; call: string; part_id: string }>(
    `SELECT c.id, c.record AS call, wanted.part_id FROM unnest($1::bigint[], $2::bigint[]) WITH ORDINALITY AS wanted (id, part_id, turn)
     JOIN calls c ON c.id = wanted.id ORDER BY wanted.turn`,
    [parts.flatMap(({ callIDs }) => callIDs), parts.flatMap(({ id, callIDs }) => callIDs.map(() => id))],
  );
  return rows.map((row) => ({ id: row.id, call: callOf(row), partID: row.part_id }));
}

/**
 * Closes batches that have no open part any more, after parts of them were closed or parked. A transaction that has
 * made its stamp sees the writes of all earlier stamps, so that the last transaction closes the batch.
 */
export async function closeBatches(sql: Sql, batchIDs: readonly string[]): Promise<void> {
  const ended = await sql.query<{ id: string }>(
    `SELECT id FROM unnest($1::bigint[]) AS b (id)
     WHERE NOT EXISTS (SELECT FROM parts WHERE batch_id = b.id AND state = 'open') ORDER BY id`,
    [batchIDs],
  );
  for (const { id } of ended) await closeBatch(sql, id);
}

async function closeBatch(sql: Sql, batchID: string): Promise<void> {
  const report = await batchReport(sql, batchID);
  const { rated, errors, ignored } = report;
  await sql.query(
    `UPDATE batches SET rated = $2, errors = $3, ignored = $4, totals = $5,
       state = CASE WHEN EXISTS (SELECT FROM parts WHERE batch_id = $1 AND state = 'parked') THEN 'parked' ELSE 'done' END
     WHERE id = $1`,
    [batchID, rated, errors, ignored, JSON.stringify(shownTotals(report))],
  );
}

/** The tally of a queued batch so far: the answers at its intake, then its parts in order. Sums are exact. */
export async function batchReport(sql: Sql, batchID: string): Promise<TallyReport> {
  const rows = await sql.query<{ report: string }>(
    `SELECT report FROM (
       SELECT 0 AS id, report FROM batches WHERE id = $1 UNION ALL SELECT id, report FROM parts WHERE batch_id = $1
     ) AS reports WHERE report IS NOT NULL ORDER BY id`,
    [batchID],
  );
  const tally = createTally();
  let errors = 0;
  for (const row of rows) {
    const report = JSON.parse(row.report) as TallyReport;
    tally.addReport(report);
    // Purged calls count as errors, without a code that a tally knows.
    errors += report.errors;
  }
  return { ...tally.report(), errors };
}

/** Stamps a parked part, and closes its batch where no part is open any more. */
export async function parkPart(sql: Sql, part: OpenPart): Promise<void> {
  await closePart(sql, part.id);
  await closeBatches(sql, [part.batchID]);
}
