import type { CliIO } from "./cli-io.ts";

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
