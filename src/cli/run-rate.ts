import type { CliIO } from "./cli-io.ts";
import { rateCommand } from "./rate/index.ts";
import { runOneOf } from "./run-one-of.ts";

/** Runs a command line whose command is `rate`, as `run` does. It is built apart, so that a start loads what rating needs. */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  return runOneOf([rateCommand], argv, io);
}
