/**
 * Takes a batch of calls in, exactly once (H23 to H25): key, calls, and results or waiting parts in one transaction.
 */

import { unlessAborted } from "../../files/index.ts";
import { createTally, ENGINE_VERSION, type TallyReport } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { CallCounts } from "../http/index.ts";
import {
  holdOffPurges,
  NEXT_STAMP,
  noteWrite,
  type Present,
  type Store,
  type Writer,
} from "../store/index.ts";
import { type JobQueue, jobQueue, openAgain } from "../work/index.ts";
import { answerOthers, type OtherAnswers } from "./answer-others.ts";
import { type BatchRow, batchJson, readBatch, readBatchResults, shownTotals } from "./batch-answer.ts";
import { inTransaction, openPart, storeCalls } from "./call-writes.ts";
import { type BodyLine, digestOfCalls, type IncomingCall, incomingCall } from "./incoming-call.ts";
import { findKnownCalls } from "./known-calls.ts";
import { type CallToPrice, priceCalls } from "./price-calls.ts";
import { followedCustomers, hasToWait, queueCalls } from "./queue-calls.ts";

export interface Batch {
  readonly key: string;
  /** Parsed calls, from JSON or from a body of lines; null for a line that could not be read. */
  readonly calls: readonly unknown[];
  /** For a body of lines: the line number of each call, or why the line could not be read. */
  readonly bodyLines?: readonly BodyLine[];
  /** Whether a worker prices the batch, part by part (H25). */
  readonly isQueued?: boolean;
}

export interface TakenBatch {
  readonly id: string;
  /** The answer, JSON: the batch, and its results where they are complete and the batch was not to be queued. */
  readonly text: string;
  readonly isReplay: boolean;
  /** Whether parts of it wait to be priced. */
  readonly isOpen: boolean;
  readonly revision: number;
  /** Counts of its calls; undefined where the batch had been taken before. */
  readonly counts?: CallCounts;
}

/** Thrown within a transaction that needs the queue while the queue is not open. */
const QUEUE_NEEDED = new Error("The queue is needed.");

/**
 * Takes a batch in: prices it, or queues it where that is asked for, or where calls of its customers wait (H37).
 *
 * @throws ServerError 409005 where its key came with other calls
 */
export async function takeBatch(
  store: Store,
  batch: Batch,
  writer: Writer,
  signal?: AbortSignal,
): Promise<TakenBatch> {
  const content = digestOfCalls(batch.calls, batch.bodyLines);
  const take = (queue?: JobQueue): Promise<TakenBatch> =>
    inTransaction(
      store,
      (sql, present) => new Intake({ ...batch, content }, present, queue).take(sql, writer),
      signal,
    );
  // The queue is opened outside the transaction, and only where it is needed.
  const opened = (): Promise<JobQueue> => unlessAborted(jobQueue(store.database), signal);
  const asked = batch.isQueued === true ? await opened() : undefined;
  try {
    return await take(asked);
  } catch (error) {
    if (error !== QUEUE_NEEDED) throw error;
    return take(await opened());
  }
}

class Intake {
  readonly #batch: Batch & { readonly content: string };
  readonly #present: Present;
  readonly #queue: JobQueue | undefined;

  constructor(batch: Batch & { readonly content: string }, present: Present, queue: JobQueue | undefined) {
    this.#batch = batch;
    this.#present = present;
    this.#queue = queue;
  }

