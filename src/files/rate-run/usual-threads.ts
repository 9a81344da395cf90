import { availableParallelism } from "node:os";

/** Most threads of a run; more than any processor has. */
export const MOST_THREADS = 256;

/** Below this, starting threads and warming up what each compiles for itself takes longer than they save. */
const WORTH_THREADS = 64_000_000;

/** The threads for a file of so many bytes, where nobody says how many. */
export function usualThreads(size: number | undefined): number {
  return size === undefined || size < WORTH_THREADS ? 1 : Math.min(availableParallelism(), MOST_THREADS);
}

/**
 * The threads of a run: those that are asked for, or the usual ones, and never more than a file of so many bytes has
 * blocks. Throws a RangeError where what is asked for is no whole number from 1 to 256.
 */
export function threadsOf(asked: number | undefined, size: number | undefined, blockBytes: number): number {
  if (asked !== undefined && !(Number.isInteger(asked) && asked >= 1 && asked <= MOST_THREADS)) {
    throw new RangeError(`${asked} threads: write a whole number from 1 to ${MOST_THREADS}.`);
  }
  const threads = asked ?? usualThreads(size);
  return size === undefined ? threads : Math.max(1, Math.min(threads, Math.ceil(size / blockBytes)));
}
