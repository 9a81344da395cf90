/** Prices stored calls by the present book and by a changed book (H28). */
import { localDateAt } from "../../calendar/index.ts";
import { startInstant } from "../../discounts/index.ts";
import { type CallRecord, createPreview, type OpenedBook, type PreviewReport } from "../../index.ts";
import { callOf, readBatch, storedCalls, type WantedCalls, wantedCalls } from "../calls/index.ts";
import type { Sql } from "../database/index.ts";
import { fieldError } from "../errors.ts";
import { unknownID } from "../http/index.ts";
import type { Present } from "../store/index.ts";

const MOST_PREVIEWED = 1_000_000;

interface Compared {
  readonly before: Present;
  readonly after: OpenedBook;
  readonly change: string;
  readonly discounts: boolean;
  readonly calls: WantedCalls;
  readonly signal: AbortSignal;
}

/**
 * The preview of a change over stored calls, which are read day by day.
 *
 * @throws ServerError 404001 for a customer or batch that there is not, 400002 where there are too many calls
 */
export async function previewStoredCalls(sql: Sql, compared: Compared): Promise<PreviewReport> {
  const { after, change, discounts, signal } = compared;
  const { book: before, digest } = compared.before;
  const preview = createPreview(before, after, {
    duplicates: "keep",
    discounts,
    change,
    madeOn: localDateAt(before.tables.zone, Date.now()),
    bookDigests: { before: digest },
  });
  const { customerID, batchID } = compared.calls;
  if (customerID && !before.tables.customers.has(customerID)) throw unknownID(customerID);
  if (batchID && (await readBatch(sql, batchID)) === undefined) throw unknownID(batchID);
  const days = await daysOf(sql, compared.calls);
  const calls = days.reduce((sum, day) => sum + Number(day.calls), 0);
  if (calls > MOST_PREVIEWED) {
    const message = `are ${calls} calls, and a preview is of at most ${MOST_PREVIEWED}; name dates or a customer`;
    throw fieldError([{ path: "calls", message }]);
  }
  for (const { day } of days) {
    for (const call of await callsOfDay(sql, before, compared, day)) preview.add(call);
    signal.throwIfAborted();
  }
  return preview.report();
}

interface Day {
  /** Null for calls that cannot be read. */
  readonly day: string | null;
  readonly calls: string;
}

async function daysOf(sql: Sql, wanted: WantedCalls): Promise<readonly Day[]> {
  const where = wantedCalls(wanted);
  return sql.query<Day>(
    `SELECT r.start_date AS day, count(*) AS calls FROM calls c JOIN results r ON r.call_id = c.id AND r.latest
     ${where.text} GROUP BY r.start_date ORDER BY r.start_date NULLS LAST`,
    where.values,
  );
}

/** The calls of a day; with discounts in the order of their starts, in which they draw from pools. */
async function callsOfDay(
  sql: Sql,
  book: OpenedBook,
  { calls, discounts }: Compared,
  day: string | null,
): Promise<readonly CallRecord[]> {
  const where = wantedCalls(calls);
  if (day === null) where.add("r.start_date IS NULL AND r.call_id IS NOT NULL");
  else where.add("r.start_date = ?::date", day);
  const records = (await storedCalls(sql, where)).map(callOf);
  if (!discounts) return records;
  const turns = records.map((call) => ({ call, start: startInstant(book, call) }));
  return turns.sort((a, b) => a.start - b.start).map(({ call }) => call);
}
