/** The state of pools (R44), by customer and billing period; writers lock the rows until they commit. */
import { billingPeriodOn, drawingPeriod, emptyState } from "../../discounts/index.ts";
import type { CallResult, DiscountState, OpenedBook, PoolState } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import type { StoredCall } from "./call-rows.ts";

export interface CustomerPeriod {
  readonly customerID: string;
  /** `YYYY-MM-DD`. */
  readonly startDate: string;
}

export function distinctPeriods(periods: readonly CustomerPeriod[]): readonly CustomerPeriod[] {
  return [...new Map(periods.map((period) => [keyOf(period), period])).values()];
}

function keyOf({ customerID, startDate }: CustomerPeriod): string {
  return `${customerID} ${startDate}`;
}

/** Periods as the two lists of which `unnest` makes rows. */
export function keysOf(periods: readonly CustomerPeriod[]): [customers: string[], startDates: string[]] {
  return [periods.map(({ customerID }) => customerID), periods.map(({ startDate }) => startDate)];
}

/** The billing periods from whose pools calls may draw. */
export function drawingPeriods(book: OpenedBook, results: readonly CallResult[]): readonly CustomerPeriod[] {
  const rated = results.filter((result) => result.outcome === "rated");
  return distinctPeriods(rated.flatMap((result) => drawingPeriod(book, result) ?? []));
}

/** The billing period of a stored call; none without a customer or a date. */
export function periodsOfCall(
  book: OpenedBook,
  { customer_id: customerID, start_date }: Pick<StoredCall, "customer_id" | "start_date">,
): readonly CustomerPeriod[] {
  const period = start_date === null ? undefined : billingPeriodOn(book, start_date);
  return period === undefined || customerID === null ? [] : [{ customerID, startDate: period.startDate }];
}

interface StoredPools {
  readonly customer_id: string;
  readonly start_date: string;
  readonly book: string;
  readonly pools: string;
}

/**
 * Locks the pools of billing periods until the transaction ends, and returns their state so far. All transactions lock
 * in the same order, so that they cannot deadlock.
 */
export async function lockPools(
  sql: Sql,
  book: OpenedBook,
  periods: readonly CustomerPeriod[],
): Promise<DiscountState> {
  const empty = emptyState(book);
  if (periods.length === 0) return empty;
  const keys = keysOf(periods);
  await sql.query(
    `INSERT INTO pools (customer_id, start_date, book, pools)
     SELECT customer_id, start_date, $3, '[]' FROM unnest($1::text[], $2::date[]) AS p (customer_id, start_date)
     ORDER BY customer_id, start_date ON CONFLICT DO NOTHING`,
    [...keys, JSON.stringify(empty.book)],
  );
  const rows = await sql.query<StoredPools>(
    `SELECT s.customer_id, s.start_date, s.book, s.pools
     FROM pools s JOIN unnest($1::text[], $2::date[]) AS p (customer_id, start_date) USING (customer_id, start_date)
     ORDER BY s.customer_id, s.start_date FOR UPDATE OF s`,
    keys,
  );
  return stateOf(rows, empty);
}

function stateOf(rows: readonly StoredPools[], empty: DiscountState): DiscountState {
  const filled = rows.filter(({ pools }) => pools !== "[]");
  const first = filled[0];
  if (first === undefined) return empty;
  // The first row with other settings than the book's gives the state its settings, which are refused with the reason.
  const other = filled.find(({ book }) => book !== JSON.stringify(empty.book)) ?? first;
  return {
    version: 2,
    book: JSON.parse(other.book),
    pools: filled.flatMap(({ pools }) => JSON.parse(pools) as PoolState[]),
  };
}

/** Stores the state of the pools of locked billing periods. */
export async function writePools(
  sql: Sql,
  state: DiscountState,
  periods: readonly CustomerPeriod[],
): Promise<void> {
  if (periods.length === 0) return;
  const byPeriod = new Map(periods.map((period) => [keyOf(period), [] as PoolState[]]));
  for (const pool of state.pools) byPeriod.get(keyOf(pool))?.push(pool);
  await sql.query(
    `UPDATE pools s SET book = $4, pools = p.pools
     FROM unnest($1::text[], $2::date[], $3::text[]) AS p (customer_id, start_date, pools)
     WHERE s.customer_id = p.customer_id AND s.start_date = p.start_date`,
    [
      ...keysOf(periods),
      periods.map((period) => JSON.stringify(byPeriod.get(keyOf(period)))),
      JSON.stringify(state.book),
    ],
  );
}

/** Pools by another start of billing periods or another time zone than the present book's. */
export interface ForeignPools extends CustomerPeriod {
  /** The last day of the billing period as it was. */
  readonly endDate: string;
}

/** Whether a state counts the money of the book. */
export function isInMoneyOf(book: OpenedBook, { book: stated }: Pick<DiscountState, "book">): boolean {
  const { currency, currencyDecimals } = book.settings;
  return stated?.currency === currency && stated.currencyDecimals === currencyDecimals;
}

/** The pools of customers whose states do not fit the present book, but for those that count other money. */
export async function foreignPools(
  sql: Sql,
  book: OpenedBook,
  customerIDs: readonly string[],
): Promise<readonly ForeignPools[]> {
  const rows = await sql.query<ForeignPools & { readonly book: string }>(
    `SELECT customer_id AS "customerID", start_date AS "startDate", book,
       (start_date + interval '1 month' - interval '1 day')::date AS "endDate"
     FROM pools WHERE customer_id = ANY ($1::text[]) AND book <> $2 ORDER BY customer_id, start_date`,
    [customerIDs, JSON.stringify(emptyState(book).book)],
  );
  return rows.filter((row) => isInMoneyOf(book, { book: JSON.parse(row.book) }));
}

/** Deletes those of the pools that no write has put into the settings of the present book. */
export async function deleteForeignPools(
  sql: Sql,
  book: OpenedBook,
  pools: readonly ForeignPools[],
): Promise<void> {
  if (pools.length === 0) return;
  await sql.query(
    `DELETE FROM pools s USING unnest($1::text[], $2::date[]) AS p (customer_id, start_date)
     WHERE s.customer_id = p.customer_id AND s.start_date = p.start_date AND s.book <> $3`,
    [...keysOf(pools), JSON.stringify(emptyState(book).book)],
  );
}

/** The state of a customer's pools, of all billing periods or of one. */
export async function readPools(
  sql: Sql,
  book: OpenedBook,
  customerID: string,
  startDate: string | undefined,
): Promise<DiscountState> {
  const rows = await sql.query<StoredPools>(
    `SELECT customer_id, start_date, book, pools FROM pools
     WHERE customer_id = $1 AND ($2::date IS NULL OR start_date = $2::date) ORDER BY start_date`,
    [customerID, startDate ?? null],
  );
  return stateOf(rows, emptyState(book));
}
