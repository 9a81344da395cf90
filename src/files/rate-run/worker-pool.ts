/** The threads of a run: workers, and the main thread, which rates the blocks for which no worker is free. */
import { Worker } from "node:worker_threads";
import type { Repeated } from "../../engine/index.ts";
import { type OpenedBook, shareBook } from "../../index.ts";
import type { CallBytes, ScannerSetup } from "../call-blocks/index.ts";
import { FileError } from "../file-error.ts";
import {
  type BlockToRate,
  copyOf,
  type FromWorker,
  type RatedBlock,
  type RatedRoom,
  ThreadRater,
  type ThreadSetup,
  type WorkerSetup,
} from "./thread-rater.ts";

/** The file of the worker, next to this file in the build. */
const WORKER_URL = new URL("./rate-worker.js", import.meta.url);

/** Most blocks in a worker's queue: enough to keep the worker busy while the main thread rates a block. */
const BLOCKS_A_WORKER = 3;

/** A thread that stopped before its work was done: out of memory, or a fault in Tollbook. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  constructor(reason: string) {
    super(`A worker thread stopped before its work was done: ${reason}`);
  }
}

/** Options of a pool; `threads` counts the main thread, too. */
interface PoolOptions {
  readonly book: OpenedBook;
  readonly threads: number;
  readonly setup: ThreadSetup;
  /** Whether all workers start at once; otherwise one more worker starts with each block after the first. */
  readonly startsAll: boolean;
  readonly workerUrl?: URL | undefined;
}

interface SubmittedBlock {
  readonly rated: Promise<RatedBlock>;
  /** Whether the main thread has rated the block, without a pause for other work. */
  readonly isOwn: boolean;
}

interface WorkerThread {
  readonly worker: Worker;
  isReady: boolean;
  /** Blocks sent to the worker and not rated yet. */
  blocks: number;
  /** Scanner setup of the last block sent to the worker. */
  setup: ScannerSetup | undefined;
}

interface Job {
  readonly thread: WorkerThread;
  readonly resolve: (rated: RatedBlock) => void;
  readonly reject: (error: Error) => void;
}

/** Rates each block on the worker with the fewest blocks, or here if none is free. If a worker stops, all fails. */
export class WorkerPool {
  readonly #ownRater: ThreadRater;
  readonly #workerData: WorkerSetup;
  readonly #workerUrl: URL;
  readonly #mostWorkers: number;
  readonly #workers: WorkerThread[] = [];
  readonly #jobs = new Map<number, Job>();
  /**
   * Memory that blocks and their outcomes no longer need, for the next blocks: with new memory for every block, garbage
   * collection would take longer than rating. All threads share the memory, and the thread that has a block owns its
   * memory. A transfer would do as well; but after any transfer, the engine checks at every access to any typed array
   * whether the array's buffer is detached.
   */
  readonly #spareBytes: SharedArrayBuffer[] = [];
  readonly #spareRooms: RatedRoom[] = [];
  #submitted = 0;
  #failure: Error | undefined;
  #onChange: () => void = () => undefined;

  constructor({ book, threads, setup, startsAll, workerUrl = WORKER_URL }: PoolOptions) {
    this.#ownRater = new ThreadRater(book, setup);
    this.#workerData = { ...setup, book: shareBook(book) };
    this.#workerUrl = workerUrl;
    this.#mostWorkers = threads - 1;
    if (startsAll) this.#startAll();
  }

  #startAll(): void {
    while (this.#workers.length < this.#mostWorkers) this.#start();
  }

  #start(): void {
    const worker = new Worker(this.#workerUrl, { workerData: this.#workerData });
    const thread: WorkerThread = { worker, isReady: false, blocks: 0, setup: undefined };
    worker.on("message", (message: FromWorker) => this.#receive(thread, message));
    worker.on("error", (error: Error) => this.#fail(new WorkerFailure(error.message)));
    worker.on("exit", (code) => this.#fail(new WorkerFailure(`exit code ${code}`)));
    this.#workers.push(thread);
  }

  /** Waits until all workers are ready. This is optional: until then, the main thread rates. */
  async whenReady(): Promise<void> {
    this.#startAll();
    while (this.#workers.some(({ isReady }) => !isReady)) {
      this.#check();
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Rates a block; `repeated` are its calls that were read before, undefined where they are not known yet. */
  submit(
    { setup, bytes, line, before }: CallBytes,
    repeated: readonly Repeated[] | undefined,
  ): SubmittedBlock {
    this.#check();
    const index = this.#submitted++;
    if (index > 0 && this.#workers.length < this.#mostWorkers) this.#start();
    const block = { bytes: copyOf(bytes, this.#spareBytes.pop()), line, before };
    const request = { index, setup, block, repeated, room: this.#spareRooms.pop() };
    const thread = this.#freeThread;
    if (thread === undefined) return { rated: this.#rateHere(request), isOwn: true };
    const rated = new Promise<RatedBlock>((resolve, reject) => {
      this.#jobs.set(index, { thread, resolve, reject });
    });
    thread.blocks++;
    thread.worker.postMessage({ ...request, setup: thread.setup === setup ? undefined : setup });
    thread.setup = setup;
    return { rated, isOwn: false };
  }

  /** Rates a block at once, on this thread; an error is handled in its turn, like an error of a worker. */
  async #rateHere(block: BlockToRate): Promise<RatedBlock> {
    return this.#ownRater.rate(block);
  }

  /** Rates rows of a block at once, on this thread; `repeated` are their calls that were read before. */
  rateRows(block: BlockToRate["block"], setup: ScannerSetup, repeated: readonly Repeated[]): RatedBlock {
    return this.#ownRater.rate({ block, setup, repeated, room: undefined });
  }

  /** The ready worker with the fewest blocks; undefined where no worker is free. */
  get #freeThread(): WorkerThread | undefined {
    let free: WorkerThread | undefined;
    for (const thread of this.#workers) {
      if (thread.isReady && thread.blocks < (free?.blocks ?? BLOCKS_A_WORKER)) free = thread;
    }
    return free;
  }

  /** Takes back the memory of a block that is rated and written. */
  recycle({ bytes, results, hashes, notes }: RatedBlock): void {
    this.#spareBytes.push(bytes.buffer);
    this.#spareRooms.push({ results: results.buffer, hashes: hashes?.buffer, notes: notes?.buffer });
  }

  /** Ends the threads; blocks that are not rated yet are dropped. */
  async end(): Promise<void> {
    // The listeners stay: a thread that fails while it is ended must not end the process.
    this.#jobs.clear();
    await Promise.all(this.#workers.map(({ worker }) => worker.terminate()));
  }

  #receive(thread: WorkerThread, message: FromWorker): void {
    if (message.kind === "ready") {
      thread.isReady = true;
      this.#onChange();
      return;
    }
    const job = this.#jobs.get(message.index);
    if (job === undefined) return;
    this.#jobs.delete(message.index);
    thread.blocks--;
    if (message.kind === "rated") job.resolve(message.rated);
    else job.reject(new FileError(message.file, message.reason, message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#jobs.values()) reject(this.#failure);
    this.#jobs.clear();
    this.#onChange();
  }
}
