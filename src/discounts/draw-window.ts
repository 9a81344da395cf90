/** Calls that wait for their turn to draw from pools, in a buffer of bounded size (R42). */

import type { AppliedDiscount } from "../engine/index.ts";
import { type CallToDiscount, compareTurns, type DrawTurn } from "./call-to-discount.ts";
import type { DiscountRun } from "./discounter.ts";
import { type HeldCalls, TurnWindow } from "./turn-window.ts";

/** A call that is done: what was added with the call, and the discount that it has drawn. */
export interface DrawnCall<Item> {
  readonly item: Item;
  readonly discount: AppliedDiscount | undefined;
}

interface HeldCall<Item> extends DrawnCall<Item> {
  discount: AppliedDiscount | undefined;
  readonly call: CallToDiscount | undefined;
  /** Undefined where the call does not wait, or waits no longer. */
  turn: DrawTurn | undefined;
  /** This call, and the calls directly behind it that were passed. */
  calls: number;
}

/** Calls held by default. */
export const CALLS_HELD = 50_000;

/** Lets calls draw in their turn, and returns them in the order in which they were added. */
export class DrawWindow<Item> implements HeldCalls {
  readonly #run: DiscountRun;
  readonly #turns: TurnWindow;
  readonly #held: HeldCall<Item>[] = [];

  /** At most `size` calls are held. */
  constructor(run: DiscountRun, size = CALLS_HELD) {
    this.#run = run;
    this.#turns = new TurnWindow(size, this);
  }

  /** Adds a call, undefined where no plan could apply; returns the calls that are done. */
  add(call: CallToDiscount | undefined, item: Item): readonly DrawnCall<Item>[] {
    const turn = call !== undefined && this.#run.mayDraw(call.number) ? call.turn : undefined;
    const discount = call !== undefined && turn === undefined ? this.#run.draw(call) : undefined;
    this.#held.push({ item, call, turn, discount, calls: 1 });
    return this.#takeFirst(this.#turns.add(1));
  }

  /** Counts a call to which no plan could apply, and which need not be returned; returns the calls that are done. */
  pass(): readonly DrawnCall<Item>[] {
    const last = this.#held.at(-1);
    if (last === undefined) return NOTHING;
    last.calls++;
    return this.#takeFirst(this.#turns.add(1));
  }

  /** Returns all calls that are still held. */
  finish(): readonly DrawnCall<Item>[] {
    return this.#takeFirst(this.#turns.finish());
  }

  get length(): number {
    return this.#held.length;
  }

  callsOf(entry: number): number {
    return this.#at(entry).calls;
  }

  isWaiting(entry: number): boolean {
    return this.#at(entry).turn !== undefined;
  }

  compare(a: number, b: number): number {
    return compareTurns(this.#at(a).turn as DrawTurn, this.#at(b).turn as DrawTurn);
  }

  draw(entry: number): void {
    const held = this.#at(entry);
    held.discount = this.#run.draw(held.call as CallToDiscount);
    held.turn = undefined;
  }

  #at(entry: number): HeldCall<Item> {
    return this.#held[entry] as HeldCall<Item>;
  }

  #takeFirst(count: number): readonly DrawnCall<Item>[] {
    return count === 0 ? NOTHING : this.#held.splice(0, count);
  }
}

const NOTHING: readonly never[] = [];
