/** A PostgreSQL of the tests' own: Debian's, in a folder that is gone when this process is. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { openPostgres } from "../../src/server/database/index.ts";

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

/** How a server of one's own differs from the one that the tests share. */
export interface ServerOptions {
  /** The password of its user; without one everybody is let in. */
  readonly password?: string;
  /** Whether what was committed outlives the server's sudden end; it takes longer. */
  readonly isLasting?: boolean;
  /** Further settings, such as `fsync=on`. */
  readonly settings?: readonly string[];
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
const NOBODY = 65_534;
/**
 * Ends PostgreSQL when its own input ends, at once and without tidying up: with the process that started it, however that
 * ends. Where the file `keep` is there, the data stay.
 */
const RUN = `bin=$1 folder=$2 port=$3; shift 3
"$bin/postgres" -D "$folder/data" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
-c max_connections=200 "$@" >>"$folder/log" 2>&1 </dev/null &
cat >/dev/null; kill -QUIT $!; wait; [ -e "$folder/keep" ] || rm -rf "$folder"`;
/** What is under test does not have to outlive the machine. */
const QUICK = ["fsync=off", "full_page_writes=off", "synchronous_commit=off"];

/** A server that runs, or was stopped to be started again. */
export class PostgresServer {
  /** Without a database, and without the password. */
  readonly url: string;
  readonly #folder: string;
  readonly #port: number;
  readonly #options: ServerOptions;
  #process: ChildProcess | undefined;

  private constructor(folder: string, port: number, options: ServerOptions) {
    this.#folder = folder;
    this.#port = port;
    this.#options = options;
    this.url = `postgres://tollbook@127.0.0.1:${port}`;
  }

  /** Makes a server and starts it. */
  static async start(options: ServerOptions = {}): Promise<PostgresServer> {
    const folder = mkdtempSync(join(tmpdir(), "tollbook-postgres-"));
    if (isRoot()) chownSync(folder, NOBODY, NOBODY);
    initialise(folder, options.password);
    const server = new PostgresServer(folder, await freePort(), options);
    process.once("exit", () => {
      server.#process?.stdin?.end();
      // What is left where the wrapper could not remove it.
      rmSync(folder, { recursive: true, force: true });
    });
    await server.startAgain();
    return server;
  }

  /** Starts the server, with what it had when it was stopped. */
  async startAgain(): Promise<void> {
    const [command = "", ...words] = asUser();
    rmSync(join(this.#folder, "keep"), { force: true });
    const { isLasting = false, password, settings = [] } = this.#options;
    const all = [...QUICK, ...(isLasting ? ["synchronous_commit=on"] : []), ...settings];
    const where = [postgresFolder() ?? "", this.#folder, String(this.#port)];
    const parameters = [...where, ...all.flatMap((setting) => ["-c", setting])];
    this.#process = spawn(command, [...words, "sh", "-c", RUN, "sh", ...parameters], {
      cwd: this.#folder,
      stdio: ["pipe", "ignore", "ignore"],
    });
    letGo(this.#process);
    const url = password === undefined ? this.url : this.url.replace("@", `:${password}@`);
    for (let tries = 0; ; tries++) {
      try {
        await (await openPostgres(`${url}/postgres`, { poolSize: 1 })).close();
        return;
      } catch (error) {
        if (tries > 1_200) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** Ends the server as `pg_ctl stop -m immediate` does: connections break, and it recovers when it is started again. */
  async stop(): Promise<void> {
    writeFileSync(join(this.#folder, "keep"), "");
    await this.#end();
  }

  /** Ends the server for good. */
  async remove(): Promise<void> {
    await this.#end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #end(): Promise<void> {
    const ended = this.#process;
    this.#process = undefined;
    if (ended === undefined) return;
    const isOver = once(ended, "exit");
    ended.stdin?.end();
    await isOver;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** What comes before the command, so that it runs as somebody who is not root. */
function asUser(): readonly string[] {
  return isRoot() ? ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"] : ["env"];
}

function initialise(folder: string, password: string | undefined): void {
  const [command = "", ...words] = asUser();
  const secret = join(folder, "password");
  if (password !== undefined) writeFileSync(secret, `${password}\n`);
  const way = password === undefined ? ["-A", "trust"] : ["-A", "scram-sha-256", `--pwfile=${secret}`];
  const bin = postgresFolder() ?? "";
  const where = ["-D", `${folder}/data`, "-U", "tollbook", "-E", "UTF8", "--no-sync", "--locale=C"];
  const made = spawnSync(command, [...words, `${bin}/initdb`, ...where, ...way], {
    cwd: folder,
    encoding: "utf8",
  });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);
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
