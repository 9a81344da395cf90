import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import type { CallFields } from "./call-fields.ts";
import type { CostField } from "./components.ts";
import type { Id } from "./id.ts";

/**
 * One call as a carrier's file or a database row tells it. Every field is optional here because what a call
 * needs depends on the book; what is missing is `malformed-record`, field by field (R22, R23). Costs are
 * pence. Any further column may be there and is carried along.
 *
 * Calls are checked by hand while they are rated, not by a schema.
 */
export interface CallRecord
  extends CallFields,
    CostAmounts<"costBase">,
    CostAmounts<"cost">,
    CostAmounts<"costCarrier"> {
  /** Written by rating, as the costs before discounts, after them and wholesale as calculated are (R30). */
  readonly tariffTypeUsed?: Optional<string>;
  /** Which file it came from, and where it stood there. */
  readonly CDRFileID?: Optional<Id>;
  readonly lineNumber?: Optional<Amount>;
}

/** A cost and its components in pence. */
type CostAmounts<Cost extends string> = { readonly [F in CostField<Cost>]?: Optional<Amount> };
