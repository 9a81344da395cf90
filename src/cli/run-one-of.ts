import { Command, CommanderError } from "commander";
import { FileError, ReaderGone, WorkerFailure } from "../files/index.ts";
import { ENGINE_VERSION } from "../index.ts";
import { CliError, type CliIO, EXIT, print, tell } from "./cli-io.ts";
import type { AddCommand } from "./declare-command.ts";
import { terminalOutput } from "./terminal-output.ts";

/**
 * Runs a command line (the words after `tollbook`) with one of the commands and returns its exit status. An error
 * becomes a message on standard error; only a fault of Tollbook itself is thrown.
 */
export async function runOneOf(
  commands: readonly AddCommand[],
  argv: readonly string[],
  given: CliIO,
): Promise<number> {
  const io = { ...given, stdout: terminalOutput(given.stdout) };
  let exitCode: number = EXIT.ok;
  let help = "";
  const program = createProgram(
    commands,
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
      // Commander also ends with an error after printing help.
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
  commands: readonly AddCommand[],
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
    .showHelpAfterError("Try: tollbook help");
  for (const addTo of commands) addTo(program, io, finish);
  return program;
}

function explainFailure(error: unknown, io: CliIO): number {
  // Commander has printed its message.
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
