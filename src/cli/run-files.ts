/** The files of a run: inputs are always closed; outputs appear all at the end, or none. */
import {
  createRecordWriter,
  type FeatureStates,
  type FileFormat,
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
  unlessAborted,
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
import { CliError, type CliIO, counted, EXIT, tell } from "./cli-io.ts";

const INTERVAL = 100;

/** Runs work with files that are closed when the work ends; unfinished outputs are discarded. */
export async function withFiles<T>(io: CliIO, work: (files: RunFiles) => Promise<T>): Promise<T> {
  const files = new RunFiles(io);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

/** The files of a run, and a progress line where standard error is a terminal. */
export class RunFiles {
  readonly #io: CliIO;
  readonly #outputs: Output[] = [];
  readonly #resources: { close(): Promise<void> }[] = [];
  readonly #inputs: Input[] = [];
  #drawnAt = 0;
  #isDrawn = false;

  constructor(io: CliIO) {
    this.#io = io;
  }

  /** Opens an input, whose progress is shown from now on. */
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

  async openIf(path: string | undefined): Promise<Output | undefined> {
    return path === undefined ? undefined : this.open(path);
  }

  /** Opens the file of a summary, where a path is given, and returns a function that writes the summary. */
  async openSummary(path: string | undefined): Promise<(summary: object) => Promise<void>> {
    const output = await this.openIf(path);
    return async (summary) => {
      await output?.write(`${JSON.stringify(summary, undefined, 2)}\n`);
    };
  }

  /** Draws the progress line where standard error is a terminal, and ends the run where the user interrupts. */
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

  /** Writes all outputs to the disk; then the files only have to be renamed. */
  async complete(): Promise<void> {
    for (const output of this.#outputs) await output.complete();
    this.#io.signal?.throwIfAborted();
  }

  async finish(): Promise<void> {
    await this.complete();
    await finishOutputs(this.#outputs);
    this.clearProgress();
  }

  /** Registers a resource, to be closed when the run ends with or without success. */
  closeLast(resource: { close(): Promise<void> }): void {
    this.#resources.push(resource);
  }

  /** Closes the inputs, and discards outputs that are not finished; where one cannot be closed, all others are. */
  async close(): Promise<void> {
    for (const input of this.#inputs) input.close();
    this.clearProgress();
    const failures: unknown[] = [];
    const attempt = (closing: Promise<void>): Promise<unknown> =>
      closing.catch((error: unknown) => failures.push(error));
    for (const resource of this.#resources) await attempt(resource.close());
    for (const output of this.#outputs) await attempt(output.discard());
    if (failures.length > 0) throw failures[0];
  }
}

/** Drops what is written, for a run of which only the counts matter. */
export const NO_OUTPUT: Output = {
  name: "",
  write: () => undefined,
  writeBytes: async () => {},
  flush: async () => {},
  complete: async () => {},
  finish: async () => {},
  discard: async () => {},
};

/** Writes records to an open output, a line each; `columns` are those of CSV. */
export async function writeRecords(
  output: Output,
  columns: readonly string[],
  records: Iterable<object>,
  format: FileFormat = "csv",
): Promise<void> {
  const writer = await createRecordWriter(output, { format, columns });
  for (const record of records) await writer.write(record);
}

/** Calls that the window holds to sort them (R42). */
const WINDOW_SIZE = 50_000;
const MAX_NOTES = 5;

/**
 * Runs work with files, as `withFiles`, under a lock on each state file. A lock that a dead run left is reported.
 * `stillLocked` throws where a lock was removed since.
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

/** The state of an earlier run; a file that does not exist yet is reported. */
export async function readState(path: string | undefined, io: CliIO): Promise<DiscountState | undefined> {
  if (path === undefined) return undefined;
  const state = await unlessAborted(readDiscountState(path), io.signal);
  if (state === undefined) tell(io, `${path} is not there yet, so every pool begins full.\n`);
  return state;
}

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

/** Prints the first notes on pools of the state; the JSON summary has all notes. */
export function tellNotes(notes: readonly PoolNote[], io: CliIO): void {
  for (const { message } of notes.slice(0, MAX_NOTES)) tell(io, `${message}\n`);
  if (notes.length > MAX_NOTES) tell(io, `… and ${counted(notes.length - MAX_NOTES, "pool")} more\n`);
}

/** Turns the error of calls too far out of order, or of pools that do not fit the state, into a message. */
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

/** The feature states of earlier runs; a file that does not exist yet is reported. */
export async function openFeatureStates(
  path: string | undefined,
  io: CliIO,
): Promise<FeatureStates | undefined> {
  if (path === undefined) return undefined;
  const states = await unlessAborted(readFeatureStates(path), io.signal);
  if (states === undefined) {
    tell(io, `${path} is not there yet, so only what the book says has been charged before.\n`);
  }
  return states;
}

/** Writes the feature states; where nothing was charged, an existing file does not change. */
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
