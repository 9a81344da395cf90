/** The store: the present book in memory, one writer at a time, earlier books from history. */
import { unlessAborted } from "../../files/index.ts";
import { type Database, migrate, type Sql, sqlState } from "../database/index.ts";
import type { BookState } from "./book-state.ts";
import { BookWriting } from "./book-writing.ts";
import { noteWrite } from "./call-locks.ts";
import { catchUp, loadPresent, loadRevision, readCounters } from "./load-book.ts";
import { dueCustomers, purgeCustomers } from "./purge-customers.ts";
import type { ForgetCalls, Present, Purged, RecordChange, Revision, Store, Writer } from "./store-types.ts";
import { bookIsBusy, WriteTurns } from "./write-turns.ts";

/** Most earlier books in the cache. */
const MOST_KEPT = 4;

/** SQLSTATE codes after which a retry may succeed: lock timeout, deadlock, serialisation failure, cancelled query. */
const TRANSIENT: ReadonlySet<string> = new Set(["55P03", "40P01", "40001", "57014"]);

/** The writer of a purge, for the log. */
const PURGE: Writer = { user: "tollbook", method: "DELETE", path: "customers" };

/** Opens the store of a database: makes or upgrades its tables, and opens the present book. */
export async function openStore(database: Database): Promise<Store> {
  await migrate(database);
  const state = await database.transaction(loadPresent, { isolation: "repeatable read" });
  return new DatabaseStore(database, { database, state, turns: new WriteTurns(), kept: new Map() });
}

/** Memory that a store shares with its copies for single requests (`until`). */
interface Held {
  /** For reads that several requests share: the signal of one request does not abort them. */
  readonly database: Database;
  state: BookState;
  readonly turns: WriteTurns;
  /** Cache of earlier books by revision, least recently used first. */
  readonly kept: Map<number, Promise<BookState | undefined>>;
  /** The running load of what other processes wrote. */
  loading?: Promise<void> | undefined;
}

class DatabaseStore implements Store {
  readonly database: Database;
  readonly #held: Held;
  readonly #signal: AbortSignal | undefined;
  #last: BookState | undefined;

  constructor(database: Database, held: Held, signal?: AbortSignal) {
    this.database = database;
    this.#held = held;
    this.#signal = signal;
  }

