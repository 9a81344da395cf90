/** The threads of a preview: workers, and beside them the main thread, which takes what they have no hand free for. */
import { type OpenedBook, type PreviewOptions, type PreviewSide, shareBook } from "../../index.ts";
import { type Collector, openCollector, type PreviewPart } from "../../preview/index.ts";
import type { CallBytes } from "../call-blocks/index.ts";
import type { Repeated } from "../repeated-calls.ts";
import { attempt, SpareMemory, type WorkerThread, WorkerThreads } from "../threads/index.ts";
import { type BlockCalls, BlockPreviewer } from "./block-previewer.ts";
import type { Answer, Question, WorkerSetup } from "./worker-messages.ts";

/** The file of the worker, beside this one once it is built. */
const WORKER_URL = new URL("./preview-worker.js", import.meta.url);

/** Blocks to take and to count that a worker has at once: enough to go on while the main thread is at one. */
const MOST_JOBS = 4;

/** What is previewed, how, and on how many threads, the main one among them. */
export interface PoolOptions {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  readonly options: PreviewOptions;
  readonly threads: number;
  /** Whether the hashes of ids are asked for. */
  readonly hashes: boolean;
  /** Whether there are blocks for all of them. */
  readonly startsAll: boolean;
  readonly workerUrl?: URL | undefined;
}

/** A block that a thread has scanned and rated, and keeps until it is counted. */
export interface TakenBlock extends BlockCalls {
  readonly index: number;
  /** Undefined: the main thread. */
  readonly thread: WorkerThread | undefined;
}

/** A block that was given to a thread. */
export interface SubmittedBlock {
  readonly taken: Promise<TakenBlock>;
  /** Whether the main thread has taken it, and nothing else has happened on it meanwhile. */
  readonly isOwn: boolean;
}

/** Gives each block to the worker that has the fewest to do, or takes it here if none is ready for more. */
export class PreviewPool {
  readonly #collector: Collector;
  readonly #own: BlockPreviewer;
  readonly #workers: WorkerThreads<Question, Answer>;
  readonly #spareBytes = new SpareMemory();
  #submitted = 0;

  constructor({ before, after, options, threads, hashes, startsAll, workerUrl = WORKER_URL }: PoolOptions) {
    this.#collector = openCollector(before, after, options);
    this.#own = new BlockPreviewer(this.#collector, hashes);
    const workerData: WorkerSetup = {
      before: before === "recorded" ? before : shareBook(before),
      after: shareBook(after),
      options,
      hashes,
    };
    const mostJobs = MOST_JOBS;
    this.#workers = new WorkerThreads({
      count: threads - 1,
      url: workerUrl,
      workerData,
      mostJobs,
      startsAll,
    });
  }

  /** Waits until all workers can begin; nobody has to, for until then the main thread takes the blocks. */
  whenReady(): Promise<void> {
    return this.#workers.whenReady();
  }

  /** Has a block scanned and rated. */
  submit({ setup, bytes, line, before }: CallBytes): SubmittedBlock {
    this.#workers.check();
    const index = this.#submitted++;
    if (index > 0) this.#workers.startMore();
    const block = { bytes: this.#spareBytes.copyOf(bytes), line, before };
    const thread = this.#workers.free;
    if (thread === undefined) {
      const taken = attempt(() => ({ ...this.#own.take(index, { setup, ...block }), index, thread }));
      return { taken, isOwn: true };
    }
    const told = thread.setup === setup ? undefined : setup;
    thread.setup = setup;
    const question: Question = { kind: "take", index, setup: told, block };
    const calls = this.#workers.ask<BlockCalls>(thread, question);
    return { taken: calls.then((taken) => ({ ...taken, index, thread })), isOwn: false };
  }

  /** Has a block counted, before which `first` calls of the file come. */
  count({ index, thread }: TakenBlock, first: number, repeated: readonly Repeated[]): void {
    if (thread === undefined) {
      this.#spareBytes.give(this.#own.count(index, first, repeated));
      return;
    }
    const memory = this.#workers.ask<SharedArrayBuffer>(thread, { kind: "count", index, first, repeated });
    // Of a failure whoever asks next is told.
    memory.then(
      (own) => this.#spareBytes.give(own),
      () => undefined,
    );
  }

  /** All that was collected, once every block is counted. */
  async collected(): Promise<Collector> {
    this.#workers.check();
    const busy = this.#workers.all.filter(({ setup }) => setup !== undefined);
    const parts = busy.map((thread) => this.#workers.ask<PreviewPart>(thread, { kind: "part" }));
    for (const part of await Promise.all(parts)) this.#collector.addPart(part);
    return this.#collector;
  }

  /** Ends the threads; what is not done yet is given up. */
  end(): Promise<void> {
    return this.#workers.end();
  }
}
