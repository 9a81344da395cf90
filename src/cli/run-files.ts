/** What a run reads and writes: inputs are closed whatever happens; of outputs all appear at the end, or none. */
import {
  finishOutputs,
  type Input,
  type Output,
  type OutputOptions,
  openInput,
  openOutput,
} from "../files/index.ts";
import type { CliIO } from "./cli-io.ts";

/** Milliseconds between two drawings of the line of progress. */
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
  #input: Input | undefined;
  #drawnAt = 0;
  #isDrawn = false;

  constructor(io: CliIO) {
    this.#io = io;
  }

  /** Opens an input, the one whose progress is shown. */
  async openInput(path: string): Promise<Input> {
    const { stdin, signal } = this.#io;
    this.#input = await openInput(path, { stdin, signal });
    return this.#input;
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

  /** Draws the line where standard error is a terminal, and ends the run where the user interrupts. */
  readonly onProgress = (calls: number): void => {
    this.#io.signal?.throwIfAborted();
    const now = this.#io.isTerminal ? this.#io.now() : 0;
    if (this.#input === undefined || now - this.#drawnAt < INTERVAL) return;
    this.#drawnAt = now;
    this.#isDrawn = true;
    const bytes = this.#input.bytesRead();
    const { size } = this.#input;
    const part = size === undefined || size === 0 ? "" : ` (${Math.floor((bytes / size) * 100)} %)`;
    this.#io.stderr.write(`\r${(bytes / 1e6).toFixed(1)} MB read${part}, ${calls} calls\u001b[K`);
  };

  /** Removes the line. */
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

  /** Closes the input, and gives up outputs that are not finished. */
  async close(): Promise<void> {
    this.#input?.close();
    this.clearProgress();
    for (const output of this.#outputs) await output.discard();
  }
}