  async take(sql: Sql, writer: Writer): Promise<TakenBatch> {
    const { revision, book } = this.#present;
    const { calls, bodyLines, isQueued } = this.#batch;
    await holdOffPurges(sql, this.#present);
    const batchID = await this.#open(sql);
    if (batchID === undefined) return this.#replay(sql);
    const incoming = calls.map((call, at) => incomingCall(book, call, at + 1, bodyLines?.[at]));
    const findings = await findKnownCalls(sql, incoming);
    const taken = incoming.filter((_, at) => findings[at]?.kind === "new");
    await storeCalls(sql, taken, batchID);
    const others = await answerOthers(sql, this.#present, incoming, findings);
    const isOpen = await this.#wait(sql, batchID, taken, others);
    const priced = isOpen ? undefined : await this.#price(sql, batchID, taken, others);
    await noteWrite(sql, writer, isOpen || isQueued === true ? 202 : 201, revision);
    const { rated, errors, ignored, errorsByCode } = (priced ?? others).report;
    const counts = { rated, errors, ignored, repeated: others.repeated, errorsByCode };
    return { ...(await this.#answer(sql, batchID, priced?.results)), counts };
  }

  /**
   * Stores the batch under its key, returns its id; undefined where the key is taken. Waits for an intake of the same
   * key.
   */
  async #open(sql: Sql): Promise<string | undefined> {
    const { key, content } = this.#batch;
    const { revision, digest } = this.#present;
    const [row] = await sql.query<{ id: string }>(
      `INSERT INTO batches (key, content, revision, digest, engine, state) VALUES ($1, $2, $3, $4, $5, 'done')
       ON CONFLICT (key) DO NOTHING RETURNING id`,
      [key, content, revision, digest, ENGINE_VERSION],
    );
    return row?.id;
  }

  /** The answer to a batch that was taken before. Its parked parts are tried again. */
  async #replay(sql: Sql): Promise<TakenBatch> {
    const { key, content } = this.#batch;
    const [known] = await sql.query<{ id: string; content: string; state: string }>(
      "SELECT id, content, state FROM batches WHERE key = $1 FOR UPDATE",
      [key],
    );
    if (known?.content !== content) {
      throw new ServerError(
        409005,
        `The key ${key} came with other calls; a key is for one batch. Send these under a key of their own.`,
      );
    }
    const { id, state } = known;
    if (state === "parked") {
      if (this.#queue === undefined) throw QUEUE_NEEDED;
      await this.#queue.send(sql, await openAgain(sql, id));
      await sql.query(
        `WITH now AS (${NEXT_STAMP}), own AS (
           UPDATE parts SET stamp = (SELECT stamp FROM now) WHERE batch_id = $1 AND state = 'open')
         UPDATE batches SET state = 'open' WHERE id = $1`,
        [id],
      );
    }
    const taken = await this.#answer(sql, id, undefined);
    return { ...taken, isReplay: true };
  }

  /** H37: queues the calls; false where they need not wait, or where there is no part to queue. */
  async #wait(
    sql: Sql,
    batchID: string,
    taken: readonly IncomingCall[],
    others: OtherAnswers,
  ): Promise<boolean> {
    const { revision, book } = this.#present;
    // Without a revision a worker has no book, and no call can be rated.
    if (revision === 0) return false;
    const isToWait = this.#batch.isQueued === true || others.waiting.length > 0;
    if (!isToWait && !(await hasToWait(sql, book, taken))) return false;
    if (this.#queue === undefined) throw QUEUE_NEEDED;
    const following = await followedCustomers(sql, others.waiting);
    const isOpen = await queueCalls(sql, this.#queue, { batchID, calls: taken, following }, this.#present);
    if (isOpen)
      await this.#note(sql, batchID, others, { state: "open", partID: null, report: others.report });
    return isOpen;
  }

  /** Prices the calls; returns the results of the batch in order, and their tally. */
  async #price(
    sql: Sql,
    batchID: string,
    taken: readonly IncomingCall[],
    others: OtherAnswers,
  ): Promise<{ readonly results: readonly string[]; readonly report: TallyReport }> {
    const partID = await openPart(sql, this.#present, batchID);
    const priced = await priceCalls(sql, this.#present, taken as readonly CallToPrice[], () => partID);
    const tally = createTally(this.#present.book);
    tally.addReport(others.report);
    const results: string[] = new Array(this.#batch.calls.length).fill("null");
    for (const [position, record] of others.records) results[position - 1] = record;
    for (const [at, { result, record }] of priced.entries()) {
      tally.add(result);
      results[(taken[at] as IncomingCall).position - 1] = record;
    }
    const report = tally.report();
    await this.#note(sql, batchID, others, { state: "done", partID, report });
    return { results, report };
  }

  /** Stores the tally of the batch so far, and its stamp. */
  async #note(
    sql: Sql,
    batchID: string,
    { answers, repeated, report: ofOthers }: OtherAnswers,
    { state, partID, report }: BatchNote,
  ): Promise<void> {
    const { rated, errors, ignored } = report;
    await sql.query(
      `WITH now AS (${NEXT_STAMP}), part AS (UPDATE parts SET stamp = (SELECT stamp FROM now) WHERE id = $2)
       UPDATE batches SET read = $3, rated = $4, errors = $5, ignored = $6, repeated = $7, totals = $8, others = $9,
         state = $10, report = $11, stamp = (SELECT stamp FROM now) WHERE id = $1`,
      [
        batchID,
        partID,
        this.#batch.calls.length,
        rated,
        errors,
        ignored,
        repeated,
        JSON.stringify(shownTotals(report)),
        answers.length === 0 ? null : JSON.stringify(answers),
        state,
        state === "open" ? JSON.stringify(ofOthers) : null,
      ],
    );
  }

  async #answer(sql: Sql, id: string, priced: readonly string[] | undefined): Promise<TakenBatch> {
    const batch = (await readBatch(sql, id)) as BatchRow;
    const isOpen = batch.state === "open";
    const isWhole = !isOpen && this.#batch.isQueued !== true;
    const results = isWhole ? (priced ?? (await readBatchResults(sql, batch))) : undefined;
    const text = batchJson(batch, results);
    return { id, text, isReplay: false, isOpen, revision: Number(batch.revision) };
  }
}

interface BatchNote {
  readonly state: "open" | "done";
  /** The part that the intake priced. */
  readonly partID: string | null;
  readonly report: TallyReport;
}
