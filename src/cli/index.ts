/** Public interface of the command line, for programs and tests that run commands in their own process. */

export { type CliIO, EXIT } from "./cli-io.ts";
export { run } from "./run.ts";
