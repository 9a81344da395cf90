/** What a percentage was sought for, and what was found. Plain JSON. */

/** A percentage and what it brings. */
export interface SoughtPercent {
  /** 3.5 means 3.5 %; at most six decimal places. */
  readonly percent: string;
  /** Pence a month, rounded down to six decimal places where the month's share of the calls is no decimal. */
  readonly brings: string;
}

/** The smallest percentage that brings an amount a month, sought over the calls of a preview. */
export interface PreviewGoal {
  /** Of what the amount is: what customers pay for calls, or that less what carriers charge. */
  readonly of: "retail" | "margin";
  /** What it is to bring at least, pence a month. */
  readonly goal: string;
  /** How many months the calls stand for, as `PreviewReport.months`: what they bring is divided by it. */
  readonly months: { readonly numerator: number; readonly denominator: number };
  /** First and last day of the calls, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The smallest percentage that brings the goal; null where none does. */
  readonly found: SoughtPercent | null;
  /** The next smaller percentage, by a millionth of a percent; where none brings the goal, the one that comes nearest. */
  readonly smaller: SoughtPercent;
  /** Whether none brings the goal because a price would be beyond the largest there can be (R2), rather than at 1000 %. */
  readonly isBounded: boolean;
  /**
   * Whether no smaller percentage brings the goal for certain: where a larger percentage can only bring more. Else one far
   * below may bring it, too, which was not tried.
   */
  readonly isSmallest: boolean;
  /** Why it is not certain; null where it is. */
  readonly why: "falling-prices" | "wholesale-tariffs" | "value-allowances" | "kept-prices" | null;
  /** How often the calls were priced. */
  readonly trials: number;
}
