/** Worker threads that are asked one thing after another, in a run that ends with them. */
import { Worker } from "node:worker_threads";
import type { ScannerSetup } from "../call-blocks/index.ts";
import { FileError } from "../file-error.ts";
import type { FromWorker, ToWorker } from "./worker-messages.ts";

/** A thread that stopped before its work was done: out of memory, or a fault of Tollbook's own. */
export class WorkerFailure extends Error {
  override readonly name = "WorkerFailure";
  constructor(reason: string) {
    super(`A worker thread stopped before its work was done: ${reason}`);
  }
}

/** One of them. */
export interface WorkerThread {
  readonly worker: Worker;
  isReady: boolean;
  /** What it was asked and has not answered yet. */
  jobs: number;
  /** How the blocks are read that it was last given; for whoever gives them. */
  setup: ScannerSetup | undefined;
}

/** What they are. */
export interface WorkerThreadsOptions {
  readonly count: number;
  readonly url: URL;
  readonly workerData: unknown;
  /** What a worker has to do at once at most: enough to go on while the main thread is busy. */
  readonly mostJobs: number;
  /** Whether all are needed for certain; else one more is started with each block after the first. */
  readonly startsAll: boolean;
}

interface Job {
  readonly thread: WorkerThread;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: Error) => void;
}

/** Workers whose script answers with `answerQuestions`. When one stops, all that was asked fails. */
export class WorkerThreads<Question, Answer> {
  readonly #all: WorkerThread[] = [];
  readonly #options: WorkerThreadsOptions;
  readonly #jobs = new Map<number, Job>();
  #asked = 0;
  #failure: Error | undefined;
  #onChange: () => void = () => undefined;

  constructor(options: WorkerThreadsOptions) {
    this.#options = options;
    if (options.startsAll) this.#startAll();
  }

  #startAll(): void {
    while (this.#all.length < this.#options.count) this.#all.push(this.#start());
  }

  /** Starts one more, if there may be more: there is another block, and with it work for another thread. */
  startMore(): void {
    if (this.#all.length < this.#options.count) this.#all.push(this.#start());
  }

  #start(): WorkerThread {
    const { url, workerData } = this.#options;
    const worker = new Worker(url, { workerData });
    const thread: WorkerThread = { worker, isReady: false, jobs: 0, setup: undefined };
    worker.on("message", (message: FromWorker<Answer>) => this.#receive(thread, message));
    worker.on("error", (error: Error) => this.#fail(new WorkerFailure(error.message)));
    worker.on("exit", (code) => this.#fail(new WorkerFailure(`exit code ${code}`)));
    return thread;
  }

  /** Those that were started. */
  get all(): readonly WorkerThread[] {
    return this.#all;
  }

  /** Waits until all workers can begin. */
  async whenReady(): Promise<void> {
    this.#startAll();
    while (this.#all.some(({ isReady }) => !isReady)) {
      this.check();
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  /** Throws the failure of a worker, if there is one. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** The worker that has the fewest to do; undefined where none is ready for more. */
  get free(): WorkerThread | undefined {
    let free: WorkerThread | undefined;
    for (const thread of this.#all) {
      if (thread.isReady && thread.jobs < (free?.jobs ?? this.#options.mostJobs)) free = thread;
    }
    return free;
  }

  /** Asks a worker; its FileError is the promise's. */
  ask<Own extends Answer>(thread: WorkerThread, question: Question): Promise<Own> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const index = this.#asked++;
    const answer = new Promise<Own>((resolve, reject) => this.#jobs.set(index, { thread, resolve, reject }));
    thread.jobs++;
    const message: ToWorker<Question> = { index, question };
    thread.worker.postMessage(message);
    return answer;
  }

  /** Ends the threads; what is not done yet is given up. */
  async end(): Promise<void> {
    // The listeners stay: a thread that fails while it is ended must not end the process.
    this.#jobs.clear();
    await Promise.all(this.#all.map(({ worker }) => worker.terminate()));
  }

  #receive(thread: WorkerThread, message: FromWorker<Answer>): void {
    if (message.kind === "ready") {
      thread.isReady = true;
      this.#onChange();
      return;
    }
    const job = this.#jobs.get(message.index);
    if (job === undefined) return;
    this.#jobs.delete(message.index);
    thread.jobs--;
    if (message.kind === "answer") job.resolve(message.answer as never);
    else job.reject(new FileError(message.file, message.reason, message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#jobs.values()) reject(this.#failure);
    this.#jobs.clear();
    this.#onChange();
  }
}
