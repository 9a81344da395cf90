/** The databases that tests of the server run over: the embedded one, and Debian's PostgreSQL where it is installed. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { type Database, openPglite, openPostgres } from "../../src/server/database/index.ts";

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
  postgres?: Promise<string>;
  databases: number;
}
const NAME = Symbol.for("tollbook test databases");
const globals = globalThis as Record<symbol, unknown>;
globals[NAME] ??= { databases: 0 };
const shared = globals[NAME] as Shared;

const EMPTY = "DROP SCHEMA public CASCADE; CREATE SCHEMA public; DROP SCHEMA IF EXISTS pgboss CASCADE";

const pglite: TestEngine = {
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

/** The folder of PostgreSQL's programs: on the path, or where Debian puts them. */
export function postgresFolder(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(debian, version, "bin")),
    ...(process.env.PATH ?? "").split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/** The engines that this machine has. `TOLLBOOK_POSTGRES` names a running server, without a database. */
export const ENGINES: readonly TestEngine[] =
  process.env.TOLLBOOK_POSTGRES === undefined && postgresFolder() === undefined
    ? [pglite]
    : [pglite, postgresql];

/** The PostgreSQL under test, started when it is first asked for; it ends with this process. */
function serverURL(): Promise<string> {
  const { TOLLBOOK_POSTGRES } = process.env;
  if (TOLLBOOK_POSTGRES !== undefined) return Promise.resolve(TOLLBOOK_POSTGRES.replace(/\/$/, ""));
  shared.postgres ??= startPostgres();
  return shared.postgres;
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534;
/** Ends PostgreSQL when its own input ends: with the process that started it, however that ends. */
const RUN = `"$1/postgres" -D "$2/data" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
-c fsync=off -c synchronous_commit=off -c full_page_writes=off -c max_connections=200 >"$2/log" 2>&1 </dev/null &
cat >/dev/null; kill -QUIT $!; wait; rm -rf "$2"`;

async function startPostgres(): Promise<string> {
  const bin = postgresFolder() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "tollbook-postgres-"));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(folder, NOBODY, NOBODY);
  const asUser = isRoot ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : ["env"];
  const [command = "", ...words] = asUser;
  const made = spawnSync(
    command,
    [
      ...words,
      `${bin}/initdb`,
      "-D",
      `${folder}/data`,
      "-U",
      "tollbook",
      "-A",
      "trust",
      "-E",
      "UTF8",
      "--no-sync",
      "--locale=C",
    ],
    { cwd: folder, encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
  const port = await freePort();
  const server = spawn(command, [...words, "sh", "-c", RUN, "sh", bin, folder, String(port)], {
    cwd: folder,
    stdio: ["pipe", "ignore", "ignore"],
  });
  letGo(server);
  process.once("exit", () => {
    server.stdin?.end();
    // What is left where the wrapper could not remove it.
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `postgres://tollbook@127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    try {
      await (await openPostgres(`${url}/postgres`, { poolSize: 1 })).close();
      return url;
    } catch (error) {
      if (tries > 300) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Nothing of the server keeps this process from ending. */
function letGo(server: ChildProcess): void {
  server.unref();
  (server.stdin as { unref?: () => void } | null)?.unref?.();
}

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
