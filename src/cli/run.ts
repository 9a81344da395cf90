import type { CliIO } from "./cli-io.ts";
import { COMMANDS } from "./commands/index.ts";
import { runOneOf } from "./run-one-of.ts";

/** Runs a command line with any command and returns the exit status. */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  return runOneOf(COMMANDS, argv, io);
}