  until(signal: AbortSignal, onCommit?: () => void): Store {
    return new DatabaseStore(this.#held.database.until(signal, onCommit), this.#held, signal);
  }

  lastBook(): Present | undefined {
    return this.#last;
  }

  async present(): Promise<Present> {
    this.#last = await this.#latest();
    return this.#last;
  }

  async #latest(): Promise<BookState> {
    const held = this.#held;
    // An embedded database has no other writers.
    if (this.database.kind === "pglite") return held.state;
    const { change } = await readCounters(this.database);
    // A load that another request began may have seen the tables before this change.
    while (held.state.change < change) {
      held.loading ??= this.#load().finally(() => {
        held.loading = undefined;
      });
      await unlessAborted(held.loading, this.#signal);
    }
    return held.state;
  }

  async #load(): Promise<void> {
    this.#take(
      await readIn(this.#held.database, async (sql) => {
        const { state } = this.#held;
        const counters = await readCounters(sql);
        return counters.change > state.change ? catchUp(sql, state, counters) : state;
      }),
    );
  }

  /**
   * Replaces the state by a later one. The former state is cached, since it explains calls that were just priced; after
   * a purge no book is cached that still holds the purged customers (H11).
   */
  #take(state: BookState): void {
    const { state: before, kept } = this.#held;
    if (state.change <= before.change) return;
    this.#held.state = state;
    if (state.lastPurge > before.change) kept.clear();
    else if (before.isExact && before.revision < state.revision)
      this.#keep(before.revision, Promise.resolve(before));
  }

  async revision(number: number): Promise<Present | undefined> {
    if (!Number.isSafeInteger(number) || number < 1) return undefined;
    // H35: another process may have purged customers.
    await this.#latest();
    const { state: present, kept, database } = this.#held;
    if (number === present.revision && present.isExact) {
      this.#last = present;
      return present;
    }
    let known = kept.get(number);
    if (known === undefined) {
      known = readIn(database, (sql) => loadRevision(sql, number));
      // Do not cache failures, nor missing revisions, which may come later.
      known.then(
        (state) => state === undefined && kept.delete(number),
        () => kept.delete(number),
      );
    }
    this.#keep(number, known);
    const found = await unlessAborted(known, this.#signal);
    this.#last = found ?? this.#last;
    return found;
  }

  /** Caches a book as the most recently used; evicts the least recently used. */
  #keep(number: number, state: Promise<BookState | undefined>): void {
    const { kept } = this.#held;
    kept.delete(number);
    kept.set(number, state);
    for (const oldest of kept.keys()) {
      if (kept.size <= MOST_KEPT) break;
      kept.delete(oldest);
    }
  }

  async revisions(after: number, limit: number): Promise<readonly Revision[]> {
    const rows = await this.database.query<Readonly<Record<keyof Revision, string>>>(
      `SELECT number, digest, stamp, user_name AS "user", method, path, changes FROM revisions
       WHERE number > $1 ORDER BY number LIMIT $2`,
      [after, limit],
    );
    return rows.map((row) => ({
      ...row,
      number: Number(row.number),
      changes: JSON.parse(row.changes) as Revision["changes"],
    }));
  }

  async changesOf(number: number): Promise<readonly RecordChange[]> {
    // Earlier writes, of labels, ended records in this revision too (H22); its own write, where it ended any, is the last.
    return this.database.query<RecordChange>(
      `WITH began AS (
         SELECT list, key FROM records WHERE from_revision = $1
         UNION ALL
         SELECT list, key FROM record_history WHERE from_revision = $1 AND to_revision > $1
       ), ended AS (
         SELECT list, key, change FROM record_history WHERE to_revision = $1 AND from_revision < $1
       ), own AS (
         SELECT max(change) AS change FROM record_history WHERE to_revision = $1 AND EXISTS (
           SELECT FROM revisions, json_each(changes::json) AS counts (list, count) WHERE number = $1
           AND (count ->> 'changed')::integer + (count ->> 'removed')::integer > 0)
       )
       SELECT list, key,
         CASE WHEN ended.change IS NULL THEN 'added' WHEN began.key IS NULL THEN 'removed' ELSE 'changed' END AS change
       FROM began FULL JOIN ended USING (list, key)
       WHERE ended.change IS NULL OR ended.change = (SELECT change FROM own)
       ORDER BY list, key`,
      [number],
    );
  }

  read<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    return readIn(this.database, work);
  }

  async purge(now: Date, forgetCalls: ForgetCalls): Promise<Purged> {
    if (dueCustomers(await this.present(), now).length === 0) return { customers: [], kept: [] };
    return this.write(PURGE, async (writing) => purgeCustomers(writing, now, forgetCalls));
  }

  write<T>(writer: Writer, work: (writing: BookWriting) => Promise<T>): Promise<T> {
    const held = this.#held;
    return held.turns.inTurn(async (msLeft) => {
      let next: BookState | undefined;
      try {
        const result = await this.database.transaction(async (sql) => {
          await sql.query("SELECT set_config('lock_timeout', $1, true)", [`${msLeft}ms`]);
          const counters = await readCounters(sql, "lock");
          const state =
            counters.change === held.state.change ? held.state : await catchUp(sql, held.state, counters);
          this.#last = state;
          const writing = new BookWriting(sql, state, await nextStamp(sql));
          const done = await work(writing);
          next = (await writing.finish()) ?? state;
          // A revision is made where a rule reads a difference.
          if (next.revision > state.revision) await noteRevision(sql, writer, writing, next);
          await noteWrite(sql, writer, writing.status, next.revision, writing.stamp);
          return done;
        });
        if (next !== undefined) {
          this.#take(next);
          this.#last = next;
        }
        return result;
      } catch (error) {
        throw TRANSIENT.has(sqlState(error) ?? "") ? bookIsBusy() : error;
      }
    });
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

function readIn<T>(database: Database, work: (sql: Sql) => Promise<T>): Promise<T> {
  return database.transaction(work, { isolation: "repeatable read" });
}

/** A stamp later than that of every earlier write of the book, so that stamps follow the order of commits (H13). */
async function nextStamp(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ stamp: string }>(
    `SELECT greatest(clock_timestamp(), stamp + interval '1 microsecond') AS stamp
     FROM sequences WHERE name = 'change'`,
  );
  return row?.stamp ?? "";
}

async function noteRevision(
  sql: Sql,
  { user, method, path }: Writer,
  { stamp, counts }: BookWriting,
  { revision, digest }: BookState,
): Promise<void> {
  await sql.query(
    `INSERT INTO revisions (number, digest, stamp, user_name, method, path, changes)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [revision, digest, stamp, user, method, path, JSON.stringify(counts)],
  );
}
