/** Discounting a batch of calls, in whatever order they come (R42, R44). */
import type { OpenedBook } from "../book/index.ts";
import { asResult, type CallResult, type RatedCall, type ResultRecord } from "../engine/index.ts";
import { compareTurns, type DrawTurn } from "./call-to-discount.ts";
import { DiscountRun } from "./discounter.ts";
import type { DiscountPool, PoolNote } from "./pool-records.ts";
import type { DiscountState } from "./state-records.ts";

/** A batch of calls with its discounts. */
export interface DiscountedBatch {
  /** One for each call that was handed in, in that order. A call that no plan covers is the same object. */
  readonly calls: readonly CallResult[];
  /** The use of every pool that calls have come to, in this batch or before. */
  readonly pools: readonly DiscountPool[];
  /** What is to be said of pools that the state brought into a book that has changed since. */
  readonly notes: readonly PoolNote[];
  /** What the next batch begins with; plain data, for JSON. */
  readonly state: DiscountState;
}

/**
 * Applies the book's discount plans to rated calls (R40 to R44). Calls may come in any order: they draw from
 * their pools by start and id. `cost*` of the calls that come back are discounted, `costBase*` are not; a
 * call that came to a pool behind a later one of an earlier batch is `late`. Pure: the same book, calls and
 * state give the same batch, and batches in order give what one batch gives. Stored records count as
 * `fromRecord` reads them, with their amounts as recorded.
 *
 * @throws TypeError where a result is neither a result nor the record of one
 * @throws RangeError where a call was rated with another book, its record does not say when it started, or the
 * state is none or does not fit the book
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
  // The sort is stable: of two calls that nothing tells apart the first handed in draws first.
  if (!isSorted) waiting.sort(compareWaiting);
  for (const { callIndex, result } of waiting) calls[callIndex] = run.apply(result);
  return { calls, pools: run.pools(), notes: run.notes(), state: run.state() };
}

interface Waiting {
  /** Index of the call among the calls handed in. */
  readonly callIndex: number;
  readonly result: RatedCall;
  readonly turn: DrawTurn;
}

/** R42; of calls without ids that start together the earlier line comes first. */
function compareWaiting(a: Waiting, b: Waiting): number {
  return compareTurns(a.turn, b.turn) || (a.result.line ?? 0) - (b.result.line ?? 0);
}

/**
 * Applies the book's discount plans from scratch (R44): whatever discounts the calls carry are forgotten, and
 * pools begin full. Over all calls of the billing periods it gives what discounting them in batches gave,
 * with late calls in their turn. Stored records count as `fromRecord` reads them.
 *
 * @throws TypeError where a result is neither a result nor the record of one
 * @throws RangeError where a call was rated with another book, or its record does not say when it started
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
