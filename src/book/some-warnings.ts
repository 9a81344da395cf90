/** How many warnings of one kind a check lists one by one. */
const SHOWN = 100;

/** Who is told of warnings. */
interface Told {
  warn(path: string, message: string): void;
}

/** Warnings of one kind: the first hundred are listed, the others counted, so that they bury nothing. */
export class SomeWarnings {
  readonly #told: Told;
  #count = 0;

  constructor(told: Told) {
    this.#told = told;
  }

  add(path: string, message: string): void {
    this.#count++;
    if (this.#count <= SHOWN) this.#told.warn(path, message);
  }

  /** Says how many were not listed; `what` such as "pairs of tied default tariffs". */
  close(path: string, what: string): void {
    if (this.#count > SHOWN)
      this.#told.warn(path, `has ${this.#count - SHOWN} more ${what}; the first ${SHOWN} are listed`);
  }
}
