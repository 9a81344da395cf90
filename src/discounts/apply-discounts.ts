/** Discounts a batch of calls, which may come in any order (R42, R44). */
import type { OpenedBook } from "../book/index.ts";
import { asResult, type CallResult, type RatedCall, type ResultRecord } from "../engine/index.ts";
import { compareTurns, type DrawTurn } from "./call-to-discount.ts";
import { DiscountRun } from "./discounter.ts";
import type { DiscountPool, PoolNote } from "./pool-records.ts";
import type { DiscountState } from "./state-records.ts";

/** A batch of calls with its discounts. */
export interface DiscountedBatch {
  /** One result for each call of the input, in the input's order. A call that no plan covers is the same object. */
  readonly calls: readonly CallResult[];
  /** The use of every pool that calls have come to, in this batch or before. */
  readonly pools: readonly DiscountPool[];
  /** Notes on pools of the state, where the book has changed since. */
  readonly notes: readonly PoolNote[];
  /** The state with which the next batch begins; plain data, for JSON. */
  readonly state: DiscountState;
}

/**
 * Applies the book's discount plans to rated calls (R40 to R44). Calls may come in any order: calls draw from
 * their pools by start and id. In the returned calls `cost*` are discounted and `costBase*` are not. A call is
 * `late` where a call of an earlier batch that sorts behind it came to the same pool. Pure: the same book, calls
 * and state give the same batch, and batches in order give the result of one batch. Stored records are read as by
 * `fromRecord`, with their amounts as recorded.
 *
 * @throws TypeError where an element of `results` is neither a result nor a result's record
 * @throws RangeError where a call was rated with another book, a record does not say when its call started, or
 * `state` is no state or does not fit the book
 * @example
 * const minutes = openBook({
 *   callTypes: [{ name: "UK", tariffClass: "national" }],
 *   tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: 6 }],
 *   customers: [{ id: 7, defaultNationalTariff: "Business" }],
 *   numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "1 minute" }],
 *   discountPlans: [{ id: 1, discountPlanName: "1 minute", allowanceMinutes: 1 }],
 * });
 * const batch = applyDiscounts(minutes, rateCalls(minutes, calls)); // 91 s each, 9.1 p
 * batch.calls.map((own) => own.outcome === "rated" && own.cost); // => ["3.1", "9.1"]
 * batch.pools[0]?.usedMinutes; // => "1"
 */
export function applyDiscounts(
  book: OpenedBook,
  results: Iterable<CallResult | ResultRecord>,
  state?: DiscountState,
): DiscountedBatch {
  const run = new DiscountRun(book, state);
  const calls = Array.from(results, asResult);
  const waiting: Waiting[] = [];
  let isSorted = true;
  for (const [callIndex, result] of calls.entries()) {
    if (result.outcome !== "rated") continue;
    const turn = run.turnOf(result);
    if (turn === undefined) {
      calls[callIndex] = run.apply(result);
      continue;
    }
    const waitingCall = { callIndex, result, turn };
    const before = waiting.at(-1);
    if (before !== undefined && compareWaiting(before, waitingCall) > 0) isSorted = false;
    waiting.push(waitingCall);
  }
  // The sort is stable: of two calls with the same turn and line the first of the input draws first.
  if (!isSorted) waiting.sort(compareWaiting);
  for (const { callIndex, result } of waiting) calls[callIndex] = run.apply(result);
  return { calls, pools: run.pools(), notes: run.notes(), state: run.state() };
}

interface Waiting {
  readonly callIndex: number;
  readonly result: RatedCall;
  readonly turn: DrawTurn;
}

/** R42; of calls without ids that start together the earlier line comes first. */
function compareWaiting(a: Waiting, b: Waiting): number {
  return compareTurns(a.turn, b.turn) || (a.result.line ?? 0) - (b.result.line ?? 0);
}

/**
 * Applies the book's discount plans from scratch (R44): discounts that the calls carry are dropped, and pools
 * begin full. For all calls of the billing periods the result is that of discounting in batches, with late calls
 * in their turn. Stored records are read as by `fromRecord`.
 *
 * @throws TypeError where an element of `results` is neither a result nor a result's record
 * @throws RangeError where a call was rated with another book, or a record does not say when its call started
 * @example
 * const once = applyDiscounts(book, rateCalls(book, calls));
 * reapplyDiscountPlans(book, once.calls).state; // => once.state
 */
export function reapplyDiscountPlans(
  book: OpenedBook,
  results: Iterable<CallResult | ResultRecord>,
): DiscountedBatch {
  return applyDiscounts(book, results);
}
