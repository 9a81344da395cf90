/** A worker that prices queued batches and writes a log: in `tollbook serve`, and alone in `tollbook worker` (H35). */
import { parkPart, priceParts } from "../calls/index.ts";
import type { Store } from "../store/index.ts";
import { jobQueue, startWorker, type Worker, type WorkerNote } from "../work/index.ts";
import { eventLine, faultLine } from "./log-line.ts";

/** Options of a worker. */
export interface WorkOptions {
  readonly store: Store;
  /** Takes the log, a line of JSON at a time. */
  readonly log: (line: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Starts a worker that prices queued batches until it is stopped. Any number of processes may work on one PostgreSQL.
 *
 * @throws MissingPackage where the database is a PostgreSQL server and pg-boss is not installed
 */
export async function work({ store, log, now }: WorkOptions): Promise<Worker> {
  await jobQueue(store.database);
  return startWorker({
    store,
    price: priceParts,
    park: parkPart,
    onPart: (note) => log(partLine(note, now())),
    onFault: (fault) => log(faultLine("no part could be taken", now(), fault)),
  });
}

function partLine({ part, outcome, fault }: WorkerNote, time: number): string {
  const { id, batchID, customerID, callIDs } = part;
  const fields = { part: id, batch: batchID, customer: customerID, calls: callIDs.length };
  return outcome === "done"
    ? eventLine("a part was priced", time, fields)
    : faultLine(outcome === "parked" ? "a part is parked" : "a part failed", time, fault, fields);
}
