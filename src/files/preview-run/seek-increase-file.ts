/** Goal seek over the calls of a file. */
import { type PreviewGoal, type SeekOptions, seekIncrease } from "../../index.ts";
import type { Input } from "../open-input.ts";
import { readCallColumns } from "../read-call-columns.ts";
import type { ReadCallsOptions } from "../read-options.ts";

/** What is sought, and over which file. */
export interface SeekFileOptions extends Omit<SeekOptions, "calls"> {
  /** Opens the file; it is read once for each percentage that is tried. */
  readonly open: () => Promise<Pick<Input, "source">>;
  readonly read: ReadCallsOptions;
}

/**
 * Seeks a percentage over the calls of a file (`seekIncrease`), read anew for each one that is tried, so that memory does
 * not grow with it. What the calls are warned of is left to the preview of what is found.
 */
export function seekIncreaseFile({ open, read, ...options }: SeekFileOptions): Promise<PreviewGoal> {
  const { onWarning: _leftToThePreview, ...quietly } = read;
  async function* calls() {
    for await (const columns of readCallColumns((await open()).source, quietly))
      if (columns.length > 0) yield columns;
  }
  return seekIncrease({ ...options, calls });
}
