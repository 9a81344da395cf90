/** Sending batches that are queued, and pricing what waits, for tests. */
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { type WorkerOptions, workThrough } from "../../../src/server/work/index.ts";
import type { Ask, Got } from "../calls/http.ts";

/** Sends a batch to be queued. */
export function sendAsync(ask: Ask, key: string, calls: readonly unknown[]): Promise<Got> {
  const headers = { Prefer: "respond-async", "Idempotency-Key": key };
  return ask("POST", "/tollbook/batches", { calls }, headers);
}

/** Prices whatever waits; what became of the parts. */
export async function work(
  store: Store,
  price: WorkerOptions["price"] = priceParts,
): Promise<readonly string[]> {
  const notes = await workThrough({ store, price, park: parkPart });
  return notes.map(({ outcome }) => outcome);
}
