/** Writing invoices (H18 to H20): which calls they hold, their transactions, their amounts. */
import { billingPeriodOn } from "../../discounts/index.ts";
import type { InvoiceTransaction } from "../../index.ts";
import {
  Conditions,
  closePart,
  openPart,
  periodsOfCall,
  redraw,
  type StoredCall,
  storedCalls,
} from "../calls/index.ts";
import { type Sql, sqlState } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import { lockBillingBy, NEXT_STAMP, type Present } from "../store/index.ts";
import { refuseWhileCallsWait } from "../work/index.ts";
import { type Bill, billCalls, lastDayOf } from "./bill-calls.ts";
import { type StoredInvoice, storedInvoice } from "./stored-invoice.ts";

type Values = Readonly<Record<string, unknown>>;

export interface NewInvoice {
  readonly customerID: string;
  readonly cutoffDate: string;
  readonly invoiceDate: string;
  readonly given: Values;
}

/**
 * Makes an invoice of a customer's rated calls that are on no invoice and start before the cutoff; returns its id
 * (H18).
 */
export async function createInvoice(sql: Sql, present: Present, invoice: NewInvoice): Promise<string> {
  await lockBillingBy(sql, present);
  const { customerID, cutoffDate, invoiceDate, given } = invoice;
  await refuseWhileCallsWait(sql, customerID);
  const calls = await billableCalls(sql, { customerID, cutoffDate });
  const onOtherInvoices = await transactionsBeside(sql, present, { customerID, cutoffDate });
  const bill = billCalls(present.book, { customerID, cutoffDate, invoiceDate, calls, onOtherInvoices });
  const data = { ...given, ...amountsOf(bill), invoiceDate, cutoffDate };
  const [row] = await oneNumber(given.invoiceNumber, () =>
    sql.query<{ id: string }>(
      `INSERT INTO invoices (customer_id, invoice_number, invoice_date, cutoff_date, due_date, data)
       VALUES ($1, $2, $3::date, $4::date, $5::date, $6) RETURNING id`,
      [
        customerID,
        textOrNull(given.invoiceNumber),
        invoiceDate,
        cutoffDate,
        textOrNull(given.dueDate),
        JSON.stringify(data),
      ],
    ),
  );
  const { id } = row as { id: string };
  await writeTransactions(sql, id, calls, bill);
  await stampInvoice(sql, id);
  return id;
}

/** A customer's rated calls that start before the cutoff and are on no invoice, or on `invoiceID` already. */
async function billableCalls(
  sql: Sql,
  { customerID, cutoffDate, invoiceID }: { customerID: string; cutoffDate: string; invoiceID?: string },
): Promise<readonly StoredCall[]> {
  const where = ratedCalls(customerID).add("r.start_date < ?::date", cutoffDate);
  if (invoiceID === undefined) where.add("c.invoice_id IS NULL");
  else where.add("(c.invoice_id IS NULL OR c.invoice_id = ?::bigint)", invoiceID);
  return storedCalls(sql, where);
}

/** The transactions of a customer's other invoices whose last day lies in the same billing period. */
async function transactionsBeside(
  sql: Sql,
  { book }: Present,
  { customerID, cutoffDate, invoiceID }: { customerID: string; cutoffDate: string; invoiceID?: string },
): Promise<readonly InvoiceTransaction[]> {
  const lastDay = lastDayOf(cutoffDate);
  const { startDate, endDate } = billingPeriodOn(book, lastDay) ?? { startDate: lastDay, endDate: lastDay };
  const rows = await sql.query<{ data: string }>(
    `SELECT t.data FROM transactions t JOIN invoices i ON i.id = t.invoice_id
     WHERE i.customer_id = $1 AND i.cutoff_date - 1 BETWEEN $2::date AND $3::date
       AND ($4::bigint IS NULL OR i.id <> $4::bigint) ORDER BY t.id`,
    [customerID, startDate, endDate, invoiceID ?? null],
  );
  return rows.map(({ data }) => JSON.parse(data) as InvoiceTransaction);
}

