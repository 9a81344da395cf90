/** Purges customers thirty days after their deletion, with all records that they own, history included (H11). */
import { BookError, type BookRevision } from "../../index.ts";
import { addTo, BOOK_LIST_NAMES, type BookListName } from "../../model/index.ts";
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

/** Revisions whose books have a record so: from the first to before the last. */
type Span = readonly [first: number, last: number];

/** A row, and what stays of its revisions. */
type Cut = readonly [row: Row, stays: readonly Span[]];

/** A row of a record; of a present one there is no last revision. */
interface Row {
  readonly list: string;
  readonly key: string;
  readonly position: string;
  readonly data: string;
  readonly change: string;
  readonly first: string;
  readonly last: string | null;
}

const HISTORY = `SELECT list, key, position, data, change, from_revision AS first, to_revision AS last
  FROM record_history`;

const HISTORY_AND_PRESENT = `SELECT * FROM (${HISTORY}
  UNION ALL SELECT list, key, position, data, change, from_revision, NULL FROM records) AS rows`;

/** Rows, of one list or of all, in which a field names one of `keys`, and what it names. */
async function rowsNaming(
  sql: Sql,
  field: string,
  keys: readonly string[],
  list: string | null,
): Promise<readonly (readonly [row: Row, named: string])[]> {
  const wanted = new Set(keys);
  const forms = keys.flatMap((key) => {
    const name = `"${field}":`;
    return [`${name}${JSON.stringify(key)}`, `${name}${key},`, `${name}${key}}`];
  });
  const rows = await sql.query<Row>(
    `${HISTORY_AND_PRESENT} WHERE ($2::text IS NULL OR list = $2::text)
     AND EXISTS (SELECT FROM unnest($1::text[]) AS forms (form) WHERE strpos(data, form) > 0)`,
    [forms, list],
  );
  return rows.flatMap((row) => {
    // JSON is parsed here: the database refuses U+0000 in it.
    const { [field]: value } = JSON.parse(row.data) as Readonly<Record<string, unknown>>;
    const named = String(value ?? "");
    return wanted.has(named) ? [[row, named] as const] : [];
  });
}

function spanOf({ first, last }: Row): Span {
  return [Number(first), last === null ? Number.POSITIVE_INFINITY : Number(last)];
}

/** What is left of a span without others. */
function without(span: Span, others: readonly Span[]): readonly Span[] {
  const left = (spans: readonly Span[], [first, last]: Span): readonly Span[] =>
    spans.flatMap(([from, to]) =>
      [[from, Math.min(to, first)] as const, [Math.max(from, last), to] as const].filter(([a, b]) => a < b),
    );
  return others.reduce(left, [span]);
}

/**
 * Empties the history of customers, and of the features of their numbers and services while these were theirs: rows stay
 * as proof of a removal, without data.
 */
async function forgetRecords(sql: Sql, customers: readonly string[]): Promise<void> {
  const themselves = await sql.query<Row>(`${HISTORY} WHERE list = 'customers' AND key = ANY ($1::text[])`, [
    customers,
  ]);
  const owned = (await rowsNaming(sql, "customerID", customers, null)).map(([row]) => row);
  const rowsOf = (list: string): readonly Row[] => owned.filter((row) => row.list === list);
  const cuts: Cut[] = [...themselves, ...owned].map((row) => [row, []]);
  for (const [field, owners] of [
    ["numberID", rowsOf("numbers")],
    ["serviceID", rowsOf("services")],
  ] as const) {
    const spans = new Map<string, Span[]>();
    for (const owner of owners) addTo(spans, owner.key, spanOf(owner));
    for (const [row, owner] of await rowsNaming(sql, field, [...spans.keys()], "features")) {
      cuts.push([row, without(spanOf(row), spans.get(owner) ?? [])]);
    }
  }
  await shorten(sql, cuts);
  // Lines that no revision's tariff has any more.
  await sql.query(
    `DELETE FROM tariff_lines AS l WHERE tariff = ANY ($1::text[]) AND to_revision IS NOT NULL AND NOT EXISTS (
       SELECT FROM (${HISTORY_AND_PRESENT}) AS t WHERE list = 'tariffs' AND key = tariff
       AND first < l.to_revision AND (last IS NULL OR last > l.from_revision AND last > first))`,
    [rowsOf("tariffs").map(({ key }) => key)],
  );
}

/** Leaves of rows what stays: the last span in the row itself, earlier ones as further rows of history. */
async function shorten(sql: Sql, cuts: readonly Cut[]): Promise<void> {
  const further = cuts.flatMap(([row, stays]) =>
    stays.filter(([, last]) => last !== spanOf(row)[1]).map(([first, last]) => ({ ...row, first, last })),
  );
  const rows = cuts.map(([row, stays]) => {
    const [first = row.last] = stays.find(([, last]) => last === spanOf(row)[1]) ?? [];
    return { ...row, first };
  });
  const cut = [
    rows.map(({ list }) => list),
    rows.map(({ key }) => key),
    rows.map(({ first }) => String(first)),
    rows.map(({ last }) => last),
  ];
  const CUT = "unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS cut (list, key, first, last)";
  await sql.query(
    `UPDATE record_history AS h SET from_revision = first, data = CASE WHEN first < last THEN data ELSE '{}' END
     FROM ${CUT} WHERE h.list = cut.list AND h.key = cut.key AND h.to_revision = last`,
    cut,
  );
  await sql.query(
    `UPDATE records AS r SET from_revision = first
     FROM ${CUT} WHERE r.list = cut.list AND r.key = cut.key AND last IS NULL`,
    cut,
  );
  await sql.query(
    `INSERT INTO record_history (list, key, position, data, from_revision, to_revision, change)
     SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bigint[])`,
    [
      further.map(({ list }) => list),
      further.map(({ key }) => key),
      further.map(({ position }) => position),
      further.map(({ data }) => data),
      further.map(({ first }) => String(first)),
      further.map(({ last }) => String(last)),
      further.map(({ change }) => change),
    ],
  );
}
