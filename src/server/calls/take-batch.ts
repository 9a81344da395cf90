/** A batch of calls, exactly once (H23, H24): its key, its calls, their results and pools in one transaction. */
import { asReadBefore, FailedCall } from "../../engine/index.ts";
import { type CallResult, createRater, createTally, ENGINE_VERSION, type Tally } from "../../index.ts";
import { type Sql, sqlState } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { CallCounts } from "../http/index.ts";
import type { Present, Store, Writer } from "../store/index.ts";
import { type BatchRow, batchJson, type OtherAnswer, readBatch, readBatchResults } from "./batch-answer.ts";
import { canonicalText, digestOf, type IncomingCall, incomingCall } from "./incoming-call.ts";
import { type Finding, findKnownCalls, noteIDs } from "./known-calls.ts";
import { type CallToPrice, type PricedCall, priceCalls } from "./price-calls.ts";

/** A batch as it is handed in. */
export interface Batch {
  readonly key: string;
  /** As JSON gave them. */
  readonly calls: readonly unknown[];
}

/** What came of a batch. */
export interface TakenBatch {
  readonly id: string;
  /** The answer, JSON. */
  readonly text: string;
  /** Whether the batch had been taken before. */
  readonly isReplay: boolean;
  readonly revision: number;
  /** What was taken in; undefined where nothing was, as the batch had been taken before. */
  readonly counts?: CallCounts;
}

/** Another transaction stored one of the calls, or the two waited for one another: begin again, and find it stored. */
const BEGIN_AGAIN: ReadonlySet<string | undefined> = new Set(["23505", "40001", "40P01"]);
const MOST_ATTEMPTS = 20;

/** Runs a transaction of calls, once more where it ran into another. */
export async function inTransaction<T>(
  store: Store,
  work: (sql: Sql) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store.database.transaction(async (sql) => {
        const done = await work(sql);
        signal?.throwIfAborted();
        return done;
      });
    } catch (error) {
      if (!BEGIN_AGAIN.has(sqlState(error))) throw error;
      if (attempt === MOST_ATTEMPTS) throw new ServerError(503001, "Others write the same calls; try again.");
    }
  }
}

/**
 * Takes a batch in.
 *
 * @throws ServerError 409005 where its key came with other calls
 */
export async function takeBatch(
  store: Store,
  { key, calls }: Batch,
  writer: Writer,
  signal?: AbortSignal,
): Promise<TakenBatch> {
  const content = digestOf(canonicalText(calls));
  const present = await store.present();
  const take = async (sql: Sql): Promise<TakenBatch> => {
    const batchID = await openBatch(sql, { key, content }, present);
    if (batchID === undefined) return replay(sql, { key, content });
    const incoming = calls.map((call, at) => incomingCall(present.book, call, at + 1));
    const findings = await findKnownCalls(sql, incoming);
    const taken = incoming.filter((_, at) => findings[at]?.kind === "new");
    await storeCalls(sql, taken, batchID);
    await noteIDs(sql, taken);
    const partID = await openPart(sql, present, batchID);
    const priced = await priceCalls(sql, present, taken as readonly CallToPrice[], { partID });
    const answer = new BatchAnswer(priced);
    await answer.addOthers(sql, present, incoming, findings);
    await closeBatch(sql, { batchID, partID }, answer);
    await noteWrite(sql, writer, 201, present.revision);
    const batch = await readBatch(sql, batchID);
    const text = batchJson(batch as BatchRow, answer.results);
    return { id: batchID, text, isReplay: false, revision: present.revision, counts: answer.counts() };
  };
  return inTransaction(store, take, signal);
}

/** Notes a batch under its key; undefined where there is one already. Waits for another that is just being taken. */
async function openBatch(
  sql: Sql,
  { key, content }: { readonly key: string; readonly content: string },
  { revision, digest }: Present,
): Promise<string | undefined> {
  const [row] = await sql.query<{ id: string }>(
    `INSERT INTO batches (key, content, revision, digest, engine, state) VALUES ($1, $2, $3, $4, $5, 'done')
     ON CONFLICT (key) DO NOTHING RETURNING id`,
    [key, content, revision, digest, ENGINE_VERSION],
  );
  return row?.id;
}

/** The answer that a batch was given. */
async function replay(
  sql: Sql,
  { key, content }: { readonly key: string; readonly content: string },
): Promise<TakenBatch> {
  const [known] = await sql.query<{ id: string; content: string }>(
    "SELECT id, content FROM batches WHERE key = $1",
    [key],
  );
  if (known?.content !== content) {
    throw new ServerError(
      409005,
      `The key ${key} came with other calls; a key is for one batch. Send these under a key of their own.`,
    );
  }
  const batch = (await readBatch(sql, known.id)) as BatchRow;
  const text = batchJson(batch, await readBatchResults(sql, batch));
  return { id: known.id, text, isReplay: true, revision: Number(batch.revision) };
}

const CALL_COLUMNS = ["id", "carrier_key", "batch_id", "line", "record", "cdr_file_id"] as const;

