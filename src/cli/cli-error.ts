import { EXIT } from "./exit-codes.ts";

/** Ends a command with a sentence for the user, and where it helps, what to do about it. */
export class CliError extends Error {
  override readonly name = "CliError";
  readonly exitCode: number;
  readonly hint: string | undefined;

  constructor(exitCode: number, message: string, hint?: string) {
    super(message);
    this.exitCode = exitCode;
    this.hint = hint;
  }
}

/** A command line that cannot be meant. */
export function wrongUsage(message: string, hint?: string): CliError {
  return new CliError(EXIT.usage, message, hint);
}
