/** What a command touches of its process, how it ends, and what it says to a person. */
import type { Readable, Writable } from "node:stream";
import { openOutput } from "../files/index.ts";
import { harmless, harmlessLines } from "../report/index.ts";

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

/** All that a command touches of the process it runs in, so that tests can run it without one. */
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
  /** Aborted where the user interrupts. */
  readonly signal?: AbortSignal;
}

/** Waits for the work, or until the user interrupts: a book may be a pipe without a writer. */
export async function unlessInterrupted<T>(work: Promise<T>, { signal }: CliIO): Promise<T> {
  if (signal === undefined) return work;
  let stop: () => void = () => undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    signal.throwIfAborted();
    return await Promise.race([work, interrupted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Prints a text for a person to standard output and waits until it has been taken. */
export function print(io: CliIO, text: string): Promise<void> {
  return put(io, harmlessLines(text));
}

/** Says something on standard error. */
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
  const text = JSON.stringify(value, undefined, 2);
  // JSON leaves these as they are, and they would steer a terminal; escaped they are the same text.
  return put(
    io,
    `${text.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}\n`,
  );
}

/** Prints a value as JSON where that is asked for, else as text. */
export function printAs(isJson: boolean, value: unknown, text: () => string, io: CliIO): Promise<void> {
  return isJson ? printJson(io, value) : print(io, text());
}

/** A number of things: `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `  … and 3 more` behind the first `shown` of a list; nothing where they are all. */
export function andMore(list: readonly unknown[], shown: number, one = "more", many = one): string {
  const more = list.length - shown;
  return more > 0 ? `  … and ${counted(more, one, many)}\n` : "";
}

/** Rows of cells as aligned columns; the columns named in `right` are set to the right. */
export function table(cells: readonly (readonly string[])[], right: ReadonlySet<number> = new Set()): string {
  const rows = cells.map((row) => row.map(harmless));
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  const lines = rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.has(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
  return `${lines.map((line) => `  ${line}`).join("\n")}\n`;
}
