/** What takes too long ends, and holds nothing: H33's time of a request, over both databases. */
import { beforeEach, describe, expect, test } from "vitest";
import { createHandler } from "../../src/server/create-handler.ts";
import { type Database, openPostgres } from "../../src/server/database/index.ts";
import { ENGINES, emptyPostgres } from "./databases.ts";
import { type Asked, askOf, openAsked } from "./http/asking.ts";

/** Waits until something is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** Does something while nobody else can read calls: PostgreSQL's table is locked, the embedded database has one turn. */
async function whileCallsAreHeld(database: Database, work: () => Promise<void>): Promise<void> {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await new Promise<void>((isHeld, failed) => {
    const held = database.transaction(async (sql) => {
      await sql.query("LOCK TABLE calls IN ACCESS EXCLUSIVE MODE");
      isHeld();
      await gate;
    });
    held.catch(failed);
  });
  try {
    await work();
  } finally {
    release();
  }
}

describe.each(ENGINES)("$kind", (engine) => {
  let asked: Asked;
  beforeEach(async () => {
    asked = await openAsked(engine, { customers: [{ id: 7, companyName: "Alpha" }] });
    return () => asked.store.close();
  });

  test("reads that take too long are 503001, and keep no connection, more of them than there are", async () => {
    const { database, store } = asked;
    const hasty = askOf(store, { requestMilliseconds: 20 });
    await whileCallsAreHeld(database, async () => {
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => hasty("GET", "/customers/7/calls/")),
      );
      for (const { status, headers, body } of answers)
        expect([status, headers.get("retry-after"), body.error_code]).toEqual([503, "1", 503001]);
      if (database.kind === "pglite") return;
      // The one connection that is busy holds the table.
      const [row] = await database.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(row?.waiting).toBe(0);
    });
    expect((await asked.ask("GET", "/customers/7/calls/")).status).toBe(200);
  });

  test("a read whose caller leaves ends at once and keeps no connection; a write goes on", async () => {
    const { database, store } = asked;
    const handler = createHandler({
      store,
      authorize: () => ({ user: "tester", level: 0, access: "write" }),
    });
    const send = (path: string, leave: AbortController, init: RequestInit = {}): Promise<Response> =>
      handler(new Request(`http://test/backend/api/v1${path}`, { ...init, signal: leave.signal }));
    const isWaiting = async (): Promise<boolean> => {
      const [row] = await database.query<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return (row?.waiting ?? 0) > 0;
    };
    await whileCallsAreHeld(database, async () => {
      const leave = new AbortController();
      const answer = send("/customers/7/calls/", leave);
      if (database.kind === "postgresql") await until(isWaiting);
      leave.abort();
      const { status, headers } = await answer;
      expect([status, headers.get("retry-after")]).toEqual([400, null]);
      if (database.kind === "postgresql") await until(async () => !(await isWaiting()));
    });
    const leave = new AbortController();
    const headers = { "Content-Type": "application/json" };
    const body = JSON.stringify({ companyName: "Beta" });
    const written = send("/customers/7", leave, { method: "PATCH", headers, body });
    // The body is read by then.
    await new Promise((resolve) => setImmediate(resolve));
    leave.abort();
    expect((await written).status).toBe(200);
  });

  test("the next statement is not begun, and what was done before it is rolled back", async () => {
    const { database } = asked;
    const controller = new AbortController();
    const reason = new Error("too late");
    let commits = 0;
    const bound = database.until(controller.signal, () => commits++);
    const done = bound.transaction(async (sql) => {
      await sql.query("UPDATE sequences SET value = 99 WHERE name = 'calls'");
      controller.abort(reason);
      await sql.query("UPDATE sequences SET value = 100 WHERE name = 'calls'").catch(() => undefined);
    });
    await expect(done).rejects.toBe(reason);
    expect(commits).toBe(0);
    expect(await database.query("SELECT value FROM sequences WHERE name = 'calls'")).toEqual([
      { value: "0" },
    ]);
    await expect(bound.query("SELECT 1")).rejects.toBe(reason);
  });

  test("a transaction of many statements is aborted between them, and lets others have a turn", async () => {
    const { database } = asked;
    const reason = new Error("too late");
    const controller = new AbortController();
    let done = 0;
    const ended = database.until(controller.signal).transaction(async (sql) => {
      for (; done < 2_000; done++) await sql.query("SELECT 1");
    });
    setTimeout(() => controller.abort(reason), 5);
    await expect(ended).rejects.toBe(reason);
    expect(done).toBeLessThan(2_000);
  });

  test("a commit is told of before it is made, and then nothing ends it; work that only reads commits nothing", async () => {
    const { database } = asked;
    const controller = new AbortController();
    let commits = 0;
    const bound = database.until(controller.signal, () => {
      commits++;
      controller.abort(new Error("too late"));
    });
    expect(await bound.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    await bound.transaction((sql) => sql.query("SELECT 1"), { isolation: "repeatable read" });
    expect(commits).toBe(0);
    await bound.transaction((sql) => sql.query("UPDATE sequences SET value = 99 WHERE name = 'calls'"));
    expect(commits).toBe(1);
    expect(await database.query("SELECT value FROM sequences WHERE name = 'calls'")).toEqual([
      { value: "99" },
    ]);
  });

  test("a turn that nobody waits for any more does nothing when it comes", async () => {
    const { database } = asked;
    const controller = new AbortController();
    const reason = new Error("too late");
    let begun = 0;
    let late: Promise<void> = Promise.resolve();
    await whileCallsAreHeld(database, async () => {
      late = database.until(controller.signal).transaction(async (sql) => {
        begun++;
        await sql.query("SELECT count(*) FROM calls");
        begun++;
      });
      const ended = expect(late).rejects.toBe(reason);
      if (database.kind === "postgresql") await until(async () => begun === 1);
      controller.abort(reason);
      await ended;
    });
    expect(await database.query("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    expect(begun).toBe(database.kind === "postgresql" ? 1 : 0);
  });
});

test.runIf(ENGINES.length > 1)(
  "PostgreSQL cancels the statement that runs, and its connection is used again; who waits for one gives up",
  async () => {
    const url = await emptyPostgres();
    const [one, other] = await Promise.all([openPostgres(url, { poolSize: 1 }), openPostgres(url)]);
    const running = async (): Promise<number> => {
      const [row] = await other.query<{ running: number }>(
        `SELECT count(*)::int AS running FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE '%pg_sleep%' AND state = 'active' AND pid <> pg_backend_pid()`,
      );
      return row?.running ?? 0;
    };
    const process = async (database: Database): Promise<unknown> =>
      database.query("SELECT pg_backend_pid() AS process");
    const before = await process(one);
    const [sleeping, waiting] = [new AbortController(), new AbortController()];
    const reason = new Error("too late");
    const slept = expect(one.until(sleeping.signal).query("SELECT pg_sleep(3600)")).rejects.toBe(reason);
    await until(async () => (await running()) === 1);
    const waited = expect(one.until(waiting.signal).query("SELECT 1")).rejects.toBe(reason);
    waiting.abort(reason);
    await waited;
    expect(await running()).toBe(1);
    sleeping.abort(reason);
    await slept;
    expect(await running()).toBe(0);
    expect(await process(one)).toEqual(before);
    await Promise.all([one.close(), other.close()]);
  },
);
