/** A connection to a PostgreSQL server, taken for work that a signal may abort. */
import { setTimeout as pause } from "node:timers/promises";
import type { Pool, PoolClient, QueryResult } from "pg";
import { unlessAborted } from "../../files/index.ts";

/** Most requests to cancel a statement before the connection is given up. */
const MOST_CANCELS = 50;
const CANCEL_MILLISECONDS = 100;

/** How running work is aborted. */
export interface Ending {
  readonly signal: AbortSignal;
  /** Called before a write is committed. */
  readonly onCommit: (() => void) | undefined;
  /** Asks the server to cancel the statement that one of its processes runs. */
  readonly cancel: (process: number) => Promise<void>;
}

export class Connection {
  readonly client: PoolClient;
  readonly #ending: Ending | undefined;
  #process = 0;
  #isReleased = false;
  /** Whether statements may still be cancelled. */
  #isOpen = true;
  #cancelling: Promise<void> | undefined;

  private constructor(client: PoolClient, ending: Ending | undefined) {
    this.client = client;
    this.#ending = ending;
  }

  /** Takes a connection, unless none is free before the signal aborts. */
  static async open(pool: Pool, ending: Ending | undefined): Promise<Connection> {
    ending?.signal.throwIfAborted();
    const client = pool.connect();
    try {
      return new Connection(await unlessAborted(client, ending?.signal), ending);
    } catch (error) {
      // The caller that waited may be gone when the connection arrives.
      client.then(
        (late) => late.release(),
        () => undefined,
      );
      throw error;
    }
  }

  /** Runs the first statement, which has no parameters; from then on the signal cancels running statements. */
  async begin(text: string): Promise<void> {
    if (this.#ending === undefined) {
      await this.client.query(text);
      return;
    }
    const results: unknown = await this.client.query(`${text}; SELECT pg_backend_pid() AS process`);
    const [, { rows }] = results as [QueryResult, QueryResult<{ process: number }>];
    this.#process = rows[0]?.process ?? 0;
    this.#ending.signal.addEventListener("abort", this.#onAbort);
    this.throwIfAborted();
  }

  throwIfAborted(): void {
    this.#ending?.signal.throwIfAborted();
  }

  /** Commits, unless the signal has aborted. */
  async commit(isWrite: boolean): Promise<void> {
    await this.settle();
    this.throwIfAborted();
    if (isWrite) this.#ending?.onCommit?.();
    await this.client.query("COMMIT");
  }

  /** Ends cancelling: neither a commit nor later statements on the connection are cancelled. */
  async settle(): Promise<void> {
    this.#isOpen = false;
    this.#ending?.signal.removeEventListener("abort", this.#onAbort);
    await this.#cancelling;
  }

  /** Returns the connection to the pool; with a fault the connection is closed. */
  release(fault?: Error): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.client.release(fault);
  }

  readonly #onAbort = (): void => {
    this.#cancelling = this.#cancel();
  };

  async #cancel(): Promise<void> {
    // The first request does not cancel a statement that has not reached the server yet.
    for (let tries = 0; this.#isOpen && tries < MOST_CANCELS; tries++) {
      await this.#ending?.cancel(this.#process).catch(() => undefined);
      if (this.#isOpen) await pause(CANCEL_MILLISECONDS, undefined, { ref: false });
    }
    if (this.#isOpen) this.release(new Error("The server does not cancel the statement."));
  }
}
