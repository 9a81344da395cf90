/** A batch of calls, exactly once (H23 to H25): its key, its calls, and their results or what waits, in one transaction. */
import { createTally, ENGINE_VERSION, type TallyReport } from "../../index.ts";
import { type Sql, unlessAborted } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { CallCounts } from "../http/index.ts";
import type { Present, Store, Writer } from "../store/index.ts";
import { type JobQueue, jobQueue, openAgain } from "../work/index.ts";
import { answerOthers, type OtherAnswers } from "./answer-others.ts";
import { type BatchRow, batchJson, readBatch, readBatchResults } from "./batch-answer.ts";
import { inTransaction, NEXT_STAMP, noteWrite, openPart, storeCalls } from "./call-writes.ts";
import { digestOfCalls, type IncomingCall, incomingCall, type PlaceInBody } from "./incoming-call.ts";
import { findKnownCalls } from "./known-calls.ts";
import { type CallToPrice, priceCalls } from "./price-calls.ts";
import { followedCustomers, hasToWait, queueCalls } from "./queue-calls.ts";

/** A batch as it is handed in. */
export interface Batch {
  readonly key: string;
  /** As JSON gave them, or as lines of a body did; of a line that could not be read null. */
  readonly calls: readonly unknown[];
  /** Of a body of lines: where each call stood, or why its line could not be read. */
  readonly inBody?: readonly PlaceInBody[];
  /** Whether it is to be priced by a worker, part by part (H25). */
  readonly isQueued?: boolean;
}

/** What came of a batch. */
export interface TakenBatch {
  readonly id: string;
  /** The answer, JSON: the batch, and its results where they are there and the batch was not to be queued. */
  readonly text: string;
  /** Whether the batch had been taken before. */
  readonly isReplay: boolean;
  /** Whether parts of it wait to be priced. */
  readonly isOpen: boolean;
  readonly revision: number;
  /** What was taken in; undefined where nothing was, as the batch had been taken before. */
  readonly counts?: CallCounts;
}

/** Thrown within a transaction that needs the queue, before it was opened. */
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
  const content = digestOfCalls(batch.calls, batch.inBody);
  const present = await store.present();
  const take = async (queue?: JobQueue): Promise<TakenBatch> => {
    const intake = new Intake({ ...batch, content }, present, queue);
    return inTransaction(store, (sql) => intake.take(sql, writer), signal);
  };
  // Opened outside the transaction, and only where it is needed.
  const opened = (): Promise<JobQueue> => unlessAborted(jobQueue(store.database), signal);
  const asked = batch.isQueued === true ? await opened() : undefined;
  try {
    return await take(asked);
  } catch (error) {
    if (error !== QUEUE_NEEDED) throw error;
    return take(await opened());
  }
}

/** A batch that is being taken in. */
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
    const { calls, inBody, isQueued } = this.#batch;
    const batchID = await this.#open(sql);
    if (batchID === undefined) return this.#replay(sql);
    const incoming = calls.map((call, at) => incomingCall(book, call, at + 1, inBody?.[at]));
    const findings = await findKnownCalls(sql, incoming);
    const taken = incoming.filter((_, at) => findings[at]?.kind === "new");
    await storeCalls(sql, taken, batchID);
    const others = await answerOthers(sql, this.#present, incoming, findings);
    const isOpen =
      (await this.#isToWait(sql, taken, others)) && (await this.#wait(sql, batchID, taken, others));
    const priced = isOpen ? undefined : await this.#price(sql, batchID, taken, others);
    await noteWrite(sql, writer, isOpen || isQueued === true ? 202 : 201, revision);
    const { rated, errors, ignored, errorsByCode } = (priced ?? others).report;
    const counts = { rated, errors, ignored, repeated: others.repeated, errorsByCode };
    return { ...(await this.#answer(sql, batchID, priced?.results)), counts };
  }

  /** Notes the batch under its key; undefined where there is one already. Waits for another that is just being taken. */
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

  /** What came of the batch when it was first taken. Parts of it that are parked are tried again. */
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
      await sql.query("UPDATE batches SET state = 'open' WHERE id = $1", [id]);
    }
    const taken = await this.#answer(sql, id, undefined);
    return { ...taken, isReplay: true };
  }

  /** H37: whether the batch is queued. Without a revision there is no book for a worker, and no call that it could rate. */
  async #isToWait(sql: Sql, taken: readonly IncomingCall[], { waiting }: OtherAnswers): Promise<boolean> {
    const { revision, book } = this.#present;
    if (revision === 0) return false;
    return this.#batch.isQueued === true || waiting.length > 0 || hasToWait(sql, book, taken);
  }

  /** Queues the calls; false where there is nothing to wait for. */
  async #wait(
    sql: Sql,
    batchID: string,
    taken: readonly IncomingCall[],
    others: OtherAnswers,
  ): Promise<boolean> {
    if (this.#queue === undefined) throw QUEUE_NEEDED;
    const following = await followedCustomers(sql, others.waiting);
    const isOpen = await queueCalls(sql, this.#queue, { batchID, calls: taken, following }, this.#present);
    if (isOpen)
      await this.#note(sql, batchID, others, { state: "open", partID: null, report: others.report });
    return isOpen;
  }

  /** Prices the calls; the results of the batch in order, and what they come to. */
  async #price(
    sql: Sql,
    batchID: string,
    taken: readonly IncomingCall[],
    others: OtherAnswers,
  ): Promise<{ readonly results: readonly string[]; readonly report: TallyReport }> {
    const partID = await openPart(sql, this.#present, batchID);
    const priced = await priceCalls(sql, this.#present, taken as readonly CallToPrice[], () => partID);
    const tally = createTally();
    tally.addReport(others.report);
    const results: string[] = new Array(this.#batch.calls.length).fill("null");
    for (const [place, record] of others.records) results[place - 1] = record;
    for (const [at, { result, record }] of priced.entries()) {
      tally.add(result);
      results[(taken[at] as IncomingCall).place - 1] = record;
    }
    const report = tally.report();
    await this.#note(sql, batchID, others, { state: "done", partID, report });
    return { results, report };
  }

  /** Stores what the batch comes to so far, and its stamp. */
  async #note(
    sql: Sql,
    batchID: string,
    { answers, repeated, report: ofOthers }: OtherAnswers,
    { state, partID, report }: BatchNote,
  ): Promise<void> {
    const { rated, errors, ignored, totals } = report;
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
        JSON.stringify(totals),
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

/** What is noted of a batch when it is taken in. */
interface BatchNote {
  readonly state: "open" | "done";
  /** The part that was priced with it. */
  readonly partID: string | null;
  readonly report: TallyReport;
}
