/** Previewing the calls of a file, on one thread or on several: the report is the same. */

import { setImmediate as nextTurn } from "node:timers/promises";
import { DuplicateIndex } from "../../engine/index.ts";
import {
  createPreview,
  type OpenedBook,
  type PreviewOptions,
  type PreviewReport,
  type PreviewSide,
} from "../../index.ts";
import { knownOptions } from "../../names/index.ts";
import { readBlocks } from "../call-blocks/index.ts";
import { callWarnings, originWarnings } from "../origin-warnings.ts";
import { readCallColumns } from "../read-call-columns.ts";
import { checkReadOptions } from "../read-calls.ts";
import { noteHashes } from "../repeated-calls.ts";
import { FILE_RUN_OPTIONS, type FileRunOptions, InOrder, threadsOf } from "../threads/index.ts";
import { PreviewPool, type TakenBlock } from "./preview-pool.ts";

/** What is previewed, and how. */
export interface PreviewFileOptions extends Omit<PreviewOptions, "onWarning">, FileRunOptions {
  /** A book, or "recorded" for what the records say was charged. */
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  /**
   * From 1 to 256, never more than the file has blocks. Default: the processor's for at least 64 MB, else one. With `discounts`, which are drawn call after
   * call, always one.
   */
  readonly threads?: number | undefined;
}

const BLOCK_BYTES = 1 << 18;

/** Blocks for each thread that may be under way, or wait for one before them. */
const BLOCKS_A_THREAD = 5;

/**
 * Previews the calls of a file (`createPreview`), on several threads where the file is large; the report does not
 * depend on how many. A line that could not be read has no price on either side, and is read all the same. Memory does
 * not grow with the file, but for the ids that `duplicates` remembers. A thread that stops is a `WorkerFailure`, never
 * a wait without end. Throws a RangeError as `createPreview`, and a FileError as `readCalls`.
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
  checkReadOptions(options.read);
  const { input, blockBytes = BLOCK_BYTES, waitsForThreads } = options;
  const asked = threadsOf(options.threads, waitsForThreads ? undefined : input.size, blockBytes);
  const threads = options.discounts === true ? 1 : asked;
  return threads > 1 ? previewOnThreads(options, threads) : previewHere(options);
}

async function previewHere(options: PreviewFileOptions): Promise<PreviewReport> {
  const { before, after, input, read, onProgress, blockBytes = BLOCK_BYTES } = options;
  const preview = createPreview(before, after, { ...previewOptions(options), ...callWarnings(read) });
  let calls = 0;
  for await (const columns of readCallColumns(input.source, read, blockBytes)) {
    preview.addColumns(columns);
    calls += columns.length;
    onProgress?.(calls);
  }
  return preview.report();
}

async function previewOnThreads(options: PreviewFileOptions, threads: number): Promise<PreviewReport> {
  const { before, after, input, read, onProgress, workerUrl, blockBytes = BLOCK_BYTES } = options;
  const seen = options.duplicates === "keep" ? undefined : new DuplicateIndex();
  const pool = new PreviewPool({
    before,
    after,
    options: plainOptions(options),
    threads,
    startsAll: input.size !== undefined,
    hashes: seen !== undefined,
    workerUrl,
  });
  const warnings = originWarnings(after, read);
  let calls = 0;
  const underWay = new InOrder<TakenBlock>((taken) => {
    warnings?.tell(taken.unknownOrigins);
    const { hashes } = taken;
    pool.count(taken, calls, seen === undefined || hashes === undefined ? [] : noteHashes(hashes, 0, seen));
    calls += taken.calls;
    onProgress?.(calls);
  });
  try {
    if (options.waitsForThreads) await pool.whenReady();
    for await (const block of readBlocks(input.source, read, blockBytes)) {
      const { taken, isOwn } = pool.submit(block);
      underWay.add(taken);
      // What the workers have to say comes between two blocks of the main thread.
      if (isOwn) await nextTurn();
      await underWay.takeDone(threads * BLOCKS_A_THREAD);
    }
    await underWay.takeDone(0);
    return (await pool.collected()).report();
  } finally {
    await pool.end();
  }
}

const checkOptions = knownOptions<PreviewFileOptions>("previewFile", {
  before: "any",
  after: "any",
  ...FILE_RUN_OPTIONS,
  threads: "any",
  reclassify: "flag",
  duplicates: ["report", "keep"],
  discounts: "flag",
  on: "any",
  movers: "any",
  examples: "any",
});

/** The options of the preview itself. */
function previewOptions(options: PreviewFileOptions): PreviewOptions {
  const { discounts, duplicates } = options;
  const { duplicates: _kept, ...plain } = plainOptions(options);
  return {
    ...plain,
    ...(discounts !== undefined && { discounts }),
    ...(duplicates !== undefined && { duplicates }),
  };
}

/** The options that every thread has to know; ids are compared here alone. */
function plainOptions({ on, movers, examples, reclassify }: PreviewFileOptions): PreviewOptions {
  return {
    duplicates: "keep",
    ...(on !== undefined && { on }),
    ...(movers !== undefined && { movers }),
    ...(examples !== undefined && { examples }),
    ...(reclassify !== undefined && { reclassify }),
  };
}
