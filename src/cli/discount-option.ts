import { type Command, Option } from "commander";
import { lockStateFile, readDiscountState, type StateLock } from "../files/index.ts";
import {
  CallOrderError,
  createDiscountWindow,
  type DiscountState,
  DiscountStateError,
  type DiscountWindow,
  type OpenedBook,
  type PoolNote,
} from "../index.ts";
import { CliError, wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";
import { counted, tell } from "./print.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

/** Calls that are held to be put in order (R42). */
const WINDOW_SIZE = 50_000;
/** Notes on pools that a person reads. */
const MAX_NOTES = 5;

/** `--state`, shared by the commands that apply discounts. */
export function stateOption(what: string): Option {
  return new Option("--state <file>", what);
}

/** Adds `--discounts` and `--state` to a command that can do without. */
export function addDiscountOptions(command: Command, what: string): Command {
  return command.option("--discounts", "apply the book's discount plans").addOption(stateOption(what));
}

/** Refuses a state without discounts, which would silently not be used. */
export function requireDiscountsWithState(options: {
  readonly discounts?: boolean;
  readonly state?: string;
}): void {
  if (options.state !== undefined && options.discounts !== true) {
    throw wrongUsage("--state is for discounts.", "Add --discounts, or leave --state out.");
  }
}

/** A window that begins with the state of a file; where the file is not there yet, that is said. */
export async function openDiscounts<Item>(
  book: OpenedBook,
  stateFile: string | undefined,
  io: CliIO,
): Promise<DiscountWindow<Item>> {
  return openWindow(book, { file: stateFile, state: await readState(stateFile, io) });
}

/** The state that an earlier run left; where its file is not there yet, that is said. */
export async function readState(
  stateFile: string | undefined,
  io: CliIO,
): Promise<DiscountState | undefined> {
  if (stateFile === undefined) return undefined;
  const state = await unlessInterrupted(readDiscountState(stateFile), io);
  if (state === undefined) tell(io, `${stateFile} is not there yet, so every pool begins full.\n`);
  return state;
}

/** A window that begins with a state that was read. */
export function openWindow<Item>(
  book: OpenedBook,
  { file, state }: { readonly file: string | undefined; readonly state: DiscountState | undefined },
): DiscountWindow<Item> {
  try {
    return createDiscountWindow<Item>(book, { state, size: WINDOW_SIZE });
  } catch (error) {
    if (!(error instanceof DiscountStateError)) throw error;
    throw new CliError(EXIT.unreadable, `${file}: ${error.message}`);
  }
}

/** Locks the state for a run that leaves it for the next; where a run before did not let it go, that is said. */
export async function lockState(stateFile: string | undefined, io: CliIO): Promise<StateLock | undefined> {
  const lock = stateFile === undefined ? undefined : await lockStateFile(stateFile);
  if (lock?.tookOverFrom !== undefined) {
    io.stderr.write(
      `${stateFile} was locked by process ${lock.tookOverFrom}, which has ended without finishing; it is as the run before that left it.\n`,
    );
  }
  return lock;
}

/** Says what is to be said of pools that the state brought along; all of it is in the JSON summary. */
export function tellNotes(notes: readonly PoolNote[], io: CliIO): void {
  for (const { message } of notes.slice(0, MAX_NOTES)) tell(io, `${message}\n`);
  if (notes.length > MAX_NOTES) tell(io, `… and ${counted(notes.length - MAX_NOTES, "pool")} more\n`);
}

/** Turns calls that are too far out of order, or come to pools that the state cannot vouch for, into a sentence. */
export async function inOrder<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DiscountStateError) throw new CliError(EXIT.unreadable, error.message);
    if (!(error instanceof CallOrderError)) throw error;
    throw new CliError(
      EXIT.unreadable,
      `The calls are too far out of order to be discounted. ${error.message}`,
      `Sort the calls of each customer by start; one may come up to ${WINDOW_SIZE / 2} calls after one that starts later.`,
    );
  }
}
