/** Writers of one process wait here for each other, not in the database, where each would hold a connection. */
import { ServerError } from "../errors.ts";

/** How long a writer waits for the book (H31). */
const MOST_WAIT_MS = 5_000;

/** The error of a writer that waited for too long. */
export function bookIsBusy(): ServerError {
  return new ServerError(503001, "Others are writing to the book; try again.", {
    headers: { "Retry-After": "1" },
  });
}

/** One writer after another, in the order in which they came. */
export class WriteTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Runs `work` in its turn, and tells it how long it may go on waiting. */
  async inTurn<T>(work: (msLeft: number) => Promise<T>): Promise<T> {
    const start = performance.now();
    await this.#take();
    try {
      return await work(Math.max(1, Math.ceil(MOST_WAIT_MS - (performance.now() - start))));
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#isTaken = false;
      else next();
    }
  }

  async #take(): Promise<void> {
    if (!this.#isTaken) {
      this.#isTaken = true;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(turn), 1);
        reject(bookIsBusy());
      }, MOST_WAIT_MS);
      this.#waiting.push(turn);
    });
  }
}
