/** Somewhere results are written to. */
export interface Output {
  /** The name in messages. */
  readonly name: string;
  /** Writes a text; where the reader is slower, a promise to wait for before the next one. */
  write(text: string): Promise<void> | undefined;
  /** Writes bytes, after all text before them, and is done when they are passed on; until then they stay the caller's. */
  writeBytes(bytes: Uint8Array): Promise<void>;
  /** Passes on what has been gathered, for a reader that waits for it; a file has no reader yet and does nothing. */
  flush(): Promise<void>;
  /** Puts all that was written where it cannot be lost, so that `finish` has only its name to give. */
  complete(): Promise<void>;
  /** Completes what was written: from now on it is there under its name. */
  finish(): Promise<void>;
  /** Gives up: nothing of it remains. Does nothing after `finish`. */
  discard(): Promise<void>;
}

/**
 * Finishes the outputs of a run, in their order, once all of them are complete: where one cannot be written, a full disk say,
 * none appears under its name.
 */
export async function finishOutputs(outputs: readonly Output[]): Promise<void> {
  for (const output of outputs) await output.complete();
  for (const output of outputs) await output.finish();
}

/** Whoever read the output has gone away (EPIPE): nothing more can be written, and nobody minds. */
export class ReaderGone extends Error {
  override readonly name = "ReaderGone";
  constructor() {
    super("The reader of the output has gone.");
  }
}

/** Characters that are gathered before they are written. */
export const OUTPUT_PIECE = 1 << 18;
