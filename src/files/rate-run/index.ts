/** Rating whole files: on one thread call by call, on several in blocks. */
export { type RateFileOptions, rateFile } from "./rate-file.ts";
export { type RateStream, type ResultTarget, type RunReport, rateStream } from "./rate-stream.ts";
