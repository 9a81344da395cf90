/** Discounting a stream of calls that come nearly in order (R42): a bounded number of them is held and sorted. */

import type { OpenedBook } from "../book/index.ts";
import { asResult, type CallResult, type ResultRecord } from "../engine/index.ts";
import { knownOptions } from "../names/index.ts";
import { compareTurns, type DrawTurn } from "./call-to-discount.ts";
import { DiscountRun } from "./discounter.ts";
import type { DiscountPool, PoolNote } from "./pool-records.ts";
import type { DiscountState } from "./state-records.ts";

/** A call that is discounted, and what was handed in with it. */
export interface DiscountedItem<Item> {
  readonly result: CallResult;
  readonly item: Item;
}

/** How a window is set up. */
export interface WindowOptions {
  /** What the batch before ended with. */
  readonly state?: DiscountState | undefined;
  /** Calls held at most, at least 2; default 50,000. */
  readonly size?: number;
}

const checkOptions = knownOptions<WindowOptions>("createDiscountWindow", { state: "any", size: "any" });

/** Calls held when nothing else is said. */
const DEFAULT_SIZE = 50_000;

/** Discounts calls that come nearly in order. */
export interface DiscountWindow<Item> {
  /**
   * Takes a call or its record, and gives those that are done, in the order in which they came.
   *
   * @throws TypeError, RangeError as `Discounter.apply`
   * @throws CallOrderError where a call is further out of order than the window is wide
   */
  add(result: CallResult | ResultRecord, item: Item): readonly DiscountedItem<Item>[];
  /** Gives all calls that are still held. */
  finish(): readonly DiscountedItem<Item>[];
  /** What has been used of every pool that calls have come to. */
  pools(): readonly DiscountPool[];
  /** What is to be said of pools that the state brought into a book that has changed since. */
  notes(): readonly PoolNote[];
  /** What the next batch begins with, once all calls are finished. */
  state(): DiscountState;
  /** The run that it discounts in, and the calls that it holds at most, for rows of columns. @internal */
  readonly run: DiscountRun;
  readonly size: number;
}

/**
 * A window over a stream of calls (R42): a call may come up to half its size after one that sorts behind it.
 * Calls come back in the order in which they went in. It needs memory for its size and for pools, however
 * many calls there are.
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where the state is none or does not fit the book, or the size is below 2
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
  return new Window(new DiscountRun(book, options.state), options.size ?? DEFAULT_SIZE);
}

/** What waits in a window. */
export interface HeldCall {
  /** Its turn while it waits for it; undefined once the call is done. */
  turn: DrawTurn | undefined;
  /** How many calls it is: it and those directly behind it that had not to wait. */
  calls: number;
}

/** Calls in the order in which they came, some of which wait for their turn to draw. */
export class TurnWindow<Held extends HeldCall> {
  readonly #size: number;
  readonly #draw: (held: Held) => void;
  #held: Held[] = [];
  #calls = 0;

  /** Holds at most `size` calls, of which those with a turn are handed to `draw` when it has come. */
  constructor(size: number, draw: (held: Held) => void) {
    if (!Number.isSafeInteger(size) || size < 2) {
      throw new RangeError(`A window holds at least 2 calls, not ${size}.`);
    }
    this.#size = size;
    this.#draw = draw;
  }

  get isEmpty(): boolean {
    return this.#held.length === 0;
  }

  /** Takes a call, and gives those that are done. */
  add(held: Held): readonly Held[] {
    if (held.turn === undefined && this.isEmpty) return [held];
    this.#held.push(held);
    this.#calls += held.calls;
    return this.#releaseHalf();
  }

  /** Takes calls that have not to wait, at most as many as `room`, as part of what is held last; gives those that are done. */
  addBehind(last: Held, calls: number): readonly Held[] {
    last.calls += calls;
    this.#calls += calls;
    return this.#releaseHalf();
  }

  /** What is held last; undefined where nothing is. */
  get last(): Held | undefined {
    return this.#held.at(-1);
  }

  /** How many calls more are taken before some are let go. */
  get room(): number {
    return this.#size - this.#calls;
  }

  /** Gives all calls that are still held. */
  finish(): readonly Held[] {
    return this.#release(this.#calls);
  }

  #releaseHalf(): readonly Held[] {
    return this.#calls < this.#size ? NOTHING : this.#release(Math.ceil(this.#size / 2));
  }

  /**
   * Lets the calls go that came first, so many at least. They are discounted, and before them every call that
   * sorts before one of them: what comes later can only be out of turn if it is further behind than that.
   */
  #release(count: number): readonly Held[] {
    let last: DrawTurn | undefined;
    let first = 0;
    for (const { turn, calls } of this.#held) {
      if (first >= count) break;
      if (turn !== undefined && (last === undefined || compareTurns(turn, last) > 0)) last = turn;
      first += calls;
    }
    const due = this.#held.filter(
      ({ turn }) => turn !== undefined && last !== undefined && compareTurns(turn, last) <= 0,
    );
    for (const held of due.sort(compareHeld)) {
      this.#draw(held);
      held.turn = undefined;
    }
    const end = this.#held.findIndex(({ turn }) => turn !== undefined);
    const done = end === -1 ? this.#held : this.#held.slice(0, end);
    this.#held = end === -1 ? [] : this.#held.slice(end);
    for (const { calls } of done) this.#calls -= calls;
    return done;
  }
}

/** A window over results. */
interface HeldResult<Item> extends HeldCall {
  readonly item: Item;
  result: CallResult;
}

class Window<Item> implements DiscountWindow<Item> {
  readonly run: DiscountRun;
  readonly size: number;
  readonly #calls: TurnWindow<HeldResult<Item>>;

  constructor(run: DiscountRun, size: number) {
    this.run = run;
    this.size = size;
    this.#calls = new TurnWindow(size, (held) => {
      held.result = run.apply(held.result);
    });
  }

  add(given: CallResult | ResultRecord, item: Item): readonly DiscountedItem<Item>[] {
    const result = asResult(given);
    const turn = result.outcome === "rated" ? this.run.turnOf(result) : undefined;
    const applied = turn === undefined ? this.run.apply(result) : result;
    return this.#calls.add({ item, result: applied, turn, calls: 1 });
  }

  finish(): readonly DiscountedItem<Item>[] {
    return this.#calls.finish();
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

const NOTHING: readonly never[] = [];

/** The sort is stable: calls that nothing tells apart stay in the order in which they came. */
function compareHeld(a: HeldCall, b: HeldCall): number {
  return a.turn === undefined || b.turn === undefined ? 0 : compareTurns(a.turn, b.turn);
}
