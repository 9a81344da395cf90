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

/** Waits for the work, or until the user interrupts: a book may be a pipe to which nobody ever writes. */
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
