/** PostgreSQL in the process: a folder on disk that belongs to one process, or memory. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite, Transaction } from "@electric-sql/pglite";
import { FileError, lockStateFile, type StateLock } from "../../files/index.ts";
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
  TYPES_AS_TEXT,
} from "./sql.ts";

const asText = (text: string): string => text;
const PARSERS = {
  ...Object.fromEntries(Object.values(TYPES_AS_TEXT).map((type) => [type, asText])),
  [TIMESTAMPTZ]: isoStamp,
};

class PgliteSql implements Sql {
  readonly #runner: PGlite | Transaction;

  constructor(runner: PGlite | Transaction) {
    this.#runner = runner;
  }

  async query<Row>(text: string, values: readonly SqlValue[] = []): Promise<readonly Row[]> {
    return (await this.#runner.query<Row>(text, values.map(parameterText))).rows;
  }

  async script(text: string): Promise<void> {
    await this.#runner.exec(text);
  }

  async copyIn(
    table: string,
    columns: readonly string[],
    rows: Iterable<readonly (string | null)[]>,
  ): Promise<void> {
    const blob = new Blob([...copyText(rows)]);
    if (blob.size === 0) return;
    await this.#runner.query(`${copyTarget(table, columns)} '/dev/blob'`, [], { blob });
  }
}

class PgliteDatabase extends PgliteSql implements Database {
  readonly kind = "pglite";
  readonly #pglite: PGlite;
  readonly #release: () => Promise<void>;

  constructor(pglite: PGlite, release: () => Promise<void>) {
    super(pglite);
    this.#pglite = pglite;
    this.#release = release;
  }

  async transaction<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    // There is one connection: nobody else writes meanwhile, whatever the isolation.
    return this.#pglite.transaction((transaction) => work(new PgliteSql(transaction)));
  }

  async close(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close();
    await this.#release();
  }
}

/** The lock lies beside the database, whose folder has to be empty at first. */
async function lockFolder(folder: string): Promise<StateLock | undefined> {
  await mkdir(folder, { recursive: true });
  try {
    return await lockStateFile(join(folder, "tollbook"));
  } catch (error) {
    if (error instanceof FileError) throw new FileError(folder, error.reason);
    throw error;
  }
}

/**
 * Opens the embedded database in a folder, which is made where it is not there, or one in memory.
 *
 * @throws FileError where another process has the folder open; the message says which
 */
export async function openPglite(folder?: string): Promise<Database> {
  const { PGlite } = await optionalPackage(
    "@electric-sql/pglite",
    "tollbook serve --data",
    () => import("@electric-sql/pglite"),
  );
  const lock = folder === undefined ? undefined : await lockFolder(folder);
  const release = async (): Promise<void> => lock?.release();
  try {
    const pglite = await PGlite.create({
      ...(folder === undefined ? {} : { dataDir: join(folder, "database") }),
      parsers: PARSERS,
    });
    await pglite.exec("SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'");
    return new PgliteDatabase(pglite, release);
  } catch (error) {
    await release();
    throw error;
  }
}
