/** The changes of a write, record by record, in memory. */
import type { BookRevision, OpenedBook } from "../../index.ts";
import { BOOK_LIST_NAMES, type BookListName, madeOnce } from "../../model/index.ts";
import type { BookState } from "./book-state.ts";
import { idOf, type PendingRecord, SettledChanges } from "./settle-changes.ts";
import {
  keyOfRecord,
  keyOfRemoved,
  type RecordData,
  SETTINGS_KEY,
  type StoredList,
  type StoredRecord,
} from "./stored-record.ts";

export class RecordChanges {
  readonly #present: BookState;
  readonly #stamp: string;
  /** Null for a removed record. */
  readonly #pending = new Map<StoredList, Map<string, PendingRecord | null>>();
  readonly #nextPositions = new Map<StoredList, number>();
  #settled: SettledChanges | undefined;

  constructor(present: BookState, stamp: string) {
    this.#present = present;
    this.#stamp = stamp;
  }

  /** Notes a revision whose result is `book`. */
  note(change: BookRevision, book: OpenedBook): void {
    this.#settled = undefined;
    if (change.settings !== undefined) {
      const before = this.#current("settings", SETTINGS_KEY)?.data;
      this.#put("settings", SETTINGS_KEY, { ...before, ...change.settings } as RecordData);
    }
    for (const list of BOOK_LIST_NAMES) {
      const upsert = change.upsert?.[list] ?? [];
      const remove = change.remove?.[list] ?? [];
      if (list === "ratingPeriods") {
        if (upsert.length + remove.length > 0) this.#notePeriods(book);
        continue;
      }
      for (const entry of remove) this.#pendingOf(list).set(keyOfRemoved(list, entry), null);
      for (const record of upsert) this.#put(list, keyOfRecord(list, record), record as RecordData);
    }
  }

  /** Rating periods may share names: their key is their index. */
  #notePeriods(book: OpenedBook): void {
    const periods = book.source?.data.ratingPeriods ?? [];
    const pending = this.#pendingOf("ratingPeriods");
    pending.clear();
    for (const { key } of this.#present.records("ratingPeriods")) pending.set(key, null);
    for (const [at, period] of periods.entries()) {
      pending.set(String(at), { data: period as RecordData, position: at, deleted: null });
    }
  }

  #pendingOf(list: StoredList): Map<string, PendingRecord | null> {
    return madeOnce(this.#pending, list, () => new Map<string, PendingRecord | null>());
  }

  #current(list: StoredList, key: string): PendingRecord | undefined {
    const pending = this.#pending.get(list)?.get(key);
    return pending === null ? undefined : (pending ?? this.#present.record(list, key));
  }

  #put(list: StoredList, key: string, data: RecordData): void {
    const current = this.#current(list, key);
    const position = current?.position ?? this.#nextPosition(list);
    this.#pendingOf(list).set(key, { data, position, deleted: current?.deleted ?? null });
  }

  #nextPosition(list: StoredList): number {
    const next = this.#nextPositions.get(list) ?? (this.#present.records(list).at(-1)?.position ?? -1) + 1;
    this.#nextPositions.set(list, next + 1);
    return next;
  }

  markDeleted(list: BookListName, key: string): void {
    const current = this.#current(list, key);
    if (current === undefined) throw new RangeError(`${list} has no record ${key} to delete.`);
    this.#settled = undefined;
    this.#pendingOf(list).set(key, { ...current, deleted: this.#stamp });
  }

  /** The ids of records that this write adds or changes. */
  *idsIn(list: BookListName): Generator<bigint> {
    for (const record of this.#pending.get(list)?.values() ?? []) {
      const id = record === null ? undefined : idOf(record.data);
      if (id !== undefined) yield id;
    }
  }

  record(list: StoredList, key: string): StoredRecord | undefined {
    return this.settle().lists.get(list)?.get(key);
  }

  settle(): SettledChanges {
    this.#settled ??= new SettledChanges(this.#present, this.#stamp, this.#pending);
    return this.#settled;
  }
}
