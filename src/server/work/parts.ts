/** Parts of batches that wait to be priced: each one customer's calls, in the order in which they draw (H37). */
import type { Sql } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { Job } from "./job-queue.ts";

/** The columns of a job in the table of parts. */
export const JOB = `id, customer_id AS "customerID"`;
export const MOST_PART_CALLS = 5_000;
/** How often a part is tried before it is parked (H38). */
const MOST_ATTEMPTS = 5;

export interface PartToStore {
  /** Null for calls whose customer is unknown. */
  readonly customerID: string | null;
  /** In the order in which they draw (R42). */
  readonly callIDs: readonly string[];
}

/** A part that a transaction holds. */
export interface OpenPart {
  readonly id: string;
  readonly batchID: string;
  readonly customerID: string | null;
  readonly callIDs: readonly string[];
  /** Revision of the book that prices the part. */
  readonly revision: number;
}

/** The book that prices parts, and the version of the engine. */
interface PartBook {
  readonly revision: number;
  readonly digest: string;
  readonly engine: string;
}

/** Stores the parts of a batch in their order, and returns their ids. */
export async function storeParts(
  sql: Sql,
  batchID: string,
  parts: readonly PartToStore[],
  { revision, digest, engine }: PartBook,
): Promise<readonly Job[]> {
  return sql.query<Job>(
    `INSERT INTO parts (batch_id, customer_id, turn, call_ids, state, revision, digest, engine)
     SELECT $1, customer_id, turn, call_ids, 'open', $2, $3, $4
     FROM unnest($5::text[], $6::text[]) WITH ORDINALITY AS p (customer_id, call_ids, turn) ORDER BY turn RETURNING ${JOB}`,
    [
      batchID,
      revision,
      digest,
      engine,
      parts.map(({ customerID }) => customerID),
      parts.map(({ callIDs }) => JSON.stringify(callIDs)),
    ],
  );
}

interface PartRow extends Omit<OpenPart, "callIDs" | "revision"> {
  readonly call_ids: string;
  readonly revision: string;
}

/** The key of a customer's advisory lock, also of calls without a customer. A hash collision costs a needless wait. */
const LOCK = "hashtextextended(coalesce(customer_id, ''), 0)";

/**
 * Locks customers until the transaction ends, so that the parts of a customer are priced one after another. Returns the
 * locked ones: customers that other transactions have locked are skipped; where all are, waits for the first.
 */
export async function lockCustomers(
  sql: Sql,
  customerIDs: readonly (string | null)[],
): Promise<readonly (string | null)[]> {
  const free = await sql.query<{ customer_id: string | null }>(
    `SELECT customer_id FROM unnest($1::text[]) AS wanted (customer_id) WHERE pg_try_advisory_xact_lock(${LOCK})`,
    [customerIDs],
  );
  if (free.length > 0) return free.map(({ customer_id }) => customer_id);
  const first = customerIDs.slice(0, 1);
  await sql.query(`SELECT pg_advisory_xact_lock(${LOCK}) FROM unnest($1::text[]) AS wanted (customer_id)`, [
    first,
  ]);
  return first;
}

/** The lowest open part of each customer that has one; the transaction has locked them. */
export async function takeLowestParts(
  sql: Sql,
  customerIDs: readonly (string | null)[],
): Promise<readonly OpenPart[]> {
  // The rows are locked, too, against a purge of the customer.
  const lowest = (condition: string): string =>
    `SELECT ${JOB}, batch_id AS "batchID", call_ids, revision FROM parts WHERE state = 'open' AND ${condition} ORDER BY id LIMIT 1 FOR UPDATE`;
  const rows: PartRow[] = [
    ...(await sql.query<PartRow>(
      `SELECT p.* FROM unnest($1::text[]) WITH ORDINALITY AS wanted (customer_id, turn)
       CROSS JOIN LATERAL (${lowest("parts.customer_id = wanted.customer_id")}) AS p ORDER BY wanted.turn`,
      [customerIDs.filter((customerID) => customerID !== null)],
    )),
  ];
  if (customerIDs.includes(null)) rows.push(...(await sql.query<PartRow>(lowest("customer_id IS NULL"))));
  return rows.map(({ call_ids, revision, ...part }) => ({
    ...part,
    callIDs: JSON.parse(call_ids) as string[],
    revision: Number(revision),
  }));
}

