/** Discounts on both sides of a preview (R40 to R44): a call is counted once both sides have discounted it. */
import type { OpenedBook } from "../book/index.ts";
import {
  type CallToDiscount,
  DiscountRun,
  type DrawnCall,
  DrawWindow,
  PlannedRows,
} from "../discounts/index.ts";
import type { AppliedDiscount, CallColumns, CallResult, RatedColumns } from "../engine/index.ts";
import type { Sides } from "./comparison.ts";
import type { PreviewSide } from "./side.ts";

/** What each side's plans take off a call; undefined where they take off nothing. */
export type CallDiscounts = Sides<AppliedDiscount | undefined>;

/** A call as each side's plans could apply to it; undefined where none of a side could. */
type PlannedCall = Sides<CallToDiscount | undefined>;

/** Counts a call with its discounts. */
type CountCall = (discounts: CallDiscounts) => void;

export const NO_DISCOUNTS: CallDiscounts = { before: undefined, after: undefined };

function plannedCall(
  before: CallToDiscount | undefined,
  after: CallToDiscount | undefined,
): PlannedCall | undefined {
  return before === undefined && after === undefined ? undefined : { before, after };
}

/** A call that waits for its discounts. */
class Turn {
  before: AppliedDiscount | undefined;
  after: AppliedDiscount | undefined;
  /** How many sides have yet to discount the call. */
  waitsFor: number;
  readonly count: CountCall;

  constructor({ before, after }: PlannedCall, count: CountCall) {
    this.waitsFor = before === undefined || after === undefined ? 1 : 2;
    this.count = count;
  }
}

/** Discounts of one side, from pools that begin full. */
class DiscountedSide {
  readonly run: DiscountRun;
  readonly rows: PlannedRows;
  readonly window: DrawWindow<Turn>;

  constructor(book: OpenedBook) {
    this.run = new DiscountRun(book, undefined);
    this.rows = new PlannedRows(book.tables);
    this.window = new DrawWindow(this.run);
  }
}

const SIDES = ["before", "after"] as const;

/** Discounts calls on both sides, each from its own pools. Charged costs of records are not discounted. */
export class DiscountedSides {
  readonly #sides: Sides<DiscountedSide | undefined>;

  constructor(before: PreviewSide, after: PreviewSide) {
    const discounted = (side: PreviewSide) => (side === "recorded" ? undefined : new DiscountedSide(side));
    this.#sides = { before: discounted(before), after: discounted(after) };
  }

  /** A row that both sides rated from its columns; undefined where no plan could apply to the row. */
  ofRow(columns: CallColumns, rated: Sides<RatedColumns>, row: number): PlannedCall | undefined {
    const { before, after } = this.#sides;
    return plannedCall(
      before?.rows.callOf(columns, rated.before, row),
      after?.rows.callOf(columns, rated.after, row),
    );
  }

  /** A call by its results, which costs of records are not; undefined where no plan could apply to the call. */
  ofResults(before: CallResult | undefined, after: CallResult | undefined): PlannedCall | undefined {
    const sides = this.#sides;
    return plannedCall(before && sides.before?.run.callOf(before), after && sides.after?.run.callOf(after));
  }

  /**
   * Adds a call, and counts all calls that both sides have discounted since.
   *
   * @throws CallOrderError where a call is too far out of order
   */
  add(call: PlannedCall, count: CountCall): void {
    const turn = new Turn(call, count);
    for (const side of SIDES) {
      const window = this.#sides[side]?.window;
      this.#take(side, call[side] === undefined ? window?.pass() : window?.add(call[side], turn));
    }
  }

  /** Counts a call to which no plan could apply, so that previews refuse the same order of calls as rating. */
  pass(): void {
    for (const side of SIDES) this.#take(side, this.#sides[side]?.window.pass());
  }

  /** Counts all calls that still wait. */
  finish(): void {
    for (const side of SIDES) this.#take(side, this.#sides[side]?.window.finish());
  }

  #take(side: keyof CallDiscounts, drawn: readonly DrawnCall<Turn>[] = []): void {
    for (const { item: turn, discount } of drawn) {
      turn[side] = discount;
      if (--turn.waitsFor === 0) turn.count({ before: turn.before, after: turn.after });
    }
  }
}
