/** The threads of a run: workers, and beside them the main thread, which rates whatever they have no hand free for. */
import { Worker } from "node:worker_threads";
import { type OpenedBook, shareBook } from "../../index.ts";
import type { CallBytes, ScannerSetup } from "../call-blocks/index.ts";
import type { Repeated } from "./block-rater.ts";
import { SpareMemory } from "./spare-memory.ts";
import { type RatedBlock, ThreadRater, type ThreadSetup } from "./thread-rater.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker-messages.ts";

/** A thread that stopped before its work was done: out of memory, or a fault of Tollbook's own. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  constructor(reason: string) {
    super(`A worker thread stopped before its work was done: ${reason}`);
  }
}

/** The file of the worker, beside this one once it is built. */
const WORKER_URL = new URL("./rate-worker.js", import.meta.url);

/** Blocks that a worker has at once: enough to go on while the main thread rates one. */
const BLOCKS_A_WORKER = 3;

/** Who rates, how, and on how many threads, the main one among them. */
export interface PoolOptions {
  readonly book: OpenedBook;
  readonly threads: number;
  readonly setup: ThreadSetup;
  readonly workerUrl?: URL | undefined;
}

/** A block that was given to a thread. */
export interface SubmittedBlock {
  readonly rated: Promise<RatedBlock>;
  /** Whether the main thread has rated it, and nothing else has happened on it meanwhile. */
  readonly isOwn: boolean;
}

interface Job {
  readonly thread: WorkerThread;
  readonly resolve: (rated: RatedBlock) => void;
  readonly reject: (error: Error) => void;
}

interface WorkerThread {
  readonly worker: Worker;
  isReady: boolean;
  /** Blocks that it has not answered yet. */
  jobs: number;
  /** What it was last told of how blocks are read. */
  setup: ScannerSetup | undefined;
}

/** Rates each block on the worker that has the fewest to do, or here if none is ready for more. */
export class WorkerPool {
  readonly #own: ThreadRater;
  readonly #threads: readonly WorkerThread[];
  readonly #jobs = new Map<number, Job>();
  readonly #spareBytes = new SpareMemory();
  readonly #spareResults = new SpareMemory();
  #submitted = 0;
  #failure: Error | undefined;
  #onChange: () => void = () => undefined;

  constructor({ book, threads, setup, workerUrl = WORKER_URL }: PoolOptions) {
    this.#own = new ThreadRater(book, setup);
    const workerData: WorkerSetup = { ...setup, book: shareBook(book) };
    this.#threads = Array.from({ length: threads - 1 }, () => this.#start(workerUrl, workerData));
  }

  #start(url: URL, workerData: WorkerSetup): WorkerThread {
    const worker = new Worker(url, { workerData });
    const thread: WorkerThread = { worker, isReady: false, jobs: 0, setup: undefined };
    worker.on("message", (message: FromWorker) => this.#receive(thread, message));
    worker.on("error", (error: Error) => this.#fail(new WorkerFailure(error.message)));
    worker.on("exit", (code) => this.#fail(new WorkerFailure(`exit code ${code}`)));
    return thread;
  }

  /** Waits until all workers can begin; nobody has to, for until then the main thread rates. */
  async whenReady(): Promise<void> {
    while (this.#threads.some(({ isReady }) => !isReady)) {
      if (this.#failure !== undefined) throw this.#failure;
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  /** Rates a block; `repeated` are the calls of it that were read before, undefined where that is not known. */
  submit(
    { setup, bytes, line, before }: CallBytes,
    repeated: readonly Repeated[] | undefined,
  ): SubmittedBlock {
    if (this.#failure !== undefined) return { rated: Promise.reject(this.#failure), isOwn: false };
    const own = new Uint8Array(this.#spareBytes.takeFor(bytes.length), 0, bytes.length);
    own.set(bytes);
    const room = this.#spareResults.take();
    const thread = this.#freeThread();
    if (thread === undefined) {
      const rated = this.#own.rate({ setup, bytes: own, line, before }, repeated, room);
      return { rated: Promise.resolve(rated), isOwn: true };
    }
    const index = this.#submitted++;
    const rated = new Promise<RatedBlock>((resolve, reject) =>
      this.#jobs.set(index, { thread, resolve, reject }),
    );
    if (thread.setup !== setup) this.#tell(thread, { kind: "setup", setup });
    thread.setup = setup;
    thread.jobs++;
    const block = { bytes: own, line, before };
    const handedOver = room === undefined ? [own.buffer] : [own.buffer, room];
    this.#tell(thread, { kind: "block", index, block, repeated, room }, handedOver);
    return { rated, isOwn: false };
  }

  #freeThread(): WorkerThread | undefined {
    let free: WorkerThread | undefined;
    for (const thread of this.#threads) {
      if (thread.isReady && thread.jobs < (free?.jobs ?? BLOCKS_A_WORKER)) free = thread;
    }
    return free;
  }

  /** Takes back the memory of a block that is rated and written. */
  recycle({ bytes, results }: RatedBlock): void {
    this.#spareBytes.give(bytes.buffer);
    this.#spareResults.give(results.buffer);
  }

  /** Ends the threads; what is not done yet is given up. */
  async end(): Promise<void> {
    // The listeners stay: a thread that fails while it is ended must not end the process.
    this.#jobs.clear();
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #tell({ worker }: WorkerThread, message: ToWorker, handedOver: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, handedOver);
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
    job.thread.jobs--;
    job.resolve(message.rated);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#jobs.values()) reject(this.#failure);
    this.#jobs.clear();
    this.#onChange();
  }
}
