/** Rating a file on several threads: the results, their order and every count are those of one. */
import { availableParallelism } from "node:os";
import {
  type BookData,
  createRater,
  createReconciliation,
  createTally,
  createWorklist,
  type OpenedBook,
  RESULT_FIELDS,
} from "../../index.ts";
import { DuplicateIndex, FailedCall } from "../../rating/index.ts";
import { csvLine } from "../csv-cell.ts";
import type { ByteSource } from "../line-reader.ts";
import type { Input } from "../open-input.ts";
import { type ReadCallsOptions, readCallBatches } from "../read-calls.ts";
import { fileErrorOf } from "../system-fault.ts";
import { openDialect } from "../uk-cdr/index.ts";
import { BlockCutter } from "./block-cutter.ts";
import { readPart } from "./block-items.ts";
import { type BlockFormat, type BlockOutcome, finishBlock, rateBlock } from "./block-rater.ts";
import { type ResultTarget, type RunReport, rateStream } from "./rate-stream.ts";
import { repeatedIn, WorkerPool } from "./worker-pool.ts";

/** What is rated, how, and where it goes. */
export interface RateFileOptions {
  readonly book: OpenedBook;
  /** What the book was opened from: each thread opens it once more. */
  readonly data: BookData;
  readonly input: Pick<Input, "source" | "size">;
  readonly read: ReadCallsOptions;
  /** As in `rateCalls`; default "report". */
  readonly duplicates?: "report" | "keep";
  readonly reclassify?: boolean;
  readonly results: ResultTarget;
  /** Where calls in error go instead. */
  readonly errors?: ResultTarget | undefined;
  /** Default: the processor's threads for a file of at least 8 MB, else one. */
  readonly threads?: number | undefined;
  /** Called now and then with the calls read so far; what it throws ends the run. */
  readonly onProgress?: (calls: number) => void;
  /** Bytes of a block at least. @internal */
  readonly blockBytes?: number;
  /** @internal */
  readonly workerUrl?: URL;
}

/** Below this the threads take longer to start than to rate. */
const WORTH_THREADS = 8_000_000;
const BLOCK_BYTES = 1 << 20;

/**
 * Rates the calls of a file and writes the results, on several threads where the file is large: in input order,
 * byte for byte as on one thread (R30). Memory does not grow with the file, but for the ids that `duplicates`
 * remembers. A thread that stops is a `WorkerFailure`, never a wait without end; the outputs are neither finished
 * nor discarded here.
 *
 * ```ts
 * const data = await readBook("book.json");
 * const input = await openInput("calls.jsonl");
 * const output = await openOutput("/dev/null");
 * const report = await rateFile({
 *   book: openBook(data), data, input, read: { format: "jsonl", name: "calls.jsonl" },
 *   results: { output, format: "jsonl" },
 * });
 * await output.finish();
 * ```
 */
export async function rateFile(options: RateFileOptions): Promise<RunReport> {
  const threads = options.threads ?? usualThreads(options.input.size);
  return threads > 1 ? new ThreadedRun(options, threads).run() : rateOnOneThread(options);
}

function usualThreads(size: number | undefined): number {
  return size === undefined || size < WORTH_THREADS ? 1 : availableParallelism();
}

function rateOnOneThread(options: RateFileOptions): Promise<RunReport> {
  const { book, input, read, duplicates = "report", reclassify = false } = options;
  return rateStream({
    items: readCallBatches(input.source, read),
    rater: createRater(book, { duplicates, reclassify }),
    discounts: undefined,
    results: options.results,
    errors: options.errors,
    onProgress: options.onProgress ?? (() => undefined),
  });
}

/** Blocks that may be under way for each thread. */
const BLOCKS_A_THREAD = 3;

class ThreadedRun {
  readonly #options: RateFileOptions;
  readonly #threads: number;
  readonly #format: BlockFormat;
  readonly #tally = createTally();
  readonly #worklist = createWorklist();
  readonly #reconciliation = createReconciliation();
  readonly #seen = new DuplicateIndex();
  /** What the blocks that are under way will give, in order. */
  readonly #underWay: Promise<BlockOutcome>[] = [];
  #calls = 0;

  constructor(options: RateFileOptions, threads: number) {
    this.#options = options;
    this.#threads = threads;
    this.#format = { results: options.results.format, errors: options.errors?.format };
  }

