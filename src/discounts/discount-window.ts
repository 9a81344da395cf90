/** Discounts a stream of calls that come nearly in order (R42): a buffer of bounded size holds and sorts calls. */

import type { OpenedBook } from "../book/index.ts";
import { asResult, type CallResult, type ResultRecord } from "../engine/index.ts";
import { knownOptions } from "../names/index.ts";
import { DiscountRun } from "./discounter.ts";
import { CALLS_HELD, type DrawnCall, DrawWindow } from "./draw-window.ts";
import type { DiscountPool, PoolNote } from "./pool-records.ts";
import type { DiscountState } from "./state-records.ts";

/** A discounted call, and the item that was added with the call. */
export interface DiscountedItem<Item> {
  readonly result: CallResult;
  readonly item: Item;
}

/** How a window is set up. */
export interface WindowOptions {
  /** The state with which the previous batch ended. */
  readonly state?: DiscountState | undefined;
  /** Calls held at most, at least 2; default 50,000. */
  readonly size?: number;
}

const checkOptions = knownOptions<WindowOptions>("createDiscountWindow", { state: "any", size: "any" });

/** Discounts calls that come nearly in order. */
export interface DiscountWindow<Item> {
  /**
   * Adds a call or its record, and returns the calls that are done, in the order in which they were added.
   *
   * @throws TypeError, RangeError as `Discounter.apply`
   * @throws CallOrderError where a call is further out of order than the window is wide
   */
  add(result: CallResult | ResultRecord, item: Item): readonly DiscountedItem<Item>[];
  /** Returns all calls that are still held. */
  finish(): readonly DiscountedItem<Item>[];
  /** The use of every pool that calls have come to. */
  pools(): readonly DiscountPool[];
  /** Notes on pools of the state, where the book has changed since. */
  notes(): readonly PoolNote[];
  /** The state with which the next batch begins, once all calls are finished. */
  state(): DiscountState;
  /** The discount run, and the number of calls held at most, for rows of columns. @internal */
  readonly run: DiscountRun;
  readonly size: number;
}

/**
 * A window over a stream of calls (R42): a call may come up to half the window's size after a call that sorts
 * behind it. Calls are returned in the order in which they were added. Memory grows with the size and with pools,
 * not with the number of calls.
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where `state` is no state or does not fit the book, or the size is below 2
 * @example
 * const window = createDiscountWindow<string>(book, { size: 1000 });
 * window.add(rateCall(book, call), "line 1").map(({ item }) => item); // => ["line 1"] // no plan: it need not wait
 * window.finish(); // => []
 */
export function createDiscountWindow<Item>(
  book: OpenedBook,
  options: WindowOptions = {},
): DiscountWindow<Item> {
  checkOptions(options);
  return new Window(new DiscountRun(book, options.state), options.size ?? CALLS_HELD);
}

class Window<Item> implements DiscountWindow<Item> {
  readonly run: DiscountRun;
  readonly size: number;
  readonly #draws: DrawWindow<DiscountedItem<Item>>;

  constructor(run: DiscountRun, size: number) {
    this.run = run;
    this.size = size;
    this.#draws = new DrawWindow(run, size);
  }

  add(given: CallResult | ResultRecord, item: Item): readonly DiscountedItem<Item>[] {
    const result = asResult(given);
    return this.#discounted(this.#draws.add(this.run.callOf(result), { result, item }));
  }

  finish(): readonly DiscountedItem<Item>[] {
    return this.#discounted(this.#draws.finish());
  }

  #discounted(drawn: readonly DrawnCall<DiscountedItem<Item>>[]): readonly DiscountedItem<Item>[] {
    return drawn.map(({ item: { result, item }, discount }) => ({
      result: this.run.withDiscount(result, discount),
      item,
    }));
  }

  pools(): readonly DiscountPool[] {
    return this.run.pools();
  }

  notes(): readonly PoolNote[] {
    return this.run.notes();
  }

  state(): DiscountState {
    return this.run.state();
  }
}
