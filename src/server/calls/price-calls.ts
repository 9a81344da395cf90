/**
 * Prices calls in a transaction: rates them, draws from the customers' pools, stores results and pools. The same code
 * prices a batch in its request and a part in a worker (H23, H37).
 */
import { formatCivilDate } from "../../calendar/index.ts";
import { DiscountStateError } from "../../discounts/index.ts";
import { ownerOfCall } from "../../engine/index.ts";
import {
  applyDiscounts,
  type CallRecord,
  type CallResult,
  createRater,
  type DiscountState,
} from "../../index.ts";
import type { Sql } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { Present } from "../store/index.ts";
import { drawingPeriods, isInMoneyOf, lockPools, writePools } from "./pools.ts";

type Book = Present["book"];

/** A call that is stored, or is being stored. */
export interface CallToPrice {
  readonly id: string;
  readonly call: CallRecord;
}

/** A call with what it costs after discounts. */
export interface PricedCall extends CallToPrice {
  readonly result: CallResult;
  /** The result's record as JSON, which is what is stored and answered. */
  readonly record: string;
}

/**
 * Rates calls that were never priced, by one book, lets them draw from their customers' pools, and stores results and
 * pools; `partOf` gives the id of a call's part.
 */
export async function priceCalls(
  sql: Sql,
  { book }: Present,
  calls: readonly CallToPrice[],
  partOf: (callIndex: number) => string,
): Promise<readonly PricedCall[]> {
  const rate = createRater(book, { duplicates: "keep" });
  const rated = calls.map(({ call }, at) => rate(call, at + 1));
  const periods = drawingPeriods(book, rated);
  const state = await lockPools(sql, book, periods);
  const discounted = fitting(book, state, () => applyDiscounts(book, rated, state));
  await writePools(sql, discounted.state, periods);
  const priced = calls.map(({ id, call }, at): PricedCall => {
    const result = discounted.calls[at] as CallResult;
    return { id, call, result, record: JSON.stringify(result) };
  });
  const rows = priced.map((call, at) => resultRow(book, call, partOf(at), "1"));
  await sql.copyIn("results", RESULT_COLUMNS, rows);
  return priced;
}

/**
 * Runs a draw from stored pools. 409002 where settings that they depend on have changed since, with what makes them
 * anew; nothing does where the money changed.
 */
export function fitting<T>(book: Book, state: DiscountState, draw: () => T): T {
  try {
    return draw();
  } catch (error) {
    if (!(error instanceof DiscountStateError)) throw error;
    const repair = isInMoneyOf(book, state) ? REPAIR : "";
    throw new ServerError(409002, `${error.message}${repair}`);
  }
}

const REPAIR = " Rate the customer's calls again by tollbook/rerate, with the customerID.";

/** The columns of a result, in the order of `resultRow`. */
export const RESULT_COLUMNS = [
  "call_id",
  "attempt",
  "latest",
  "part_id",
  "outcome",
  "error",
  "customer_id",
  "number_id",
  "feature_id",
  "start_date",
  "record",
  "discounts",
] as const;

export function resultRow(
  book: Book,
  { id, call, result, record }: PricedCall,
  partID: string,
  attempt: string,
): readonly (string | null)[] {
  const head = [id, attempt, "t", partID, result.outcome];
  if (result.outcome !== "rated") {
    const error = result.outcome === "error" ? result.error : null;
    const { customerID, numberID, startDate } = ownerOfCall(book, call);
    return [...head, error, customerID, numberID, null, startDate, record, null];
  }
  const { customerID, numberID, featureID } = result;
  const date = formatCivilDate(result.dayIn(book.tables));
  const discounts = result.discounts.length === 0 ? null : JSON.stringify(result.discounts);
  return [...head, null, customerID, numberID, featureID, date, record, discounts];
}
