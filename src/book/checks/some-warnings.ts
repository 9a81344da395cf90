import type { BookUnderCheck } from "./book-under-check.ts";

/** How many warnings of one kind a check lists one by one. */
const SHOWN = 100;

/** Warnings of one kind: the first hundred are listed, the others counted, so that they bury nothing. */
export class SomeWarnings {
  readonly #book: BookUnderCheck;
  #count = 0;

  constructor(book: BookUnderCheck) {
    this.#book = book;
  }

  add(path: string, message: string): void {
    this.#count++;
    if (this.#count <= SHOWN) this.#book.warn(path, message);
  }

  /** Says how many were not listed; `what` such as "pairs of tied default tariffs". */
  close(path: string, what: string): void {
    if (this.#count > SHOWN)
      this.#book.warn(path, `has ${this.#count - SHOWN} more ${what}; the first ${SHOWN} are listed`);
  }
}
