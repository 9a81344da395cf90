/** Threads that rate blocks, and the order in which their calls count as read. */
import { Worker } from "node:worker_threads";
import { type DuplicateIndex, HASH_WORDS } from "../../rating/index.ts";
import { FileError } from "../file-error.ts";
import type { Block } from "./block-cutter.ts";
import type { BlockOutcome, Repeated } from "./block-rater.ts";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker-messages.ts";

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
  readonly resolve: (outcome: BlockOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Rates blocks on threads. Ids are remembered here, once for all of them: a worker sends the hashes of a block's
 * ids, and learns which calls were read before when all earlier blocks have been looked at.
 */
export class WorkerPool {
  readonly #workers: readonly Worker[];
  readonly #jobs = new Map<number, Job>();
  readonly #seen: DuplicateIndex;
  /** Hashes that came before those of earlier blocks. */
  readonly #early = new Map<number, Uint32Array>();
  #nextToNote = 0;
  #submitted = 0;
  #failure: Error | undefined;

  constructor(threads: number, setup: WorkerSetup, seen: DuplicateIndex, url: URL = WORKER_URL) {
    this.#seen = seen;
    this.#workers = Array.from({ length: threads }, () => this.#start(setup, url));
  }

  #start(setup: WorkerSetup, url: URL): Worker {
    const worker = new Worker(url, { workerData: setup });
    worker.on("message", (message: FromWorker) => this.#receive(message));
    worker.on("error", (error: Error) => this.#fail(new WorkerFailure(error.message)));
    worker.on("exit", (code) => this.#fail(new WorkerFailure(`exit code ${code}`)));
    return worker;
  }

  /** Rates a block; blocks count as read in the order in which they are submitted. */
  submit({ bytes, line }: Block, prefix: Uint8Array): Promise<BlockOutcome> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const index = this.#submitted++;
    const outcome = new Promise<BlockOutcome>((resolve, reject) =>
      this.#jobs.set(index, { resolve, reject }),
    );
    // Whoever waits for an earlier block is told of the failure first.
    outcome.catch(() => undefined);
    this.#tell(index, { kind: "block", index, bytes, prefix, line });
    return outcome;
  }

  /** Ends the threads; what is not done yet is given up. */
  async end(): Promise<void> {
    // The listeners stay: a thread that fails while it is ended must not end the process.
    this.#jobs.clear();
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }

  #tell(index: number, message: ToWorker): void {
    this.#workers[index % this.#workers.length]?.postMessage(message);
  }

  #receive(message: FromWorker): void {
    if (message.kind === "hashes") {
      this.#early.set(message.index, message.hashes);
      this.#noteInOrder();
      return;
    }
    const job = this.#jobs.get(message.index);
    this.#jobs.delete(message.index);
    if (message.kind === "done") job?.resolve(message.outcome);
    else {
      const { file, reason, line, column } = message;
      job?.reject(new FileError(file, reason, { line, column }));
    }
  }

  #noteInOrder(): void {
    for (;;) {
      const hashes = this.#early.get(this.#nextToNote);
      if (hashes === undefined) return;
      this.#early.delete(this.#nextToNote);
      this.#tell(this.#nextToNote, {
        kind: "repeated",
        index: this.#nextToNote,
        repeated: repeatedIn(hashes, this.#seen),
      });
      this.#nextToNote++;
    }
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#jobs.values()) reject(this.#failure);
    this.#jobs.clear();
  }
}

/** Which calls of a block were read before; then all of them have been. */
export function repeatedIn(hashes: Uint32Array, seen: DuplicateIndex): Repeated[] {
  const repeated: Repeated[] = [];
  for (let at = 0; at < hashes.length; at += HASH_WORDS) {
    const field = seen.noteHashes(hashes, at);
    if (field !== undefined) repeated.push([at / HASH_WORDS, field]);
  }
  return repeated;
}
