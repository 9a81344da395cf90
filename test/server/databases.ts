/** The databases that tests of the server run over: the embedded one, and Debian's PostgreSQL where it is installed. */
import { rmSync } from "node:fs";
import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, openPglite, openPostgres } from "../../src/server/database/index.ts";
import { PostgresServer, postgresFolder } from "./postgres-server.ts";

/** A database engine under test. */
export interface TestEngine {
  readonly kind: Database["kind"];
  /** A database without tables. Of the embedded engine there is one at a time: whoever opens it empties it. */
  empty(): Promise<Database>;
  /** Another connection to a database that `empty` gave: on PostgreSQL as another process would have. */
  again(database: Database): Promise<Database>;
}

/** What a worker's test files share. */
interface Shared {
  pglite?: Promise<Database>;
  /** A folder of the embedded database that nobody opens. */
  folder?: Promise<string>;
  postgres?: Promise<string>;
  databases: number;
}
const NAME = Symbol.for("tollbook test databases");
const globals = globalThis as Record<symbol, unknown>;
globals[NAME] ??= { databases: 0 };
const shared = globals[NAME] as Shared;

const EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS pgboss CASCADE";

/** The embedded engine. */
export const PGLITE: TestEngine = {
  kind: "pglite",
  async empty() {
    shared.pglite ??= openPglite();
    const database = await shared.pglite;
    await database.script(EMPTY);
    return uncloseable(database);
  },
  async again(database) {
    return database;
  },
};

/** The one instance goes on being used. */
function uncloseable(database: Database): Database {
  return {
    kind: database.kind,
    query: (text, values) => database.query(text, values),
    script: (text) => database.script(text),
    copyIn: (table, columns, rows) => database.copyIn(table, columns, rows),
    transaction: (work, options) => database.transaction(work, options),
    until: (signal, onCommit) => uncloseable(database.until(signal, onCommit)),
    close: async () => undefined,
  };
}

/** Puts an embedded database without tables into a folder: a copy, because making one takes seconds. */
export async function fillPgliteFolder(folder: string): Promise<void> {
  shared.folder ??= makePgliteFolder();
  await cp(await shared.folder, folder, { recursive: true });
}

async function makePgliteFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tollbook-pglite-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  await (await openPglite(folder)).close();
  return folder;
}

const postgresql: TestEngine = {
  kind: "postgresql",
  async empty() {
    return openPostgres(await emptyPostgres());
  },
  async again(database) {
    const [row] = await database.query<{ name: string }>("SELECT current_database() AS name");
    return openPostgres(`${await serverURL()}/${row?.name}`);
  },
};

/** The URL of a new database on the PostgreSQL under test. */
export async function emptyPostgres(): Promise<string> {
  const server = await serverURL();
  const name = `tollbook_${process.pid}_${++shared.databases}`;
  const database = await openPostgres(`${server}/postgres`, { poolSize: 1 });
  try {
    await database.script(`CREATE DATABASE ${name}`);
  } finally {
    await database.close();
  }
  return `${server}/${name}`;
}

/** The engines that this machine has. `TOLLBOOK_POSTGRES` names a running server, without a database. */
export const ENGINES: readonly TestEngine[] =
  process.env.TOLLBOOK_POSTGRES === undefined && postgresFolder() === undefined
    ? [PGLITE]
    : [PGLITE, postgresql];

/** The PostgreSQL under test, started when it is first asked for; it ends with this process. */
function serverURL(): Promise<string> {
  const { TOLLBOOK_POSTGRES } = process.env;
  if (TOLLBOOK_POSTGRES !== undefined) return Promise.resolve(TOLLBOOK_POSTGRES.replace(/\/$/, ""));
  shared.postgres ??= PostgresServer.start().then(({ url }) => url);
  return shared.postgres;
}
