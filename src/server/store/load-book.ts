/** Reads books from the tables: the present book, the book of an earlier revision, and changes by other processes. */

import { parseBook } from "../../files/index.ts";
import { type BookData, type BookRevision, openBook, reviseBook } from "../../index.ts";
import { BOOK_LIST_NAMES, type BookListName, madeOnce } from "../../model/index.ts";
import type { Sql } from "../database/index.ts";
import { BookState, digestOf } from "./book-state.ts";
import { hasLines, NO_LINES, type RecordData, type StoredList, type StoredRecord } from "./stored-record.ts";

type RecordRow = Pick<StoredRecord, "list" | "deleted"> &
  Readonly<Record<Exclude<keyof StoredRecord, "list" | "deleted">, string>>;

const RECORD_COLUMNS = `list, key, position, data, version, created, updated, deleted,
  from_revision AS "fromRevision"`;

interface LinesRow {
  readonly tariff: string;
  /** Null where the tariff has no lines. */
  readonly lines: string | null;
  readonly positions: string | null;
}

const LINES_COLUMNS = `tariff, string_agg(line, ',' ORDER BY position) AS lines,
  string_agg(position::text, ',' ORDER BY position) AS positions`;

/** The database's counters of writes and revisions. */
interface Counters {
  readonly change: number;
  readonly revision: number;
  /** The count of writes at the last purge of customers; 0 before the first. */
  readonly lastPurge: number;
}

/** Reads the counters; `lock` locks their rows until the transaction ends. */
export async function readCounters(sql: Sql, lock?: "lock"): Promise<Counters> {
  const counters =
    "SELECT name, value FROM sequences WHERE name IN ('change', 'purge', 'revision') ORDER BY name";
  // A statement that waits for a lock does not see a row that the first purge adds meanwhile; the next one does.
  if (lock) await sql.query(`${counters} FOR UPDATE`);
  const rows = await sql.query<{ name: string; value: string }>(counters);
  const value = (name: string): number => Number(rows.find((row) => row.name === name)?.value ?? 0);
  return { change: value("change"), revision: value("revision"), lastPurge: value("purge") };
}

/** The present book. The transaction must see one state of the tables. */
export async function loadPresent(sql: Sql): Promise<BookState> {
  const counters = await readCounters(sql);
  const records = await sql.query<RecordRow>(`SELECT ${RECORD_COLUMNS} FROM records ORDER BY list, position`);
  const lines = await sql.query<LinesRow>(
    `SELECT ${LINES_COLUMNS} FROM tariff_lines WHERE to_revision IS NULL GROUP BY tariff`,
  );
  return stateOf({ ...counters, digest: await digestOfRevision(sql, counters.revision) }, records, lines);
}

