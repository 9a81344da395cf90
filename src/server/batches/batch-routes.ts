/** Batches over HTTP (H23, H25): intake, state and results. */
import * as z from "zod";
import {
  type BodyLine,
  batchReport,
  batchSummary,
  readBatch,
  shownTotals,
  takeBatch,
  writerOf,
} from "../calls/index.ts";
import { fieldError, ServerError } from "../errors.ts";
import {
  type Answer,
  anyObject,
  MOST_BATCH_BYTES,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import { partsOfBatch } from "../work/index.ts";
import { BatchSize, MOST_BATCH_CALLS } from "./batch-limits.ts";
import { listBatchesRoute } from "./list-batches.ts";
import { LINE_TYPES, readLines } from "./read-lines.ts";
import { resultText } from "./result-text.ts";

const TAG = "Tollbook: calls";
const READ = { method: "GET", tag: TAG, access: "read" } as const;
/** Most calls of a batch that is priced in its request. */
const MOST_CALLS = 10_000;

/** Of calls whose part is parked: null. */
const anyResults = z.array(anyObject.nullable());
const batchBody = z.strictObject({ calls: z.array(z.unknown()).min(1, "needs a call at least") });
const batchAnswer = z.strictObject({ batch: anyObject, results: anyResults });
const queuedAnswer = z.strictObject({ batch: anyObject });

const HEADERS = {
  "Idempotency-Key": z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .meta({ description: "The batch's own key: the same calls under it again get the same answer." }),
  Prefer: z.string().optional().meta({ description: "`respond-async` queues the batch." }),
};

/** The key under which a batch is sent (H23). */
function batchKey(request: RouteRequest): string {
  const key = request.header("idempotency-key");
  if (key === undefined || key === "") {
    throw new ServerError(
      400503,
      "Send the batch's own key as Idempotency-Key, 1 to 200 visible characters.",
    );
  }
  if (!HEADERS["Idempotency-Key"].safeParse(key).success) {
    throw new ServerError(400502, "Idempotency-Key: is not 1 to 200 visible characters.");
  }
  return key;
}

/** Whether a request prefers not to wait (RFC 7240). */
function prefersQueue({ header }: RouteRequest): boolean {
  const preferences = (header("prefer") ?? "").split(",");
  return preferences.some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}

/** Takes in the calls of a request; for a body of lines with `bodyLines`. */
async function takeCalls(
  request: RouteRequest,
  calls: readonly unknown[],
  isQueued: boolean,
  bodyLines?: readonly BodyLine[],
): Promise<Answer> {
  const { store, base, signal } = request;
  const taken = await takeBatch(
    store,
    { key: batchKey(request), calls, isQueued, ...(bodyLines === undefined ? {} : { bodyLines }) },
    writerOf(request),
    signal,
  );
  const { id, isReplay, isOpen, text, revision, counts } = taken;
  return {
    status: isOpen ? 202 : isReplay ? 200 : isQueued ? 202 : 201,
    headers: {
      Location: `${base}/tollbook/batches/${id}`,
      ...(isReplay ? { "Idempotency-Replayed": "true" } : {}),
      ...(isQueued && prefersQueue(request) ? { "Preference-Applied": "respond-async" } : {}),
    },
    type: "application/json",
    body: text,
    revision,
    ...(counts === undefined ? {} : { calls: counts }),
  };
}

export const batchRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/tollbook/batches",
    name: "takeBatch",
    summary: "Rates and stores calls, exactly once for each Idempotency-Key",
    description: `As JSON at most ${MOST_CALLS} calls. With \`Prefer: respond-async\`, and as JSON lines or CSV with a header row of fields, at most ${MOST_BATCH_CALLS}: then a worker rates them, and 202 says where to ask. So it does where calls of the same customers wait.`,
    tag: TAG,
    access: "write",
    headers: HEADERS,
    body: batchBody,
    uploads: LINE_TYPES,
    mostBytes: MOST_BATCH_BYTES,
    answers: { 201: batchAnswer, 200: batchAnswer.partial({ results: true }), 202: queuedAnswer },
    async handle(request) {
      const asked = request as unknown as RouteRequest;
      if (request.upload !== undefined) {
        const { calls, bodyLines } = await readLines(request.upload, request.signal);
        return takeCalls(asked, calls, true, bodyLines);
      }
      const { calls } = request.body;
      const isQueued = prefersQueue(asked);
      if (!isQueued && calls.length > MOST_CALLS) {
        const message = `takes at most ${MOST_CALLS} calls; with Prefer: respond-async it takes more`;
        throw fieldError([{ path: "calls", message }]);
      }
      const size = new BatchSize();
      for (const call of calls) size.add(call);
      return takeCalls(asked, calls, isQueued);
    },
  }),
  listBatchesRoute,
  route({
    ...READ,
    path: "/tollbook/batches/{id}",
    name: "getBatch",
    summary: "What a batch came to, and what of it waits",
    answers: { 200: anyObject },
    handle({ store, ids: { id } }) {
      return store.read(async (sql) => {
        const batch = await readBatch(sql, id);
        if (batch === undefined) throw unknownID(id);
        const parts = await partsOfBatch(sql, id);
        const body = { state: batch.state, ...batchSummary(batch) };
        if (parts.open + parts.parked + parts.done === 0) return { body };
        const report = await batchReport(sql, id);
        const { rated, errors, ignored, errorsByCode } = report;
        if (batch.state !== "open") return { body: { ...body, errorsByCode, parts } };
        return {
          body: { ...body, rated, errors, ignored, totals: shownTotals(report), errorsByCode, parts },
        };
      });
    },
  }),
  route({
    ...READ,
    path: "/tollbook/batches/{id}/results",
    name: "getBatchResults",
    summary: "The results of a batch, in the order of its calls; null for those of parts that are parked",
    description:
      "A call that was purged with its customer is in error, `purged-call`. CSV has the columns that `tollbook rate` writes, with the calls that are stored.",
    produces: LINE_TYPES,
    answers: { 200: anyResults },
    async handle({ store, ids: { id }, accepted }) {
      const batch = await store.read(async (sql) => {
        const batch = await readBatch(sql, id);
        if (batch === undefined) throw unknownID(id);
        if (batch.state === "open") {
          const { open } = await partsOfBatch(sql, id);
          throw new ServerError(
            409002,
            `The batch is open: ${open === 1 ? "a part of it waits" : `${open} parts of it wait`} to be priced. Ask tollbook/batches/${id} until its state is done.`,
          );
        }
        return batch;
      });
      return { type: accepted, body: resultText(store, batch, accepted) };
    },
  }),
];
