/** Discounts calls one after another, in drawing order (R40 to R44). */

import type { OpenedBook, OpenedNumber, OpenedPlan } from "../book/index.ts";
import {
  type AppliedDiscount,
  asResult,
  type CallResult,
  type RatedCall,
  type ResultRecord,
} from "../engine/index.ts";
import {
  type CallToDiscount,
  callOfResult,
  compareTurns,
  type DrawTurn,
  turnOf,
} from "./call-to-discount.ts";
import { coverCall, Remainder, splitDiscount } from "./cover.ts";
import { AppliedCover } from "./explain-discounts.ts";
import { PlansInForce } from "./plans-in-force.ts";
import { PoolBook } from "./pool-book.ts";
import type { DiscountPool, Pool, PoolNote } from "./pool-records.ts";
import type { DiscountState } from "./state-records.ts";

/** Thrown where a call comes to a pool after a call that sorts later (R42). */
export class CallOrderError extends Error {
  override readonly name = "CallOrderError";
}

/** Discounts the calls of one run in the order of arrival. */
export interface Discounter {
  /**
   * The call with its discounts: the same object where no plan covers any part of the call. Calls in error and
   * ignored calls are returned unchanged. A stored record is read as by `fromRecord`.
   *
   * @throws TypeError where `result` is neither a result nor a result's record
   * @throws RangeError where another book rated the call, its record does not say enough, or the call comes to a
   * pool that the state has under another name
   * @throws CallOrderError where an earlier call of the run that draws from the same pool sorts behind this
   * call (R42); the run can then no longer be used
   */
  apply(result: CallResult | ResultRecord): CallResult;
  /** The use of every pool that calls have come to. */
  pools(): readonly DiscountPool[];
  /** Notes on pools of the state, where the book has changed since. */
  notes(): readonly PoolNote[];
  /** The state with which the next batch begins. */
  state(): DiscountState;
}

/**
 * A discounter for calls in order of their start, without a buffer (R40 to R44): memory grows with pools, not
 * with calls. Use `applyDiscounts` for calls in any order.
 *
 * @throws RangeError where `state` is no state, or does not fit the book
 * @example
 * const discounter = createDiscounter(book);
 * const discounted = discounter.apply(rateCall(book, call));
 * discounted.outcome === "rated" && discounted.cost; // => "3.82" // the book has no discount plans
 */
export function createDiscounter(book: OpenedBook, state?: DiscountState): Discounter {
  return new DiscountRun(book, state);
}

/** One run over calls in drawing order. */
export class DiscountRun implements Discounter {
  readonly #book: OpenedBook;
  readonly #plans: PlansInForce;
  readonly #pools: PoolBook;

  constructor(book: OpenedBook, state: DiscountState | undefined) {
    this.#book = book;
    this.#plans = new PlansInForce(book.tables.discounts);
    this.#pools = new PoolBook(book.tables, state);
  }

  apply(given: CallResult | ResultRecord): CallResult {
    const result = asResult(given);
    const call = this.callOf(result);
    return this.withDiscount(result, call && this.draw(call));
  }

  /** The call of a result; undefined where no plan could apply to the result. */
  callOf(result: CallResult): CallToDiscount | undefined {
    if (result.outcome !== "rated") return undefined;
    const inside = result.insideOf(this.#book.tables);
    const hasPlans = inside.retail.discountPlan !== undefined || this.mayDraw(inside.number);
    return hasPlans ? callOfResult(result, inside) : undefined;
  }

  /** A result with the discount that its call has drawn, instead of any former one. */
  withDiscount(result: CallResult, discount: AppliedDiscount | undefined): CallResult {
    if (result.outcome !== "rated" || (discount === undefined && !result.isDiscounted)) return result;
    return result.withDiscount(discount, this.#book.tables);
  }

  pools(): readonly DiscountPool[] {
    return this.#pools.records();
  }

  notes(): readonly PoolNote[] {
    return this.#pools.notes();
  }

  state(): DiscountState {
    return this.#pools.state();
  }

  /** A call's turn in the drawing order; undefined where the call cannot come to a pool. */
  turnOf(result: RatedCall): DrawTurn | undefined {
    const inside = result.insideOf(this.#book.tables);
    return this.mayDraw(inside.number) ? turnOf(result, inside) : undefined;
  }

  /** Whether a number's calls could come to a pool, so that their order matters. */
  mayDraw(number: OpenedNumber): boolean {
    return this.#book.tables.discounts.carriedBy(number) !== undefined;
  }

  /** Draws a call's discount, in the call's turn; undefined where no plan covers the call and the call is not late. */
  draw(call: CallToDiscount): AppliedDiscount | undefined {
    const { settings } = this.#book;
    const { costDecimals } = settings;
    const rest = new Remainder(call);
    const covers: AppliedCover[] = [];
    let late = false;
    for (const { plan, pool: definition, featureID } of this.#plans.of(call)) {
      if (!isFor(plan, call)) continue;
      const charge = rest.chargeFor(plan);
      if (charge === 0 || !rest.isCoverableBy(plan)) continue;
      let pool: Pool | undefined;
      if (definition !== undefined) {
        pool = this.#pools.poolOf(definition, call.day);
        if (comesLate(pool, call.turn)) late = true;
      }
      const coverage = coverCall(plan, pool, rest, charge, costDecimals);
      if (coverage === undefined) continue;
      const parts = splitDiscount(coverage.discount, charge, rest.components, plan.components);
      if (pool !== undefined) {
        pool.take(rest.kind, coverage.drawn);
        pool.take("calls", 1);
        pool.take("value", coverage.discount);
      }
      covers.push(new AppliedCover({ plan, featureID, pool, coverage, parts, settings }, rest));
      rest.reduce(parts, coverage, plan.makesFree);
    }
    if (covers.length === 0 && !late) return undefined;
    return { components: rest.components, decimals: costDecimals, covers, late };
  }
}

/** R40: whether a plan applies to a call's class, call type and period. */
function isFor(plan: OpenedPlan, call: CallToDiscount): boolean {
  return (
    (plan.tariffClasses === undefined || plan.tariffClasses.has(call.tariffClass)) &&
    (plan.callTypes === undefined || plan.callTypes.has(call.tariffType)) &&
    (plan.periods === undefined || plan.periods.has(call.tariffTime))
  );
}

/** R44: records that a call comes to a pool; true where a call of an earlier batch sorts behind this call. */
function comesLate(pool: Pool, turn: DrawTurn): boolean {
  if (pool.latest !== undefined && compareTurns(turn, pool.latest) < 0) {
    throw new CallOrderError(
      `Out of turn: ${named(turn)} starts before ${named(pool.latest)}, which has drawn from customer ${pool.name.customerID}'s pool of ${pool.name.discountPlan} already.`,
    );
  }
  pool.latest = turn;
  return pool.earlier !== undefined && compareTurns(turn, pool.earlier) < 0;
}

function named(turn: DrawTurn): string {
  return `call ${turn.id ?? "(without an id)"} of ${new Date(turn.instant).toISOString()}`;
}
