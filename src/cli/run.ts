import { Command, CommanderError } from "commander";
import { FileError, ReaderGone, WorkerFailure } from "../files/index.ts";
import { ENGINE_VERSION } from "../index.ts";
import { addCheckCommand } from "./check-command.ts";
import { CliError } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";
import { addExplainCommand } from "./explain-command.ts";
import { addImportCommand } from "./import-command.ts";
import { addIncreaseCommand } from "./increase-command.ts";
import { addPlanCommand } from "./plan-command.ts";
import { addPoolsCommand } from "./pools-command.ts";
import { addPreviewCommand } from "./preview-command.ts";
import { addQuoteCommand } from "./quote-command.ts";
import { addRateCommand } from "./rate-command.ts";

/**
 * Runs a command line (the words after `tollbook`) and gives its exit status. What goes wrong becomes a sentence
 * on standard error; only a fault of Tollbook itself is thrown.
 */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  let exitCode: number = EXIT.ok;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...argv], { from: "user" });
    return exitCode;
  } catch (error) {
    if (io.signal?.aborted === true) {
      io.stderr.write("tollbook: interrupted; no file was written.\n");
      return EXIT.interrupted;
    }
    return explainFailure(error, io);
  }
}

function createProgram(io: CliIO, finish: (exitCode: number) => void): Command {
  const program = new Command("tollbook")
    .description("Says exactly what a telephone call costs.")
    .version(ENGINE_VERSION, "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help on a command")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      outputError: (text, write) => write(`tollbook: ${text.replace(/^error: /, "")}`),
    })
    .showHelpAfterError("Try: tollbook help");
  addRateCommand(program, io, finish);
  addQuoteCommand(program, io, finish);
  addExplainCommand(program, io, finish);
  addCheckCommand(program, io, finish);
  addImportCommand(program, io, finish);
  addIncreaseCommand(program, io, finish);
  addPlanCommand(program, io, finish);
  addPreviewCommand(program, io, finish);
  addPoolsCommand(program, io, finish);
  for (const command of program.commands) {
    command.showHelpAfterError(`Try: tollbook help ${command.name()}`);
  }
  return program;
}

function explainFailure(error: unknown, io: CliIO): number {
  // Commander has printed its sentence, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof ReaderGone) return EXIT.ok;
  if (error instanceof CliError) {
    io.stderr.write(`tollbook: ${error.message}\n${error.hint === undefined ? "" : `${error.hint}\n`}`);
    return error.exitCode;
  }
  if (error instanceof FileError || error instanceof WorkerFailure) {
    io.stderr.write(`tollbook: ${error.message}\n`);
    return EXIT.unreadable;
  }
  throw error;
}
