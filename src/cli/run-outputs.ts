import { finishOutputs, type Output, type OutputOptions, openOutput } from "../files/index.ts";
import type { CliIO } from "./cli-io.ts";

/** What a command writes: all of it appears, or nothing does. */
export class RunOutputs {
  readonly #io: CliIO;
  readonly #outputs: Output[] = [];

  constructor(io: CliIO) {
    this.#io = io;
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

  /** Puts everything on the disk; what is left to do then is to give the files their names. */
  async complete(): Promise<void> {
    for (const output of this.#outputs) await output.complete();
    this.#io.signal?.throwIfAborted();
  }

  async finish(): Promise<void> {
    await this.complete();
    await finishOutputs(this.#outputs);
  }

  /** Gives up what is not finished. */
  async discard(): Promise<void> {
    for (const output of this.#outputs) await output.discard();
  }
}
