/** The answer to a batch, read from its rows: always the same, to the byte (H23). */
import type { TallyReport } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import type { StoredCall } from "./call-rows.ts";

/**
 * The answer to a call that was not stored with its batch, with its position: the result of a stored call, or a record.
 */
export type OtherAnswer =
  | { readonly line: number; readonly callID: string; readonly attempt: number }
  | { readonly line: number; readonly record: string };

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

export async function readBatch(sql: Sql, id: string): Promise<BatchRow | undefined> {
  const [batch] = await sql.query<BatchRow>(
    `SELECT id, key, revision, digest, engine, state, read, rated, errors, ignored, repeated, totals, others
     FROM batches WHERE id = $1`,
    [id],
  );
  return batch;
}

/** The result of a call of a batch, with the call where it is stored and requested. */
export interface BatchResult {
  /** JSON; undefined where the call waits to be priced. */
  readonly record: string | undefined;
  readonly stored: Pick<StoredCall, "id" | "call"> | undefined;
}

interface ResultPage {
  /** Positions of the first and of the last call, from 1; default all. */
  readonly first?: number;
  readonly last?: number;
  readonly hasCalls?: boolean;
}

interface ResultRow {
  readonly line: number;
  readonly id: string;
  readonly call: string | null;
  readonly record: string | null;
  readonly waits: boolean;
}

/** The results that a batch was answered with, JSON, in the order of its calls: `null` for calls that wait. */
export async function readBatchResults(sql: Sql, batch: BatchRow): Promise<readonly string[]> {
  const results = await readResultPage(sql, batch, otherAnswers(batch));
  return results.map(({ record }) => record ?? "null");
}

/** The answers to the calls of a batch that were not stored with it, in the order of their positions. */
export function otherAnswers({ others }: BatchRow): readonly OtherAnswer[] {
  return others === null ? [] : JSON.parse(others);
}

/** Results of a batch, in the order of its calls; `purged-call` for calls that are no longer there. */
export async function readResultPage(
  sql: Sql,
  { id, read }: BatchRow,
  others: readonly OtherAnswer[],
  { first = 1, last = read, hasCalls = false }: ResultPage = {},
): Promise<readonly BatchResult[]> {
  const results: (BatchResult | undefined)[] = new Array(last - first + 1).fill(undefined);
  const fields = `c.id, ${hasCalls ? "c.record" : "NULL"} AS call, r.record,
    r.record IS NULL AND NOT EXISTS (SELECT FROM results known WHERE known.call_id = c.id) AS waits`;
  const ownRows = await sql.query<ResultRow>(
    `SELECT c.line, ${fields} FROM calls c LEFT JOIN results r ON r.call_id = c.id AND r.attempt = 1
     WHERE c.batch_id = $1 AND c.line BETWEEN $2 AND $3`,
    [id, first, last],
  );
  const answers = others.filter(({ line }) => line >= first && line <= last);
  const repeated = answers.filter((answer) => "callID" in answer);
  const repeatedRows = await sql.query<ResultRow>(
    `SELECT wanted.line, ${fields} FROM unnest($1::bigint[], $2::int[], $3::int[]) AS wanted (id, attempt, line)
     JOIN calls c ON c.id = wanted.id LEFT JOIN results r ON r.call_id = c.id AND r.attempt = wanted.attempt`,
    [
      repeated.map(({ callID }) => callID),
      repeated.map(({ attempt }) => attempt),
      repeated.map(({ line }) => line),
    ],
  );
  for (const { line, id: callID, call, record, waits } of [...ownRows, ...repeatedRows]) {
    results[line - first] = {
      record: record ?? (waits ? undefined : purgedRecord(line)),
      stored: call === null ? undefined : { id: callID, call },
    };
  }
  for (const answer of answers) {
    if ("record" in answer) results[answer.line - first] = { record: answer.record, stored: undefined };
  }
  return results.map((result, at) => result ?? { record: purgedRecord(first + at), stored: undefined });
}

/** The answer to a call that was purged with its customer, instead of its result. */
function purgedRecord(line: number): string {
  const message = "The customer of the call was purged, and the call with him.";
  return JSON.stringify({ line, error: "purged-call", message });
}

/**
 * The totals of a tally in an answer; R24: with `otherCurrencies`, where customers are billed in other currencies than
 * the book's.
 */
export function shownTotals({ totals, otherCurrencies }: TallyReport): object {
  return otherCurrencies === undefined ? totals : { ...totals, otherCurrencies };
}

/** The fields of a batch in its answer, without results. */
export function batchSummary({ state, others: _, ...fields }: BatchRow): Readonly<Record<string, unknown>> {
  const { revision, totals } = fields;
  return {
    ...fields,
    revision: Number(revision),
    totals: totals === null ? null : JSON.parse(totals),
    ...(state === "done" ? {} : { state }),
  };
}

/** The whole answer, JSON; only the fields of the batch where `results` is undefined. */
export function batchJson(batch: BatchRow, results: readonly string[] | undefined): string {
  if (results === undefined) {
    return JSON.stringify({ batch: { state: batch.state, ...batchSummary(batch) } });
  }
  return `{"batch":${JSON.stringify(batchSummary(batch))},"results":[${results.join(",")}]}`;
}
