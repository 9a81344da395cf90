/** How a command ends: its exit status, and the sentence where it ends early. */

/** What a command's exit status says to the script that ran it. */
export const EXIT = {
  /** All went well; every call was rated, is ignored or is left, every feature charged or not due. */
  ok: 0,
  /** An input could not be read, an output not be written, or the book is invalid. */
  unreadable: 1,
  /** The command line was wrong. */
  usage: 2,
  /** Everything was read, and some calls, features or invoices are in error. */
  someInError: 3,
  /** Stopped by a signal. */
  interrupted: 130,
} as const;

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
