/** PostgreSQL in the process: a folder on disk that belongs to one process, or memory. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import {
  FileError,
  folderError,
  lockStateFile,
  makeFolder,
  type StateLock,
  unlessAborted,
} from "../../files/index.ts";
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
  TIMESTAMPTZ,
  type TransactionOptions,
  TYPES_AS_TEXT,
} from "./sql.ts";

const asText = (text: string): string => text;
const PARSERS = {
  ...Object.fromEntries(Object.values(TYPES_AS_TEXT).map((type) => [type, asText])),
  [TIMESTAMPTZ]: isoStamp,
};

class PgliteSql implements Sql {
  readonly #statements: PGlite | Transaction;
  readonly #signal: AbortSignal | undefined;

  constructor(statements: PGlite | Transaction, signal?: AbortSignal) {
    this.#statements = statements;
    this.#signal = signal;
  }

  /**
   * Lets timers, signals and other requests have a turn before each statement: PGlite runs statements in this thread
   * without one, so that until the end of a transaction nothing else would be answered, nor the transaction be aborted.
   */
  async #runner(): Promise<PGlite | Transaction> {
    await setImmediate();
    this.#signal?.throwIfAborted();
    return this.#statements;
  }

  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return (await (await this.#runner()).query<Row>(text, values.map(parameterText))).rows;
  }

  async script(text: string): Promise<void> {
    await (await this.#runner()).exec(text);
  }

  async copyIn(table: string, columns: readonly string[], rows: Rows): Promise<void> {
    const blob = new Blob([...copyText(rows)]);
    if (blob.size === 0) return;
    const runner = await this.#runner();
    await runner.query(`${copyTarget(table, columns)} '/dev/blob'`, [], { blob });
  }
}

class PgliteDatabase extends PgliteSql implements Database {
  readonly kind = "pglite";
  readonly #pglite: PGlite;
  readonly #release: () => Promise<void>;
  readonly #signal: AbortSignal | undefined;
  readonly #onCommit: (() => void) | undefined;

  constructor(pglite: PGlite, release: () => Promise<void>, signal?: AbortSignal, onCommit?: () => void) {
    super(pglite, signal);
    this.#pglite = pglite;
    this.#release = release;
    this.#signal = signal;
    this.#onCommit = onCommit;
  }

  until(signal: AbortSignal, onCommit?: () => void): Database {
    return new PgliteDatabase(this.#pglite, this.#release, signal, onCommit);
  }

  override async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    if (this.#signal === undefined) return super.query<Row>(text, values);
    return this.transaction((sql) => sql.query<Row>(text, values), { isolation: "repeatable read" });
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const signal = this.#signal;
    signal?.throwIfAborted();
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    // There is one connection: no other transaction writes meanwhile, at any isolation.
    const done = this.#pglite.transaction(async (transaction) => {
      begin();
      // A transaction whose caller has gone ends here.
      signal?.throwIfAborted();
      const result = await work(new PgliteSql(transaction, signal));
      signal?.throwIfAborted();
      if (options.isolation === undefined) this.#onCommit?.();
      return result;
    });
    await unlessAborted(Promise.race([begun, done]), signal);
    return done;
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close();
    await this.#release();
  }
}

/** Locks a folder; the lock file lies beside the database, whose folder must be empty at first. */
async function lockFolder(folder: string): Promise<StateLock | undefined> {
  await makeFolder(folder);
  try {
    return await lockStateFile(join(folder, "tollbook"));
  } catch (error) {
    if (error instanceof FileError) throw new FileError(folder, error.reason);
    throw error;
  }
}

/** The version of PostgreSQL that made a folder's database; undefined where there is none yet. */
async function versionIn(folder: string): Promise<string | undefined> {
  const database = join(folder, "database");
  const names: readonly string[] = await readdir(database).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw folderError(error, database);
  });
  if (names.length === 0) return undefined;
  if (names.includes("PG_VERSION")) return (await readFile(join(database, "PG_VERSION"), "utf8")).trim();
  throw new FileError(database, "is no database, and not empty; empty it, or name another folder");
}

/**
 * Opens the embedded database in a folder, which is made where it is missing, or one in memory.
 *
 * @throws FileError where the folder cannot be used, or where another process has it open; the message says which
 */
export async function openPglite(folder?: string): Promise<Database> {
  const packages = await optionalPackages("tollbook serve --data", {
    "@electric-sql/pglite": () => import("@electric-sql/pglite"),
  });
  const { PGlite } = packages["@electric-sql/pglite"];
  const lock = folder === undefined ? undefined : await lockFolder(folder);
  const release = async (): Promise<void> => lock?.release();
  try {
    const version = folder === undefined ? undefined : await versionIn(folder);
    const pglite = await PGlite.create({
      ...(folder === undefined ? {} : { dataDir: join(folder, "database") }),
      parsers: PARSERS,
    }).catch((error: unknown) => {
      if (folder === undefined || version === undefined) throw error;
      const reason = `is a database of PostgreSQL ${version} that cannot be opened (${String(error)}); restore its backup`;
      throw new FileError(join(folder, "database"), reason);
    });
    await pglite.exec("SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'");
    return new PgliteDatabase(pglite, release);
  } catch (error) {
    await release();
    throw error;
  }
}
