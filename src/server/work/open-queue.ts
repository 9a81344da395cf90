/** The queue of a database: pg-boss on PostgreSQL, the parts themselves in the process (H36). */
import type { Database } from "../database/index.ts";
import { openBossQueue } from "./boss-queue.ts";
import type { JobQueue } from "./job-queue.ts";

/** One process, one connection: whatever part is open is nobody else's. */
const partsThemselves: JobQueue = {
  async send() {},
  async next(sql) {
    const [part] = await sql.query<{ id: string; customer_id: string | null }>(
      "SELECT id, customer_id FROM parts WHERE state = 'open' ORDER BY id LIMIT 1",
    );
    return part && { id: part.id, customerID: part.customer_id };
  },
  async done() {},
};

const queues = new WeakMap<Database, Promise<JobQueue>>();

/**
 * The queue of a database, whose tables are made when it is first asked for. Not to be called within a transaction.
 *
 * @throws MissingPackage where the database is a PostgreSQL server and pg-boss is not installed
 */
export function jobQueue(database: Database): Promise<JobQueue> {
  if (database.kind === "pglite") return Promise.resolve(partsThemselves);
  let queue = queues.get(database);
  if (queue === undefined) {
    queue = openBossQueue(database);
    queues.set(database, queue);
    queue.catch(() => queues.delete(database));
  }
  return queue;
}
