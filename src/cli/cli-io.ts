/** Input and output of a command: its streams, its exit status, and its messages. */
import type { Readable, Writable } from "node:stream";
import { openOutput } from "../files/index.ts";
import { aligned, escapedControls, harmlessLines } from "../report/index.ts";

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

/** Ends a command with a message for the user, and where useful a hint. */
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

export function wrongUsage(message: string, hint?: string): CliError {
  return new CliError(EXIT.usage, message, hint);
}

/** The parts of the process that a command uses, so that tests can run a command without a process. */
export interface CliIO {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether standard error is a terminal, where a progress line may be drawn. */
  readonly isTerminal: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Variables of the environment; none where it is missing. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user interrupts. */
  readonly signal?: AbortSignal;
}

/** Waits until the process is told to stop. */
export function interrupted({ signal }: CliIO): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Prints a text for a person to standard output and waits until the text is written. */
export function print(io: CliIO, text: string): Promise<void> {
  return put(io, harmlessLines(text));
}

/** Prints a text to standard error. */
export function tell(io: CliIO, text: string): void {
  io.stderr.write(harmlessLines(text));
}

async function put(io: CliIO, text: string): Promise<void> {
  const output = await openOutput("-", { stdout: io.stdout });
  await output.write(text);
  await output.finish();
}

/** Prints a value as JSON that a person can read, too. */
export function printJson(io: CliIO, value: unknown): Promise<void> {
  // JSON does not escape all characters that would control a terminal; escaped they are the same text.
  return put(io, `${escapedControls(JSON.stringify(value, undefined, 2))}\n`);
}

export function printAs(isJson: boolean, value: unknown, text: () => string, io: CliIO): Promise<void> {
  return isJson ? printJson(io, value) : print(io, text());
}

/** A number of things: `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `  … and 3 more` behind the first `shown` elements of a list; empty where there are no more. */
export function andMore(list: readonly unknown[], shown: number, one = "more", many = one): string {
  const more = list.length - shown;
  return more > 0 ? `  … and ${counted(more, one, many)}\n` : "";
}

/** Rows of cells as aligned columns; columns with an index in `right` are right-aligned. */
export function table(cells: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string {
  return aligned(cells, (columnIndex) => right.has(columnIndex)) || "\n";
}