/** Stores calls as they were sent. */
async function storeCalls(sql: Sql, calls: readonly IncomingCall[], batchID: string): Promise<void> {
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

/** The results of a batch in order, with what they come to. */
class BatchAnswer {
  readonly results: string[] = [];
  readonly others: OtherAnswer[] = [];
  readonly tally: Tally = createTally();
  readonly #priced: ReadonlyMap<string, PricedCall>;
  repeated = 0;

  constructor(priced: readonly PricedCall[]) {
    this.#priced = new Map(priced.map((one) => [one.id, one]));
  }

  counts(): CallCounts {
    const { rated, errors, ignored, errorsByCode } = this.tally.report();
    return { rated, errors, ignored, repeated: this.repeated, errorsByCode };
  }

  /** Joins what was priced with the answers to all other calls. */
  async addOthers(
    sql: Sql,
    { book }: Present,
    calls: readonly IncomingCall[],
    findings: readonly Finding[],
  ): Promise<void> {
    const stored = await storedResults(sql, findings);
    const rate = createRater(book, { duplicates: "keep" });
    for (const [at, call] of calls.entries()) {
      const finding = findings[at] as Finding;
      if (finding.kind === "new") {
        const { result, record } = this.#priced.get(call.id as string) as PricedCall;
        this.tally.add(result);
        this.results.push(record);
      } else if (finding.kind === "stored" && finding.isSame) {
        const { attempt, record } = stored.get(finding.id) as StoredResult;
        this.repeated++;
        this.results.push(record);
        this.others.push({ line: call.line, callID: finding.id, attempt });
      } else {
        const result = refused(call, finding, rate(call.call, call.line));
        const record = JSON.stringify(result);
        this.tally.add(result);
        this.results.push(record);
        this.others.push({ line: call.line, record });
      }
    }
  }
}

/** The result of a call that is not stored. */
function refused(call: IncomingCall, finding: Finding, result: CallResult): CallResult {
  if (finding.kind === "readBefore") return asReadBefore(result, call.call, finding.field);
  if (finding.kind === "badID") {
    const isToldAlready = result.outcome === "error" && result.field === "id";
    if (isToldAlready || typeof call.call !== "object" || call.call === null) return result;
    const message = `id: ${JSON.stringify(call.call.id)} is not an integer from 1 to 9223372036854775807, as ids of stored calls are.`;
    return new FailedCall(result.id, result.line, "malformed-record", message, "id");
  }
  const told = asReadBefore(result, call.call, finding.kind === "stored" ? finding.field : "id");
  if (told === result || told.outcome !== "error") return told;
  const field = told.field as "id" | "carrierCallID";
  const message = `A call with the ${field} ${String(call.call[field])} is stored, and says something else.`;
  return new FailedCall(told.id, told.line, "duplicate-call", message, field);
}

interface StoredResult {
  readonly call_id: string;
  readonly attempt: number;
  readonly record: string;
}

/** The latest results of stored calls that came again. */
async function storedResults(
  sql: Sql,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, StoredResult>> {
  const ids = findings.flatMap((finding) =>
    finding.kind === "stored" && finding.isSame ? [finding.id] : [],
  );
  if (ids.length === 0) return new Map();
  const rows = await sql.query<StoredResult>(
    `SELECT r.call_id, r.attempt, r.record FROM results r JOIN unnest($1::bigint[]) AS wanted (id) ON r.call_id = wanted.id
     WHERE r.latest`,
    [ids],
  );
  return new Map(rows.map((row) => [row.call_id, row]));
}

/** Stores what a batch comes to, and its stamp. */
async function closeBatch(
  sql: Sql,
  { batchID, partID }: { readonly batchID: string; readonly partID: string },
  { tally, repeated, others, results }: BatchAnswer,
): Promise<void> {
  const { rated, errors, ignored, totals } = tally.report();
  await sql.query(
    `WITH now AS (${NEXT_STAMP}), part AS (UPDATE parts SET stamp = (SELECT stamp FROM now) WHERE id = $2)
     UPDATE batches SET read = $3, rated = $4, errors = $5, ignored = $6, repeated = $7, totals = $8, others = $9,
       stamp = (SELECT stamp FROM now) WHERE id = $1`,
    [
      batchID,
      partID,
      results.length,
      rated,
      errors,
      ignored,
      repeated,
      JSON.stringify(totals),
      others.length === 0 ? null : JSON.stringify(others),
    ],
  );
}

/**
 * The stamp of a write of calls or invoices, the last thing that it does: whoever comes next waits until it has committed,
 * so that stamps follow the order of commits (H13).
 */
export const NEXT_STAMP = `UPDATE sequences SET value = value + 1,
  stamp = greatest(clock_timestamp(), stamp + interval '1 microsecond') WHERE name = 'calls' RETURNING stamp`;

/** Notes a request that wrote (H1). */
export async function noteWrite(
  sql: Sql,
  { user, method, path }: Writer,
  status: number,
  revision: number,
): Promise<void> {
  await sql.query(
    `INSERT INTO log (stamp, user_name, method, path, status, revision) VALUES (clock_timestamp(), $1, $2, $3, $4, $5)`,
    [user, method, path, status, revision],
  );
}
