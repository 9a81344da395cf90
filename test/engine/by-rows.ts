/** A book of which single calls go through the kernel from the first one on, and not only when there are many. */
import { FIRST_CALLS } from "../../src/engine/rows/row-rater.ts";
import { type OpenedBook, rateCall } from "../../src/index.ts";

export function byRows(book: OpenedBook): OpenedBook {
  const { single } = book.tables;
  if (single.calls > FIRST_CALLS) return book;
  single.calls = FIRST_CALLS;
  rateCall(book, {});
  return book;
}
