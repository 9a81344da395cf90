import type { CliIO } from "./cli-io.ts";
import { rateCommand } from "./rate/index.ts";
import { runOneOf } from "./run-one-of.ts";

/** Runs a command line with the command `rate`, as `run` does. A separate bundle, so that `rate` loads only rating. */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  return runOneOf([rateCommand], argv, io);
}
