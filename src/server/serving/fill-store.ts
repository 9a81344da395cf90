/** Fills an empty store with its first book. */
import type { BookData, BookRevision } from "../../index.ts";
import { BOOK_LIST_NAMES } from "../../model/index.ts";
import type { Store } from "../store/index.ts";

const LISTS: ReadonlySet<string> = new Set(BOOK_LIST_NAMES);

/**
 * Stores a book as the first revision, unless the store has a book; returns whether it was stored.
 *
 * @throws BookError where the book is not sound
 */
export async function fillStore(store: Store, book: BookData): Promise<boolean> {
  return store.write({ user: "tollbook serve", method: "PATCH", path: "/tollbook/book" }, async (writing) => {
    if (writing.present.revision > 0) return false;
    writing.revise(revisionOf(book));
    return true;
  });
}

function revisionOf(book: BookData): BookRevision {
  const fields = Object.entries(book);
  return {
    settings: Object.fromEntries(fields.filter(([name]) => !LISTS.has(name))),
    upsert: Object.fromEntries(fields.filter(([name]) => LISTS.has(name))),
  };
}
