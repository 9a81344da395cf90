/** Reads stored calls with their latest results. */
import { type CallDiscount, type CallRecord, type CallResult, fromRecord } from "../../index.ts";
import type { Sql, SqlValue } from "../database/index.ts";

/** A row of a call with its latest result. */
export interface StoredCall {
  readonly id: string;
  readonly call: string;
  readonly batch_id: string;
  readonly invoice_id: string | null;
  readonly transaction_id: string | null;
  readonly invoice_number: string | null;
  /** Attempt number of the result, from 1; null where the call waits to be priced. */
  readonly attempt: number | null;
  readonly outcome: "rated" | "error" | "ignored" | null;
  readonly customer_id: string | null;
  readonly number_id: string | null;
  readonly start_date: string | null;
  readonly record: string | null;
  readonly discounts: string | null;
  readonly revision: string | null;
  readonly digest: string | null;
  readonly priced_at: string | null;
}

/** Conditions of a query, joined by AND, with the values of their parameters. */
export class Conditions {
  readonly #texts: string[] = [];
  readonly values: SqlValue[] = [];

  /** Adds a condition; `?` stands for the value. The text is a constant of the program, never part of a request. */
  add(text: string, value?: SqlValue): this {
    if (value !== undefined) this.values.push(value);
    this.#texts.push(text.replaceAll("?", `$${this.values.length}`));
    return this;
  }

  get text(): string {
    return this.#texts.length === 0 ? "" : `WHERE ${this.#texts.join(" AND ")}`;
  }
}

/** Stored calls; all of them where nothing is named. Dates are the first and the last. */
export type WantedCalls = Partial<
  Record<"customerID" | "minDate" | "maxDate" | "batchID", string | null | undefined>
>;

export function wantedCalls({ customerID, minDate, maxDate, batchID }: WantedCalls): Conditions {
  const where = new Conditions();
  if (customerID) where.add("r.customer_id = ?", customerID);
  if (minDate) where.add("r.start_date >= ?::date", minDate);
  if (maxDate) where.add("r.start_date <= ?::date", maxDate);
  if (batchID) where.add("c.batch_id = ?::bigint", batchID);
  return where;
}

const FIELDS = `c.id, c.record AS call, c.batch_id, c.invoice_id, c.transaction_id, i.invoice_number,
  r.attempt, r.outcome, r.customer_id, r.number_id, r.start_date, r.record, r.discounts,
  p.revision, p.digest, p.stamp AS priced_at`;

const TABLES = `calls c LEFT JOIN results r ON r.call_id = c.id AND r.latest LEFT JOIN parts p ON p.id = r.part_id
  LEFT JOIN invoices i ON i.id = c.invoice_id JOIN batches b ON b.id = c.batch_id`;

export interface Page {
  readonly limit: number;
  readonly offset?: number;
}

/**
 * Stored calls in order of their ids, all of them where no page is asked for. Conditions are on c (calls), r (latest
 * results), p (parts), i (invoices), b (batches).
 */
export async function storedCalls(sql: Sql, where: Conditions, page?: Page): Promise<readonly StoredCall[]> {
  const { limit, offset = 0 } = page ?? {};
  const part = limit === undefined ? "" : ` LIMIT ${Number(limit)} OFFSET ${Number(offset)}`;
  return sql.query<StoredCall>(
    `SELECT ${FIELDS} FROM ${TABLES} ${where.text} ORDER BY c.id${part}`,
    where.values,
  );
}

/** The call for rating: the sent record with the stored id. */
export function callOf({ id, call }: Pick<StoredCall, "id" | "call">): CallRecord {
  return { ...JSON.parse(call), id };
}

/** The latest result of a call that has been priced. */
export function resultOf(stored: StoredCall): CallResult {
  return fromRecord(JSON.parse(stored.record as string), callOf(stored));
}

export function discountsOf({ discounts }: Pick<StoredCall, "discounts">): readonly CallDiscount[] {
  return discounts === null ? [] : JSON.parse(discounts);
}
