/** Discounts on both sides of a preview (R40 to R44): calls wait until either side has had its turn. */
import { createDiscountWindow, type DiscountWindow } from "../discounts/index.ts";
import type { CallRecord } from "../model/index.ts";
import { chargedBy, type PreviewSide, type SideResult } from "./side.ts";

/** A call, its line in its file and its index in the preview. */
export interface PreviewedCall {
  readonly call: CallRecord;
  readonly line: number;
  /** Index of the call among all calls of the preview. */
  readonly arrival: number;
}

/** A call on its way through both sides. */
export interface DiscountedTurn extends PreviewedCall {
  before: SideResult | undefined;
  after: SideResult | undefined;
}

type SideName = "before" | "after";

/** Draws both sides' calls from their own pools and gives the calls back in the order in which they came. */
export class DiscountedSides {
  readonly #windows: Readonly<Record<SideName, DiscountWindow<DiscountedTurn> | undefined>>;
  /** Calls of which a side is still to be discounted, and those behind them. */
  #turns: DiscountedTurn[] = [];

  constructor(before: PreviewSide, after: PreviewSide) {
    this.#windows = { before: windowOf(before), after: windowOf(after) };
  }

  /**
   * Takes a call, and gives those that are done.
   *
   * @throws CallOrderError where a call is too far out of order
   */
  add(call: PreviewedCall, before: SideResult, after: SideResult): readonly DiscountedTurn[] {
    const turn: DiscountedTurn = { ...call, before: undefined, after: undefined };
    this.#turns.push(turn);
    this.#charge("before", before, turn);
    this.#charge("after", after, turn);
    return this.#done();
  }

  /** Gives all calls that are still held. */
  finish(): readonly DiscountedTurn[] {
    for (const side of ["before", "after"] as const) this.#settle(side, this.#windows[side]?.finish() ?? []);
    return this.#done();
  }

  #charge(side: SideName, charged: SideResult, turn: DiscountedTurn): void {
    const window = this.#windows[side];
    // What the records say was charged is not discounted. A call without a price waits with the priced ones,
    // so that no more calls are held than the window is wide.
    if (window === undefined || charged.result === undefined) turn[side] = charged;
    else this.#settle(side, window.add(charged.result, turn));
  }

  #settle(side: SideName, done: ReturnType<DiscountWindow<DiscountedTurn>["finish"]>): void {
    for (const { result, item } of done) item[side] = chargedBy(result);
  }

  #done(): readonly DiscountedTurn[] {
    const end = this.#turns.findIndex(({ before, after }) => before === undefined || after === undefined);
    const done = end === -1 ? this.#turns : this.#turns.slice(0, end);
    if (done.length > 0) this.#turns = end === -1 ? [] : this.#turns.slice(end);
    return done;
  }
}

function windowOf(side: PreviewSide): DiscountWindow<DiscountedTurn> | undefined {
  return side === "recorded" ? undefined : createDiscountWindow<DiscountedTurn>(side);
}
