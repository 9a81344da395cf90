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
  /** Sends a job for each part. */
  send(
    sql: Sql,
    parts: readonly { readonly id: string; readonly customerID: string | null }[],
  ): Promise<void>;
  /** Takes a job that no other transaction has; undefined where there is none. */
  next(sql: Sql): Promise<Job | undefined>;
  /** A job that was taken is done with. */
  done(sql: Sql, job: Job): Promise<void>;
}
