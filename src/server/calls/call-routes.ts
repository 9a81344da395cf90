/** Tollbook's routes of calls beside their lists (H27, H29): quotes, explanations, pools. */
import * as z from "zod";
import { billingPeriodOn } from "../../discounts/index.ts";
import { createDiscounter, type QuoteRequest, quote } from "../../index.ts";
import { formatExplanation, formatQuote } from "../../report/index.ts";
import { ServerError } from "../errors.ts";
import {
  anyObject,
  dateParameter,
  idParameter,
  type Route,
  type RouteRequest,
  route,
  unknownID,
} from "../http/index.ts";
import type { Writer } from "../store/index.ts";
import { explainStoredCall } from "./explain-stored-call.ts";
import { readPools } from "./pools.ts";
import { fitting } from "./price-calls.ts";

const TAG = "Tollbook: calls";
const READ = { method: "GET", tag: TAG, access: "read" } as const;

/** The author of a request, for the log. */
export function writerOf({
  caller,
  method,
  target,
  base,
}: Pick<RouteRequest, "caller" | "method" | "target" | "base">): Writer {
  const [path = ""] = target.split("?");
  return { user: caller.user, method, path: path.startsWith(base) ? path.slice(base.length) : path };
}

const explanationRoute = route({
  ...READ,
  path: "/tollbook/calls/{id}/explanation",
  name: "explainCall",
  summary: "Why a call costs what it costs, by the revision that priced it or by another",
  query: {
    revision: z.union([z.literal("current"), idParameter], "is current, or a revision's number"),
  },
  produces: ["text/plain"],
  answers: { 200: anyObject },
  async handle({ store, ids, query, accepted }) {
    const { revision: asked } = query;
    const revision = asked === undefined || asked === "current" ? asked : Number(asked);
    const explained = await explainStoredCall(store, ids.id, revision);
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
    const { book } = await store.present();
    const quoted = quote(book, body as unknown as QuoteRequest);
    if (accepted === "text/plain") return { type: "text/plain", body: formatQuote(quoted) };
    return { body: quoted };
  },
});

const poolsRoute = route({
  ...READ,
  path: "/tollbook/pools",
  name: "listPools",
  summary: "What has been used of a customer's pools, in all billing periods or in that of a date",
  query: { customerID: idParameter, date: dateParameter },
  answers: { 200: z.array(anyObject) },
  async handle({ store, query }) {
    const { customerID, date } = query;
    if (customerID === undefined) throw new ServerError(400001, "customerID is needed: whose pools?");
    const present = await store.present();
    const { book } = present;
    if (present.record("customers", customerID) === undefined) throw unknownID(customerID);
    const period = date === undefined ? undefined : billingPeriodOn(book, date);
    const state = await store.read((sql) => readPools(sql, book, customerID, period?.startDate));
    return { body: fitting(book, state, () => createDiscounter(book, state).pools()) };
  },
});

export const callOwnRoutes: readonly Route[] = [explanationRoute, quoteRoute, poolsRoute];
