/** Why a stored call costs what it costs (H27): by the revision that priced it, or by another. */
import { billingPeriodOn, withKeptDiscounts } from "../../discounts/index.ts";
import {
  applyDiscounts,
  type CallResult,
  createRater,
  type Explanation,
  explainCall,
  explainDiscounts,
  type OpenedBook,
  rateCall,
} from "../../index.ts";
import type { Sql } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { Present, Store } from "../store/index.ts";
import { Conditions, callOf, discountsOf, type StoredCall, storedCalls, wantedCalls } from "./call-rows.ts";

interface StoredExplanation {
  /** Revision of the book that explains the call. */
  readonly revision: number;
  readonly digest: string;
  /** When the stored result was made; null while the call waits to be priced. */
  readonly pricedAt: string | null;
  /** Whether the explained result is the stored one, to the last digit. */
  readonly matches: boolean;
  readonly explanation: Explanation;
}

/**
 * Explains a stored call by the revision that priced it, by the present revision (`current`) or by a revision number.
 */
export async function explainStoredCall(
  store: Store,
  id: string,
  asked: "current" | number | undefined,
): Promise<StoredExplanation> {
  const present = await store.present();
  const [stored] = await store.read((sql) => storedCalls(sql, new Conditions().add("c.id = ?", id)));
  if (stored === undefined) throw new ServerError(404001, `There is no call ${id}.`);
  const pricedBy = stored.revision === null ? undefined : Number(stored.revision);
  const wanted = asked === "current" ? present.revision : (asked ?? pricedBy ?? present.revision);
  const state = wanted === present.revision ? present : await store.revision(wanted);
  if (state === undefined) throw new ServerError(404001, `There is no revision ${wanted}.`);
  const discounted =
    wanted === pricedBy
      ? withStoredDiscounts(state.book, stored)
      : await store.read((sql) => discountedAnew(sql, state, stored));
  const explained = explainedBy(state, stored, discounted);
  if (explained.matches || asked !== undefined || pricedBy === undefined) return explained;
  return (await explainedByEarlier(store, stored, state)) ?? explained;
}

function explainedBy(
  { book, revision, digest }: Present,
  stored: StoredCall,
  discounted: CallResult,
): StoredExplanation {
  const explanation = explainDiscounts(explainCall(book, callOf(stored)), discounted);
  const matches = JSON.stringify(explanation.result) === stored.record;
  return { revision, digest, pricedAt: stored.priced_at, matches, explanation };
}

/**
 * The explanation of a call that has drawn afresh by a later revision than the one that rated it (H20, H26): by the
 * latest revision of its results that gives the stored one; undefined where none does.
 */
async function explainedByEarlier(
  store: Store,
  stored: StoredCall,
  pricing: Present,
): Promise<StoredExplanation | undefined> {
  const earlier = await store.read((sql) =>
    sql.query<{ revision: string }>(
      `SELECT DISTINCT p.revision FROM results r JOIN parts p ON p.id = r.part_id
       WHERE r.call_id = $1::bigint AND p.revision < $2::bigint ORDER BY p.revision DESC`,
      [stored.id, pricing.revision],
    ),
  );
  for (const { revision } of earlier) {
    const state = await store.revision(Number(revision));
    // Discounts with more places than the earlier book had cannot be its call's.
    const isInPlaces = state?.book.settings.costDecimals === pricing.book.settings.costDecimals;
    if (state === undefined || !isInPlaces) continue;
    const explained = explainedBy(state, stored, withStoredDiscounts(state.book, stored));
    if (explained.matches) return explained;
  }
  return undefined;
}

/** The call rated by a book, with the draws of its stored result. */
function withStoredDiscounts(book: OpenedBook, stored: StoredCall): CallResult {
  const rated = rateCall(book, callOf(stored));
  if (rated.outcome !== "rated" || stored.record === null) return rated;
  return withKeptDiscounts(book, rated, discountsOf(stored), JSON.parse(stored.record).late === true);
}

/** The call priced by another book, as if that book priced all calls of the customer's billing period. */
async function discountedAnew(sql: Sql, { book }: Present, stored: StoredCall): Promise<CallResult> {
  const rated = rateCall(book, callOf(stored));
  if (rated.outcome !== "rated" || stored.start_date === null) return rated;
  const period = billingPeriodOn(book, stored.start_date);
  const { startDate: minDate = stored.start_date, endDate: maxDate = stored.start_date } = period ?? {};
  const where = wantedCalls({ customerID: rated.customerID, minDate, maxDate }).add("c.id <> ?", stored.id);
  const rate = createRater(book, { duplicates: "keep" });
  const others = (await storedCalls(sql, where)).map((other, at) => rate(callOf(other), at + 1));
  return applyDiscounts(book, [rated, ...others]).calls[0] as CallResult;
}
