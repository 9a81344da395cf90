/** Results as plain records, the form in which they are stored (R30). */
import type { CallErrorCode } from "../book/index.ts";
import type { TariffClass } from "../model/index.ts";
import { COMPONENTS } from "./components.ts";

/** How a cost came about (R27). */
export type RatingMethod = (typeof RATING_METHODS)[number];

/** The methods; columns count them in this order. */
export const RATING_METHODS = ["rate", "classMarkup", "fallbackSuggested", "fallback"] as const;

/** Six costs of one kind in a plain record: the total and its five components. */
type CostFields<Prefix extends string> = Readonly<
  Record<Prefix | `${Prefix}${(typeof COMPONENTS)[number]}`, string | null>
>;

/** A rated call as a plain record: own enumerable fields, amounts as decimal text in pence (R1, R30). */
export interface RatedRecord
  extends CostFields<"costBase">,
    CostFields<"cost">,
    CostFields<"costCDR">,
    CostFields<"costCarrier"> {
  readonly id?: string;
  /** Where the record has no id. */
  readonly line?: number;
  readonly numberID: string;
  readonly customerID: string;
  readonly featureID: string | null;
  readonly tariffID: string | null;
  readonly tariff: string | null;
  readonly tariffType: string;
  readonly tariffTypeUsed: string;
  readonly tariffClass: TariffClass;
  readonly tariffTime: string;
  readonly location: string | null;
  readonly method: RatingMethod;
  /** Seconds. */
  readonly chargedDuration: number;
  readonly chargedBytes: number;
  readonly chargedEvents: number;
  readonly costSuggestedRetail: string | null;
  /** Where discounts were applied: the plans that covered some of the call, in order, commas between (R44). */
  readonly discountPlans?: string;
  /** Where the call came to a pool after one that starts later had, in an earlier batch (R44). */
  readonly late?: boolean;
  /** With the option `bookDigest`: digest of the book that priced the call (R30). */
  readonly bookDigest?: string;
}

/** A call in error as a plain record. */
export interface ErrorRecord {
  readonly id?: string;
  readonly line?: number;
  readonly error: CallErrorCode;
  readonly message: string;
  readonly field?: string;
}

/** An ignored call as a plain record (R31). */
export interface IgnoredRecord {
  readonly id?: string;
  readonly line?: number;
  readonly ignored: true;
  readonly reason: string | null;
}

/** A call's result as a plain record. */
export type ResultRecord = RatedRecord | ErrorRecord | IgnoredRecord;

/** What a rated call's record says beside its costs, in the order in which it is written. */
const DESCRIBING_FIELDS = [
  "numberID",
  "customerID",
  "featureID",
  "tariffID",
  "tariff",
  "tariffType",
  "tariffTypeUsed",
  "tariffClass",
  "tariffTime",
  "location",
  "method",
  "chargedDuration",
  "chargedBytes",
  "chargedEvents",
] as const;

/** The fields of a result in the order in which files write them: a rated call's, then those of the others. */
export const RESULT_FIELDS: readonly string[] = [
  "id",
  "line",
  ...DESCRIBING_FIELDS,
  ...["costBase", "cost", "costCDR", "costCarrier"].flatMap((cost) => [
    cost,
    ...COMPONENTS.map((component) => `${cost}${component}`),
  ]),
  "costSuggestedRetail",
  "error",
  "message",
  "field",
  "ignored",
  "reason",
];

/** The fields that the record of a discounted call has beside `RESULT_FIELDS`, where they apply (R44). */
export const DISCOUNT_FIELDS: readonly string[] = ["discountPlans", "late"];

/** The field that a rated call's record has last, with the option `bookDigest` (R30). */
export const DIGEST_FIELD = "bookDigest";