/** Puts calls on an invoice, on new transactions. */
async function writeTransactions(
  sql: Sql,
  invoiceID: string,
  calls: readonly StoredCall[],
  { transactions, transactionOfCall }: Bill,
): Promise<void> {
  const ids: string[] = [];
  for (const transaction of transactions) {
    const [row] = await sql.query<{ id: string }>(
      `INSERT INTO transactions (invoice_id, customer_id, number_id, feature_id, transaction_type, data)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [
        invoiceID,
        transaction.customerID,
        transaction.numberID,
        transaction.featureID,
        transaction.transactionType ?? "",
        JSON.stringify(transaction),
      ],
    );
    ids.push((row as { id: string }).id);
  }
  await sql.query(
    `UPDATE calls SET invoice_id = $1, transaction_id = w.transaction_id
     FROM unnest($2::bigint[], $3::bigint[]) AS w (id, transaction_id) WHERE calls.id = w.id`,
    [invoiceID, calls.map(({ id }) => id), calls.map((_, at) => ids[transactionOfCall[at] ?? -1] ?? null)],
  );
}

function amountsOf({ amounts }: Bill): Values {
  return { ...amounts, paidAmount: "0", outstanding: amounts.total };
}

/** Stamps an invoice and its transactions; the last step of a write (H13). */
async function stampInvoice(sql: Sql, id: string): Promise<void> {
  await sql.query(
    `WITH now AS (${NEXT_STAMP}), own AS (
       UPDATE transactions SET created = coalesce(created, (SELECT stamp FROM now)), updated = (SELECT stamp FROM now)
       WHERE invoice_id = $1 AND updated IS NULL)
     UPDATE invoices SET created = coalesce(created, (SELECT stamp FROM now)), updated = (SELECT stamp FROM now)
     WHERE id = $1`,
    [id],
  );
}

/** Merges a caller's fields into an invoice; an invoiceNumber raises it. A new invoiceDate changes its VAT. */
export async function patchInvoice(
  sql: Sql,
  present: Present,
  stored: StoredInvoice,
  given: Values,
): Promise<void> {
  const data: Values = { ...JSON.parse(stored.data), ...given };
  const invoiceDate = textOrNull(data.invoiceDate) ?? stored.invoice_date;
  const { invoice_number: number, invoice_date: date } = stored;
  if (number !== null && invoiceDate !== date) throw raised(number, `its invoiceDate stays ${date}`);
  if (number !== null && textOrNull(data.invoiceNumber) === null) {
    throw raised(number, "its invoiceNumber cannot be taken away");
  }
  await storeInvoice(sql, stored, { ...data, invoiceDate });
  if (invoiceDate !== stored.invoice_date) await remake(sql, present, stored.id, { takesMore: false });
  await stampInvoice(sql, stored.id);
}

/** Refuses a change that a raised invoice does not take. */
function raised(invoiceNumber: string, why: string): ServerError {
  return new ServerError(409002, `Invoice ${invoiceNumber} is raised; ${why}.`);
}

async function storeInvoice(sql: Sql, { id }: StoredInvoice, data: Values): Promise<void> {
  await oneNumber(data.invoiceNumber, () =>
    sql.query(
      `UPDATE invoices SET invoice_number = $2, invoice_date = $3::date, due_date = $4::date, data = $5,
         version = version + 1 WHERE id = $1`,
      [
        id,
        textOrNull(data.invoiceNumber),
        textOrNull(data.invoiceDate),
        textOrNull(data.dueDate),
        JSON.stringify(data),
      ],
    ),
  );
}

/** 409004 where another invoice has the number. */
async function oneNumber<T>(number: unknown, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) !== "23505") throw error;
    throw new ServerError(409004, `Another invoice has the invoiceNumber ${String(number)}.`);
  }
}

/**
 * Makes an invoice's transactions anew, of its calls and, with `takesMore`, of the calls that H18 would take now (H19).
 */
async function remake(
  sql: Sql,
  present: Present,
  id: string,
  { takesMore }: { readonly takesMore: boolean },
): Promise<void> {
  const stored = (await storedInvoice(sql, id)) as StoredInvoice;
  const { customer_id: customerID, cutoff_date: cutoffDate, invoice_date: invoiceDate } = stored;
  const calls = await (takesMore
    ? billableCalls(sql, { customerID, cutoffDate, invoiceID: id })
    : callsOn(sql, stored));
  const onOtherInvoices = await transactionsBeside(sql, present, { customerID, cutoffDate, invoiceID: id });
  const bill = billCalls(present.book, { customerID, cutoffDate, invoiceDate, calls, onOtherInvoices });
  await sql.query("DELETE FROM transactions WHERE invoice_id = $1", [id]);
  // Calls that are another customer's now, or no longer rated, are billed elsewhere or later.
  await freeCalls(sql, id, calls);
  await writeTransactions(sql, id, calls, bill);
  await storeInvoice(sql, stored, { ...JSON.parse(stored.data), ...amountsOf(bill) });
}

/** The calls on an invoice that still belong to its customer and are rated. */
async function callsOn(
  sql: Sql,
  { id, customer_id }: Pick<StoredInvoice, "id" | "customer_id">,
): Promise<readonly StoredCall[]> {
  return storedCalls(sql, ratedCalls(customer_id).add("c.invoice_id = ?::bigint", id));
}

function ratedCalls(customerID: string): Conditions {
  return new Conditions().add("r.customer_id = ?", customerID).add("r.outcome = 'rated'");
}

/** H19. */
export async function updateCallTransactions(
  sql: Sql,
  present: Present,
  stored: StoredInvoice,
): Promise<void> {
  if (stored.invoice_number !== null) {
    throw raised(stored.invoice_number, "call transactions are updated before that");
  }
  await refuseWhileCallsWait(sql, stored.customer_id);
  await remake(sql, present, stored.id, { takesMore: true });
  await stampInvoice(sql, stored.id);
}

/** The calls of an invoice's billing periods draw afresh, but for calls on other raised invoices (H20). */
export async function reapplyDiscounts(sql: Sql, present: Present, invoice: StoredInvoice): Promise<void> {
  const { id } = invoice;
  await refuseWhileCallsWait(sql, invoice.customer_id);
  const calls = await callsOn(sql, invoice);
  const periods = calls.flatMap((call) => periodsOfCall(present.book, call));
  const partID = await openPart(sql, present, null);
  const { invoices } = await redraw(sql, present, {
    rerated: new Map(),
    periods,
    stands: (call) => call.invoice_number !== null && call.invoice_id !== id,
    partID,
  });
  await remake(sql, present, id, { takesMore: false });
  await remakeUnsent(
    sql,
    present,
    [...invoices].filter((other) => other !== id),
  );
  await closePart(sql, partID);
  await stampInvoice(sql, id);
}

/**
 * Makes invoices anew whose calls got new results and that are not raised, so that no invoice is raised with old
 * amounts.
 */
export async function remakeUnsent(sql: Sql, present: Present, ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    try {
      await remake(sql, present, id, { takesMore: false });
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      throw new ServerError(error.code, `Invoice ${id}, which would follow its calls: ${error.hint}`);
    }
    await stampInvoice(sql, id);
  }
}

/** Deletes an unsent invoice and frees its calls. */
export async function deleteInvoice(sql: Sql, { id, invoice_number }: StoredInvoice): Promise<void> {
  if (invoice_number !== null) throw raised(invoice_number, "only unsent ones are deleted");
  await sql.query("DELETE FROM invoices WHERE id = $1", [id]);
  await freeCalls(sql, id, []);
}

/** Frees the calls of an invoice but for those that stay on it. */
async function freeCalls(sql: Sql, invoiceID: string, staying: readonly StoredCall[]): Promise<void> {
  await sql.query(
    `WITH now AS (${NEXT_STAMP})
     UPDATE calls SET invoice_id = NULL, transaction_id = NULL, billed_stamp = (SELECT stamp FROM now)
     WHERE invoice_id = $1 AND id <> ALL ($2::bigint[])`,
    [invoiceID, staying.map(({ id }) => id)],
  );
}

/** A value as text; null where blank. */
export function textOrNull(value: unknown): string | null {
  return value === undefined || value === null || value === "" ? null : String(value);
}
