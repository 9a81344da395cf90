/** Compares the records before and after a write: which ones differ, and whether a rule reads a difference. */
import { type BookListName, writtenLinesOf } from "../../model/index.ts";
import type { BookState } from "./book-state.ts";
import { type LineChanges, lineChanges, NO_PLACED_LINES, type PlacedLines } from "./line-changes.ts";
import type { ChangeCounts } from "./store-types.ts";
import {
  differForRules,
  hasLines,
  isStoredID,
  lineTexts,
  type RecordData,
  recordText,
  type StoredList,
  type StoredRecord,
} from "./stored-record.ts";

export interface PendingRecord {
  readonly data: RecordData;
  readonly position: number;
  readonly deleted: string | null;
}

/** The id as an integer; undefined for other ids, which do not count as used. */
export function idOf({ id }: RecordData): bigint | undefined {
  if (typeof id !== "string" && typeof id !== "number") return undefined;
  return isStoredID(String(id)) ? BigInt(id) : undefined;
}

/**
 * The pending records; a record that was removed and added again gets its former position where it still follows the
 * same records: it has not moved, and no rule reads a difference (H22).
 */
function restorePositions(
  present: BookState,
  list: StoredList,
  pending: ReadonlyMap<string, PendingRecord | null>,
): ReadonlyMap<string, PendingRecord | null> {
  const positionOf = (key: string): number | undefined => present.record(list, key)?.position;
  const appended = [...pending].flatMap(([key, record]) =>
    record === null || record.position === positionOf(key) ? [] : [{ key, record }],
  );
  if (!appended.some(({ key }) => positionOf(key) !== undefined)) return pending;
  const staying = present.records(list).filter(({ key, position }) => {
    const record = pending.get(key);
    return record === undefined || record?.position === position;
  });
  let last = staying.at(-1)?.position ?? -1;
  const restored = new Map(pending);
  for (const { key, record } of appended.sort((a, b) => a.record.position - b.record.position)) {
    const position = positionOf(key);
    if (position === undefined || position < last) break;
    restored.set(key, { ...record, position });
    last = position;
  }
  return restored;
}

/** The changes of a write in the form of the tables, by a comparison of the records before and after it. */
export class SettledChanges {
  readonly #present: BookState;
  readonly #stamp: string;
  /** All records after the write. */
  readonly lists: Map<StoredList, ReadonlyMap<string, StoredRecord>>;
  readonly linePositions: Map<string, Float64Array>;
  readonly written: StoredRecord[] = [];
  /** Records whose present rows become history. */
  readonly replaced: StoredRecord[] = [];
  readonly removed: StoredRecord[] = [];
  /** By tariff. */
  readonly lines = new Map<string, LineChanges>();
  readonly highestIDs = new Map<BookListName, bigint>();
  /** By list, for the revision. */
  readonly counts: Record<string, { -readonly [C in keyof ChangeCounts]: ChangeCounts[C] }> = {};
  /** Whether a rule reads a difference (H22). */
  areForRules = false;

  constructor(
    present: BookState,
    stamp: string,
    pending: ReadonlyMap<StoredList, ReadonlyMap<string, PendingRecord | null>>,
  ) {
    this.#present = present;
    this.#stamp = stamp;
    this.lists = new Map(present.lists);
    this.linePositions = new Map(present.linePositions);
    for (const [list, records] of pending) {
      const copy = new Map(this.lists.get(list));
      this.lists.set(list, copy);
      for (const [key, record] of restorePositions(present, list, records)) {
        const before = present.record(list, key);
        if (record === null) this.#remove(before, copy);
        else this.#put({ list, key, before, copy }, record);
      }
    }
  }

  get isEmpty(): boolean {
    return this.written.length + this.removed.length === 0;
  }

  #count(list: StoredList): { -readonly [C in keyof ChangeCounts]: ChangeCounts[C] } {
    this.counts[list] ??= { added: 0, changed: 0, removed: 0 };
    return this.counts[list] as ChangeCounts;
  }

  #remove(before: StoredRecord | undefined, copy: Map<string, StoredRecord>): void {
    if (before === undefined) return;
    copy.delete(before.key);
    this.removed.push(before);
    this.areForRules = true;
    this.#count(before.list).removed++;
    if (before.list === "tariffs") this.#noteLines(before.key, NO_PLACED_LINES.texts, before);
  }

  #put(
    target: {
      readonly list: StoredList;
      readonly key: string;
      readonly before: StoredRecord | undefined;
      readonly copy: Map<string, StoredRecord>;
    },
    record: PendingRecord,
  ): void {
    const { list, key, before, copy } = target;
    const haveLinesChanged = list === "tariffs" && this.#putLines(key, record, before);
    const isSame =
      before !== undefined &&
      !haveLinesChanged &&
      before.position === record.position &&
      (before.data === record.data || recordText(list, before.data) === recordText(list, record.data));
    if (isSame && before.deleted === record.deleted) {
      // The book holds this object now; the next revision recognises the record by its identity.
      copy.set(key, { ...before, data: record.data });
      return;
    }
    const stored = {
      list,
      key,
      ...record,
      version: (before?.version ?? 0) + 1,
      created: before?.created ?? this.#stamp,
      updated: this.#stamp,
      fromRevision: isSame ? before.fromRevision : this.#present.revision + 1,
    };
    copy.set(key, stored);
    this.written.push(stored);
    this.#noteID(list, record.data);
    if (isSame) return;
    if (before === undefined) this.#count(list).added++;
    else {
      this.replaced.push(before);
      this.#count(list).changed++;
    }
    this.areForRules ||=
      haveLinesChanged ||
      before === undefined ||
      before.position !== record.position ||
      differForRules(list, before.data, record.data);
  }

  #noteID(list: StoredList, data: RecordData): void {
    const id = idOf(data);
    if (list === "settings" || id === undefined) return;
    const highest = this.highestIDs.get(list);
    if (highest === undefined || highest < id) this.highestIDs.set(list, id);
  }

  /** Notes changed lines of a tariff; whether there are any. */
  #putLines(key: string, record: PendingRecord, before: StoredRecord | undefined): boolean {
    const now = hasLines("tariffs", record.data) ? record.data : undefined;
    const old = before !== undefined && hasLines("tariffs", before.data) ? before.data : undefined;
    if (now === old) return false;
    const written = now === undefined ? undefined : writtenLinesOf(now);
    if (written !== undefined && old !== undefined && written === writtenLinesOf(old)) return false;
    return this.#noteLines(key, now === undefined ? NO_PLACED_LINES.texts : lineTexts(now), before);
  }

  #noteLines(key: string, texts: readonly string[], before: StoredRecord | undefined): boolean {
    const changes = lineChanges(this.#placedLines(key, before), texts);
    if (changes.closed.length + changes.opened.length === 0) return false;
    this.lines.set(key, changes);
    if (changes.positions.length === 0) this.linePositions.delete(key);
    else this.linePositions.set(key, changes.positions);
    const counts = this.#count("tariffs");
    counts.linesAdded = (counts.linesAdded ?? 0) + changes.opened.length;
    counts.linesRemoved = (counts.linesRemoved ?? 0) + changes.closed.length;
    return true;
  }

  #placedLines(key: string, before: StoredRecord | undefined): PlacedLines {
    if (before === undefined || !hasLines("tariffs", before.data)) return NO_PLACED_LINES;
    const positions = this.#present.linePositions.get(key) ?? NO_PLACED_LINES.positions;
    return { texts: lineTexts(before.data), positions };
  }
}
