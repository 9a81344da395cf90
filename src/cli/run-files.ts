/** What a run reads and writes: inputs are closed whatever happens; of outputs all appear at the end, or none. */
import {
  type FeatureStates,
  featureStateLines,
  finishOutputs,
  type Input,
  lockStateFile,
  type Output,
  type OutputOptions,
  openInput,
  openOutput,
  readDiscountState,
  readFeatureStates,
  type StateLock,
} from "../files/index.ts";
import {
  type BookData,
  CallOrderError,
  createDiscountWindow,
  type DiscountState,
  DiscountStateError,
  type DiscountWindow,
  type FeatureState,
  type OpenedBook,
  type PoolNote,
} from "../index.ts";
import { CliError, type CliIO, counted, EXIT, tell, unlessInterrupted } from "./cli-io.ts";

const INTERVAL = 100;

/** Runs with files that are closed, and given up where they are not finished, when the work ends. */
export async function withFiles<T>(io: CliIO, work: (files: RunFiles) => Promise<T>): Promise<T> {
  const files = new RunFiles(io);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

/** The files of a run, and one line on a terminal's standard error that says how far reading has come. */
export class RunFiles {
  readonly #io: CliIO;
  readonly #outputs: Output[] = [];
  readonly #others: { close(): Promise<void> }[] = [];
  readonly #inputs: Input[] = [];
  #drawnAt = 0;
  #isDrawn = false;

  constructor(io: CliIO) {
    this.#io = io;
  }

  /** Opens an input, the one whose progress is shown from now on. */
  async openInput(path: string): Promise<Input> {
    const { stdin, signal } = this.#io;
    const input = await openInput(path, { stdin, signal });
    this.#inputs.push(input);
    return input;
  }

  /** Opens an output; `finish` names them in the order in which they were opened. */
  async open(path: string, how: Pick<OutputOptions, "isOneOfMany"> = {}): Promise<Output> {
    const { stdout, stderr, signal } = this.#io;
    const output = await openOutput(path, { ...how, stdout, stderr, signal });
    this.#outputs.push(output);
    return output;
  }

  /** Opens one only where it is asked for. */
  async openIf(path: string | undefined): Promise<Output | undefined> {
    return path === undefined ? undefined : this.open(path);
  }

  /** Opens the file of a summary, where one is asked for, and gives what writes it. */
  async openSummary(path: string | undefined): Promise<(summary: object) => Promise<void>> {
    const output = await this.openIf(path);
    return async (summary) => {
      await output?.write(`${JSON.stringify(summary, undefined, 2)}\n`);
    };
  }

  /** Draws the line where standard error is a terminal, and ends the run where the user interrupts. */
  readonly onProgress = (calls: number): void => {
    this.#io.signal?.throwIfAborted();
    const now = this.#io.isTerminal ? this.#io.now() : 0;
    const input = this.#inputs.at(-1);
    if (input === undefined || now - this.#drawnAt < INTERVAL) return;
    this.#drawnAt = now;
    this.#isDrawn = true;
    const bytes = input.bytesRead();
    const { size } = input;
    const part = size === undefined || size === 0 ? "" : ` (${Math.floor((bytes / size) * 100)} %)`;
    this.#io.stderr.write(`\r${(bytes / 1e6).toFixed(1)} MB read${part}, ${calls} calls\u001b[K`);
  };

  clearProgress(): void {
    if (this.#isDrawn) this.#io.stderr.write("\r\u001b[K");
    this.#isDrawn = false;
  }

  /** Puts everything on the disk; what is left to do then is to give the files their names. */
  async complete(): Promise<void> {
    for (const output of this.#outputs) await output.complete();
    this.#io.signal?.throwIfAborted();
  }

  async finish(): Promise<void> {
    await this.complete();
    await finishOutputs(this.#outputs);
    this.clearProgress();
  }

  /** Closes something else when the run ends, however it does. */
  closeLast(other: { close(): Promise<void> }): void {
    this.#others.push(other);
  }

  /** Closes the inputs, and gives up outputs that are not finished. */
  async close(): Promise<void> {
    for (const input of this.#inputs) input.close();
    this.clearProgress();
    for (const other of this.#others) await other.close();
    for (const output of this.#outputs) await output.discard();
  }
}

/** Calls that are held to be put in order (R42). */
const WINDOW_SIZE = 50_000;
const MAX_NOTES = 5;

/**
 * Runs with files, as `withFiles`, while no other run uses some state files. Where a run before left its lock, that is
 * said. `stillLocked` throws where a lock was removed since.
 */
export async function whileLocked<T>(
  paths: readonly (string | undefined)[],
  io: CliIO,
  work: (files: RunFiles, stillLocked: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const locks: StateLock[] = [];
  try {
    for (const path of paths) {
      const lock = path === undefined ? undefined : await lockStateFile(path);
      if (lock === undefined) continue;
      locks.push(lock);
      if (lock.tookOverFrom === undefined) continue;
      io.stderr.write(
        `${path} was locked by process ${lock.tookOverFrom}, which has ended without finishing; it is as the run before that left it.\n`,
      );
    }
    const stillLocked = async (): Promise<void> => {
      for (const lock of locks) await lock.check();
    };
    return await withFiles(io, (files) => work(files, stillLocked));
  } finally {
    for (const lock of locks) await lock.release();
  }
}

/** The state that an earlier run left; where its file is not there yet, that is said. */
export async function readState(path: string | undefined, io: CliIO): Promise<DiscountState | undefined> {
  if (path === undefined) return undefined;
  const state = await unlessInterrupted(readDiscountState(path), io);
  if (state === undefined) tell(io, `${path} is not there yet, so every pool begins full.\n`);
  return state;
}

/** A window that begins with a state that was read from a file. */
export function openWindow<Item>(
  book: OpenedBook,
  state: DiscountState | undefined,
  path: string | undefined,
): DiscountWindow<Item> {
  try {
    return createDiscountWindow<Item>(book, { state, size: WINDOW_SIZE });
  } catch (error) {
    if (!(error instanceof DiscountStateError)) throw error;
    throw new CliError(EXIT.unreadable, `${path}: ${error.message}`);
  }
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

/** What earlier runs charged; where the file is not there yet, that is said. */
export async function openFeatureStates(
  path: string | undefined,
  io: CliIO,
): Promise<FeatureStates | undefined> {
  if (path === undefined) return undefined;
  const states = await unlessInterrupted(readFeatureStates(path), io);
  if (states === undefined) {
    tell(io, `${path} is not there yet, so only what the book says has been charged before.\n`);
  }
  return states;
}

/** Writes what was charged; where nothing was, a file that is there stays as it is. */
export async function writeFeatureStates(
  path: string | undefined,
  files: RunFiles,
  states: {
    readonly data: BookData;
    readonly earlier: FeatureStates | undefined;
    readonly changed: readonly FeatureState[];
  },
): Promise<void> {
  if (path === undefined || (states.earlier !== undefined && states.changed.length === 0)) return;
  const output = await files.open(path);
  for (const line of featureStateLines(states.data, states.earlier, states.changed)) await output.write(line);
}
