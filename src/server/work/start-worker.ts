/** A worker: takes and prices parts, with all their writes in one transaction, until it is told to stop (H37, H38). */
import { setTimeout as pause } from "node:timers/promises";
import { isAway, type Sql, sqlState } from "../database/index.ts";
import { ServerError } from "../errors.ts";
import { type Present, readCounters, type Store } from "../store/index.ts";
import type { Job, JobQueue } from "./job-queue.ts";
import { jobQueue } from "./open-queue.ts";
import { failPart, lockCustomers, MOST_PART_CALLS, type OpenPart, takeLowestParts } from "./parts.ts";

export interface WorkerNote {
  readonly part: OpenPart;
  readonly outcome: "done" | "failed" | "parked";
  /** The error, where the part failed. */
  readonly fault?: unknown;
}

export interface WorkerOptions {
  readonly store: Store;
  /** Prices parts, of one customer each, by their book, in the transaction that holds them. */
  readonly price: (sql: Sql, parts: readonly OpenPart[], book: Present) => Promise<void>;
  /** Called when a part is parked, in the same transaction. */
  readonly park: (sql: Sql, part: OpenPart) => Promise<void>;
  readonly onPart?: (note: WorkerNote) => void;
  /** Called with errors that no part causes, such as a database that is away. The worker goes on. */
  readonly onFault?: (fault: unknown) => void;
  /** Interval of polling for work without `wake`; default a second. */
  readonly pollMilliseconds?: number;
}

/** A worker that runs. */
export interface Worker {
  /** Tells the worker that there is work. */
  wake(): void;
  /** Ends the worker after its running transaction. */
  stop(): Promise<void>;
}

/** Most books in the cache: those of batches that were taken in before and after changes of the book. */
const MOST_BOOKS = 4;
const POLL_MILLISECONDS = 1_000;
/** Most jobs of one transaction. */
const MOST_JOBS = 128;

/** SQLSTATE codes after which the rolled-back transaction is tried again: serialisation failure, deadlock. */
const RETRIED: ReadonlySet<string | undefined> = new Set(["40001", "40P01"]);

/** Thrown within a transaction that needs a book that is not in the cache. */
class BookNeeded extends Error {
  readonly revision: number;

  constructor(revision: number) {
    super(`Revision ${revision} is not open.`);
    this.revision = revision;
  }
}

/** Starts a worker; without work the worker sleeps until `wake` or the next poll. */
export function startWorker(options: WorkerOptions): Worker {
  const { pollMilliseconds = POLL_MILLISECONDS, onFault } = options;
  const parts = new PartWorker(options);
  /** Ends the sleep; aborted before the sleep begins, it skips it. */
  let rest = new AbortController();
  let isStopped = false;
  const run = async (): Promise<void> => {
    while (!isStopped) {
      let isWork = false;
      try {
        isWork = await parts.next();
      } catch (fault) {
        onFault?.(fault);
      }
      if (isWork || isStopped) continue;
      await pause(pollMilliseconds, undefined, { signal: rest.signal }).catch(() => undefined);
      rest = new AbortController();
    }
  };
  const ended = run();
  return {
    wake: () => rest.abort(),
    async stop() {
      isStopped = true;
      rest.abort();
      await ended;
    },
  };
}

/** Prices parts until none waits; returns their outcomes. */
export async function workThrough(options: Omit<WorkerOptions, "onPart">): Promise<readonly WorkerNote[]> {
  const notes: WorkerNote[] = [];
  const worker = new PartWorker({ ...options, onPart: (note) => notes.push(note) });
  while (await worker.next());
  return notes;
}

/**
 * Prices parts. A transaction takes several small parts of different customers, with together at most as many calls as
 * the largest part has, because a part's fixed cost is much more than the cost of a call.
 */
class PartWorker {
  readonly #options: WorkerOptions;
  readonly #books = new Map<number, Present>();
  /** The last purge of customers when a book was last needed: books from before it still hold them (H11). */
  #lastPurge = 0;
  #queue: JobQueue | undefined;
  /** Number of jobs to take in the next transaction. */
  #jobs = 1;
  /** Number of parts to take one by one, because one of them has failed. */
  #alone = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /** Prices the next parts; returns whether there may be more. */
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
      if (RETRIED.has(sqlState(fault))) return true;
      const [first, ...others] = parts;
      if (first === undefined || isAway(fault)) throw fault;
      if (fault instanceof BookNeeded) await this.#openBook(first);
      else if (others.length > 0) this.#alone = parts.length;
      else await this.#fail(first, fault);
      return true;
    }
  }

  /**
   * Takes jobs, and the lowest open part of each of their customers; the job of a customer without an open part is
   * completed.
   */
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
      const { lastPurge } = await readCounters(sql);
      if (lastPurge > this.#lastPurge) this.#books.clear();
      this.#lastPurge = lastPurge;
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

/** The text of a fault in the answer with the batch: no SQL, no stack. */
function wordsOf(fault: unknown): string {
  return fault instanceof ServerError
    ? fault.hint
    : "The part could not be priced; the log of its worker says more.";
}

/** The first parts of one book, with together at most `MOST_PART_CALLS` calls. */
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

/**
 * The jobs that are left to other transactions: of customers that others have locked, or that still have an open part.
 */
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
  const isLocked = new Set(customers);
  const isOpen = new Set(lowest.map(({ customerID }) => customerID));
  const isPriced = new Set(parts.map(({ customerID }) => customerID));
  return jobs.filter(({ customerID }) => {
    if (!isLocked.has(customerID)) return true;
    // One of the customer's jobs belongs to the part that is priced.
    return isOpen.has(customerID) && !isPriced.delete(customerID);
  });
}
