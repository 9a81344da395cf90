/** A rated call as its users see it, whether a book has just rated it or a stored record tells of it (R30). */
import type { BookTables } from "../book/index.ts";
import type { TariffClass } from "../model/index.ts";
import type { Units } from "../money/index.ts";
import type { AppliedDiscount, CallDiscount } from "./call-discount.ts";
import type { CallInside } from "./call-inside.ts";
import type { CallAmount, CarrierCost } from "./carrier-cost.ts";
import type { RatedRecord, RatingMethod } from "./result-records.ts";
import type { FailedCall, IgnoredCall } from "./unrated-call.ts";

/**
 * A rated call. Call `toRecord(result)` for the plain record to store, and `fromRecord(record)` to have it
 * back: here amounts become text only when they are read, because most callers read a few of the
 * twenty-five. `structuredClone` and `postMessage` refuse it: a copy would have none of them.
 *
 * Amounts are pence as plain decimal text (R1), null where they are not known.
 */
export interface RatedCall {
  readonly outcome: "rated";
  readonly id: string | null;
  readonly line: number | undefined;
  readonly numberID: string;
  readonly customerID: string;
  /** The feature whose tariff applied, else the first of those whose discount plans covered some of the call. */
  readonly featureID: string | null;
  readonly tariffID: string | null;
  readonly tariff: string | null;
  readonly tariffType: string;
  /** The call type with which lines were sought (R22). */
  readonly tariffTypeUsed: string;
  readonly tariffClass: TariffClass;
  readonly tariffTime: string;
  readonly location: string | null;
  readonly method: RatingMethod;
  /** Seconds. */
  readonly chargedDuration: number;
  readonly chargedBytes: number;
  readonly chargedEvents: number;
  /** Retail before discounts. */
  readonly costBase: string;
  /** Retail after discounts; without discounts it equals `costBase`. */
  readonly cost: string;
  /** Digest of the book that priced the call, where that was asked for (R30). */
  readonly bookDigest: string | null;
  /** Wholesale as the carrier reported it. */
  readonly costCDR: string | null;
  /** Wholesale as calculated (R29). */
  readonly costCarrier: string | null;
  readonly costSuggestedRetail: string | null;
  /** The five components of the retail cost before discounts, in the order of `COMPONENTS`. */
  readonly costBaseComponents: readonly string[];
  /**
   * What each discount plan covered, in the order in which they applied (R40); empty without discounts, and for
   * a call from a record, which names the plans only.
   */
  readonly discounts: readonly CallDiscount[];
  /** Whether the call came to a pool after one that starts later had, in an earlier batch (R44). */
  readonly late: boolean;
  /**
   * Retail after and before discounts and calculated wholesale as exact whole units of 10^-decimals
   * pence, for sums over many calls without making text; wholesale is undefined where it is not known.
   */
  readonly units: {
    readonly retail: Units;
    readonly base: Units;
    readonly wholesale: Units | undefined;
    readonly decimals: number;
  };
  /** The plain record; `JSON.stringify(result)` uses it. */
  toJSON(): RatedRecord;

  /** The record's own amounts as given, for sums over many calls. @internal */
  readonly reported: { readonly carrierCost: CarrierCost; readonly suggestedRetail: CallAmount };
  /** What the call itself used, before anything was rounded; throws a RangeError where a record does not say. @internal */
  used(): CallUsage;
  /** Local civil date of its start as a day number; undefined for a call from a record. @internal */
  readonly day: number | undefined;
  /** The same, for a call from a record as the book reads it; throws a RangeError where it does not say. @internal */
  dayIn(book: BookTables): number;
  /** Whether it carries discounts that discounting again has to take off first. @internal */
  readonly isDiscounted: boolean;
  /**
   * What discounting reads.
   *
   * @throws RangeError where another book rated it, or its record does not say enough
   * @internal
   */
  insideOf(book: BookTables): CallInside;
  /** The same call with a discount, or without any; `inside` is what `insideOf` gave. @internal */
  withDiscount(discount: AppliedDiscount | undefined, inside: CallInside): RatedCall;
}

/** What a call used; blank is 0. */
export interface CallUsage {
  readonly milliseconds: number;
  readonly bytes: number;
  readonly events: number;
}

/** What rating a call gives; `outcome` tells which. */
export type CallResult = RatedCall | FailedCall | IgnoredCall;

/**
 * What stands in a result for `structuredClone` and `postMessage` to refuse: a copy would have lost every amount,
 * and this text is in the error that they throw.
 */
export const NOT_TO_BE_CLONED: symbol = Symbol(
  "a result: copy toRecord(result), and read that with fromRecord",
);