/** The book of a revision, from history; undefined where there is no such revision. */
export async function loadRevision(sql: Sql, revision: number): Promise<BookState | undefined> {
  const digest = await digestOfRevision(sql, revision);
  if (digest === undefined) return undefined;
  const records = await sql.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM records WHERE from_revision <= $1
     UNION ALL
     SELECT list, key, position, data, 0, stamp, stamp, NULL, from_revision
     FROM record_history, (SELECT stamp FROM revisions WHERE number = $1) AS noted
     WHERE from_revision <= $1 AND to_revision > $1
     ORDER BY list, position`,
    [revision],
  );
  const lines = await sql.query<LinesRow>(
    `SELECT ${LINES_COLUMNS} FROM tariff_lines
     WHERE from_revision <= $1 AND (to_revision IS NULL OR to_revision > $1) GROUP BY tariff`,
    [revision],
  );
  return stateOf({ change: 0, lastPurge: 0, revision, digest }, records, lines);
}

async function digestOfRevision(sql: Sql, revision: number): Promise<string | undefined> {
  const rows = await sql.query<{ digest: string }>("SELECT digest FROM revisions WHERE number = $1", [
    revision,
  ]);
  return rows[0]?.digest;
}

function stateOf(
  counters: Counters & { readonly digest: string | undefined },
  rows: readonly RecordRow[],
  linesRows: readonly LinesRow[],
): BookState {
  const lines = new Map(linesRows.map((row) => [row.tariff, row]));
  const tariffs = parseTariffs(
    rows
      .filter(({ list }) => list === "tariffs")
      .map(({ key, data }) => withLines(data, lines.get(key)?.lines)),
  );
  const lists = new Map<StoredList, Map<string, StoredRecord>>();
  const data: Record<string, RecordData[]> = {};
  let settings: RecordData = {};
  let tariffAt = 0;
  for (const row of rows) {
    const parsed = row.list === "tariffs" ? (tariffs[tariffAt++] as RecordData) : parseRecord(row.data);
    put(lists, recordOf(row, parsed));
    if (row.list === "settings") {
      settings = parsed;
      continue;
    }
    data[row.list] ??= [];
    data[row.list]?.push(parsed);
  }
  const book = openBook({ ...settings, ...data } as BookData);
  const linePositions = new Map(linesRows.map((row) => [row.tariff, positionsOf(row)]));
  return new BookState({
    ...counters,
    digest: counters.digest ?? digestOf(book),
    book,
    lists,
    linePositions,
  });
}

function put(lists: Map<StoredList, Map<string, StoredRecord>>, record: StoredRecord): void {
  madeOnce(lists, record.list, () => new Map<string, StoredRecord>()).set(record.key, record);
}

function recordOf(row: RecordRow, data: RecordData): StoredRecord {
  const { position, version, fromRevision } = row;
  return {
    ...row,
    data,
    position: Number(position),
    version: Number(version),
    fromRevision: Number(fromRevision),
  };
}

function parseRecord(text: string): RecordData {
  return JSON.parse(text) as RecordData;
}

function withLines(text: string, lines: string | null | undefined): string {
  return lines === undefined || lines === null ? text : text.replace(NO_LINES, () => `"rates":[${lines}]`);
}

function positionsOf({ positions }: LinesRow): Float64Array {
  return positions === null ? new Float64Array(0) : Float64Array.from(positions.split(","), Number);
}

/** Parses tariffs; makes no objects for their lines. */
function parseTariffs(texts: readonly string[]): readonly RecordData[] {
  if (texts.length === 0) return [];
  const pieces = texts.map((text, at) => Buffer.from(at === 0 ? text : `,${text}`));
  const bytes = Buffer.concat([Buffer.from('{"tariffs":['), ...pieces, Buffer.from("]}")]);
  return (parseBook(bytes, "tariffs") as { readonly tariffs: readonly RecordData[] }).tariffs;
}

export function parseTariff(text: string): RecordData {
  return parseTariffs([text])[0] as RecordData;
}

/** Brings a state up to the writes of other processes (H35). The transaction must see one state of the tables. */
export async function catchUp(sql: Sql, state: BookState, counters: Counters): Promise<BookState> {
  const changed = await sql.query<RecordRow>(
    `SELECT ${RECORD_COLUMNS} FROM records WHERE change > $1 ORDER BY list, position`,
    [state.change],
  );
  const removed = await sql.query<{ list: StoredList; key: string }>(
    `SELECT DISTINCT h.list, h.key FROM record_history h WHERE h.change > $1
     AND NOT EXISTS (SELECT FROM records r WHERE r.list = h.list AND r.key = h.key)`,
    [state.change],
  );
  const tariffs = changed.filter(({ list }) => list === "tariffs").map(({ key }) => key);
  const lines = new Map(
    (tariffs.length === 0 ? [] : await changedLines(sql, tariffs, state.revision)).map((row) => [
      row.tariff,
      row,
    ]),
  );
  const update = new StateUpdate(state);
  for (const { list, key } of removed) update.remove(list, key);
  for (const row of changed) update.put(row, lines.get(row.key));
  if (update.needsAll) return loadPresent(sql);
  const digest = (await digestOfRevision(sql, counters.revision)) ?? state.digest;
  try {
    return update.finish({ ...counters, digest });
  } catch {
    // The stored book always opens, so a full load succeeds where the changes do not apply.
    return loadPresent(sql);
  }
}

/** The present lines of those tariffs whose lines changed after a revision. */
function changedLines(sql: Sql, tariffs: readonly string[], revision: number): Promise<readonly LinesRow[]> {
  return sql.query<LinesRow>(
    `SELECT ${LINES_COLUMNS} FROM (
       SELECT DISTINCT tariff FROM tariff_lines
       WHERE tariff = ANY ($1::text[]) AND (from_revision > $2 OR to_revision > $2)
     ) AS others LEFT JOIN (SELECT * FROM tariff_lines WHERE to_revision IS NULL) AS present USING (tariff)
     GROUP BY tariff`,
    [tariffs, revision],
  );
}

/** Applies the writes of other processes to a state. */
class StateUpdate {
  readonly #state: BookState;
  readonly #lists: Map<StoredList, Map<string, StoredRecord>>;
  readonly #linePositions: Map<string, Float64Array>;
  readonly #upsert: Partial<Record<BookListName, RecordData[]>> = {};
  readonly #remove: Partial<Record<BookListName, object[]>> = {};
  #settings: RecordData | undefined;

  constructor(state: BookState) {
    this.#state = state;
    this.#lists = new Map([...state.lists].map(([list, records]) => [list, new Map(records)]));
    this.#linePositions = new Map(state.linePositions);
  }

  remove(list: StoredList, key: string): void {
    const record = this.#state.record(list, key);
    this.#lists.get(list)?.delete(key);
    if (list === "tariffs") this.#linePositions.delete(key);
    if (record !== undefined) this.#removeData(list, record.data);
  }

  #removeData(list: StoredList, data: object): void {
    if (list === "settings") return;
    this.#remove[list] ??= [];
    this.#remove[list]?.push(data);
  }

  put(row: RecordRow, lines: LinesRow | undefined): void {
    const before = this.#state.record(row.list, row.key);
    const data = this.#dataOf(row, lines, before);
    const record = recordOf(row, data);
    put(this.#lists, record);
    if (row.list === "settings") {
      this.#settings = data;
      return;
    }
    // A record that was removed and added again is the last of its list.
    if (before !== undefined && before.position !== record.position) this.#removeData(row.list, before.data);
    this.#upsert[row.list] ??= [];
    this.#upsert[row.list]?.push(data);
  }

  #dataOf(row: RecordRow, lines: LinesRow | undefined, before: StoredRecord | undefined): RecordData {
    if (row.list !== "tariffs") return parseRecord(row.data);
    if (lines !== undefined) {
      this.#linePositions.set(row.key, positionsOf(lines));
      return parseTariff(withLines(row.data, lines.lines));
    }
    const data = parseRecord(row.data);
    const isSame = before !== undefined && hasLines("tariffs", before.data) && hasLines("tariffs", data);
    if (!isSame || !this.#linePositions.has(row.key)) return data;
    const kept = Object.getOwnPropertyDescriptor(before.data, "rates") as PropertyDescriptor;
    return Object.defineProperty(data as object, "rates", kept) as RecordData;
  }

  /**
   * Whether only a full load helps: no rating period is left, and a revision removes periods by names, which they may
   * share.
   */
  get needsAll(): boolean {
    return this.#remove.ratingPeriods !== undefined && this.#lists.get("ratingPeriods")?.size === 0;
  }

  finish(counters: Counters & { readonly digest: string }): BookState {
    const periods = this.#lists.get("ratingPeriods");
    if (this.#upsert.ratingPeriods !== undefined || this.#remove.ratingPeriods !== undefined) {
      const ordered = [...(periods?.values() ?? [])].sort((a, b) => a.position - b.position);
      this.#upsert.ratingPeriods = ordered.map(({ data }) => data);
      // The rating periods are replaced whole.
      delete this.#remove.ratingPeriods;
    }
    const revision = {
      ...(this.#settings === undefined ? {} : { settings: this.#settings }),
      upsert: this.#upsert,
      remove: this.#remove,
    } as unknown as BookRevision;
    const isChanged =
      this.#settings !== undefined ||
      BOOK_LIST_NAMES.some((list) => this.#upsert[list] !== undefined || this.#remove[list] !== undefined);
    const book = isChanged ? reviseBook(this.#state.book, revision) : this.#state.book;
    return new BookState({ ...counters, book, lists: this.#lists, linePositions: this.#linePositions });
  }
}
