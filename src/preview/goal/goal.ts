/** The goal and the result of a goal seek. Plain JSON. */

/** A percentage and the amount that it brings. */
export interface SoughtPercent {
  /** 3.5 means 3.5 %; at most six decimal places. */
  readonly percent: string;
  /** Pence a month, rounded down to six decimal places where the division by the months does not end. */
  readonly brings: string;
}

/** The smallest percentage that brings an amount a month, sought over the calls of a preview. */
export interface PreviewGoal {
  /** The figure to raise: retail of the calls, or margin, retail less wholesale. */
  readonly of: "retail" | "margin";
  /** The least amount that the percentage has to bring, pence a month. */
  readonly goal: string;
  /** How many months the calls stand for, as `PreviewReport.months`: the divisor of the amount of the calls. */
  readonly months: { readonly numerator: number; readonly denominator: number };
  /** First and last day of the calls, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The smallest percentage that brings the goal; null where no percentage brings the goal. */
  readonly found: SoughtPercent | null;
  /** The next smaller percentage, by a millionth of a percent; without `found`, the percentage nearest to the goal. */
  readonly smaller: SoughtPercent;
  /** Whether the search ended at a price beyond the largest price (R2), rather than at 1000 %, without `found`. */
  readonly isBounded: boolean;
  /**
   * Whether `found` is certain to be the smallest percentage, because a larger percentage can only bring more. Else an
   * untried percentage far below may bring the goal, too.
   */
  readonly isSmallest: boolean;
  /** Why a percentage that was not tried may bring the goal, too; null where none does. */
  readonly why: "falling-prices" | "wholesale-tariffs" | "value-allowances" | "kept-prices" | null;
  /** How often the calls were priced. */
  readonly trials: number;
}
