/** Public interface of work that waits: parts of batches, their jobs, and the loop of a worker (H35 to H38). */
export type { JobQueue } from "./job-queue.ts";
export { jobQueue } from "./open-queue.ts";
export {
  countParts,
  customersThatWait,
  MOST_PART_CALLS,
  type OpenPart,
  openAgain,
  type PartsOfBatch,
  type PartToStore,
  partsOfBatch,
  refuseWhileCallsWait,
  storeParts,
} from "./parts.ts";
export {
  startWorker,
  type Worker,
  type WorkerNote,
  type WorkerOptions,
  workThrough,
} from "./start-worker.ts";
