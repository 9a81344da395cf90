/** Queue of the writers of one process: in the database each waiting writer would hold a connection. */
import { RETRY, ServerError } from "../errors.ts";

/** Longest wait of a writer for the book (H31). */
const MOST_WAIT_MS = 5_000;

/** The error of a writer that waited for too long. */
export function bookIsBusy(): ServerError {
  return new ServerError(503001, "Others are writing to the book; try again.", RETRY);
}

/** A first-in-first-out lock for writers. */
export class WriteTurns {
  readonly #waiting: (() => void)[] = [];
  #isTaken = false;

  /** Runs `work` in its turn; `msLeft` is the time that it may still wait for locks of the database. */
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
