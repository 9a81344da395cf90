/** A worker: takes parts, each with all that comes of it in one transaction, until it is told to stop (H37, H38). */
import { isAway, type Sql, sqlState } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import type { Present, Store } from "../store/index.ts";
import type { Job, JobQueue } from "./job-queue.ts";
import { jobQueue } from "./open-queue.ts";
import { failPart, lockCustomers, MOST_PART_CALLS, type OpenPart, takeLowestParts } from "./parts.ts";

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
  /** Prices parts of a customer each by their book, in the transaction that holds them. */
  readonly price: (sql: Sql, parts: readonly OpenPart[], book: Present) => Promise<void>;
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
  /** Ends what is under way, and then the worker. */
  stop(): Promise<void>;
}

/** Books that are kept open: of batches that were taken in before and after the book was changed. */
const MOST_BOOKS = 4;
const POLL_MILLISECONDS = 1_000;
/** Jobs of one transaction at most. */
const MOST_JOBS = 128;

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

/**
 * Prices parts. A transaction takes several where they are small, of different customers and about as many calls as the
 * largest part has, because what a part costs besides its calls is much more than a call.
 */
class PartWorker {
  readonly #options: WorkerOptions;
  readonly #books = new Map<number, Present>();
  #queue: JobQueue | undefined;
  /** Jobs of the next transaction. */
  #jobs = 1;
  /** So many parts are taken alone, because one among them has failed. */
  #alone = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Prices the next parts; whether there may be others. */
  async next(): Promise<boolean> {
    const { store, onPart } = this.#options;
    this.#queue ??= await jobQueue(store.database);
    let parts: readonly OpenPart[] = [];
    try {
      const isWork = await store.database.transaction(async (sql) => {
        parts = [];
        return this.#take(sql, (taken) => {
          parts = taken;
        });
      });
      for (const part of parts) onPart?.({ part, outcome: "done" });
      this.#alone = Math.max(0, this.#alone - parts.length);
      return isWork;
    } catch (fault) {
      if (BEGIN_AGAIN.has(sqlState(fault))) return true;
      const [first, ...others] = parts;
      if (first === undefined || isAway(fault)) throw fault;
      if (fault instanceof BookNeeded) await this.#openBook(first);
      else if (others.length > 0) this.#alone = parts.length;
      else await this.#fail(first, fault);
      return true;
    }
  }

  /** Takes jobs, and the lowest open part of each of their customers; a job of a customer without one is done with. */
  async #take(sql: Sql, onParts: (parts: readonly OpenPart[]) => void): Promise<boolean> {
    const queue = this.#queue as JobQueue;
    const most = this.#alone > 0 ? 1 : this.#jobs;
    const jobs = await queue.next(sql, most);
    if (jobs.length === 0) return false;
    const customers = await lockCustomers(sql, [...new Set(jobs.map(({ customerID }) => customerID))]);
    const lowest = await takeLowestParts(sql, customers);
    const parts = partsOfOneTransaction(lowest);
    const left = jobsLeft(jobs, { customers, lowest, parts });
    const isTooMany = left.some(({ customerID }) => customers.includes(customerID));
    const hasRoom = 2 * callsOf(parts) <= MOST_PART_CALLS;
    this.#jobs = isTooMany ? parts.length : Math.min(MOST_JOBS, hasRoom ? 2 * most : most);
    await queue.done(sql, jobs);
    await queue.send(sql, left);
    if (parts[0] !== undefined) {
      onParts(parts);
      const { revision } = parts[0];
      const book = this.#books.get(revision);
      if (book === undefined) throw new BookNeeded(revision);
      await this.#options.price(sql, parts, book);
    }
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

/** The first parts, of one book, whose calls together are no more than the largest part has. */
function partsOfOneTransaction(lowest: readonly OpenPart[]): readonly OpenPart[] {
  const taken = lowest.slice(0, 1);
  for (const part of lowest.slice(1)) {
    if (part.revision !== taken[0]?.revision || callsOf([...taken, part]) > MOST_PART_CALLS) break;
    taken.push(part);
  }
  return taken;
}

function callsOf(parts: readonly OpenPart[]): number {
  return parts.reduce((sum, { callIDs }) => sum + callIDs.length, 0);
}

/** The jobs that another transaction is to take: those of customers that others have, or whose parts are still open. */
function jobsLeft(
  jobs: readonly Job[],
  {
    customers,
    lowest,
    parts,
  }: Record<"lowest" | "parts", readonly OpenPart[]> & {
    readonly customers: readonly (string | null)[];
  },
): readonly Job[] {
  const isOurs = new Set(customers);
  const isOpen = new Set(lowest.map(({ customerID }) => customerID));
  const isPriced = new Set(parts.map(({ customerID }) => customerID));
  return jobs.filter(({ customerID }) => {
    if (!isOurs.has(customerID)) return true;
    // One of a customer's jobs goes with his part.
    return isOpen.has(customerID) && !isPriced.delete(customerID);
  });
}
