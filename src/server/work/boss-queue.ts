/** Jobs in PostgreSQL, by pg-boss: its statements run in the transaction that prices the part (H36). */
import type PgBoss from "pg-boss";
import { type Database, optionalPackages, type Sql, type SqlValue, sqlState } from "../database/index.ts";
import type { Job, JobQueue } from "./job-queue.ts";
import { JOB } from "./parts.ts";

/** A separate schema: other programs may use another version of pg-boss in the same database. */
const SCHEMA = "tollbook_queue";
const QUEUE = "parts";
/** Most jobs of one statement. */
const MOST_SENT = 5_000;

/** The database interface of pg-boss, over a connection of Tollbook. */
interface BossDatabase {
  executeSql(text: string, values?: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

function bossDatabase(sql: Sql): BossDatabase {
  return {
    async executeSql(text, values) {
      if (values === undefined) {
        // Several statements without parameters, or one statement that returns rows.
        if (text.includes(";")) await sql.script(text);
        else return { rows: [...(await sql.query(text))] };
        return { rows: [] };
      }
      return { rows: [...(await sql.query(text, values.map(parameterOf)))] };
    },
  };
}

/** Objects become JSON. */
function parameterOf(value: unknown): SqlValue {
  if (value === undefined) return null;
  const isPlain =
    typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
  return isPlain ? JSON.stringify(value) : (value as SqlValue);
}

/** SQLSTATE where another process has just made the same schema. */
const UNIQUE_VIOLATION = "23505";

/** Opens pg-boss, which makes its tables where there are none. */
async function startBoss(database: Database): Promise<PgBoss> {
  const packages = await optionalPackages("A queue in PostgreSQL", { "pg-boss": () => import("pg-boss") });
  const { default: Boss } = packages["pg-boss"];
  // `start` only makes the tables: finished jobs are deleted, so that no maintenance is needed.
  const options = { db: bossDatabase(database), schema: SCHEMA, supervise: false, schedule: false };
  const boss = await new Boss(options).start().catch((error: unknown) => {
    // pg-boss's own lock does not keep two processes from making the schema at once; the second one finds it now.
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error;
    return new Boss(options).start();
  });
  await boss.createQueue(QUEUE);
  return boss;
}

/** Opens the queue of a database; several processes may do so at once. */
export async function openBossQueue(database: Database): Promise<JobQueue> {
  const boss = await startBoss(database);
  const queue: JobQueue = {
    async send(sql, parts) {
      const db = bossDatabase(sql);
      for (let at = 0; at < parts.length; at += MOST_SENT) {
        const jobs = parts
          .slice(at, at + MOST_SENT)
          .map(({ customerID }) => ({ name: QUEUE, data: { customerID } }));
        await boss.insert(jobs, { db });
      }
    },
    async next(sql, most) {
      const options = { db: bossDatabase(sql), ignoreStartAfter: true, priority: false, batchSize: most };
      const jobs = await boss.fetch<unknown>(QUEUE, options);
      return jobs.map(({ id, data }) => {
        // Connections of Tollbook return JSON as text.
        const { customerID } = JSON.parse(data as string) as Pick<Job, "customerID">;
        return { id, customerID };
      });
    },
    async done(sql, jobs) {
      const ids = jobs.map(({ id }) => id);
      await boss.deleteJob(QUEUE, ids, { db: bossDatabase(sql) });
    },
  };
  await sendMissing(database, queue);
  return queue;
}

/** Sends jobs for parts without jobs, which may come from an embedded database or from a backup of some tables. */
async function sendMissing(database: Database, queue: JobQueue): Promise<void> {
  await database.transaction(
    async (sql) => {
      const parts = await sql.query<Job>(`SELECT ${JOB} FROM parts WHERE state = 'open' ORDER BY id`);
      const [jobs] = await sql.query<{ count: string }>(
        `SELECT count(*) AS count FROM ${SCHEMA}.job WHERE name = $1`,
        [QUEUE],
      );
      // A surplus job finds no part, and is completed.
      if (Number(jobs?.count) < parts.length) await queue.send(sql, parts);
    },
    { isolation: "repeatable read" },
  );
}
