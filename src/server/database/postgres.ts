/** A PostgreSQL server, 14 or later, over a pool of connections. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase, Pool } from "pg";
import { optionalPackage } from "./missing-package.ts";
import {
  copyTarget,
  copyText,
  type Database,
  isoStamp,
  parameterText,
  type Sql,
  type SqlValue,
  TIMESTAMPTZ,
  type TransactionOptions,
  TYPES_AS_TEXT,
} from "./sql.ts";

const WHAT = "tollbook serve --database";
const AS_TEXT: ReadonlySet<number> = new Set(Object.values(TYPES_AS_TEXT));
const asText = (text: string): string => text;

type CopyStreams = typeof import("pg-copy-streams");

class ClientSql implements Sql {
  readonly #client: ClientBase;
  readonly #copyStreams: CopyStreams;

  constructor(client: ClientBase, copyStreams: CopyStreams) {
    this.#client = client;
    this.#copyStreams = copyStreams;
  }

  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return (await this.#client.query(text, values.map(parameterText))).rows as Row[];
  }

  async script(text: string): Promise<void> {
    await this.#client.query(text);
  }

  async copyIn(
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly (string | null)[]>,
  ): Promise<void> {
    const into = this.#client.query(this.#copyStreams.from(`${copyTarget(table, columns)} STDIN`));
    await pipeline(Readable.from(copyText(rows)), into);
  }
}

class PostgresDatabase implements Database {
  readonly kind = "postgresql";
  readonly #pool: Pool;
  readonly #copyStreams: CopyStreams;

  constructor(pool: Pool, copyStreams: CopyStreams) {
    this.#pool = pool;
    this.#copyStreams = copyStreams;
  }

  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return (await this.#pool.query(text, values.map(parameterText))).rows as Row[];
  }

  async script(text: string): Promise<void> {
    await this.#pool.query(text);
  }

  async copyIn(
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly (string | null)[]>,
  ): Promise<void> {
    await this.transaction((sql) => sql.copyIn(table, columns, rows));
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const client = await this.#pool.connect();
    let fault: Error | undefined;
    try {
      await client.query(
        options.isolation === undefined ? "BEGIN" : "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ",
      );
      const result = await work(new ClientSql(client, this.#copyStreams));
      await client.query("COMMIT");
      return result;
    } catch (error) {
      // A connection that cannot roll back is not used again.
      await client.query("ROLLBACK").catch((rollback: Error) => {
        fault = rollback;
      });
      throw error;
    } finally {
      client.release(fault);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}

/** How a server is connected to. */
export interface PostgresOptions {
  /** Connections at most; default 10. */
  readonly poolSize?: number;
  /** Told of a connection that breaks while nobody uses it; such a connection is replaced. */
  readonly onLost?: (error: Error) => void;
}

/** Connects to a database by its URL, such as `postgres://user:secret@host/database`. */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { Pool, types } = (await optionalPackage("pg", WHAT, () => import("pg"))).default;
  const copyStreams = await optionalPackage("pg-copy-streams", WHAT, () => import("pg-copy-streams"));
  const pool = new Pool({
    connectionString: url,
    max: options.poolSize ?? 10,
    options: "-c TimeZone=UTC -c DateStyle=ISO,YMD",
    types: {
      getTypeParser(type: number, format?: "text" | "binary") {
        if (type === TIMESTAMPTZ) return isoStamp;
        return AS_TEXT.has(type) ? asText : types.getTypeParser(type, format as "text");
      },
    } as NonNullable<ConstructorParameters<typeof Pool>[0]>["types"] & object,
  });
  pool.on("error", (error) => options.onLost?.(error));
  try {
    await pool.query("SELECT 1");
  } catch (error) {
    await pool.end();
    throw error;
  }
  return new PostgresDatabase(pool, copyStreams);
}
