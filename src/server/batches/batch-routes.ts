/** Batches over HTTP (H23, H25): taken in, and asked after. */
import * as z from "zod";
import {
  batchReport,
  batchSummary,
  readBatch,
  readBatchResults,
  takeBatch,
  writerOf,
} from "../calls/index.ts";
import { fieldError, ServerError } from "../errors.ts";
import {
  type Answer,
  MOST_BATCH_BYTES,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import { partsOfBatch } from "../work/index.ts";

const TAG = "Tollbook: calls";
/** Calls of a batch that is priced in its request. */
const MOST_CALLS = 10_000;

const anyObject = z.looseObject({});
const batchBody = z.strictObject({ calls: z.array(z.unknown()).min(1, "needs a call at least") });
const batchAnswer = z.strictObject({ batch: anyObject, results: z.array(anyObject) });
const openAnswer = z.strictObject({ batch: anyObject });

/** The key under which a batch is sent (H23). */
function batchKey(request: RouteRequest): string {
  const key = request.header("idempotency-key");
  if (key === undefined || key === "") {
    throw new ServerError(
      400503,
      "Send the batch's own key as Idempotency-Key, 1 to 200 visible characters.",
    );
  }
  if (!/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ServerError(400502, "Idempotency-Key: is not 1 to 200 visible characters.");
  }
  return key;
}

/** Whether a request prefers not to wait (RFC 7240). */
function prefersQueue({ header }: RouteRequest): boolean {
  const preferences = (header("prefer") ?? "").split(",");
  return preferences.some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}

/** Takes the calls of a request in, whatever they came as. */
export async function takeCalls(
  request: RouteRequest,
  calls: readonly unknown[],
  isQueued: boolean,
): Promise<Answer> {
  const { store, base, signal } = request;
  const taken = await takeBatch(
    store,
    { key: batchKey(request), calls, isQueued },
    writerOf(request),
    signal,
  );
  const { id, isReplay, isOpen, text, revision, counts } = taken;
  return {
    status: isOpen ? 202 : isReplay ? 200 : 201,
    headers: {
      Location: `${base}/tollbook/batches/${id}`,
      ...(isReplay ? { "Idempotency-Replayed": "true" } : {}),
      ...(isQueued ? { "Preference-Applied": "respond-async" } : {}),
    },
    type: "application/json",
    body: text,
    revision,
    ...(counts === undefined ? {} : { calls: counts }),
  };
}

async function getBatch({ store, ids }: RouteRequest): Promise<Answer> {
  const { id = "" } = ids;
  return store.read(async (sql) => {
    const batch = await readBatch(sql, id);
    if (batch === undefined) throw unknownID(id);
    const parts = await partsOfBatch(sql, id);
    const body = { state: batch.state, ...batchSummary(batch) };
    if (parts.open + parts.parked + parts.done === 0) return { body };
    if (batch.state !== "open") return { body: { ...body, parts } };
    const { rated, errors, ignored, totals } = await batchReport(sql, id);
    return { body: { ...body, rated, errors, ignored, totals, parts } };
  });
}

async function getResults({ store, ids }: RouteRequest): Promise<Answer> {
  const { id = "" } = ids;
  return store.read(async (sql) => {
    const batch = await readBatch(sql, id);
    if (batch === undefined) throw unknownID(id);
    if (batch.state === "open") {
      const { open } = await partsOfBatch(sql, id);
      throw new ServerError(
        409002,
        `The batch is open: ${open === 1 ? "a part of it waits" : `${open} parts of it wait`} to be priced. Ask tollbook/batches/${id} until its state is done.`,
      );
    }
    const results = await readBatchResults(sql, batch);
    return { type: "application/json", body: `[${results.join(",")}]` };
  });
}

/** Routes of batches. */
export const batchRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/tollbook/batches",
    name: "takeBatch",
    summary: "Rates and stores calls, exactly once for each Idempotency-Key",
    description: `At most ${MOST_CALLS} calls; with \`Prefer: respond-async\` as many as the body holds: then a worker rates them, and 202 says where to ask. So it does where calls of the same customers wait.`,
    tag: TAG,
    access: "write",
    body: batchBody,
    mostBytes: MOST_BATCH_BYTES,
    answers: { 201: batchAnswer, 200: batchAnswer, 202: openAnswer },
    async handle(request) {
      const asked = request as unknown as RouteRequest;
      const { calls } = request.body;
      const isQueued = prefersQueue(asked);
      if (!isQueued && calls.length > MOST_CALLS) {
        const message = `takes at most ${MOST_CALLS} calls; with Prefer: respond-async it takes more`;
        throw fieldError([{ path: "calls", message }]);
      }
      return takeCalls(asked, calls, isQueued);
    },
  }),
  route({
    method: "GET",
    path: "/tollbook/batches/{id}",
    name: "getBatch",
    summary: "What a batch came to, and what of it waits",
    tag: TAG,
    access: "read",
    answers: { 200: anyObject },
    handle: (request) => getBatch(request as unknown as RouteRequest),
  }),
  route({
    method: "GET",
    path: "/tollbook/batches/{id}/results",
    name: "getBatchResults",
    summary: "The results of a batch, in the order of its calls; null for those of parts that are parked",
    tag: TAG,
    access: "read",
    answers: { 200: z.array(anyObject) },
    handle: (request) => getResults(request as unknown as RouteRequest),
  }),
];
