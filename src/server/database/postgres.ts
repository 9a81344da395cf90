/** A PostgreSQL server, 14 or later, over a pool of connections. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase, Pool } from "pg";
import { Connection, type Ending } from "./connection.ts";
import { optionalPackages } from "./missing-package.ts";
import {
  copyTarget,
  copyText,
  type Database,
  isoStamp,
  parameterText,
  type Rows,
  type Sql,
  type SqlValue,
  sqlState,
  TIMESTAMPTZ,
  type TransactionOptions,
  TYPES_AS_TEXT,
} from "./sql.ts";

/** Time limit of the connection that cancels a statement. */
const CANCEL_MILLISECONDS = 5_000;
const AS_TEXT: ReadonlySet<number> = new Set(Object.values(TYPES_AS_TEXT));
const asText = (text: string): string => text;

type CopyStreams = typeof import("pg-copy-streams");

class ConnectionSql implements Sql {
  readonly #connection: Connection;
  readonly #copyStreams: CopyStreams;

  constructor(connection: Connection, copyStreams: CopyStreams) {
    this.#connection = connection;
    this.#copyStreams = copyStreams;
  }

  get #client(): ClientBase {
    this.#connection.throwIfAborted();
    return this.#connection.client;
  }

  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return (await this.#client.query(text, values.map(parameterText))).rows as Row[];
  }

  async script(text: string): Promise<void> {
    await this.#client.query(text);
  }

  async copyIn(table: string, columns: readonly string[], rows: Rows): Promise<void> {
    const into = this.#client.query(this.#copyStreams.from(`${copyTarget(table, columns)} STDIN`));
    await pipeline(Readable.from(copyText(rows)), into);
  }
}

/** SQLSTATE of a cancelled statement. */
const CANCELLED = "57014";

class PostgresDatabase implements Database {
  readonly kind = "postgresql";
  readonly #pool: Pool;
  readonly #copyStreams: CopyStreams;
  readonly #cancel: Ending["cancel"];
  readonly #ending: Ending | undefined;
  readonly root: Database;

  constructor(
    pool: Pool,
    copyStreams: CopyStreams,
    cancel: Ending["cancel"],
    { ending, root }: { readonly ending?: Ending; readonly root?: Database } = {},
  ) {
    this.#pool = pool;
    this.#copyStreams = copyStreams;
    this.#cancel = cancel;
    this.#ending = ending;
    this.root = root ?? this;
  }

  until(signal: AbortSignal, onCommit?: () => void): Database {
    const cancel = this.#cancel;
    const ending = { signal, onCommit, cancel };
    return new PostgresDatabase(this.#pool, this.#copyStreams, cancel, { ending, root: this.root });
  }

  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    if (this.#ending !== undefined)
      return this.transaction((sql) => sql.query<Row>(text, values), { isolation: "repeatable read" });
    return (await this.#pool.query(text, values.map(parameterText))).rows as Row[];
  }

  async script(text: string): Promise<void> {
    await this.#pool.query(text);
  }

  async copyIn(table: string, columns: readonly string[], rows: Rows): Promise<void> {
    await this.transaction((sql) => sql.copyIn(table, columns, rows));
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const isWrite = options.isolation === undefined;
    const signal = this.#ending?.signal;
    const connection = await Connection.open(this.#pool, this.#ending);
    let fault: Error | undefined;
    try {
      await connection.begin(isWrite ? "BEGIN" : "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ");
      const result = await work(new ConnectionSql(connection, this.#copyStreams));
      await connection.commit(isWrite);
      return result;
    } catch (error) {
      await connection.settle();
      // A connection that cannot roll back is not used again.
      await connection.client.query("ROLLBACK").catch((rollback: Error) => {
        fault = rollback;
      });
      throw signal?.aborted === true && sqlState(error) === CANCELLED ? signal.reason : error;
    } finally {
      connection.release(fault);
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ended) await this.#pool.end();
  }
}

export interface PostgresOptions {
  /**
   * Command that opens the database and its queue, such as `tollbook worker`: where packages are missing, pg-boss among
   * them, it is what needs them.
   */
  readonly command?: string;
  /** Most connections; default 10. */
  readonly poolSize?: number;
  /** Called when an idle connection breaks; such a connection is replaced. */
  readonly onLost?: (error: Error) => void;
}

/**
 * Connects to a database by its URL, such as `postgres://user:secret@host/database`.
 *
 * @throws MissingPackage where packages are not installed, which it names all at once
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  const { command } = options;
  const { pg, "pg-copy-streams": copyStreams } = await optionalPackages(command ?? "A PostgreSQL database", {
    pg: () => import("pg"),
    "pg-copy-streams": () => import("pg-copy-streams"),
    // The queue is opened later, by itself; asked for here, so that all that is missing is told at once.
    ...(command === undefined ? {} : { "pg-boss": () => import("pg-boss") }),
  });
  const { Client, Pool, types } = pg.default;
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
  // A connection that breaks in use fails its running or next statement; the event itself needs no handling.
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await pool.query("SELECT 1");
  } catch (error) {
    await pool.end();
    throw error;
  }
  // A separate connection: all connections of the pool may be busy with statements to cancel.
  const cancel = async (process: number): Promise<void> => {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CANCEL_MILLISECONDS });
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.query("SELECT pg_cancel_backend($1)", [process]);
    } finally {
      await client.end();
    }
  };
  return new PostgresDatabase(pool, copyStreams, cancel);
}
