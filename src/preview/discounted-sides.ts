/** Discounts on both sides of a preview (R40 to R44): calls are queued until both sides have discounted them. */
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

/** A queued call; the result of a side is undefined until the side has discounted the call. */
export interface DiscountedTurn extends PreviewedCall {
  before: SideResult | undefined;
  after: SideResult | undefined;
}

type SideName = "before" | "after";

/** Discounts calls on both sides, each from its own pools, and returns the calls in their input order. */
export class DiscountedSides {
  readonly #windows: Readonly<Record<SideName, DiscountWindow<DiscountedTurn> | undefined>>;
  /** The queue: the first call that a side has yet to discount, and all later calls. */
  #turns: DiscountedTurn[] = [];

  constructor(before: PreviewSide, after: PreviewSide) {
    this.#windows = { before: windowOf(before), after: windowOf(after) };
  }

  /**
   * Takes a call, and returns the calls from the head of the queue that both sides have discounted.
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

  /** Returns all calls that are still queued. */
  finish(): readonly DiscountedTurn[] {
    for (const side of ["before", "after"] as const) this.#settle(side, this.#windows[side]?.finish() ?? []);
    return this.#done();
  }

  #charge(side: SideName, charged: SideResult, turn: DiscountedTurn): void {
    const window = this.#windows[side];
    // Charged costs of records are not discounted. A call without a price goes through the window, too, so that the
    // queue holds no more calls than the window.
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
