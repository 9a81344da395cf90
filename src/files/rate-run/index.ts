/** Rating whole files: on one thread call by call, on several in blocks. */
export { type BilledCalls, type BillStream, billStream } from "./bill-stream.ts";
export { type RateFileOptions, rateFile } from "./rate-file.ts";
export { type RateStream, type ResultTarget, type RunReport, rateStream } from "./rate-stream.ts";
