/** DuckDB in this process, through as much of its package as is used here; the package is installed on demand. */
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { CALL_COLUMNS, TABLES } from "./card-tables.ts";

interface DuckDBPackage {
  readonly version: () => string;
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection> }>;
  };
}

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRowObjects(): Record<string, unknown>[] }>;
}

export interface DuckDB {
  readonly version: string;
  /** Runs a statement and gives the seconds it took. */
  run(sql: string): Promise<number>;
  /** The first row. */
  row(sql: string): Promise<Readonly<Record<string, unknown>>>;
}

/** A database in memory with the tables of the folder (card-tables.ts) and the calls as the table `calls`. */
export async function openDuckDB(folder: string, calls: string, threads: number): Promise<DuckDB> {
  const load = createRequire(resolve("bench/peers/package.json"));
  const { DuckDBInstance, version } = load("@duckdb/node-api") as DuckDBPackage;
  const instance = await DuckDBInstance.create(":memory:", { threads: String(threads) });
  const connection = await instance.connect();
  for (const [table, columns] of Object.entries(TABLES)) {
    await connection.run(`create table ${table} (${columns})`);
    await connection.run(`copy ${table} from '${join(folder, `${table}.csv`)}' (header false)`);
  }
  await connection.run(`create table calls as select * from ${callsFile(calls)}`);
  return {
    version: version(),
    run: async (sql) => {
      const startedAt = performance.now();
      await connection.run(sql);
      return (performance.now() - startedAt) / 1000;
    },
    row: async (sql) => (await connection.runAndReadAll(sql)).getRowObjects()[0] ?? {},
  };
}

/** The calls' file as a table, with the types given so that nothing has to be guessed. */
export function callsFile(path: string): string {
  const columns = Object.entries(CALL_COLUMNS).map(([name, type]) => `'${name}': '${type}'`);
  return `read_csv('${path}', header = true, auto_detect = false, quote = '"', escape = '"', columns = {${columns.join(", ")}})`;
}
