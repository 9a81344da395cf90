/** Goal seek over the calls of a file. */
import { type PreviewGoal, type SeekOptions, seekIncrease } from "../../index.ts";
import type { Input } from "../open-input.ts";
import { readCallColumns } from "../read-call-columns.ts";
import type { ReadCallsOptions } from "../read-options.ts";

/** The goal to seek, and the file of calls. */
export interface SeekFileOptions extends Omit<SeekOptions, "calls"> {
  /** Opens the file, which is read once for each percentage that is tried. */
  readonly open: () => Promise<Pick<Input, "source">>;
  readonly read: ReadCallsOptions;
}

/**
 * Seeks a percentage over the calls of a file (`seekIncrease`). The file is read again for each percentage that is
 * tried, so that memory does not grow with the file. Warnings about calls are left to the preview of the result.
 */
export function seekIncreaseFile({ open, read, ...options }: SeekFileOptions): Promise<PreviewGoal> {
  const { onWarning: _leftToThePreview, ...quietly } = read;
  async function* calls() {
    for await (const columns of readCallColumns((await open()).source, { book: options.before, ...quietly }))
      if (columns.length > 0) yield columns;
  }
  return seekIncrease({ ...options, calls });
}
