/** A worker: takes one part after another, each in one transaction, until it is told to stop (H37, H38). */
import { isAway, type Sql, sqlState } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { Present, Store } from "../store/index.ts";
import type { JobQueue } from "./job-queue.ts";
import { jobQueue } from "./open-queue.ts";
import { failPart, type OpenPart, takeLowestPart } from "./parts.ts";

/** What happened to a part. */
export interface WorkerNote {
  readonly part: OpenPart;
  readonly outcome: "done" | "failed" | "parked";
  /** What was thrown, where it failed. */
  readonly fault?: unknown;
}

/** What a worker needs. */
export interface WorkerOptions {
  readonly store: Store;
  /** Prices a part by its book, in the transaction that holds it. */
  readonly price: (sql: Sql, part: OpenPart, book: Present) => Promise<void>;
  /** Notes, in the transaction that notes it, that a part is parked. */
  readonly park: (sql: Sql, part: OpenPart) => Promise<void>;
  readonly onPart?: (note: WorkerNote) => void;
  /** Told of what is no part's fault, such as a database that is away. The worker goes on. */
  readonly onFault?: (fault: unknown) => void;
  /** How often it looks for work that nobody woke it for; default a second. */
  readonly pollMilliseconds?: number;
}

/** A worker that runs. */
export interface Worker {
  /** There is work. */
  wake(): void;
  /** Ends the part under way, and then the worker. */
  stop(): Promise<void>;
}

/** Books that are kept open: of batches that were taken in before and after the book was changed. */
const MOST_BOOKS = 4;
const POLL_MILLISECONDS = 1_000;

/** Another transaction wrote the same, or the two waited for one another: what was done is undone, and is done again. */
const BEGIN_AGAIN: ReadonlySet<string | undefined> = new Set(["40001", "40P01"]);

/** Thrown within a transaction that needs a book which is not open. */
class BookNeeded extends Error {
  readonly revision: number;

  constructor(revision: number) {
    super(`Revision ${revision} is not open.`);
    this.revision = revision;
  }
}

/** Starts a worker; where nothing waits it waits until it is woken, or looks again. */
export function startWorker(options: WorkerOptions): Worker {
  const { pollMilliseconds = POLL_MILLISECONDS, onFault } = options;
  const parts = new PartWorker(options);
  const rest = new Rest();
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      let isWork = false;
      try {
        isWork = await parts.next();
      } catch (fault) {
        onFault?.(fault);
      }
      if (!isWork && !isStopped) await rest.until(pollMilliseconds);
    }
  };
  const ended = run();
  return {
    wake: () => rest.end(),
    async stop() {
      isStopped = true;
      rest.end();
      await ended;
    },
  };
}

/** Prices what waits until nothing does; what became of the parts. */
export async function workThrough(options: Omit<WorkerOptions, "onPart">): Promise<readonly WorkerNote[]> {
  const notes: WorkerNote[] = [];
  const worker = new PartWorker({ ...options, onPart: (note) => notes.push(note) });
  while (await worker.next());
  return notes;
}

/** A rest that somebody may end; ended before it begins, it does not begin. */
class Rest {
  #isOver = false;
  #end: (() => void) | undefined;

  end(): void {
    this.#isOver = true;
    this.#end?.();
  }

  async until(milliseconds: number): Promise<void> {
    if (!this.#isOver) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#end = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isOver = false;
    this.#end = undefined;
  }
}

/** Prices parts, one after another. */
class PartWorker {
  readonly #options: WorkerOptions;
  readonly #books = new Map<number, Present>();
  #queue: JobQueue | undefined;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Prices the next part; whether there may be another. */
  async next(): Promise<boolean> {
    const { store, onPart } = this.#options;
    this.#queue ??= await jobQueue(store.database);
    let part: OpenPart | undefined;
    const { database } = store;
    try {
      const isWork = await database.transaction(async (sql) => {
        part = undefined;
        return this.#take(sql, (taken) => {
          part = taken;
        });
      });
      if (part !== undefined) onPart?.({ part, outcome: "done" });
      return isWork;
    } catch (fault) {
      if (part === undefined || isAway(fault)) throw fault;
      if (fault instanceof BookNeeded) await this.#openBook(part);
      else if (!BEGIN_AGAIN.has(sqlState(fault))) await this.#fail(part, fault);
      return true;
    }
  }

  /** Takes a job, and the customer's lowest open part; without one the job is done with. */
  async #take(sql: Sql, onPart: (part: OpenPart) => void): Promise<boolean> {
    const queue = this.#queue as JobQueue;
    const job = await queue.next(sql);
    if (job === undefined) return false;
    const part = await takeLowestPart(sql, job.customerID);
    if (part !== undefined) {
      onPart(part);
      const book = this.#books.get(part.revision);
      if (book === undefined) throw new BookNeeded(part.revision);
      await this.#options.price(sql, part, book);
    }
    await queue.done(sql, job);
    return true;
  }

  async #openBook(part: OpenPart): Promise<void> {
    const { revision } = part;
    let book: Present | undefined;
    try {
      book = await this.#options.store.revision(revision);
    } catch (fault) {
      if (isAway(fault)) throw fault;
      return this.#fail(part, fault);
    }
    if (book === undefined) {
      return this.#fail(part, new ServerError(404001, `There is no revision ${revision} any more.`));
    }
    this.#books.set(revision, book);
    for (const oldest of this.#books.keys()) {
      if (this.#books.size <= MOST_BOOKS) break;
      this.#books.delete(oldest);
    }
  }

  /** Counts a failure of a part; its results were rolled back. */
  async #fail(part: OpenPart, fault: unknown): Promise<void> {
    const { store, park, onPart } = this.#options;
    const isParked = await store.database.transaction(async (sql) => {
      const isLast = await failPart(sql, part, wordsOf(fault));
      if (isLast) await park(sql, part);
      return isLast;
    });
    onPart?.({ part, outcome: isParked ? "parked" : "failed", fault });
  }
}

/** What is told of a fault to those who ask for the batch: no SQL, no stack. */
function wordsOf(fault: unknown): string {
  return fault instanceof ServerError
    ? fault.hint
    : "The part could not be priced; the log of its worker says more.";
}
