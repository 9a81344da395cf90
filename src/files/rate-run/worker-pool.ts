/** Threads that rate blocks. */
import { Worker } from "node:worker_threads";
import type { CallBytes, ScannerSetup } from "../call-blocks/index.ts";
import type { Repeated } from "./block-rater.ts";
import { SpareMemory } from "./spare-memory.ts";
import type { FromWorker, RatedBlock, ToWorker, WorkerSetup } from "./worker-messages.ts";

/** A thread that stopped before its work was done: out of memory, or a fault of Tollbook's own. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  constructor(reason: string) {
    super(`A worker thread stopped before its work was done: ${reason}`);
  }
}

/** The file of the worker, beside this one once it is built. */
export const WORKER_URL = new URL("./rate-worker.js", import.meta.url);

interface Job {
  readonly thread: Thread;
  readonly resolve: (rated: RatedBlock) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  /** Blocks that it has not answered yet. */
  jobs: number;
  /** What it was last told of how blocks are read. */
  setup: ScannerSetup | undefined;
}

/** Rates each block on the thread that has the fewest to do. */
export class WorkerPool {
  readonly #threads: readonly Thread[];
  readonly #jobs = new Map<number, Job>();
  readonly #spareBytes = new SpareMemory();
  readonly #spareResults = new SpareMemory();
  #submitted = 0;
  #failure: Error | undefined;

  constructor(threads: number, setup: WorkerSetup, url: URL = WORKER_URL) {
    this.#threads = Array.from({ length: threads }, () => ({
      worker: this.#start(setup, url),
      jobs: 0,
      setup: undefined,
    }));
  }

  #start(setup: WorkerSetup, url: URL): Worker {
    const worker = new Worker(url, { workerData: setup });
    worker.on("message", (message: FromWorker) => this.#receive(message));
    worker.on("error", (error: Error) => this.#fail(new WorkerFailure(error.message)));
    worker.on("exit", (code) => this.#fail(new WorkerFailure(`exit code ${code}`)));
    return worker;
  }

  /** Rates a block; `repeated` are the calls of it that were read before, undefined where that is not known. */
  submit(
    { setup, bytes, line, before }: CallBytes,
    repeated: readonly Repeated[] | undefined,
  ): Promise<RatedBlock> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const index = this.#submitted++;
    const thread = this.#threads.reduce((least, other) => (other.jobs < least.jobs ? other : least));
    const rated = new Promise<RatedBlock>((resolve, reject) =>
      this.#jobs.set(index, { thread, resolve, reject }),
    );
    // Whoever waits for an earlier block is told of the failure first.
    rated.catch(() => undefined);
    if (thread.setup !== setup) this.#tell(thread, { kind: "setup", setup });
    thread.setup = setup;
    thread.jobs++;
    const own = new Uint8Array(this.#spareBytes.takeFor(bytes.length), 0, bytes.length);
    own.set(bytes);
    const room = this.#spareResults.take();
    const block = { bytes: own, line, before };
    const handedOver = room === undefined ? [own.buffer] : [own.buffer, room];
    this.#tell(thread, { kind: "block", index, block, repeated, room }, handedOver);
    return rated;
  }

  /** Takes back the memory of a block that is rated and written. */
  recycle({ bytes, results }: RatedBlock): void {
    this.#spareBytes.give(bytes.buffer);
    if (results.buffer instanceof ArrayBuffer) this.#spareResults.give(results.buffer);
  }

  /** Ends the threads; what is not done yet is given up. */
  async end(): Promise<void> {
    // The listeners stay: a thread that fails while it is ended must not end the process.
    this.#jobs.clear();
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #tell({ worker }: Thread, message: ToWorker, handedOver: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, handedOver);
  }

  #receive({ index, rated }: FromWorker): void {
    const job = this.#jobs.get(index);
    if (job === undefined) return;
    this.#jobs.delete(index);
    job.thread.jobs--;
    job.resolve(rated);
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#jobs.values()) reject(this.#failure);
    this.#jobs.clear();
  }
}
