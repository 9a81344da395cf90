/** Discounts whole billing periods of customers afresh (H20, H26); draws that stand count first. */
import { billingPeriodOn, emptyState, type KeptDraw, stateOfDraws } from "../../discounts/index.ts";
import { applyDiscounts, type CallDiscount, type CallResult, type OpenedBook } from "../../index.ts";
import type { Sql } from "../database/index.ts";
import type { Present } from "../store/index.ts";
import { callOf, discountsOf, resultOf, type StoredCall, storedCalls, wantedCalls } from "./call-rows.ts";
import {
  type CustomerPeriod,
  deleteForeignPools,
  distinctPeriods,
  drawingPeriods,
  type ForeignPools,
  foreignPools,
  isInMoneyOf,
  keysOf,
  lockPools,
  periodsOfCall,
  writePools,
} from "./pools.ts";
import { fitting, type PricedCall, RESULT_COLUMNS, resultRow } from "./price-calls.ts";

interface RedrawRequest {
  readonly rerated: ReadonlyMap<string, { readonly stored: StoredCall; readonly result: CallResult }>;
  /** Further billing periods that draw afresh, beside those of the calls that were rated again. */
  readonly periods: readonly CustomerPeriod[];
  /** The customer whose pools by earlier settings are made anew; without one the customers of the calls that draw. */
  readonly customerID?: string | undefined;
  /** Whether a call's draws stand, such as those of calls on a raised invoice. */
  readonly stands: (stored: StoredCall) => boolean;
  readonly partID: string;
}

export interface Redrawn {
  /** Results of the calls that were rated again, with their discounts. */
  readonly rerated: readonly CallResult[];
  /** Number of other calls whose discounts changed. */
  readonly redrawn: number;
  /** The invoices that hold calls whose results changed. */
  readonly invoices: ReadonlySet<string>;
}

interface Drawn {
  readonly stored: StoredCall;
  readonly before: CallResult;
}

/** Draws afresh, and stores the results that changed; earlier results are kept. */
export async function redraw(sql: Sql, { book }: Present, request: RedrawRequest): Promise<Redrawn> {
  const { rerated, stands, partID } = request;
  const results = [...rerated.values()].map(({ result }) => result);
  const drawing = drawingPeriods(book, results);
  const foreign = await foreignPools(sql, book, customersOf(request, drawing));
  const earlier = await periodsDrawnFrom(sql, book, request, foreign);
  const periods = distinctPeriods([...drawing, ...earlier]);
  const state = await lockPools(sql, book, periods);
  const drawn: Drawn[] = [...rerated.values()].map(({ stored, result }) => ({ stored, before: result }));
  const kept: KeptDraw[] = [];
  for (const period of periods) {
    for (const stored of await callsOf(sql, book, period)) {
      if (rerated.has(stored.id)) continue;
      const before = stands(stored) ? undefined : drawable(book, stored);
      if (before !== undefined) drawn.push({ stored, before });
      else kept.push({ ...period, call: callOf(stored), id: stored.id, discounts: drawsIn(period, stored) });
    }
  }
  // A state that counts other money keeps its settings, and is refused.
  const inSettings = isInMoneyOf(book, state) ? { ...state, book: emptyState(book).book } : state;
  const discounted = fitting(book, state, () =>
    applyDiscounts(
      book,
      drawn.map(({ before }) => before),
      kept.length === 0 ? emptyState(book) : stateOfDraws(book, inSettings, kept),
    ),
  );
  await writePools(sql, discounted.state, periods);
  await deleteForeignPools(sql, book, foreign);
  const changed = drawn.flatMap(({ stored }, at): PricedAgain[] => {
    const result = discounted.calls[at] as CallResult;
    const record = JSON.stringify(result);
    if (!rerated.has(stored.id) && record === stored.record) return [];
    const { id, attempt, invoice_id: invoiceID } = stored;
    return [{ id, call: callOf(stored), result, record, attempt: (attempt ?? 0) + 1, invoiceID }];
  });
  await storeAgain(sql, book, changed, partID);
  return {
    rerated: discounted.calls.slice(0, rerated.size),
    redrawn: changed.length - rerated.size,
    invoices: new Set(changed.flatMap(({ invoiceID }) => invoiceID ?? [])),
  };
}

/** The customers whose pools by earlier settings are made anew. */
function customersOf(
  { rerated, periods, customerID }: RedrawRequest,
  drawing: readonly CustomerPeriod[],
): readonly string[] {
  return [
    ...new Set([
      ...(customerID === undefined ? [] : [customerID]),
      ...[...periods, ...drawing].map((period) => period.customerID),
      ...[...rerated.values()].flatMap(({ stored }) => stored.customer_id ?? []),
    ]),
  ];
}

/** The draws of a call, in the pools of its billing period by the present book. */
function drawsIn({ startDate }: CustomerPeriod, stored: StoredCall): readonly CallDiscount[] {
  return discountsOf(stored).map((discount) => {
    const { pool } = discount;
    return pool === undefined ? discount : { ...discount, pool: { ...pool, startDate } };
  });
}

/**
 * The billing periods with pools that draw afresh beside those in which the calls draw now: the requested ones, those of
 * the calls that were rated again, and those that share days with billing periods by earlier settings.
 */
async function periodsDrawnFrom(
  sql: Sql,
  book: OpenedBook,
  { rerated, periods: asked }: RedrawRequest,
  foreign: readonly ForeignPools[],
): Promise<readonly CustomerPeriod[]> {
  const before = [...asked, ...[...rerated.values()].flatMap(({ stored }) => periodsOfCall(book, stored))];
  const drawnFrom = await sql.query<CustomerPeriod>(
    `SELECT s.customer_id AS "customerID", s.start_date AS "startDate" FROM pools s
     WHERE (s.customer_id, s.start_date) IN (SELECT * FROM unnest($1::text[], $2::date[]))`,
    keysOf(before),
  );
  const overlapping = foreign.flatMap(({ customerID, startDate, endDate }) =>
    [startDate, endDate].flatMap((date) =>
      periodsOfCall(book, { customer_id: customerID, start_date: date }),
    ),
  );
  return [...drawnFrom, ...overlapping];
}

/** The priced calls of a billing period. */
async function callsOf(
  sql: Sql,
  book: OpenedBook,
  { customerID, startDate }: CustomerPeriod,
): Promise<readonly StoredCall[]> {
  const { endDate = startDate } = billingPeriodOn(book, startDate) ?? {};
  const where = wantedCalls({ customerID, minDate: startDate, maxDate: endDate });
  return storedCalls(sql, where.add("r.outcome = 'rated'"));
}

/**
 * The result of a call that can draw by the present book; undefined where the book lacks records that the result needs.
 */
function drawable(book: OpenedBook, stored: StoredCall): CallResult | undefined {
  const result = resultOf(stored);
  try {
    if (result.outcome === "rated") result.insideOf(book.tables);
    return result;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

interface PricedAgain extends PricedCall {
  readonly attempt: number;
  readonly invoiceID: string | null;
}

/** Stores further results of priced calls, and marks them as the latest. */
async function storeAgain(
  sql: Sql,
  book: OpenedBook,
  changed: readonly PricedAgain[],
  partID: string,
): Promise<void> {
  if (changed.length === 0) return;
  await sql.query("UPDATE results SET latest = false WHERE latest AND call_id = ANY($1::bigint[])", [
    changed.map(({ id }) => id),
  ]);
  await sql.copyIn(
    "results",
    RESULT_COLUMNS,
    changed.map((one) => resultRow(book, one, partID, String(one.attempt))),
  );
}
