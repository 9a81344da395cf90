/** The queue of a database: pg-boss on PostgreSQL, the table of parts on PGlite (H36). */
import type { Database } from "../database/index.ts";
import { openBossQueue } from "./boss-queue.ts";
import type { Job, JobQueue } from "./job-queue.ts";
import { JOB } from "./parts.ts";

/** The queue on PGlite: with one process and one connection, no other worker can hold an open part. */
const partsAsQueue: JobQueue = {
  async send() {},
  async next(sql, most) {
    return sql.query<Job>(`SELECT ${JOB} FROM parts WHERE state = 'open' ORDER BY id LIMIT $1`, [most]);
  },
  async done() {},
};

const queues = new WeakMap<Database, Promise<JobQueue>>();

/**
 * The queue of a database, opened once for all requests; the first call makes its tables. Not to be called within a
 * transaction.
 *
 * @throws MissingPackage where the database is a PostgreSQL server and pg-boss is not installed
 */
export function jobQueue(database: Database): Promise<JobQueue> {
  if (database.kind === "pglite") return Promise.resolve(partsAsQueue);
  const { root = database } = database;
  let queue = queues.get(root);
  if (queue === undefined) {
    queue = openBossQueue(root);
    queues.set(root, queue);
    queue.catch(() => queues.delete(root));
  }
  return queue;
}
