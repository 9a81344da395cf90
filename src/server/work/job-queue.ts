/** The queue that tells a worker of waiting parts: pg-boss on PostgreSQL, the table of parts on PGlite (H36). */
import type { Sql } from "../database/index.ts";

/** A job: one more part of a customer waits. The table of parts tells which part. */
export interface Job {
  readonly id: string;
  /** Null for calls without a customer. */
  readonly customerID: string | null;
}

/** A transactional queue: a rollback undoes its operations, so that a killed worker's job is free again. */
export interface JobQueue {
  /** Sends a job for each part, or again for each job that was completed without a priced part. */
  send(sql: Sql, parts: readonly Job[]): Promise<void>;
  /** Takes at most `most` jobs that no other transaction holds. */
  next(sql: Sql, most: number): Promise<readonly Job[]>;
  done(sql: Sql, jobs: readonly Job[]): Promise<void>;
}