/** Notes that a part could not be priced; returns whether the part is parked, because that was its last attempt. */
export async function failPart(sql: Sql, { id }: OpenPart, error: string): Promise<boolean> {
  const [row] = await sql.query<{ state: string }>(
    `UPDATE parts SET attempts = attempts + 1, error = $2, state = CASE WHEN attempts + 1 < $3 THEN state ELSE 'parked' END
     WHERE id = $1 AND state = 'open' RETURNING state`,
    [id, error, MOST_ATTEMPTS],
  );
  return row?.state === "parked";
}

/** Opens the parked parts of a batch again, and returns them. */
export async function openAgain(sql: Sql, batchID: string): Promise<readonly Job[]> {
  return sql.query<Job>(
    `UPDATE parts SET state = 'open', attempts = 0 WHERE batch_id = $1 AND state = 'parked' RETURNING ${JOB}`,
    [batchID],
  );
}

/** Counts of parts that are not priced. */
export interface PartCounts {
  /** Parts that wait for a worker. */
  readonly open: number;
  /** Parts that failed five times, and wait until their batch is sent again. */
  readonly parked: number;
}

/** The parts of all batches that are not priced, and the age of the oldest. */
export interface PartFigures extends PartCounts {
  /** Seconds since the earliest batch with open parts was taken in; 0 without open parts. */
  readonly oldestSeconds: number;
}

/** Counts the parts that are not priced, of all batches, for metrics. */
export async function countParts(sql: Sql): Promise<PartFigures> {
  const [row] = await sql.query<PartFigures>(
    `SELECT count(*) FILTER (WHERE p.state = 'open')::integer AS open, count(*) FILTER (WHERE p.state = 'parked')::integer AS parked,
       greatest(0, extract(epoch FROM clock_timestamp() - min(b.stamp) FILTER (WHERE p.state = 'open')))::float8 AS "oldestSeconds"
     FROM parts p JOIN batches b ON b.id = p.batch_id WHERE p.state <> 'done'`,
  );
  return row ?? { open: 0, parked: 0, oldestSeconds: 0 };
}

export async function customersThatWait(sql: Sql): Promise<ReadonlySet<string>> {
  const rows = await sql.query<{ customer_id: string }>(
    "SELECT DISTINCT customer_id FROM parts WHERE state = 'open' AND customer_id IS NOT NULL",
  );
  return new Set(rows.map(({ customer_id }) => customer_id));
}

/**
 * Refuses to bill or rate stored calls of a customer, or of all customers, while calls wait that would be missing (H18
 * to H20, H26).
 */
export async function refuseWhileCallsWait(sql: Sql, customerID?: string): Promise<void> {
  const waiting = await customersThatWait(sql);
  const [first] = customerID === undefined ? waiting : waiting.has(customerID) ? [customerID] : [];
  if (first === undefined) return;
  throw new ServerError(
    409002,
    `Calls of customer ${first} wait to be priced; ask again when their batch is done, as tollbook/batches/ and its id tell.`,
  );
}

/** Counts of a queued batch's parts, and the errors of failed parts. */
export interface PartsOfBatch extends PartCounts {
  readonly done: number;
  readonly faults: readonly {
    readonly customerID: string | null;
    readonly calls: number;
    readonly attempts: number;
    readonly error: string | null;
  }[];
}

/** Most failed parts that are listed. */
const MOST_FAULTS = 1_000;

/** The parts of a batch; all counts are 0 where the batch was priced in its request. */
export async function partsOfBatch(sql: Sql, batchID: string): Promise<PartsOfBatch> {
  const [counts] = await sql.query<Omit<PartsOfBatch, "faults">>(
    `SELECT count(*) FILTER (WHERE state = 'open')::integer AS open, count(*) FILTER (WHERE state = 'done')::integer AS done,
       count(*) FILTER (WHERE state = 'parked')::integer AS parked
     FROM parts WHERE batch_id = $1 AND turn IS NOT NULL`,
    [batchID],
  );
  const faults = await sql.query<PartsOfBatch["faults"][number]>(
    `SELECT customer_id AS "customerID", json_array_length(call_ids::json) AS calls, attempts, error FROM parts
     WHERE batch_id = $1 AND state <> 'done' AND error IS NOT NULL ORDER BY id LIMIT ${MOST_FAULTS}`,
    [batchID],
  );
  return { ...(counts ?? { open: 0, done: 0, parked: 0 }), faults };
}
