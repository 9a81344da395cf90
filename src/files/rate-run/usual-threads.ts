import { availableParallelism } from "node:os";

/** Most threads of a run; more than any processor has. */
export const MOST_THREADS = 256;

/** Use one thread below this number of bytes: workers do not pay for their start-up and warm-up. */
const WORTH_THREADS = 64_000_000;

/** The default number of threads for a file of `size` bytes. */
export function usualThreads(size: number | undefined): number {
  return size === undefined || size < WORTH_THREADS ? 1 : Math.min(availableParallelism(), MOST_THREADS);
}

/** The threads of a run: no more than a file of `size` bytes has blocks. Throws a RangeError unless from 1 to 256. */
export function threadsOf(asked: number | undefined, size: number | undefined, blockBytes: number): number {
  if (asked !== undefined && !(Number.isInteger(asked) && asked >= 1 && asked <= MOST_THREADS)) {
    throw new RangeError(`${asked} threads: write a whole number from 1 to ${MOST_THREADS}.`);
  }
  const threads = asked ?? usualThreads(size);
  return size === undefined ? threads : Math.max(1, Math.min(threads, Math.ceil(size / blockBytes)));
}
