/** Writes changes into the tables, many rows to a statement. */
import type { Sql, SqlValue } from "../database/index.ts";
import type { LineChanges } from "./line-changes.ts";
import type { SettledChanges } from "./settle-changes.ts";
import { recordText, type StoredRecord } from "./stored-record.ts";

/** Number of rows above which COPY is faster than INSERT. */
const MANY = 200;

interface WriteNumbers {
  /** Number of this write. */
  readonly change: number;
  /** Revision of the book after the write. */
  readonly revision: number;
  /** Revision of the book before the write + 1: the first revision of the written records. */
  readonly nextRevision: number;
  readonly stamp: string;
}

export async function writeChanges(sql: Sql, changes: SettledChanges, numbers: WriteNumbers): Promise<void> {
  const { change, revision, nextRevision, stamp } = numbers;
  const { replaced, removed, written } = changes;
  await overRecords(sql, [...replaced, ...removed], CLOSE, nextRevision, change);
  await overRecords(sql, removed, DELETE);
  await overRecords(
    sql,
    written,
    WRITE,
    written.map(({ position }) => position),
    written.map(({ list, data }) => recordText(list, data)),
    written.map(({ version }) => version),
    written.map(({ created }) => created),
    written.map(({ updated }) => updated),
    written.map(({ deleted }) => deleted),
    written.map(({ fromRevision }) => fromRevision),
    change,
  );
  for (const [tariff, lines] of changes.lines) await writeLines(sql, tariff, lines, nextRevision);
  for (const [list, id] of changes.highestIDs) {
    await sql.query(
      `INSERT INTO sequences (name, value) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET value = greatest(sequences.value, excluded.value)`,
      [`id ${list}`, id],
    );
  }
  await sql.query(
    `UPDATE sequences SET value = CASE name WHEN 'change' THEN $1::bigint ELSE $2::bigint END,
     stamp = CASE name WHEN 'change' THEN $3::timestamptz END WHERE name IN ('change', 'revision')`,
    [change, revision, stamp],
  );
}

/** Runs a statement over records: their lists are `$1`, their keys `$2`, other values follow. */
async function overRecords(
  sql: Sql,
  records: readonly StoredRecord[],
  text: string,
  ...values: readonly SqlValue[]
): Promise<void> {
  if (records.length === 0) return;
  await sql.query(text, [records.map(({ list }) => list), records.map(({ key }) => key), ...values]);
}

/** Copies present rows to history, but for a row that is in no revision's book, since labels changed twice. */
const CLOSE = `INSERT INTO record_history (list, key, position, data, from_revision, to_revision, change)
   SELECT list, key, position, data, from_revision, $3::bigint, $4::bigint
   FROM records JOIN unnest($1::text[], $2::text[]) AS closed (list, key) USING (list, key)
   ON CONFLICT (list, key, to_revision) DO UPDATE SET change = excluded.change`;

const DELETE = `DELETE FROM records USING unnest($1::text[], $2::text[]) AS gone (list, key)
   WHERE records.list = gone.list AND records.key = gone.key`;

const WRITE = `INSERT INTO records (list, key, position, data, version, created, updated, deleted, from_revision, change)
   SELECT *, $10::bigint FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::bigint[],
     $6::timestamptz[], $7::timestamptz[], $8::timestamptz[], $9::bigint[])
   ON CONFLICT (list, key) DO UPDATE SET position = excluded.position, data = excluded.data,
     version = excluded.version, updated = excluded.updated, deleted = excluded.deleted,
     from_revision = excluded.from_revision, change = excluded.change`;

async function writeLines(
  sql: Sql,
  tariff: string,
  { closed, opened }: LineChanges,
  revision: number,
): Promise<void> {
  if (closed.length > 0) {
    await sql.query(
      `UPDATE tariff_lines SET to_revision = $1::bigint
       WHERE tariff = $2 AND to_revision IS NULL AND position = ANY ($3::bigint[])`,
      [revision, tariff, closed],
    );
  }
  if (opened.length > MANY) {
    await sql.copyIn(
      "tariff_lines",
      ["tariff", "position", "line", "from_revision"],
      rows(tariff, opened, revision),
    );
  } else if (opened.length > 0) {
    await sql.query(
      `INSERT INTO tariff_lines (tariff, position, line, from_revision)
       SELECT $1, position, line, $2::bigint FROM unnest($3::bigint[], $4::text[]) AS opened (position, line)`,
      [tariff, revision, opened.map(({ position }) => position), opened.map(({ line }) => line)],
    );
  }
}

function* rows(
  tariff: string,
  opened: LineChanges["opened"],
  revision: number,
): Generator<readonly string[]> {
  for (const { position, line } of opened) yield [tariff, String(position), line, String(revision)];
}
