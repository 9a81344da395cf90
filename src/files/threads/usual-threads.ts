import { availableParallelism } from "node:os";

/** Below this the threads take longer to start than to rate. */
const WORTH_THREADS = 8_000_000;

/** The threads for a file of so many bytes, where nobody says how many. */
export function usualThreads(size: number | undefined): number {
  return size === undefined || size < WORTH_THREADS ? 1 : availableParallelism();
}
