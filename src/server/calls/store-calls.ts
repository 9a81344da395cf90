/** Storing the calls of a batch as they were sent. */
import type { Sql } from "../database/index.ts";
import type { IncomingCall } from "./incoming-call.ts";

const CALL_COLUMNS = ["id", "carrier_key", "batch_id", "line", "record", "cdr_file_id"] as const;

/** Stores calls as they were sent. */
export async function storeCalls(sql: Sql, calls: readonly IncomingCall[], batchID: string): Promise<void> {
  if (calls.length === 0) return;
  // In order of ids, so that two batches with the same calls wait for one another, and not in a circle.
  const sorted = [...calls].sort(byID);
  await sql.copyIn("calls", CALL_COLUMNS, rowsOf(sorted, batchID));
}

function byID(a: IncomingCall, b: IncomingCall): number {
  const [first, second] = [a.id as string, b.id as string];
  return first.length - second.length || (first < second ? -1 : 1);
}

function* rowsOf(calls: readonly IncomingCall[], batchID: string): Generator<readonly (string | null)[]> {
  for (const { id, carrierKey, line, record, call } of calls) {
    yield [id as string, carrierKey, batchID, String(line), record, idOrNull(call.CDRFileID)];
  }
}

function idOrNull(value: unknown): string | null {
  const text = typeof value === "number" || typeof value === "string" ? String(value) : "";
  return /^[1-9][0-9]{0,17}$/.test(text) ? text : null;
}
