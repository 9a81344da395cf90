/** Purges customers thirty days after their deletion, with all records that they own, history included (H11). */
import { BookError, type BookRevision } from "../../index.ts";
import { BOOK_LIST_NAMES, type BookListName } from "../../model/index.ts";
import type { Sql } from "../database/index.ts";
import type { BookWriting } from "./book-writing.ts";
import type { ForgetCalls, Present, Purged } from "./store-types.ts";
import type { StoredRecord } from "./stored-record.ts";

const KEPT_MS = 30 * 24 * 3_600_000;

/** The customers that were deleted thirty days before `now`. */
export function dueCustomers(present: Present, now: Date): readonly StoredRecord[] {
  const cutoff = new Date(now.getTime() - KEPT_MS).toISOString();
  return present
    .records("customers")
    .filter(({ deleted }) => deleted !== null && deleted.slice(0, cutoff.length - 1) <= cutoff.slice(0, -1));
}

/**
 * Removes the customers that are due by `now`, and their calls by `forgetCalls`; customers that other records still
 * need stay.
 */
export function purgeCustomers(writing: BookWriting, now: Date, forgetCalls: ForgetCalls): Purged {
  const customers: string[] = [];
  const kept: { id: string; problems: readonly string[] }[] = [];
  for (const { key } of dueCustomers(writing.present, now)) {
    const owned = recordsOf(writing, key);
    const remove: Partial<Record<BookListName, string[]>> = {};
    for (const record of owned) {
      const list = record.list as BookListName;
      remove[list] = [...(remove[list] ?? []), record.key];
    }
    try {
      writing.revise({ remove } as BookRevision);
      customers.push(key);
    } catch (error) {
      if (!(error instanceof BookError)) throw error;
      kept.push({ id: key, problems: error.problems.map(({ path, message }) => `${path}: ${message}`) });
    }
  }
  if (customers.length > 0) {
    writing.purgeBy(async (sql) => {
      await notePurge(sql);
      await forgetRecords(sql, customers);
      await forgetCalls(sql, customers);
    });
  }
  return { customers, kept };
}

/** Notes the number of this write, for processes whose cached books still hold the customers (H35). */
async function notePurge(sql: Sql): Promise<void> {
  await sql.query(
    `INSERT INTO sequences (name, value) SELECT 'purge', value FROM sequences WHERE name = 'change'
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  );
}

/** The customer, and the records that name it, or one of its numbers or services, as their owner. */
function recordsOf(writing: BookWriting, customer: string): readonly StoredRecord[] {
  const { present } = writing;
  const ownedBy = (field: string, keys: ReadonlySet<string>, list: BookListName): StoredRecord[] =>
    present.records(list).filter(({ data }) => keys.has(String(data[field] ?? "")));
  const found = new Map<string, StoredRecord>();
  const add = (records: readonly StoredRecord[]): ReadonlySet<string> => {
    for (const record of records) found.set(`${record.list} ${record.key}`, record);
    return new Set(records.map(({ key }) => key));
  };
  const customerKeys = new Set([customer]);
  add([present.record("customers", customer)].filter((record) => record !== undefined));
  const numbers = add(ownedBy("customerID", customerKeys, "numbers"));
  const services = add(ownedBy("customerID", customerKeys, "services"));
  for (const list of BOOK_LIST_NAMES) add(ownedBy("customerID", customerKeys, list));
  add(ownedBy("numberID", numbers, "features"));
  add(ownedBy("serviceID", services, "features"));
  return [...found.values()];
}

interface HistoryRow {
  readonly list: string;
  readonly key: string;
  readonly to_revision: string;
  readonly data: string;
}

/** Rows of history in which a field names one of `keys`. JSON is parsed here: the database refuses U+0000 in it. */
async function rowsNaming(sql: Sql, field: string, keys: readonly string[]): Promise<readonly HistoryRow[]> {
  const named = new Set(keys);
  const forms = keys.flatMap((key) => {
    const name = `"${field}":`;
    return [`${name}${JSON.stringify(key)}`, `${name}${key},`, `${name}${key}}`];
  });
  const rows = await sql.query<HistoryRow>(
    `SELECT list, key, to_revision, data FROM record_history
     WHERE EXISTS (SELECT FROM unnest($1::text[]) AS forms (form) WHERE strpos(data, form) > 0)`,
    [forms],
  );
  return rows.filter(({ data }) => {
    const value = (JSON.parse(data) as Readonly<Record<string, unknown>>)[field];
    return named.has(String(value ?? ""));
  });
}

/** Empties the history of customers: rows stay as proof of a removal, without data. */
async function forgetRecords(sql: Sql, customers: readonly string[]): Promise<void> {
  const ownRows = await sql.query<HistoryRow>(
    "SELECT list, key, to_revision, data FROM record_history WHERE list = 'customers' AND key = ANY ($1::text[])",
    [customers],
  );
  const ownedRows = await rowsNaming(sql, "customerID", customers);
  const keysOf = (list: string): string[] =>
    ownedRows.filter((record) => record.list === list).map(({ key }) => key);
  const features = [
    ...(await rowsNaming(sql, "numberID", keysOf("numbers"))),
    ...(await rowsNaming(sql, "serviceID", keysOf("services"))),
  ].filter(({ list }) => list === "features");
  const rows = [...ownRows, ...ownedRows, ...features];
  await sql.query(
    `UPDATE record_history AS h SET data = '{}', from_revision = h.to_revision
     FROM unnest($1::text[], $2::text[], $3::bigint[]) AS theirs (list, key, to_revision)
     WHERE h.list = theirs.list AND h.key = theirs.key AND h.to_revision = theirs.to_revision`,
    [rows.map(({ list }) => list), rows.map(({ key }) => key), rows.map((row) => row.to_revision)],
  );
  await sql.query("DELETE FROM tariff_lines WHERE tariff = ANY ($1::text[]) AND to_revision IS NOT NULL", [
    keysOf("tariffs"),
  ]);
}
