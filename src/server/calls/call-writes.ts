/**
 * Steps that every write of calls shares: a transaction with retries, the calls, a part, a stamp, a line of the log.
 */
import { ENGINE_VERSION } from "../../index.ts";
import { type Sql, sqlState } from "../database/index.ts";
import { RETRY, ServerError } from "../errors.ts";
import { isStoredID, NEXT_STAMP, type Present, type Store } from "../store/index.ts";
import type { IncomingCall } from "./incoming-call.ts";

/**
 * SQLSTATE codes that are retried: another transaction stored one of the calls, which the retry finds, or a deadlock.
 */
const RETRIED: ReadonlySet<string | undefined> = new Set(["23505", "40001", "40P01"]);
const MOST_ATTEMPTS = 20;

/** Runs a transaction of calls by the present book; retries it after a conflict with another transaction. */
export async function inTransaction<T>(
  store: Store,
  work: (sql: Sql, present: Present) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const present = await store.present();
    try {
      return await store.database.transaction(async (sql) => {
        const done = await work(sql, present);
        signal?.throwIfAborted();
        return done;
      });
    } catch (error) {
      if (!RETRIED.has(sqlState(error))) throw error;
      if (attempt === MOST_ATTEMPTS)
        throw new ServerError(503001, "Others write the same calls; try again.", RETRY);
    }
  }
}

const CALL_COLUMNS = ["id", "carrier_key", "batch_id", "line", "record", "cdr_file_id"] as const;

export async function storeCalls(sql: Sql, calls: readonly IncomingCall[], batchID: string): Promise<void> {
  if (calls.length === 0) return;
  // In order of ids, so that two batches with the same calls cannot deadlock.
  const sorted = [...calls].sort(byID);
  await sql.copyIn("calls", CALL_COLUMNS, rowsOf(sorted, batchID));
}

function byID(a: IncomingCall, b: IncomingCall): number {
  const [first, second] = [a.id as string, b.id as string];
  return first.length - second.length || (first < second ? -1 : 1);
}

function* rowsOf(calls: readonly IncomingCall[], batchID: string): Generator<readonly (string | null)[]> {
  for (const { id, carrierKey, position, record, call } of calls) {
    yield [id as string, carrierKey, batchID, String(position), record, idOrNull(call.CDRFileID)];
  }
}

function idOrNull(value: unknown): string | null {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return isStoredID(text) ? text : null;
}

/** Opens a part: calls that one book prices. */
export async function openPart(
  sql: Sql,
  { revision, digest }: Present,
  batchID: string | null,
): Promise<string> {
  const [part] = await sql.query<{ id: string }>(
    "INSERT INTO parts (batch_id, state, revision, digest, engine) VALUES ($1, 'done', $2, $3, $4) RETURNING id",
    [batchID, revision, digest, ENGINE_VERSION],
  );
  return (part as { id: string }).id;
}

/** Stamps a part that is priced or parked. */
export async function closePart(sql: Sql, partID: string): Promise<void> {
  await sql.query(
    `WITH now AS (${NEXT_STAMP}) UPDATE parts SET stamp = (SELECT stamp FROM now) WHERE id = $1`,
    [partID],
  );
}
