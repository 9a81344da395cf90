/** The book of one revision in memory, with the stored form of its records. */

import { bookDigest } from "../../files/index.ts";
import type { BookData, OpenedBook } from "../../index.ts";
import { BOOK_LIST_NAMES, madeOnce } from "../../model/index.ts";
import type { Present } from "./store-types.ts";
import type { StoredList, StoredLists, StoredRecord } from "./stored-record.ts";

/** The book of a revision; the database may hold a later revision. */
export class BookState implements Present {
  readonly revision: number;
  /** Number of the last write to the book that this state includes (H35). */
  readonly change: number;
  /** Number of the last such write that purged customers. */
  readonly lastPurge: number;
  readonly digest: string;
  readonly book: OpenedBook;
  readonly lists: StoredLists;
  /** By tariff: the positions of its lines. */
  readonly linePositions: ReadonlyMap<string, Float64Array>;
  readonly #ordered = new Map<StoredList, readonly StoredRecord[]>();
  #isExact: boolean | undefined;

  constructor(parts: Omit<BookState, "data" | "isExact" | "record" | "records">) {
    this.revision = parts.revision;
    this.change = parts.change;
    this.lastPurge = parts.lastPurge;
    this.digest = parts.digest;
    this.book = parts.book;
    this.lists = parts.lists;
    this.linePositions = parts.linePositions;
  }

  get data(): BookData {
    return dataOf(this.book);
  }

  /** Whether this state is exactly the book of its revision: no label has changed since. */
  get isExact(): boolean {
    this.#isExact ??= ![...this.lists.values()].some((records) =>
      [...records.values()].some(({ fromRevision }) => fromRevision > this.revision),
    );
    return this.#isExact;
  }

  record(list: StoredList, key: string): StoredRecord | undefined {
    return this.lists.get(list)?.get(key);
  }

  records(list: StoredList): readonly StoredRecord[] {
    return madeOnce(this.#ordered, list, () =>
      [...(this.lists.get(list)?.values() ?? [])].sort((a, b) => a.position - b.position),
    );
  }
}

/** The data of a book that was opened from data, without empty lists. */
function dataOf(book: OpenedBook): BookData {
  const data: Record<string, unknown> = { ...book.source?.data };
  for (const list of BOOK_LIST_NAMES) {
    const records = data[list];
    if (!Array.isArray(records) || records.length === 0) delete data[list];
  }
  return data as BookData;
}

/** The digest of a book: the same that `tollbook check` gives for a file with the same records. */
export function digestOf(book: OpenedBook): string {
  return bookDigest(dataOf(book));
}
