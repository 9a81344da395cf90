/** Several threads for the blocks of a file: workers, what they are asked, and the order in which answers are taken. */
export { answerQuestions } from "./answer-questions.ts";
export { FILE_RUN_OPTIONS, type FileRunOptions } from "./file-run-options.ts";
export { attempt, InOrder } from "./in-order.ts";
export { asCallBytes, type OwnedBlock } from "./owned-block.ts";
export { roomFor, SpareMemory } from "./spare-memory.ts";
export { MOST_THREADS, threadsOf, usualThreads } from "./usual-threads.ts";
export { WorkerFailure, type WorkerThread, WorkerThreads } from "./worker-threads.ts";
