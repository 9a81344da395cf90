import { availableParallelism } from "node:os";

/** Below this, starting threads and warming up what each compiles for itself takes longer than they save. */
const WORTH_THREADS = 64_000_000;

/** The threads for a file of so many bytes, where nobody says how many. */
export function usualThreads(size: number | undefined): number {
  return size === undefined || size < WORTH_THREADS ? 1 : availableParallelism();
}