  async run(): Promise<RunReport> {
    const { data, read, results, errors, duplicates = "report", reclassify = false } = this.#options;
    for (const target of errors === undefined ? [results] : [results, errors]) {
      if (target.format === "csv") await target.output.write(csvLine([...new Set(RESULT_FIELDS)]));
    }
    const setup = { data, read, reclassify, duplicates, format: this.#format };
    const pool = new WorkerPool(this.#threads, setup, this.#seen, this.#options.workerUrl);
    try {
      await this.#rateAll(pool);
    } finally {
      await pool.end();
    }
    return {
      ...this.#tally.report(),
      worklist: this.#worklist.report(),
      reconciliation: this.#reconciliation.report(),
    };
  }

  async #rateAll(pool: WorkerPool): Promise<void> {
    const { input, read, blockBytes = BLOCK_BYTES } = this.#options;
    const delimiter = delimiterOf(read);
    const cutter = new BlockCutter({ size: blockBytes, delimiter }, 1);
    const source = named(input.source, read.name)[Symbol.asyncIterator]();
    let prefix: Uint8Array | undefined;
    for (let next = await source.next(); next.done !== true; next = await source.next()) {
      const block = cutter.push(asBuffer(next.value));
      if (block !== undefined) {
        const first = prefix === undefined;
        prefix ??= await prefixOf(block.bytes, read);
        // A first row that tells nothing of the others: whoever reads on has to have read everything before.
        if (prefix === undefined)
          return this.#rateHere(chain(block.bytes, cutter.rest().bytes, source), EMPTY, 1);
        this.#underWay.push(pool.submit(block, first ? EMPTY : prefix));
        if (this.#underWay.length >= this.#threads * BLOCKS_A_THREAD) await this.#deliver();
      }
      if (cutter.isLost) break;
    }
    const { bytes, line } = cutter.rest();
    if (!cutter.isLost && prefix !== undefined) {
      if (bytes.length > 0) this.#underWay.push(pool.submit({ bytes, line }, prefix));
      while (this.#underWay.length > 0) await this.#deliver();
      return;
    }
    while (this.#underWay.length > 0) await this.#deliver();
    await this.#rateHere(chain(bytes, EMPTY, source), prefix ?? EMPTY, line);
  }

  /** Rates the rest of the file on this thread, after all that came before. */
  async #rateHere(
    source: AsyncIterable<Uint8Array | string>,
    prefix: Uint8Array,
    line: number,
  ): Promise<void> {
    const { book, read, duplicates = "report", reclassify = false } = this.#options;
    for await (const items of readPart(source, read, { prefix, line })) {
      const rated = rateBlock(book, items, reclassify);
      const repeated = duplicates === "keep" ? [] : repeatedIn(rated.hashes, this.#seen);
      await this.#take(finishBlock(rated, repeated, this.#format));
    }
  }

  async #deliver(): Promise<void> {
    const outcome = await this.#underWay.shift();
    if (outcome !== undefined) await this.#take(outcome);
  }

  async #take({ results, errors, calls, tally, reconciliation, failures }: BlockOutcome): Promise<void> {
    this.#tally.addReport(tally);
    this.#reconciliation.addReport(reconciliation);
    for (const { call, error, message } of failures) {
      this.#worklist.add(call, new FailedCall(null, undefined, error, message, undefined));
    }
    await this.#options.results.output.write(results);
    if (errors !== "") await this.#options.errors?.output.write(errors);
    this.#calls += calls;
    this.#options.onProgress?.(this.#calls);
  }
}

const EMPTY = Buffer.alloc(0);
const BLANK_LINE = Buffer.from("\n");
const LINE_FEED = 0x0a;
const QUOTE = 0x22;

/** Undefined where every line is a record. */
function delimiterOf({ format, dialect }: ReadCallsOptions): string | undefined {
  if (format === "jsonl") return undefined;
  return format === "csv" ? "," : openDialect(dialect).delimiter;
}

/** The line with which each later block is read; undefined where the first row is not one that can be repeated. */
async function prefixOf(start: Buffer, read: ReadCallsOptions): Promise<Uint8Array | undefined> {
  if (read.format === "jsonl") return BLANK_LINE;
  const line = start.subarray(0, start.indexOf(LINE_FEED) + 1);
  if (line.includes(QUOTE)) return undefined;
  let items = 0;
  try {
    for await (const batch of readCallBatches(chain(line, EMPTY, undefined), read)) {
      if (batch.some((item) => !("call" in item))) return undefined;
      items += batch.length;
    }
  } catch {
    return undefined;
  }
  // A row of a CSV file that gives no call is its header; a blank one would give none either.
  const isBlank = line.toString("latin1").trim() === "";
  return isBlank || (read.format === "csv" && items > 0) ? undefined : line;
}

/** A source whose faults name the file. */
async function* named(source: ByteSource, file: string): AsyncGenerator<Uint8Array | string> {
  try {
    yield* source;
  } catch (error) {
    throw fileErrorOf(error, file);
  }
}

async function* chain(
  first: Uint8Array,
  second: Uint8Array,
  rest: AsyncIterator<Uint8Array | string> | undefined,
): AsyncGenerator<Uint8Array | string> {
  if (first.length > 0) yield first;
  if (second.length > 0) yield second;
  if (rest === undefined) return;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

function asBuffer(piece: Uint8Array | string): Buffer {
  if (typeof piece === "string") return Buffer.from(piece);
  return Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}
