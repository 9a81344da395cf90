/** Invoices and their transactions, as rows and as answers. */
import { Conditions, type Page } from "../calls/index.ts";
import type { Sql } from "../database/index.ts";
import { INVOICE_NAMES, TRANSACTION_NAMES } from "./invoice-fields.ts";

type Values = Readonly<Record<string, unknown>>;

export interface StoredInvoice {
  readonly id: string;
  readonly customer_id: string;
  readonly invoice_number: string | null;
  readonly invoice_date: string;
  readonly cutoff_date: string;
  readonly data: string;
  readonly version: string;
}

/** Invoices in order of their ids. */
export async function storedInvoices(
  sql: Sql,
  where: Conditions,
  { limit, offset = 0 }: Page,
): Promise<readonly StoredInvoice[]> {
  return sql.query<StoredInvoice>(
    `SELECT i.id, i.customer_id, i.invoice_number, i.invoice_date, i.cutoff_date, i.data, i.version
     FROM invoices i ${where.text} ORDER BY i.id LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
    where.values,
  );
}

export async function storedInvoice(sql: Sql, id: string): Promise<StoredInvoice | undefined> {
  const where = new Conditions().add("i.id = ?::bigint", id);
  const [invoice] = await storedInvoices(sql, where, { limit: 1 });
  return invoice;
}

/** An invoice as it is answered: all fields of the seeds, then unknown fields that were carried along. */
export function invoiceValues({ id, customer_id, data }: StoredInvoice): Values {
  return answered(INVOICE_NAMES, { ...JSON.parse(data), id, customerID: customer_id });
}

interface StoredTransaction {
  readonly id: string;
  readonly invoice_id: string;
  readonly data: string;
}

/** Transactions in order of their ids. Conditions are on t (transactions) and i (invoices). */
export async function storedTransactions(
  sql: Sql,
  where: Conditions,
  { limit, offset = 0 }: Page,
): Promise<readonly StoredTransaction[]> {
  return sql.query<StoredTransaction>(
    `SELECT t.id, t.invoice_id, t.data FROM transactions t JOIN invoices i ON i.id = t.invoice_id ${where.text}
     ORDER BY t.id LIMIT ${Number(limit)} OFFSET ${Number(offset)}`,
    where.values,
  );
}

export function transactionValues({ id, invoice_id, data }: StoredTransaction): Values {
  return answered(TRANSACTION_NAMES, { ...JSON.parse(data), id, invoiceID: invoice_id });
}

function answered(names: readonly string[], values: Values): Values {
  const all = names.map((name) => [name, values[name] ?? null]);
  const carried = Object.entries(values).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...all, ...carried]);
}
