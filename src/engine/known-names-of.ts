import { type BookTables, KnownNames, type OpenedNumber } from "../book/index.ts";

/** What is known of a table of names, as far as calls of the book have asked for them. */
export function knownNamesOf(book: BookTables, names: readonly string[]): KnownNames<OpenedNumber> {
  let known = book.names.get(names);
  if (known === undefined) {
    const { numbers, ignored, callTypes, choices, callFlags } = book;
    known = new KnownNames(names, numbers, ignored, callTypes, choices, callFlags);
    book.names.set(names, known);
  }
  return known;
}
