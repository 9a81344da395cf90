/** The databases of the bench of workers: one that is filled, and copies of it that are worked through. */
import { type Database, openPostgres } from "tollbook/server";
import { familySeconds, parentOf } from "./processor-time.ts";

/** A PostgreSQL server. */
export class QueueServer {
  readonly url: string;
  readonly #database: Database;
  readonly #postmaster: number;

  private constructor(url: string, database: Database, postmaster: number) {
    this.url = url;
    this.#database = database;
    this.#postmaster = postmaster;
  }

  static async open(url: string): Promise<QueueServer> {
    const database = await openPostgres(`${url}/postgres`);
    await database.script("CREATE EXTENSION IF NOT EXISTS pg_stat_statements");
    const [row] = await database.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    return new QueueServer(url, database, parentOf(row?.pid ?? 0));
  }

  /** Processor seconds of the server with all its processes. */
  get processorSeconds(): number {
    return familySeconds(this.#postmaster);
  }

  async create(name: string, template?: string): Promise<string> {
    await this.#database.script(
      `CREATE DATABASE ${name}${template === undefined ? "" : ` TEMPLATE ${template}`}`,
    );
    await this.#database.script("CHECKPOINT");
    return `${this.url}/${name}`;
  }

  async drop(name: string): Promise<void> {
    await this.#database.script(`DROP DATABASE ${name} WITH (FORCE)`);
  }

  async forgetStatements(): Promise<void> {
    await this.#database.query("SELECT pg_stat_statements_reset()");
  }

  /** The statements that took longest since they were forgotten. */
  async statements(): Promise<readonly Statement[]> {
    return this.#database.query<Statement>(
      `SELECT regexp_replace(left(query, 400), '\\s+', ' ', 'g') AS text, calls::int, (total_exec_time / 1000)::float8 AS seconds
       FROM pg_stat_statements ORDER BY total_exec_time DESC`,
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

export interface Statement {
  readonly text: string;
  readonly calls: number;
  /** Of the clock, waiting for locks included. */
  readonly seconds: number;
}

/** What is written about calls, in tables and columns that must not depend on how often a worker was killed. */
const DIGESTS: Readonly<Record<string, string>> = {
  calls: "SELECT id AS key, c::text AS row FROM calls c",
  results: "SELECT call_id AS key, r::text AS row FROM results r",
  pools: "SELECT 0 AS key, s::text AS row FROM pools s",
  parts:
    "SELECT id AS key, row(id, batch_id, customer_id, turn, call_ids, state, attempts, error, revision, digest, report)::text AS row FROM parts",
  batches:
    "SELECT id AS key, row(id, key, read, rated, errors, ignored, repeated, totals, others, state, report)::text AS row FROM batches",
  jobs: "SELECT 0 AS key, j::text AS row FROM tollbook_queue.job j",
};

/** Digests of all rows, by table. */
export async function digestsOf(database: Database): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const [table, rows] of Object.entries(DIGESTS)) {
    const [row] = await database.query<{ digest: string | null; count: string }>(
      `SELECT count(*) AS count, md5(string_agg(md5(row), '' ORDER BY key, md5(row))) AS digest FROM (${rows}) AS rows`,
    );
    digests[table] = `${row?.count} rows ${row?.digest}`;
  }
  return digests;
}
