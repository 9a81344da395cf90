import type { Input } from "../open-input.ts";
import type { ReadCallsOptions } from "../read-calls.ts";

/** What every run over a file of calls is told. */
export interface FileRunOptions {
  readonly input: Pick<Input, "source" | "size">;
  readonly read: ReadCallsOptions;
  /** Called now and then with the calls read so far; what it throws ends the run. */
  readonly onProgress?: (calls: number) => void;
  /** Bytes of a block at least. @internal */
  readonly blockBytes?: number;
  /** @internal */
  readonly workerUrl?: URL;
  /** Whether all threads have to be ready first, so that each has a share of however small a file. @internal */
  readonly waitsForThreads?: boolean;
}

/** The names of these options, for the checks of those that have more. */
export const FILE_RUN_OPTIONS = {
  input: "any",
  read: "any",
  onProgress: "any",
  blockBytes: "any",
  workerUrl: "any",
  waitsForThreads: "flag",
} as const satisfies Readonly<Record<keyof FileRunOptions, string>>;
