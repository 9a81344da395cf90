/** Which calls of a batch are stored already, and ids for those that have none (H24). */
import type { Sql } from "../database/index.ts";
import { type IncomingCall, isSameCall } from "./incoming-call.ts";

/** How a call of a batch relates to stored and earlier calls. */
export type Finding =
  | { readonly kind: "new" }
  /** Its id cannot be the id of a stored call. */
  | { readonly kind: "badID" }
  /** An earlier call of the batch has its id, or its carrier's id. */
  | { readonly kind: "readBefore"; readonly field: "id" | "carrierCallID" }
  /** A stored call has its id, or its carrier's id, with the same content or another. */
  | {
      readonly kind: "stored";
      readonly id: string;
      readonly isSame: boolean;
      readonly field: "id" | "carrierCallID";
    };

const NEW: Finding = { kind: "new" };
const BAD_ID: Finding = { kind: "badID" };

interface StoredCall {
  readonly id: string;
  readonly carrier_key: string | null;
  readonly record: string;
}

/** The finding for each call of a batch; new calls without an id get one. */
export async function findKnownCalls(sql: Sql, calls: readonly IncomingCall[]): Promise<readonly Finding[]> {
  const findings = readBefore(calls);
  const unread = calls.filter((_, at) => findings[at] === NEW);
  const stored = await storedCalls(sql, unread);
  for (const [at, call] of calls.entries()) {
    if (findings[at] === NEW) findings[at] = findingOf(call, stored);
  }
  const fresh = calls.filter((_, at) => findings[at] === NEW);
  // The ids of all calls, stored or not, so that no answer has the same id for two calls.
  await noteIDs(sql, calls);
  await giveIDs(
    sql,
    fresh.filter(({ id }) => id === null),
  );
  return findings;
}

/** R30: the ids of a call count as read, even where the call has other faults. */
function readBefore(calls: readonly IncomingCall[]): Finding[] {
  const ids = new Set<string>();
  const carrierKeys = new Set<string>();
  return calls.map(({ id, carrierKey }) => {
    const field = isKnown(ids, id) ? "id" : isKnown(carrierKeys, carrierKey) ? "carrierCallID" : undefined;
    if (id) ids.add(id);
    if (carrierKey !== null) carrierKeys.add(carrierKey);
    if (id === undefined) return BAD_ID;
    return field === undefined ? NEW : { kind: "readBefore", field };
  });
}

function isKnown(known: ReadonlySet<string>, key: string | null | undefined): boolean {
  return key !== null && key !== undefined && known.has(key);
}

/** The stored calls with an id or a carrier key of `calls`, by both keys. */
async function storedCalls(
  sql: Sql,
  calls: readonly IncomingCall[],
): Promise<ReadonlyMap<string, StoredCall>> {
  const ids = calls.flatMap(({ id }) => (id ? [id] : []));
  const carrierKeys = calls.flatMap(({ carrierKey }) => (carrierKey === null ? [] : [carrierKey]));
  const stored = new Map<string, StoredCall>();
  if (ids.length + carrierKeys.length === 0) return stored;
  const found = await sql.query<StoredCall>(
    `SELECT c.id, c.carrier_key, c.record FROM calls c JOIN unnest($1::bigint[]) AS wanted (id) ON c.id = wanted.id
     UNION ALL
     SELECT c.id, c.carrier_key, c.record FROM calls c JOIN unnest($2::text[]) AS wanted (key) ON c.carrier_key = wanted.key`,
    [ids, carrierKeys],
  );
  for (const call of found) {
    stored.set(call.id, call);
    if (call.carrier_key !== null) stored.set(call.carrier_key, call);
  }
  return stored;
}

function findingOf(
  { id, carrierKey, record }: IncomingCall,
  stored: ReadonlyMap<string, StoredCall>,
): Finding {
  const byID = id ? stored.get(id) : undefined;
  const byKey = carrierKey === null ? undefined : stored.get(carrierKey);
  const call = byID ?? byKey;
  if (call === undefined) return NEW;
  const isOneCall = byID === undefined || byKey === undefined || byID.id === byKey.id;
  return {
    kind: "stored",
    id: call.id,
    isSame: isOneCall && isSameCall(record, call.record),
    field: byID === undefined ? "carrierCallID" : "id",
  };
}

/** Gives calls the next free ids, without ids that callers gave. */
async function giveIDs(sql: Sql, calls: readonly IncomingCall[]): Promise<void> {
  let remaining = calls;
  while (remaining.length > 0) {
    const free = await sql.query<{ id: string }>(
      `SELECT given.id FROM (SELECT nextval('call_ids') AS id FROM generate_series(1, $1)) AS given
       WHERE NOT EXISTS (SELECT FROM calls WHERE calls.id = given.id) ORDER BY given.id`,
      [remaining.length],
    );
    for (const [at, { id }] of free.entries()) {
      const call = remaining[at] as IncomingCall;
      call.id = id;
      call.call = { ...call.call, id };
    }
    remaining = remaining.slice(free.length);
  }
}

/** Ids that callers give raise the server's ids up to this limit, so that later calls have higher ids. */
const MOST_RAISED = 2 ** 53;

/** Raises the server's next id above the ids of a batch. */
async function noteIDs(sql: Sql, calls: readonly IncomingCall[]): Promise<void> {
  let highest = 0;
  for (const { id } of calls) {
    const number = Number(id);
    if (number > highest && number < MOST_RAISED) highest = number;
  }
  if (highest === 0) return;
  await sql.query("SELECT setval('call_ids', $1::bigint) FROM call_ids WHERE last_value <= $1::bigint", [
    highest,
  ]);
}
