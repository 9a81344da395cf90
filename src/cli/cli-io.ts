import type { Readable, Writable } from "node:stream";

/** All that a command touches of the process it runs in, so that tests can run it without one. */
export interface CliIO {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  /** Whether standard error is a terminal, where a progress line may be drawn. */
  readonly isTerminal: boolean;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Aborted where the user interrupts. */
  readonly signal?: AbortSignal;
}
