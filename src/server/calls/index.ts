/** Public interface of calls: taking them in, pricing them, listing and explaining them. */
import type { Route } from "../http/index.ts";
import { callOwnRoutes } from "./call-routes.ts";
import { callListRoutes } from "./list-calls.ts";
import { worklistRoutes } from "./worklist-route.ts";

export const callRoutes: readonly Route[] = [...callListRoutes, ...callOwnRoutes, ...worklistRoutes];

export {
  type BatchResult,
  type BatchRow,
  batchSummary,
  otherAnswers,
  readBatch,
  readResultPage,
  shownTotals,
} from "./batch-answer.ts";
export { writerOf } from "./call-routes.ts";
export {
  Conditions,
  callOf,
  type Page,
  resultOf,
  type StoredCall,
  storedCalls,
  type WantedCalls,
  wantedCalls,
} from "./call-rows.ts";
export { closePart, inTransaction, openPart } from "./call-writes.ts";
export type { BodyLine } from "./incoming-call.ts";
export { addListConditions, listAnswer, listPage } from "./list-page.ts";
export { periodsOfCall } from "./pools.ts";
export { batchReport, closeBatches, parkPart, priceParts } from "./price-parts.ts";
export { redraw } from "./redraw.ts";
export { rerate } from "./rerate.ts";
export { takeBatch } from "./take-batch.ts";
