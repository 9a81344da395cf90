/** Discounting calls one after another, in drawing order (R40 to R44). */

import type { OpenedBook, OpenedNumber, OpenedPlan } from "../book/index.ts";
import {
  type AppliedDiscount,
  asResult,
  type CallInside,
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

/** Thrown where a call comes to a pool after one that sorts behind it (R42). */
export class CallOrderError extends Error {
  override readonly name = "CallOrderError";
}

/** Discounts the calls of one run as they come. */
export interface Discounter {
  /**
   * The call with its discounts: the same object where no plan covers any of it. Calls in error and ignored
   * ones come back as they are. A stored record counts as `fromRecord` reads it.
   *
   * @throws TypeError where it is neither a result nor the record of one
   * @throws RangeError where another book rated it, its record does not say enough, or it comes to a pool that the
   * state has under another name
   * @throws CallOrderError where an earlier call of the run that draws from the same pool sorts behind this
   * one (R42); the run is then of no more use
   */
  apply(result: CallResult | ResultRecord): CallResult;
  /** What has been used of every pool that calls have come to. */
  pools(): readonly DiscountPool[];
  /** What is to be said of pools that the state brought into a book that has changed since. */
  notes(): readonly PoolNote[];
  /** What the next batch begins with. */
  state(): DiscountState;
}

/**
 * A discounter for calls that come in order of their start and are not to be held (R40 to R44): it needs
 * memory for pools, not for calls. Calls in any order belong in `applyDiscounts`.
 *
 * @throws RangeError where the state is none, or does not fit the book
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
    return result.outcome === "rated" ? this.#applyTo(result, result.insideOf(this.#book.tables)) : result;
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

  /** A call's turn in the drawing order; undefined where it cannot come to a pool. */
  turnOf(result: RatedCall): DrawTurn | undefined {
    const inside = result.insideOf(this.#book.tables);
    return this.mayDraw(inside.number) ? turnOf(result, inside) : undefined;
  }

  /** Whether a number's calls could come to a pool, so that their order matters. */
  mayDraw(number: OpenedNumber): boolean {
    return this.#book.tables.discounts.carriedBy(number) !== undefined;
  }

  #applyTo(result: RatedCall, inside: CallInside): RatedCall {
    const hasPlans = inside.retail.discountPlan !== undefined || this.mayDraw(inside.number);
    const discount = hasPlans ? this.draw(callOfResult(result, inside)) : undefined;
    if (discount === undefined && !result.isDiscounted) return result;
    return result.withDiscount(discount, inside);
  }

  /** What the plans of a call give for it, in its turn; undefined where that is nothing. */
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

/** R40: whether a plan is for a call. */
function isFor(plan: OpenedPlan, call: CallToDiscount): boolean {
  return (
    (plan.tariffClasses === undefined || plan.tariffClasses.has(call.tariffClass)) &&
    (plan.callTypes === undefined || plan.callTypes.has(call.tariffType)) &&
    (plan.periods === undefined || plan.periods.has(call.tariffTime))
  );
}

/** R44: notes that a call comes to a pool, and says whether one of an earlier batch sorts behind it. */
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
