import type { BookData } from "../../src/index.ts";

/** A book all of whose customers are billed in its own currency, so that amounts of all calls are one sum (R24). */
export function inOneCurrency(book: BookData): BookData {
  return {
    ...book,
    customers: (book.customers ?? []).map(({ currency: _currency, ...customer }) => customer),
  };
}
