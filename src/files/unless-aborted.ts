/** Waiting that a signal aborts. */

/**
 * The result of the work; throws the signal's reason where the signal aborts first, while the work itself goes on: a
 * book may be a pipe without a writer, and a database may not answer.
 *
 * @example
 * await unlessAborted(Promise.resolve(7), new AbortController().signal); // => 7
 */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
