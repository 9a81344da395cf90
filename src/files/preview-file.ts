/** Previewing the calls of a file, block by block, and goal seek over them. */
import {
  type CallColumns,
  createPreview,
  type OpenedBook,
  type PreviewGoal,
  type PreviewOptions,
  type PreviewReport,
  type PreviewSide,
  type SeekOptions,
  seekIncrease,
} from "../index.ts";
import { knownOptions } from "../names/index.ts";
import { PREVIEW_OPTIONS } from "../preview/index.ts";
import { PassedOverCounter } from "./call-file.ts";
import type { Input } from "./open-input.ts";
import { readCallColumns } from "./read-calls.ts";
import { callWarnings, type ReadCallsOptions } from "./read-options.ts";

/** The books, calls and settings of a preview. */
export interface PreviewFileOptions extends Omit<PreviewOptions, "onWarning"> {
  /** A book, or "recorded" for the charges that the records have. */
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  readonly input: Pick<Input, "source"> & Partial<Pick<Input, "size">>;
  readonly read: ReadCallsOptions;
  /** Called with the calls as they are read; the columns are filled again after the callback returns. */
  readonly onColumns?: (columns: CallColumns) => void;
  /** Called now and then with the number of calls read so far; an error thrown here ends the run. */
  readonly onProgress?: (calls: number) => void;
  /** Least bytes of a block. @internal */
  readonly blockBytes?: number;
}

const checkOptions = knownOptions<PreviewFileOptions>("previewFile", {
  before: "any",
  after: "any",
  input: "any",
  read: "any",
  onColumns: "any",
  onProgress: "any",
  blockBytes: "any",
  ...PREVIEW_OPTIONS,
});

/**
 * Previews the calls of a file (`createPreview`), on one thread: a second thread saves a tenth of the time for a fifth
 * more processor time. A line that could not be read has no price on either side, and counts as read.
 * Memory does not grow with the file, except for the ids that `duplicates` remembers. Results that `rateFile` wrote
 * are calls where columns such as `call.duration` have the fields of the calls, else refused. Throws a RangeError like
 * `createPreview`, and a FileError like `readCalls`.
 *
 * ```ts
 * const book = openBook(await readBook("book.json"));
 * const input = await openInput("calls.jsonl");
 * const report = await previewFile({
 *   before: book, after: book, input, read: { format: "jsonl", name: "calls.jsonl" },
 * });
 * report.totals.retail.difference; // => "0"
 * ```
 */
export async function previewFile(options: PreviewFileOptions): Promise<PreviewReport> {
  checkOptions(options);
  const { before, after, input, read, onColumns, onProgress, blockBytes, ...previewOptions } = options;
  const preview = createPreview(before, after, { ...previewOptions, ...callWarnings(read) });
  const passedOver = new PassedOverCounter();
  let calls = 0;
  for await (const columns of readCallColumns(input.source, { book: after, ...read }, blockBytes)) {
    passedOver.addAll(columns.passedOver);
    if (columns.length === 0) continue;
    preview.addColumns(columns);
    onColumns?.(columns);
    calls += columns.length;
    onProgress?.(calls);
  }
  return { ...preview.report(), ...passedOver.field };
}

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
