/** The records of a discount state, as they are stored (R44). */
import { carrierKey, type PoolName } from "../book/index.ts";

/** What a pool holds; null where its plan has no limit of the kind. Plain decimal text. */
export interface PoolLimits {
  readonly allowanceSeconds: string | null;
  readonly allowanceBytes: string | null;
  readonly allowanceEvents: string | null;
  readonly allowanceCalls: string | null;
  /** Pounds of discount. */
  readonly allowanceValue: string | null;
}

/** Something that filled a pool, and by their ids the plans with allowances that it carried. */
export interface StateCarrier {
  /** `number 1007`, `feature 5`. */
  readonly carrier: string;
  readonly planIDs: readonly string[];
}

/**
 * What a pool has given so far, what it held, who filled it and the last call that came to it. Quantities are exact
 * decimal text.
 */
export interface PoolState extends PoolName, PoolLimits {
  /** First day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  /** The id of its plan. */
  readonly discountPlanID: string;
  readonly carriers: readonly StateCarrier[];
  readonly usedSeconds: string;
  readonly usedBytes: string;
  readonly usedEvents: string;
  readonly usedCalls: string;
  /** Pounds. */
  readonly usedValue: string;
  /** The last call in drawing order: a call that sorts before it is late (R44). */
  readonly last: {
    /** Its start as an instant, `2026-10-01T09:00:00.000Z`. */
    readonly start: string;
    readonly id: string | null;
  };
}

/** What of a book decides where billing periods lie and what an amount of pounds is. */
export interface StateBook {
  readonly currency: string;
  readonly currencyDecimals: number;
  readonly timeZone: string;
  readonly billingPeriodStartDay: number;
}

/**
 * The state of discounts after a batch: plain data, to be stored as JSON and handed to the next batch. It is bound to
 * what it says, plans, carriers and periods, and to nothing else of the book.
 */
export interface DiscountState {
  readonly version: 2;
  /** Null where no batch was discounted. */
  readonly book: StateBook | null;
  readonly pools: readonly PoolState[];
}

/** A carrier in a period, among those of all customers. */
export function carrierInPeriod(customerID: string, carrier: string, startDate: string): string {
  return `${startDate} ${carrierKey(customerID, carrier)}`;
}
