/** Who tells a worker that a part waits: pg-boss on PostgreSQL, the parts themselves in the process (H36). */
import type { Sql } from "../database/index.ts";

/** A job: one part more of a customer waits. Which one is told by its row. */
export interface Job {
  readonly id: string;
  /** Null for calls without a customer. */
  readonly customerID: string | null;
}

/** Jobs. What is done in a transaction that does not commit is not done: a killed worker's job is free again. */
export interface JobQueue {
  /** Sends a job for each part, or once more for each job that was done with although nothing came of it. */
  send(
    sql: Sql,
    parts: readonly { readonly id: string; readonly customerID: string | null }[],
  ): Promise<void>;
  /** Takes so many jobs at most that no other transaction has. */
  next(sql: Sql, most: number): Promise<readonly Job[]>;
  /** Jobs that were taken are done with. */
  done(sql: Sql, jobs: readonly Job[]): Promise<void>;
}
