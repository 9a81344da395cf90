/** PostgreSQL goes away while a server and a worker are at it, and comes back: both go on, and nothing is lost or doubled (H30, H38). */
import { afterEach, describe, expect, test } from "vitest";
import { type Database, openPostgres, type Sql } from "../../../src/server/database/index.ts";
import { type Served, serve, work } from "../../../src/server/serving/index.ts";
import { openStore } from "../../../src/server/store/index.ts";
import type { Worker } from "../../../src/server/work/index.ts";
import { aCall, BOOK, dump, send, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";
import { PostgresServer, postgresFolder } from "../postgres-server.ts";

type Moment = () => Promise<void>;

/** The database, and what happens once in the middle of a write: before it stores results, while no statement runs. */
class Interrupted {
  readonly database: Database;
  /** Called at the next such moment. */
  moment: Moment | undefined;

  constructor(database: Database) {
    this.database = this.#over(database);
  }

  #over(database: Database): Database {
    return {
      kind: database.kind,
      query: (text, values) => database.query(text, values),
      script: (text) => database.script(text),
      copyIn: (table, columns, rows) => database.copyIn(table, columns, rows),
      transaction: (work, options) => database.transaction((sql) => work(this.#within(sql)), options),
      until: (signal, onCommit) => this.#over(database.until(signal, onCommit)),
      close: () => database.close(),
    };
  }

  #within(sql: Sql): Sql {
    return {
      query: (text, values) => sql.query(text, values),
      script: (text) => sql.script(text),
      copyIn: async (table, columns, rows) => {
        const { moment } = this;
        if (table === "results" && moment !== undefined) {
          this.moment = undefined;
          await moment();
        }
        await sql.copyIn(table, columns, rows);
      },
    };
  }
}

interface Got {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  readonly body: any;
}

const BATCHES = {
  asked: [aCall(1, { duration: 500 }), aCall(2, { target: "02079460020" })],
  queued: [
    aCall(11, { duration: 700, startTime: "12:00:00" }),
    aCall(12, { target: "02079460020", duration: 700 }),
    aCall(13, { target: "02079460099" }),
  ],
  cut: [aCall(21, { duration: 333, startTime: "13:00:00" }), aCall(22, { duration: "x" })],
} as const;
const ASYNC = { Prefer: "respond-async" };

describe.runIf(ENGINES.length > 1 && postgresFolder() !== undefined)("postgresql", () => {
  let postgres: PostgresServer | undefined;
  let served: Served | undefined;
  let worker: Worker | undefined;
  let workersDatabase: Database | undefined;
  afterEach(async () => {
    await served?.stop();
    await worker?.stop();
    await workersDatabase?.close();
    await postgres?.remove();
  });

  async function ask(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Got> {
    const answer = await fetch(`${served?.url}/backend/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.includes("json") === true;
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
  }

  function batch(key: keyof typeof BATCHES, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
    return ask("POST", "/tollbook/batches", { calls: BATCHES[key] }, { ...headers, "Idempotency-Key": key });
  }

  /** Asks until the answer is the one that is waited for; how soon does not matter. */
  async function until(path: string, isThere: (got: Got) => boolean): Promise<Got> {
    for (;;) {
      const got = await ask("GET", path);
      if (isThere(got)) return got;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** What a server answers whose database is away. */
  async function expectAway(): Promise<void> {
    // More often than there are connections, each of which finds out by itself.
    for (let round = 0; round < 12; round++) {
      for (const [method, path, body] of [
        ["GET", "/tollbook/health", undefined],
        ["GET", "/customers/7", undefined],
        ["PATCH", "/customers/7", { companyName: "Harbour Bakery" }],
      ] as const) {
        const { status, headers, body: answer } = await ask(method, path, body);
        expect([status, answer.error_code, headers.get("retry-after")], `${method} ${path}`).toEqual([
          503,
          503001,
          "1",
        ]);
      }
    }
    expect((await batch("asked")).body.error_code).toBe(503001);
    const figures = await ask("GET", "/tollbook/metrics");
    expect([figures.status, figures.body]).toEqual([200, expect.stringMatching(/^tollbook_database_up 0$/m)]);
    expect((await ask("GET", "/tollbook/openapi.json")).status).toBe(200);
  }

  test("a server and a worker go on when the database is back: each batch is priced once, in turn", async () => {
    const server = await PostgresServer.start({ isLasting: true });
    postgres = server;
    const url = `${server.url}/postgres`;
    const requests = new Interrupted(await openPostgres(url));
    const lines: string[] = [];
    const log = (line: string): void => void lines.push(line);
    const now = (): number => Date.UTC(2026, 10, 23);
    served = await serve({
      database: requests.database,
      host: "127.0.0.1",
      port: 0,
      level: 5,
      isWorking: false,
      log,
      now,
    });
    expect((await ask("PATCH", "/tollbook/book", { upsert: BOOK })).status).toBe(200);
    const parts = new Interrupted(await openPostgres(url));
    workersDatabase = parts.database;
    worker = await work({ store: await openStore(parts.database), log, now });
    expect((await batch("asked")).status).toBe(201);

    // In the middle of a part.
    const stopped = new Promise<void>((resolve) => {
      parts.moment = async () => {
        await server.stop();
        resolve();
      };
    });
    expect((await batch("queued", ASYNC)).status).toBe(202);
    await stopped;
    await expectAway();
    await server.startAgain();
    await until("/tollbook/health", ({ status }) => status === 200);
    const done = await until("/tollbook/batches/2", ({ body }) => body.state === "done");
    expect(done.body).toMatchObject({
      rated: 2,
      ignored: 1,
      parts: { open: 0, done: 3, parked: 0, faults: [] },
    });
    expect(lines.some((line) => line.includes('"message":"no part could be taken"'))).toBe(true);

    // In the middle of a request.
    requests.moment = () => server.stop();
    const cut = await batch("cut");
    expect([cut.status, cut.body.error_code, cut.headers.get("retry-after")]).toEqual([503, 503001, "1"]);
    await expectAway();
    await server.startAgain();
    await until("/tollbook/health", ({ status }) => status === 200);
    const again = await batch("cut");
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, null]);
    expect((await batch("cut")).headers.get("idempotency-replayed")).toBe("true");
    expect((await batch("asked")).headers.get("idempotency-replayed")).toBe("true");
    expect((await ask("PATCH", "/customers/7", { companyName: "Harbour Bakery" })).status).toBe(200);

    const left = await dump(parts.database);
    const unharmed = await storeWithBook(await (ENGINES[0] as (typeof ENGINES)[number]).empty());
    for (const [key, calls] of Object.entries(BATCHES)) await send(unharmed, key, calls);
    expect(left).toEqual(await dump(unharmed.database));

    // Both end also while it is away.
    await server.stop();
    expect(await served.stop()).toBe(true);
    await worker.stop();
    served = undefined;
    worker = undefined;
  });
});
