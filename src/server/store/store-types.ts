/** Public types of the store. */
import type { BookData, BookIssue, BookRevision, OpenedBook } from "../../index.ts";
import type { BookListName } from "../../model/index.ts";
import type { Database, Sql } from "../database/index.ts";
import type { StoredList, StoredRecord } from "./stored-record.ts";

/** A book of one revision, opened. It never changes. */
export interface Present {
  /** 0 before the first revision. */
  readonly revision: number;
  /** Digest of the revision's book. */
  readonly digest: string;
  /** The count of writes at the last purge of customers; 0 before the first. */
  readonly lastPurge: number;
  readonly book: OpenedBook;
  /** The records as they are stored. */
  readonly data: BookData;
  record(list: StoredList, key: string): StoredRecord | undefined;
  /** The records of a list, in its order. */
  records(list: StoredList): readonly StoredRecord[];
}

/** The author of a write, for the log and the revision (H1). */
export interface Writer {
  readonly user: string;
  readonly method: string;
  readonly path: string;
}

/** A running write, in one transaction that holds the book's lock (H31). */
export interface Writing {
  readonly sql: Sql;
  /** The book at the time of the lock. */
  readonly present: Present;
  /** The book with the changes of this write so far. */
  readonly book: OpenedBook;
  /** The stamp of this write's records, ISO with microseconds. */
  readonly stamp: string;
  /** The status that the log notes; 200 until it is set. */
  status: number;
  /**
   * Changes the book in memory; all changes are stored at the end of the work, as one revision.
   *
   * @throws BookError with every problem of the changed book
   */
  revise(change: BookRevision): { readonly warnings: readonly BookIssue[] };
  /** A record with the changes of this write so far. */
  record(list: StoredList, key: string): StoredRecord | undefined;
  /** One above the highest id that a list ever used (H8). */
  nextID(list: BookListName): Promise<string>;
  /** Marks a record as deleted, to be purged later (H11). */
  markDeleted(list: BookListName, key: string): void;
  /** Revision and digest with the changes so far: those of the present book where no rule reads a difference. */
  outcome(): { readonly revision: number; readonly digest: string };
}

/** A stored revision of the book. */
export interface Revision {
  readonly number: number;
  readonly digest: string;
  readonly stamp: string;
  readonly user: string;
  readonly method: string;
  readonly path: string;
  /** By list how many records were added, changed and removed. */
  readonly changes: Readonly<Record<string, ChangeCounts>>;
}

/** How many records of a list changed. */
export interface ChangeCounts {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Lines of tariffs. */
  readonly linesAdded?: number;
  readonly linesRemoved?: number;
}

/** A record that a revision changed. */
export interface RecordChange {
  readonly list: StoredList;
  readonly key: string;
  readonly change: "added" | "changed" | "removed";
}

/** The result of a purge of customers that were deleted thirty days ago. */
export interface Purged {
  /** The ids of the purged customers. */
  readonly customers: readonly string[];
  /** Customers that other records of the book still need, and why. */
  readonly kept: readonly { readonly id: string; readonly problems: readonly string[] }[];
}

/** Removes all stored data of the calls of purged customers, in the transaction of the purge. */
export type ForgetCalls = (sql: Sql, customers: readonly string[]) => Promise<void>;

/** The store of a server: the book in a database, and the present book in memory. */
export interface Store {
  readonly database: Database;
  /** The present book, with the changes of other processes (H35). */
  present(): Promise<Present>;
  /** The book of an earlier revision; undefined where there is none. */
  revision(number: number): Promise<Present | undefined>;
  /** Revisions above a number, ascending. */
  revisions(after: number, limit: number): Promise<readonly Revision[]>;
  /** The records that a revision changed. */
  changesOf(number: number): Promise<readonly RecordChange[]>;
  /** Reads in one transaction that sees one state. */
  read<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /**
   * Writes in one transaction, one writer of the book after another (H31).
   *
   * @throws ServerError 503001 where the book stays locked for five seconds
   */
  write<T>(writer: Writer, work: (writing: Writing) => Promise<T>): Promise<T>;
  /** The book that this store read or wrote last: of a copy by `until`, the one that its request's answer rests on. */
  lastBook(): Present | undefined;
  /** The same store for work that a signal aborts (H33), see `until` of the database. */
  until(signal: AbortSignal, onCommit?: () => void): Store;
  /**
   * Removes customers that were deleted thirty days before `now`, with all records that they own, history included
   * (H11).
   */
  purge(now: Date, forgetCalls: ForgetCalls): Promise<Purged>;
  close(): Promise<void>;
}
