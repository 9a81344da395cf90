/** The threads of a run: workers, and beside them the main thread, which rates whatever they have no hand free for. */
import type { Repeated } from "../../engine/index.ts";
import { type OpenedBook, shareBook } from "../../index.ts";
import type { CallBytes } from "../call-blocks/index.ts";
import { attempt, SpareMemory, WorkerThreads } from "../threads/index.ts";
import { type RatedBlock, ThreadRater, type ThreadSetup } from "./thread-rater.ts";
import type { BlockToRate, WorkerSetup } from "./worker-messages.ts";

/** The file of the worker, beside this one once it is built. */
const WORKER_URL = new URL("./rate-worker.js", import.meta.url);

/** Blocks that a worker has at once: enough to go on while the main thread rates one. */
const BLOCKS_A_WORKER = 3;

/** Who rates, how, and on how many threads, the main one among them. */
export interface PoolOptions {
  readonly book: OpenedBook;
  readonly threads: number;
  readonly setup: ThreadSetup;
  /** Whether there are blocks for all of them. */
  readonly startsAll: boolean;
  readonly workerUrl?: URL | undefined;
}

/** A block that was given to a thread. */
export interface SubmittedBlock {
  readonly rated: Promise<RatedBlock>;
  /** Whether the main thread has rated it, and nothing else has happened on it meanwhile. */
  readonly isOwn: boolean;
}

/** Rates each block on the worker that has the fewest to do, or here if none is ready for more. */
export class WorkerPool {
  readonly #own: ThreadRater;
  readonly #workers: WorkerThreads<BlockToRate, RatedBlock>;
  readonly #spareBytes = new SpareMemory();
  readonly #spareResults = new SpareMemory();
  #submitted = 0;

  constructor({ book, threads, setup, startsAll, workerUrl = WORKER_URL }: PoolOptions) {
    this.#own = new ThreadRater(book, setup);
    const workerData: WorkerSetup = { ...setup, book: shareBook(book) };
    const mostJobs = BLOCKS_A_WORKER;
    this.#workers = new WorkerThreads({
      count: threads - 1,
      url: workerUrl,
      workerData,
      mostJobs,
      startsAll,
    });
  }

  /** Waits until all workers can begin; nobody has to, for until then the main thread rates. */
  whenReady(): Promise<void> {
    return this.#workers.whenReady();
  }

  /** Rates a block; `repeated` are the calls of it that were read before, undefined where that is not known. */
  submit(
    { setup, bytes, line, before }: CallBytes,
    repeated: readonly Repeated[] | undefined,
  ): SubmittedBlock {
    this.#workers.check();
    if (this.#submitted++ > 0) this.#workers.startMore();
    const own = this.#spareBytes.copyOf(bytes);
    const room = this.#spareResults.take();
    const block = { bytes: own, line, before };
    const thread = this.#workers.free;
    if (thread === undefined) {
      const rated = attempt(() => this.#own.rate({ setup, ...block }, repeated, room));
      return { rated, isOwn: true };
    }
    const question = { setup: thread.setup === setup ? undefined : setup, block, repeated, room };
    thread.setup = setup;
    return { rated: this.#workers.ask(thread, question), isOwn: false };
  }

  /** Takes back the memory of a block that is rated and written. */
  recycle({ bytes, results }: RatedBlock): void {
    this.#spareBytes.give(bytes.buffer);
    this.#spareResults.give(results.buffer);
  }

  /** Ends the threads; what is not done yet is given up. */
  end(): Promise<void> {
    return this.#workers.end();
  }
}
