/** What discounting reads of a rated call beside its costs (R40 to R42). */
import type { BookTables, OpenedNumber } from "../book/index.ts";
import type { ComponentUnits } from "./component-units.ts";

/** What discounting reads of a rated call. */
export interface CallInside {
  readonly book: BookTables;
  readonly call: {
    /** Local civil date of its start as a day number, and the time of day. */
    readonly day: number;
    readonly millisecondOfDay: number;
    /** Start as an instant, where the record gave one. */
    readonly instant: number | undefined;
  };
  readonly number: OpenedNumber;
  readonly retail: {
    /** The feature whose tariff applied. */
    readonly featureID: string | null;
    /** Retail before discounts, in units of 10^-costDecimals pence. */
    readonly components: ComponentUnits;
    readonly chargedMilliseconds: number;
    readonly chargedBytes: number;
    readonly chargedEvents: number;
    /** The plan that the line or the tariff names (R40). */
    readonly discountPlan: string | undefined;
  };
}
