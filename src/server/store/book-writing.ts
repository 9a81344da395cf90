/** A running write: revises the book in memory, then writes the changes to the tables. */
import { type BookIssue, type BookRevision, type OpenedBook, reviseBook } from "../../index.ts";
import { BOOK_LIST_NAMES, type BookListName } from "../../model/index.ts";
import type { Sql } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import { BookState, digestOf } from "./book-state.ts";
import { parseTariff } from "./load-book.ts";
import { RecordChanges } from "./record-changes.ts";
import type { ChangeCounts, Writing } from "./store-types.ts";
import {
  asStored,
  LARGEST_ID,
  type RecordData,
  type StoredList,
  type StoredRecord,
} from "./stored-record.ts";
import { writeChanges } from "./write-changes.ts";

export class BookWriting implements Writing {
  readonly sql: Sql;
  readonly present: BookState;
  readonly stamp: string;
  status = 200;
  readonly #changes: RecordChanges;
  #book: OpenedBook;
  #digest: string | undefined;
  /** By list: the highest id that was ever used; read on the first call of `nextID`. */
  readonly #highest = new Map<BookListName, bigint>();
  #purge: ((sql: Sql) => Promise<void>) | undefined;

  constructor(sql: Sql, present: BookState, stamp: string) {
    this.sql = sql;
    this.present = present;
    this.stamp = stamp;
    this.#book = present.book;
    this.#changes = new RecordChanges(present, stamp);
  }

  get book(): OpenedBook {
    return this.#book;
  }

  revise(change: BookRevision): { readonly warnings: readonly BookIssue[] } {
    const stored = storedRevision(change);
    const book = reviseBook(this.#book, stored);
    this.#changes.note(stored, book);
    this.#book = book;
    this.#digest = undefined;
    return { warnings: book.warnings };
  }

  record(list: StoredList, key: string): StoredRecord | undefined {
    return this.#changes.record(list, key);
  }

  markDeleted(list: BookListName, key: string): void {
    this.#changes.markDeleted(list, key);
  }

  async nextID(list: BookListName): Promise<string> {
    let highest = this.#highest.get(list);
    if (highest === undefined) {
      const rows = await this.sql.query<{ value: string }>("SELECT value FROM sequences WHERE name = $1", [
        `id ${list}`,
      ]);
      highest = BigInt(rows[0]?.value ?? 0);
    }
    for (const id of this.#changes.idsIn(list)) if (id > highest) highest = id;
    if (highest >= LARGEST_ID) {
      throw new ServerError(409004, `The highest id of ${list} is in use; give the record a free id.`);
    }
    this.#highest.set(list, highest + 1n);
    return String(highest + 1n);
  }

  outcome(): { readonly revision: number; readonly digest: string } {
    const { revision, digest } = this.present;
    if (!this.#changes.settle().areForRules) return { revision, digest };
    this.#digest ??= digestOf(this.#book);
    return { revision: revision + 1, digest: this.#digest };
  }

  /** Makes this write a purge: `work` runs in the same transaction, after the revised records are written. */
  purgeBy(work: (sql: Sql) => Promise<void>): void {
    this.#purge = work;
  }

  /** Writes the revised records and returns the new state of the book; undefined where nothing changed. */
  async finish(): Promise<BookState | undefined> {
    const { sql, stamp } = this;
    const changes = this.#changes.settle();
    for (const [list, id] of this.#highest) changes.highestIDs.set(list, id);
    if (changes.isEmpty) return undefined;
    const { revision, digest } = this.outcome();
    const change = this.present.change + 1;
    await writeChanges(sql, changes, { change, revision, nextRevision: this.present.revision + 1, stamp });
    await this.#purge?.(sql);
    return new BookState({
      revision,
      change,
      lastPurge: this.#purge === undefined ? this.present.lastPurge : change,
      digest,
      book: this.#book,
      lists: changes.lists,
      linePositions: changes.linePositions,
    });
  }

  /** Counts of changed records by list, for the revision. */
  get counts(): Readonly<Record<string, ChangeCounts>> {
    return this.#changes.settle().counts;
  }
}

/** A revision whose records have the form that the database will return. */
function storedRevision(change: BookRevision): BookRevision {
  const upsert: Partial<Record<BookListName, readonly RecordData[]>> = {};
  for (const list of BOOK_LIST_NAMES) {
    const records = change.upsert?.[list] as readonly object[] | null | undefined;
    if (records === undefined || records === null) continue;
    upsert[list] = records.map((record) => asStored(list, record, parseTariff));
  }
  return {
    ...change,
    ...(change.settings === undefined
      ? {}
      : {
          settings: asStored("settings", change.settings, parseTariff) as BookRevision["settings"] & object,
        }),
    upsert: { ...change.upsert, ...upsert } as NonNullable<BookRevision["upsert"]>,
  };
}
