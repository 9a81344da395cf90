/** Rating whole files in blocks, on one thread or several, and items call by call. */
export { type BilledCalls, type BillStream, billStream } from "./bill-stream.ts";
export { type RateFileOptions, rateFile } from "./rate-file.ts";
export { type RateStream, type ResultTarget, type RunReport, rateStream } from "./rate-stream.ts";
export { unreadableCall } from "./unreadable-call.ts";
export { MOST_THREADS } from "./usual-threads.ts";
export { WorkerFailure } from "./worker-pool.ts";
