/** `tollbook serve` as a process that is told to stop while it is at work (H34): what runs is answered, a second signal ends it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Database, openPglite, openPostgres } from "../../../src/server/database/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { ENGINES, emptyPostgres, fillPgliteFolder } from "../../server/databases.ts";
import { BOOK, call, Workplace } from "../command.ts";

const BASE = "/backend/api/v1";

let command: BuiltWorker;
beforeAll(async () => {
  command = await builtWorker("src/cli/main.ts");
});
afterAll(() => command.remove());

let process_: ChildProcess | undefined;
afterEach(() => {
  process_?.kill("SIGKILL");
});

/** A server of its own process. */
class Process {
  readonly url: URL;
  readonly #child: ChildProcess;
  readonly #told: () => string;

  private constructor(child: ChildProcess, url: URL, told: () => string) {
    this.#child = child;
    this.url = url;
    this.#told = told;
  }

  static async start(place: Workplace, where: readonly string[]): Promise<Process> {
    const words = ["serve", ...where, "--book", "book.json", "--port", "0"];
    const child = spawn(process.execPath, [fileURLToPath(command.url), ...words], {
      cwd: place.folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    process_ = child;
    let told = "";
    child.stderr.setEncoding("utf8").on("data", (data) => {
      told += data;
    });
    for (;;) {
      const url = /listening at (http:\S+?)\/backend/.exec(told)?.[1];
      if (url !== undefined) return new Process(child, new URL(url), () => told);
      await once(child.stderr, "data");
    }
  }

  /** Sends the first signal; it is known by what the process says. */
  async stop(): Promise<void> {
    this.#child.kill("SIGTERM");
    while (!this.#told().includes("tollbook: stopping")) {
      await once(this.#child.stderr as NodeJS.ReadableStream, "data");
    }
  }

  signal(): void {
    this.#child.kill("SIGTERM");
  }

  /** Its exit status and the signal that ended it. */
  async ended(): Promise<readonly [number | null, string | null]> {
    const { exitCode, signalCode } = this.#child;
    if (exitCode === null && signalCode === null) await once(this.#child, "exit");
    return [this.#child.exitCode, this.#child.signalCode];
  }

  /** Waits until nobody is let in any more; until then health says that it stops. */
  async refusesConnections(): Promise<void> {
    for (;;) {
      const answer = await fetch(`${this.url.origin}${BASE}/tollbook/health`).catch(() => undefined);
      if (answer === undefined) return;
      expect(answer.status).toBe(503);
    }
  }
}

function batchOf(id: number): string {
  return JSON.stringify({ calls: [call({ id }), call({ id: id + 1, duration: "x" })] });
}

function headOf(id: number, more: string): string {
  return `POST ${BASE}/tollbook/batches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nIdempotency-Key: ${id}\r\nContent-Length: ${batchOf(id).length}\r\n${more}\r\n`;
}

/** A batch of which half is sent: the server has its head, as it says. */
async function halfSent({ url }: Process, id: number): Promise<Socket> {
  const socket = connect(Number(url.port), url.hostname).setEncoding("utf8");
  socket.write(headOf(id, "Expect: 100-continue\r\n"));
  const [said] = (await once(socket, "data")) as [string];
  expect(said).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  socket.write(batchOf(id).slice(0, 20));
  return socket;
}

function sendBatch({ url }: Process, id: number): Promise<Response> {
  return fetch(`${url.origin}${BASE}/tollbook/batches`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": String(id) },
    body: batchOf(id),
  });
}

/** Keeps everybody else from storing results until it is let go. */
async function holdResults(
  other: Database,
): Promise<{ readonly waiting: (count: number) => Promise<void>; readonly letGo: () => Promise<void> }> {
  let letGo = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((resolve) => {
    done = other.transaction(async (sql) => {
      await sql.query("LOCK TABLE results IN SHARE MODE");
      resolve();
      await held;
    });
  });
  return {
    async waiting(count) {
      const those =
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      while ((await other.query(those)).length < count);
    },
    async letGo() {
      letGo();
      await done;
    },
  };
}

/** How many batches and calls a database has, and how many of these have a result. */
async function counts(database: Database): Promise<readonly number[]> {
  const [row] = await database.query<{ batches: number; calls: number; results: number }>(
    `SELECT (SELECT count(*)::integer FROM batches) AS batches, (SELECT count(*)::integer FROM calls) AS calls,
       (SELECT count(*)::integer FROM results) AS results`,
  );
  return [row?.batches ?? 0, row?.calls ?? 0, row?.results ?? 0];
}

describe.each(ENGINES)("$kind", ({ kind }) => {
  test("the first signal lets what runs end, lets nobody else in, and the process ends with 0", async () => {
    const place = await Workplace.with({ "book.json": BOOK });
    const url = kind === "postgresql" ? await emptyPostgres() : undefined;
    if (url === undefined) await fillPgliteFolder(join(place.folder, "data"));
    const server = await Process.start(place, url === undefined ? ["--data", "data"] : ["--database", url]);
    const other = url === undefined ? undefined : await openPostgres(url);
    const held = other && (await holdResults(other));
    // In the middle of their bodies, and of their transactions.
    const sockets = await Promise.all([10, 20, 30].map((id) => halfSent(server, id)));
    const running = held === undefined ? [] : [40, 50].map((id) => sendBatch(server, id));
    await held?.waiting(running.length);

    await server.stop();
    await server.refusesConnections();
    const answers = sockets.map((socket, at) => {
      const health = `GET ${BASE}/tollbook/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
      socket.write(`${batchOf(10 * (at + 1)).slice(20)}${health}`);
      return text(socket);
    });
    await held?.letGo();
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(
        /^HTTP\/1\.1 201 [\s\S]*"rated":1,"errors":1[\s\S]*HTTP\/1\.1 503 [\s\S]*"error_code":503001/,
      );
    }
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(running.map(() => 201));
    expect(await server.ended()).toEqual([0, null]);

    const database = other ?? (await openPglite(join(place.folder, "data")));
    const batches = sockets.length + running.length;
    expect(await counts(database)).toEqual([batches, 2 * batches, 2 * batches]);
    await database.close();
  });
});

describe.each(ENGINES.filter(({ kind }) => kind === "postgresql"))("$kind", () => {
  test("a second signal ends the process at once, and nothing of what ran is stored", async () => {
    const place = await Workplace.with({ "book.json": BOOK });
    const url = await emptyPostgres();
    const server = await Process.start(place, ["--database", url]);
    const other = await openPostgres(url);
    const held = await holdResults(other);
    const cut = expect(sendBatch(server, 40)).rejects.toThrow();
    await held.waiting(1);
    await server.stop();
    server.signal();
    expect(await server.ended()).toEqual([null, "SIGTERM"]);
    await cut;
    await held.letGo();
    // PostgreSQL notices by itself that nobody waits for its answer.
    const those =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()";
    while ((await other.query(those)).length > 0);
    expect(await counts(other)).toEqual([0, 0, 0]);

    const again = await Process.start(place, ["--database", url]);
    expect((await sendBatch(again, 40)).status).toBe(201);
    expect(await counts(other)).toEqual([1, 2, 2]);
    await again.stop();
    expect(await again.ended()).toEqual([0, null]);
    await other.close();
  });
});
