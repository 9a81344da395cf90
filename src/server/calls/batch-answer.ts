/** What is answered to a batch: from its rows always the same, to the byte (H23). */
import type { Sql } from "../database/index.ts";

/** The answer to a call that was not stored with its batch: that of a stored call, or a record of its own. */
export type OtherAnswer =
  | { readonly line: number; readonly callID: string; readonly attempt: number }
  | { readonly line: number; readonly record: string };

/** A row of `batches`. */
export interface BatchRow {
  readonly id: string;
  readonly key: string;
  readonly revision: string;
  readonly digest: string;
  readonly engine: string;
  readonly state: string;
  readonly read: number;
  readonly rated: number;
  readonly errors: number;
  readonly ignored: number;
  readonly repeated: number;
  readonly totals: string | null;
  readonly others: string | null;
}

/** A batch by its id. */
export async function readBatch(sql: Sql, id: string): Promise<BatchRow | undefined> {
  const [batch] = await sql.query<BatchRow>(
    `SELECT id, key, revision, digest, engine, state, read, rated, errors, ignored, repeated, totals, others
     FROM batches WHERE id = $1`,
    [id],
  );
  return batch;
}

/** The results that a batch was answered with, JSON, in the order of its calls. */
export async function readBatchResults(sql: Sql, { id, read, others }: BatchRow): Promise<readonly string[]> {
  const results: string[] = new Array(read).fill("null");
  const own = await sql.query<{ line: number; record: string }>(
    `SELECT c.line, r.record FROM calls c JOIN results r ON r.call_id = c.id AND r.attempt = 1 WHERE c.batch_id = $1`,
    [id],
  );
  for (const { line, record } of own) results[line - 1] = record;
  const answers: readonly OtherAnswer[] = others === null ? [] : JSON.parse(others);
  const repeated = answers.filter((answer) => "callID" in answer);
  const stored = await sql.query<{ call_id: string; attempt: number; record: string }>(
    `SELECT r.call_id, r.attempt, r.record FROM results r
     JOIN unnest($1::bigint[], $2::int[]) AS wanted (id, attempt) ON r.call_id = wanted.id AND r.attempt = wanted.attempt`,
    [repeated.map(({ callID }) => callID), repeated.map(({ attempt }) => attempt)],
  );
  const records = new Map(stored.map(({ call_id, attempt, record }) => [`${call_id} ${attempt}`, record]));
  for (const answer of answers) {
    results[answer.line - 1] =
      "record" in answer ? answer.record : (records.get(`${answer.callID} ${answer.attempt}`) ?? "null");
  }
  return results;
}

/** What is said of a batch beside its results. */
export function batchSummary(batch: BatchRow): Readonly<Record<string, unknown>> {
  const { id, key, revision, digest, engine, state, read, rated, errors, ignored, repeated, totals } = batch;
  return {
    id,
    key,
    revision: Number(revision),
    digest,
    engine,
    read,
    rated,
    errors,
    ignored,
    repeated,
    totals: totals === null ? null : JSON.parse(totals),
    ...(state === "done" ? {} : { state }),
  };
}

/** The whole answer, JSON; without its results only what is said beside them. */
export function batchJson(batch: BatchRow, results: readonly string[] | undefined): string {
  if (results === undefined) {
    return JSON.stringify({ batch: { state: batch.state, ...batchSummary(batch) } });
  }
  return `{"batch":${JSON.stringify(batchSummary(batch))},"results":[${results.join(",")}]}`;
}
