import { Command, CommanderError } from "commander";
import { FileError, ReaderGone, WorkerFailure } from "../files/index.ts";
import { ENGINE_VERSION } from "../index.ts";
import { addBillCommand } from "./bill-command.ts";
import { addChargesCommand } from "./charges-command.ts";
import { addCheckCommand } from "./check-command.ts";
import { CliError, wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";
import { addExplainCommand } from "./explain-command.ts";
import { addImportCommand } from "./import-command.ts";
import { addIncreaseCommand } from "./increase-command.ts";
import { addPlanCommand } from "./plan-command.ts";
import { addPoolsCommand } from "./pools-command.ts";
import { addPreviewCommand } from "./preview-command.ts";
import { print, tell } from "./print.ts";
import { addQuoteCommand } from "./quote-command.ts";
import { addRateCommand } from "./rate-command.ts";

/**
 * Runs a command line (the words after `tollbook`) and gives its exit status. What goes wrong becomes a sentence
 * on standard error; only a fault of Tollbook itself is thrown.
 */
export async function run(argv: readonly string[], io: CliIO): Promise<number> {
  let exitCode: number = EXIT.ok;
  let help = "";
  const program = createProgram(
    io,
    (code) => {
      exitCode = code;
    },
    (text) => {
      help += text;
    },
  );
  try {
    await program.parseAsync([...argv], { from: "user" }).catch((error: unknown) => {
      // Commander ends with an error where it was asked for help, too.
      if (!(error instanceof CommanderError) || error.exitCode !== 0) throw error;
    });
    if (help !== "") await print(io, help);
    return exitCode;
  } catch (error) {
    if (io.signal?.aborted === true) {
      tell(io, "tollbook: interrupted; no file was written.\n");
      return EXIT.interrupted;
    }
    return explainFailure(error, io);
  }
}

function createProgram(
  io: CliIO,
  finish: (exitCode: number) => void,
  writeHelp: (text: string) => void,
): Command {
  const program = new Command("tollbook")
    .description("Says exactly what a telephone call costs.")
    .version(ENGINE_VERSION, "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help on a command")
    .exitOverride()
    .configureOutput({
      writeOut: writeHelp,
      writeErr: (text) => tell(io, text),
      outputError: (text, write) => write(`tollbook: ${text.replace(/^error: /, "")}`),
    })
    .showHelpAfterError("Try: tollbook help")
    .hook("preAction", (_program, command) => requireNamedFiles(command));
  addRateCommand(program, io, finish);
  addQuoteCommand(program, io, finish);
  addExplainCommand(program, io, finish);
  addCheckCommand(program, io, finish);
  addImportCommand(program, io, finish);
  addIncreaseCommand(program, io, finish);
  addPlanCommand(program, io, finish);
  addPreviewCommand(program, io, finish);
  addPoolsCommand(program, io, finish);
  addChargesCommand(program, io, finish);
  addBillCommand(program, io, finish);
  for (const command of program.commands) {
    command.showHelpAfterError(`Try: tollbook help ${command.name()}`);
  }
  return program;
}

/** Refuses an empty text where a file should be named, as an unset variable of a script leaves it. */
function requireNamedFiles(command: Command): void {
  for (const option of command.options) {
    const what = /<(file|folder)\b/.exec(option.flags)?.[1];
    if (what !== undefined && command.getOptionValue(option.attributeName()) === "") {
      throw wrongUsage(`${option.long} names no ${what}.`, `Write a ${what}'s name behind it.`);
    }
  }
}

function explainFailure(error: unknown, io: CliIO): number {
  // Commander has printed its sentence.
  if (error instanceof CommanderError) return EXIT.usage;
  if (error instanceof ReaderGone) return EXIT.ok;
  if (error instanceof CliError) {
    tell(io, `tollbook: ${error.message}\n${error.hint === undefined ? "" : `${error.hint}\n`}`);
    return error.exitCode;
  }
  if (error instanceof FileError || error instanceof WorkerFailure) {
    tell(io, `tollbook: ${error.message}\n`);
    return EXIT.unreadable;
  }
  throw error;
}
