/** What Tollbook answers of calls beside their lists (H23 to H25, H27, H29): batches, quotes, explanations, pools. */
import * as z from "zod";
import { billingPeriodOn } from "../../discounts/index.ts";
import { createDiscounter, type QuoteRequest, quote } from "../../index.ts";
import { formatExplanation, formatQuote } from "../../report/index.ts";
import { ServerError } from "../errors.ts";
import {
  type Answer,
  dateParameter,
  idParameter,
  MOST_BATCH_BYTES,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import { batchSummary, readBatch, readBatchResults } from "./batch-answer.ts";
import { explainStoredCall } from "./explain-stored-call.ts";
import { readPools } from "./pools.ts";
import { fitting } from "./price-calls.ts";
import { takeBatch } from "./take-batch.ts";

const TAG = "Tollbook: calls";
const MOST_CALLS = 10_000;

const anyObject = z.looseObject({});
const batchBody = z.strictObject({
  calls: z
    .array(z.unknown())
    .min(1, "needs a call at least")
    .max(MOST_CALLS, `takes at most ${MOST_CALLS} calls`),
});
const batchAnswer = z.strictObject({ batch: anyObject, results: z.array(anyObject) });
/** Who asks, for the log. */
export function writerOf({ caller, method, target, base }: RouteRequest): {
  readonly user: string;
  readonly method: string;
  readonly path: string;
} {
  const [path = ""] = target.split("?");
  return { user: caller.user, method, path: path.startsWith(base) ? path.slice(base.length) : path };
}

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

async function getBatch({ store, ids }: RouteRequest, withResults: boolean): Promise<Answer> {
  const { id = "" } = ids;
  return store.read(async (sql) => {
    const batch = await readBatch(sql, id);
    if (batch === undefined) throw unknownID(id);
    if (!withResults) return { body: { state: batch.state, ...batchSummary(batch) } };
    const results = await readBatchResults(sql, batch);
    return { type: "application/json", body: `[${results.join(",")}]` };
  });
}

const batchRoutes: readonly Route[] = [
  route({
    method: "POST",
    path: "/tollbook/batches",
    name: "takeBatch",
    summary: "Rates and stores calls, exactly once for each Idempotency-Key",
    tag: TAG,
    access: "write",
    body: batchBody,
    mostBytes: MOST_BATCH_BYTES,
    answers: { 201: batchAnswer, 200: batchAnswer },
    async handle(request) {
      const key = batchKey(request as unknown as RouteRequest);
      const writer = writerOf(request as unknown as RouteRequest);
      const { calls } = request.body;
      const taken = await takeBatch(request.store, { key, calls }, writer, request.signal);
      return {
        status: taken.isReplay ? 200 : 201,
        headers: {
          Location: `${request.base}/tollbook/batches/${taken.id}`,
          ...(taken.isReplay ? { "Idempotency-Replayed": "true" } : {}),
        },
        type: "application/json",
        body: taken.text,
        revision: taken.revision,
        ...(taken.counts === undefined ? {} : { calls: taken.counts }),
      };
    },
  }),
  route({
    method: "GET",
    path: "/tollbook/batches/{id}",
    name: "getBatch",
    summary: "What a batch came to",
    tag: TAG,
    access: "read",
    answers: { 200: anyObject },
    handle: (request) => getBatch(request as unknown as RouteRequest, false),
  }),
  route({
    method: "GET",
    path: "/tollbook/batches/{id}/results",
    name: "getBatchResults",
    summary: "The results of a batch, in the order of its calls",
    tag: TAG,
    access: "read",
    answers: { 200: z.array(anyObject) },
    handle: (request) => getBatch(request as unknown as RouteRequest, true),
  }),
];

const explanationRoute = route({
  method: "GET",
  path: "/tollbook/calls/{id}/explanation",
  name: "explainCall",
  summary: "Why a call costs what it costs, by the revision that priced it or by another",
  tag: TAG,
  access: "read",
  query: {
    revision: z.union([z.literal("current"), idParameter], "is current, or a revision's number"),
  },
  produces: ["text/plain"],
  answers: { 200: anyObject },
  async handle({ store, ids, query, accepted }) {
    const { revision: asked } = query;
    const revision = asked === undefined || asked === "current" ? asked : Number(asked);
    const explained = await explainStoredCall(store, ids.id ?? "", revision);
    if (accepted !== "text/plain") return { body: explained };
    const matches = explained.matches ? "the stored result" : "not the stored result";
    return {
      type: "text/plain",
      body: `Revision ${explained.revision} (${explained.digest}), priced at ${explained.pricedAt ?? "no time yet"}: ${matches}\n\n${formatExplanation(explained.explanation)}`,
    };
  },
});

const quoteRoute = route({
  method: "POST",
  path: "/tollbook/quote",
  name: "quote",
  summary: "What a call would cost under a named tariff",
  tag: TAG,
  access: "read",
  body: anyObject,
  produces: ["text/plain"],
  answers: { 200: anyObject },
  async handle({ store, body, accepted }) {
    const { book, revision } = await store.present();
    const quoted = quote(book, body as unknown as QuoteRequest);
    if (accepted === "text/plain") return { type: "text/plain", body: formatQuote(quoted), revision };
    return { body: quoted, revision };
  },
});

const poolsRoute = route({
  method: "GET",
  path: "/tollbook/pools",
  name: "listPools",
  summary: "What has been used of a customer's pools, in all billing periods or in that of a date",
  tag: TAG,
  access: "read",
  query: { customerID: idParameter, date: dateParameter },
  answers: { 200: z.array(anyObject) },
  async handle({ store, query }) {
    const { customerID, date } = query;
    if (customerID === undefined) throw new ServerError(400001, "customerID is needed: whose pools?");
    const present = await store.present();
    const { book, revision } = present;
    if (present.record("customers", customerID) === undefined) throw unknownID(customerID);
    const period = date === undefined ? undefined : billingPeriodOn(book, date);
    const state = await store.read((sql) => readPools(sql, book, customerID, period?.startDate));
    return { body: fitting(() => createDiscounter(book, state).pools()), revision };
  },
});

/** Routes of calls. */
export const callOwnRoutes: readonly Route[] = [...batchRoutes, explanationRoute, quoteRoute, poolsRoute];
