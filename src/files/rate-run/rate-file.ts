/** Rating a file, on one thread or on several: the results, their order and every count are the same. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { DuplicateIndex, type OriginWarnings, type Repeated } from "../../engine/index.ts";
import type { CallRecord, DiscountWindow, OpenedBook } from "../../index.ts";
import { knownOptions } from "../../names/index.ts";
import { ReconciliationCollector, TallyCounter, WorklistCollector } from "../../totals/index.ts";
import { type CallBytes, LongCallCounter, readBlocks } from "../call-blocks/index.ts";
import { PassedOverCounter } from "../call-file.ts";
import type { Input } from "../open-input.ts";
import type { Output } from "../open-output.ts";
import { checkReadOptions, originWarnings, type ReadCallsOptions } from "../read-options.ts";
import { ByteSink } from "../result-bytes/index.ts";
import { inputFields, type LineFormat, lineFormats, RecordLines } from "../results/index.ts";
import { asBuffer } from "../text.ts";
import { type BlockCounts, type BlockFormat, type BlockOutcome, BlockRater } from "./block-rater.ts";
import type { ResultTarget, RunReport } from "./rate-stream.ts";
import { type CallCounts, type RateRows, type RepeatedBlock, withRepeated } from "./repeat-calls.ts";
import type { RatedBlock } from "./thread-rater.ts";
import { threadsOf } from "./usual-threads.ts";
import { WorkerPool } from "./worker-pool.ts";

/** The input, settings and outputs of a run. */
export interface RateFileOptions {
  readonly book: OpenedBook;
  readonly input: Pick<Input, "source" | "size">;
  readonly read: ReadCallsOptions;
  /** Called now and then with the number of calls read so far; an error thrown here ends the run. */
  readonly onProgress?: (calls: number) => void;
  /** As in `rateCalls`; default "report". */
  readonly duplicates?: "report" | "keep";
  readonly reclassify?: boolean;
  /** As in `RateOptions`: the last field of results (R30). */
  readonly bookDigest?: string | undefined;
  readonly results: ResultTarget;
  /**
   * Columns of results, in order: fields of results, and fields of calls with `call.` before the name (`call.target`).
   * Default: all fields of results, and the fields of calls on which costs depend. A separate output of calls in error
   * always has `error`, `message` and `field`.
   */
  readonly columns?: readonly string[] | undefined;
  /** Separate output for calls in error. */
  readonly errors?: ResultTarget | undefined;
  /** Applies the book's discount plans during the run; gives the pools and their notes afterwards. */
  readonly discounts?: DiscountWindow<CallRecord> | undefined;
  /**
   * Threads of a run without discounts; a run with discounts has one. From 1 to 256, never more than the file has
   * blocks. Default: the processor's threads for at least 64 MB, else one.
   */
  readonly threads?: number | undefined;
  /** Least bytes of a block. @internal */
  readonly blockBytes?: number;
  /** @internal */
  readonly workerUrl?: URL;
  /** Whether the run waits until all threads are ready, so that each has a share even of a small file. @internal */
  readonly waitsForThreads?: boolean;
}

/** Bytes of a block on one thread, and on several threads, where the messages about a block take time, too. */
const BLOCK_BYTES = 1 << 18;
const BLOCK_BYTES_OF_MANY = 1 << 20;

const checkOptions = knownOptions<RateFileOptions>("rateFile", {
  book: "any",
  input: "any",
  read: "any",
  onProgress: "any",
  blockBytes: "any",
  workerUrl: "any",
  waitsForThreads: "flag",
  duplicates: ["report", "keep"],
  reclassify: "flag",
  bookDigest: "text",
  discounts: "any",
  results: "any",
  columns: "any",
  errors: "any",
  threads: "any",
});

/**
 * Rates the calls of a file and writes the results, on several threads where the file is large: in input order,
 * byte for byte as on one thread (R30). Memory does not grow with the file, except for the ids that `duplicates`
 * remembers. A thread that stops is a `WorkerFailure`, never a wait without end; the outputs are neither finished
 * nor discarded here. Throws a RangeError where `threads` is no whole number from 1 to 256
 * and where `columns` names an unknown column or a column twice.
 *
 * ```ts
 * const input = await openInput("calls.jsonl");
 * const output = await openOutput("/dev/null");
 * const report = await rateFile({
 *   book: openBook(await readBook("book.json")), input, read: { format: "jsonl", name: "calls.jsonl" },
 *   results: { output, format: "jsonl" },
 * });
 * await output.finish();
 * ```
 */
export async function rateFile(options: RateFileOptions): Promise<RunReport> {
  checkOptions(options);
  checkReadOptions(options.read);
  const { input, blockBytes = BLOCK_BYTES_OF_MANY, waitsForThreads } = options;
  const asked = threadsOf(options.threads, waitsForThreads ? undefined : input.size, blockBytes);
  return new FileRun(options).run(options.discounts === undefined ? asked : 1);
}

/** Most blocks per thread that are in progress, or wait for an earlier block. */
const BLOCKS_A_THREAD = 4;

/** A block and its outcome from a thread. */
interface DoneBlock {
  readonly block: CallBytes;
  readonly rated: RatedBlock;
}

/** A block whose call ids are noted: its calls that were read before, and the outcome with these calls in error. */
interface NotedBlock {
  readonly block: CallBytes;
  readonly repeated: readonly Repeated[];
  readonly changed: RepeatedBlock;
}

const NOTHING = new Uint8Array(0);

class FileRun {
  readonly #options: RateFileOptions;
  readonly #format: BlockFormat;
  readonly #tally = new TallyCounter();
  readonly #worklist = new WorklistCollector();
  readonly #reconciliation = new ReconciliationCollector();
  readonly #passedOver = new PassedOverCounter();
  readonly #longCalls = new LongCallCounter();
  readonly #seen: DuplicateIndex | undefined;
  /** Buffer for the lines of a block when some lines are replaced. */
  readonly #spare = new ByteSink(0);
  readonly #warnings: OriginWarnings | undefined;
  #calls = 0;
  #late = 0;
  /** Bytes of the blocks whose call ids are noted, or about to be noted. */
  #bytes = 0;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: RateFileOptions) {
    this.#options = options;
    this.#format = lineFormats(options, options.results.format, options.errors?.format);
    this.#warnings = originWarnings(options.book, options.read);
    this.#seen = options.duplicates === "keep" ? undefined : new DuplicateIndex();
  }

  async run(threads: number): Promise<RunReport> {
    const { book, input, results, errors, discounts, blockBytes } = this.#options;
    const read = { book, ...this.#options.read, neededColumns: inputFields(this.#options.columns ?? []) };
    await writeHeader(results.output, this.#format.results);
    if (this.#format.errors !== undefined) await writeHeader(errors?.output, this.#format.errors);
    // Input of unknown size is not gathered, so that a caller that sends one call and waits gets the result before it
    // sends the next call.
    const usual = threads > 1 ? BLOCK_BYTES_OF_MANY : input.size === undefined ? 1 : BLOCK_BYTES;
    const size = blockBytes ?? usual;
    const blocks = readBlocks(input.source, read, size);
    await (threads > 1 ? this.#rateOnThreads(blocks, threads) : this.#rateHere(blocks));
    await this.#writing;
    this.#longCalls.tell(read);
    return {
      ...this.#tally.report(),
      worklist: this.#worklist.report(),
      reconciliation: this.#reconciliation.report(),
      ...(discounts !== undefined && { late: this.#late }),
      ...this.#passedOver.field,
    };
  }

  async #rateHere(blocks: AsyncIterable<CallBytes>): Promise<void> {
    const { book, reclassify = false, discounts } = this.#options;
    const seen = this.#seen;
    const rater = new BlockRater({ book, reclassify, format: this.#format, discounts });
    try {
      for await (const block of blocks) {
        this.#bytes += block.bytes.length;
        const repeatedIn =
          seen && ((hashes: Int32Array, first: number) => seen.noteAll(hashes, first, this.#share));
        await this.#take(rater.rate(block, repeatedIn));
        if (rater.isFull) this.#count(rater.takeCounts());
      }
      await this.#writing;
      await this.#write(rater.finish(), NOTHING);
      this.#late = rater.late;
      this.#count(rater.takeCounts());
    } finally {
      rater.release();
    }
  }

  async #rateOnThreads(blocks: AsyncIterable<CallBytes>, threads: number): Promise<void> {
    const { book, input, reclassify = false, workerUrl, waitsForThreads } = this.#options;
    const setup = { reclassify, hashes: this.#seen !== undefined, format: this.#format };
    const startsAll = input.size !== undefined;
    const pool = new WorkerPool({ book, threads, setup, startsAll, workerUrl });
    const most = threads * BLOCKS_A_THREAD;
    let last: RatedBlock | undefined;
    const noted = new InOrder<NotedBlock>(async ({ block, repeated, changed }) => {
      const { rated, taken, added } = this.#isOrderKept(changed)
        ? changed
        : await rateAgain(pool, block, changed.rated, repeated);
      this.#count(rated);
      for (const counts of taken) this.#takeOut(counts);
      for (const counts of added) this.#countCalls(counts);
      // `#take` has waited until the previous block was written.
      await this.#take(rated);
      if (last !== undefined) pool.recycle(last);
      last = rated;
    });
    const underWay = new InOrder<DoneBlock>(async ({ block, rated }) => {
      this.#bytes += block.bytes.length;
      this.#warnings?.tell(rated.unknownOrigins);
      const repeated = this.#repeatedIn(rated);
      const rateRows: RateRows = (rows, calls) => pool.rateRows(rows, block.setup, calls);
      const changed =
        withRepeated(rated, repeated, rateRows, this.#spare) ?? rateAgain(pool, block, rated, repeated);
      noted.add(Promise.resolve(changed).then((own) => ({ block, repeated, changed: own })));
      await noted.takeDone(most);
    });
    try {
      if (waitsForThreads) await pool.whenReady();
      for await (const block of blocks) {
        const { rated, isOwn } = pool.submit(block, undefined);
        underWay.add(rated.then((own) => ({ block, rated: own })));
        // Messages of the workers arrive between two blocks of the main thread.
        if (isOwn) await nextTurn();
        await underWay.takeDone(most);
      }
      await underWay.takeDone(0);
      await noted.takeDone(0);
    } finally {
      await pool.end();
    }
  }

  /** The share of the file whose call ids are noted; undefined where the size of the file is not known. */
  get #share(): number | undefined {
    const { size } = this.#options.input;
    return size === undefined ? undefined : this.#bytes / size;
  }

  /** Notes the call ids of a block, after all earlier blocks. */
  #repeatedIn({ hashes }: RatedBlock): readonly Repeated[] {
    return hashes === undefined || this.#seen === undefined ? [] : this.#seen.noteAll(hashes, 0, this.#share);
  }

  #count(counts: BlockCounts): void {
    this.#countCalls(counts);
    this.#passedOver.addAll(counts.passedOver);
    this.#longCalls.add(counts.longCalls);
  }

  #countCalls({ tally, worklist, reconciliation }: CallCounts): void {
    this.#worklist.addEntries(worklist);
    for (const report of tally) this.#tally.addReport(report);
    this.#reconciliation.addReport(reconciliation);
  }

  /** Subtracts counts of calls, after `#isOrderKept`. */
  #takeOut({ tally, reconciliation }: CallCounts): void {
    for (const report of tally) this.#tally.takeReport(report);
    this.#reconciliation.takeReport(reconciliation);
  }

  /** Whether the order of counting does not matter: all carriers, call types and reasons are listed one by one. */
  #isOrderKept({ rated, taken, added }: RepeatedBlock): boolean {
    if (taken.length === 0) return true;
    const lines = [rated, ...added].reduce((sum, { reconciliation }) => sum + reconciliation.length, 0);
    const subjects = [rated, ...added].reduce((sum, { worklist }) => sum + worklist.length, 0);
    return this.#reconciliation.hasRoomFor(lines) && this.#worklist.hasRoomFor("duplicate-call", subjects);
  }

  async #take({ results, errors, calls, unknownOrigins }: BlockOutcome): Promise<void> {
    this.#warnings?.tell(unknownOrigins);
    await this.#writing;
    this.#writing = this.#write(results, errors);
    // The next `await` of `#writing` reports a failure.
    this.#writing.catch(() => undefined);
    this.#calls += calls;
    this.#options.onProgress?.(this.#calls);
  }

  async #write(results: Uint8Array, errors: Uint8Array): Promise<void> {
    const targets: [Output | undefined, Uint8Array][] = [
      [this.#options.results.output, results],
      [this.#options.errors?.output, errors],
    ];
    for (const [output, bytes] of targets) if (bytes.length > 0) await output?.writeBytes(bytes);
  }
}

async function writeHeader(output: Output | undefined, format: LineFormat): Promise<void> {
  const { header } = new RecordLines(format);
  if (header !== "") await output?.write(header);
}

/** Rates a block again, with these calls as read before. */
async function rateAgain(
  pool: WorkerPool,
  block: CallBytes,
  { bytes }: RatedBlock,
  repeated: readonly Repeated[],
): Promise<RepeatedBlock> {
  const rated = await pool.submit({ ...block, bytes: asBuffer(bytes) }, repeated).rated;
  return { rated, taken: [], added: [] };
}

/** Queue of results from several threads, taken in the order of their start. */
class InOrder<Result> {
  readonly #take: (result: Result) => Promise<void> | void;
  readonly #underWay: { readonly result: Promise<Result>; isDone: boolean }[] = [];

  constructor(take: (result: Result) => Promise<void> | void) {
    this.#take = take;
  }

  add(result: Promise<Result>): void {
    const entry = { result, isDone: false };
    const done = (): void => {
      entry.isDone = true;
    };
    // A failure is reported by `takeDone`, in its turn.
    result.then(done, done);
    this.#underWay.push(entry);
  }

  /** Takes the finished results at the head of the queue; waits until no more than `most` results are left. */
  async takeDone(most: number): Promise<void> {
    for (let next = this.#underWay[0]; next !== undefined; next = this.#underWay[0]) {
      if (this.#underWay.length <= most && !next.isDone) return;
      this.#underWay.shift();
      await this.#take(await next.result);
    }
  }
}
