/** Two servers on one PostgreSQL, of which one leaves queued batches to the other (H25, H35). */
import { afterEach, describe, expect, test } from "vitest";
import type { Database } from "../../../src/server/database/index.ts";
import { type Served, type ServeOptions, serve } from "../../../src/server/serving/index.ts";
import { openStore } from "../../../src/server/store/index.ts";
import { jobQueue } from "../../../src/server/work/index.ts";
import { aCall, BOOK, send, storeWithBook, WHO } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";
import { askOf } from "../http/asking.ts";

const postgresql = ENGINES.find(({ kind }) => kind === "postgresql");

interface Answer {
  readonly status: number;
  readonly revision: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked at field by field
  readonly body: any;
}

async function ask(
  { url }: Served,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(`${url}/backend/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: answer.status,
    revision: answer.headers.get("x-tollbook-revision"),
    body: await answer.json(),
  };
}

/** A database after whose transactions, whether they hold or not, something happens before anybody goes on. */
function followed(database: Database, then: () => Promise<void>): Database {
  return Object.assign(Object.create(database) as Database, {
    query: database.query.bind(database),
    close: database.close.bind(database),
    transaction: ((work, options) =>
      database.transaction(work, options).finally(then)) as Database["transaction"],
    until: ((signal, onCommit) => followed(database.until(signal, onCommit), then)) as Database["until"],
  });
}

/** Until a connection to the database waits for another one. */
async function isWaiting(database: Database): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await database.query(waiting)).length === 0);
}

describe.runIf(postgresql !== undefined)("two servers on one PostgreSQL", () => {
  const running: Served[] = [];
  afterEach(async () => {
    await Promise.all(running.splice(0).map((served) => served.stop()));
  });

  async function start(
    database: ServeOptions["database"],
    options: Partial<ServeOptions> = {},
  ): Promise<Served> {
    const served = await serve({
      database,
      host: "127.0.0.1",
      port: 0,
      level: 5,
      book: BOOK,
      log: () => undefined,
      now: () => Date.UTC(2026, 10, 23),
      ...options,
    });
    running.push(served);
    return served;
  }

  test("H25, H35: what one queues that has no worker waits until the other has one, and is priced by the book of its intake", async () => {
    const database = await (postgresql as (typeof ENGINES)[number]).empty();
    const again = () => (postgresql as (typeof ENGINES)[number]).again(database);
    const queueing = await start(database, { isWorking: false });
    const other = await start(await again(), { isWorking: false });
    const key = { "Idempotency-Key": "k", Prefer: "respond-async" };
    const calls = [aCall(1, { duration: 500 }), aCall(2, { target: "02079460020" })];
    const queued = await ask(queueing, "POST", "/tollbook/batches", { calls }, key);
    expect([queued.status, queued.revision]).toEqual([202, "1"]);
    // Sent again, over the other, it is the same batch; neither prices it.
    expect((await ask(other, "POST", "/tollbook/batches", { calls }, key)).body.batch).toEqual(
      queued.body.batch,
    );
    const behind = { "Idempotency-Key": "behind" };
    const more = { calls: [aCall(3, { duration: 300 })] };
    expect((await ask(other, "POST", "/tollbook/batches", more, behind)).status).toBe(202);
    expect((await ask(other, "PATCH", "/tariffs/1", { baseCost: "9.5" })).revision).toBe("2");
    const { id } = queued.body.batch;
    expect((await ask(other, "GET", `/tollbook/batches/${id}`)).body).toMatchObject({
      state: "open",
      revision: 1,
      parts: { open: 2, done: 0 },
    });

    const lines: string[] = [];
    let priced = (): void => undefined;
    const allPriced = new Promise<void>((resolve) => {
      priced = resolve;
    });
    await start(await again(), {
      log(line) {
        if (JSON.parse(line).message === "a part was priced") lines.push(line);
        if (lines.length === 3) priced();
      },
    });
    await allPriced;
    expect((await ask(queueing, "GET", `/tollbook/batches/${id}`)).body).toMatchObject({
      state: "done",
      rated: 2,
    });
    const results = (await ask(queueing, "GET", `/tollbook/batches/${id}/results`)).body;
    const replayed = await ask(queueing, "POST", "/tollbook/batches", { calls }, { "Idempotency-Key": "k" });
    expect([replayed.status, replayed.body.results]).toEqual([200, results]);
    for (const call of ["1", "2", "3"]) {
      const { body } = await ask(queueing, "GET", `/tollbook/calls/${call}/explanation`);
      expect([body.revision, body.matches]).toEqual([1, true]);
    }
  });

  test("H36: the queue is opened where another process makes its schema at the same moment", async () => {
    const engine = postgresql as (typeof ENGINES)[number];
    const store = await openStore(await engine.empty());
    const { database } = store;
    const other = await engine.again(database);
    try {
      await other.transaction(async (sql) => {
        await sql.script("CREATE SCHEMA tollbook_queue");
        const opening = jobQueue(database);
        opening.catch(() => undefined);
        await isWaiting(other);
      });
      const queue = await jobQueue(database);
      expect(await database.transaction((sql) => queue.next(sql, 1))).toEqual([]);
    } finally {
      await other.close();
      await store.close();
    }
  });

  test("H22: an answer names the revision that answered or refused it, whatever others write meanwhile", async () => {
    const engine = postgresql as (typeof ENGINES)[number];
    const database = await engine.empty();
    const other = await storeWithBook(database);
    let meanwhile = async (): Promise<void> => undefined;
    const store = await openStore(followed(await engine.again(database), () => meanwhile()));
    try {
      const ask = askOf(store);
      let baseCost = 1;
      meanwhile = async () => {
        await other.write(WHO, async (writing) => {
          const tariff = {
            id: 1,
            name: "Business",
            tariffClass: "national",
            baseCost: String(++baseCost),
          } as const;
          writing.revise({ upsert: { tariffs: [tariff] } });
        });
      };
      const revisionOf = async (method: string, path: string, body?: object): Promise<unknown[]> => {
        const before = (await other.present()).revision;
        const { status, headers } = await ask(method, path, body);
        return [status, Number(headers.get("x-tollbook-revision")) - before];
      };
      expect(await revisionOf("PATCH", "/customers/7", { VATRate: null })).toEqual([200, 1]);
      expect(await revisionOf("POST", "/customers/7/services/", {})).toEqual([201, 1]);
      expect(await revisionOf("DELETE", "/numbers/1010")).toEqual([200, 1]);
      expect(await revisionOf("PATCH", "/customers/7", { defaultNationalTariff: "None" })).toEqual([400, 0]);
      expect(await revisionOf("GET", "/customers/7/calls/")).toEqual([200, 0]);
      expect((await ask("GET", "/tollbook/revisions/1/book")).headers.get("x-tollbook-revision")).toBe("1");
    } finally {
      await store.close();
      await other.close();
    }
  });

  test("H35: a request does not take the book of a load that began before the last write", async () => {
    const engine = postgresql as (typeof ENGINES)[number];
    const database = await engine.empty();
    const other = await storeWithBook(database);
    const writeCost = (baseCost: string): Promise<void> =>
      other.write(WHO, async (writing) => {
        const tariff = { id: 1, name: "Business", tariffClass: "national", baseCost } as const;
        writing.revise({ upsert: { tariffs: [tariff] } });
      });
    const again = await engine.again(database);
    let loaded = async (): Promise<void> => undefined;
    let counted = (): void => undefined;
    const watched = Object.assign(
      followed(again, () => loaded()),
      {
        query: (async (text, values) => {
          const rows = await again.query(text, values);
          counted();
          return rows;
        }) as Database["query"],
      },
    );
    const store = await openStore(watched);
    try {
      let second = store.present();
      await second;
      loaded = async () => {
        loaded = async () => undefined;
        // The first request has read revision 2, and has not said so; now there is revision 3.
        await writeCost("3");
        const isCounted = new Promise<void>((resolve) => {
          counted = resolve;
        });
        second = store.present();
        await isCounted;
        await new Promise((resolve) => setImmediate(resolve));
      };
      await writeCost("2");
      await store.present();
      expect((await second).revision).toBe(3);
    } finally {
      await store.close();
      await other.close();
    }
  });

  test("H11, H35: a server whose write waited for the first purge of another knows of the purge", async () => {
    const engine = postgresql as (typeof ENGINES)[number];
    const other = await storeWithBook(await engine.empty());
    const store = await openStore(await engine.again(other.database));
    try {
      await other.write(WHO, async (writing) => writing.markDeleted("customers", "8"));
      let written: Promise<void> | undefined;
      await other.purge(new Date("2999-01-01"), async () => {
        written = store.write(WHO, async (writing) => {
          writing.revise({ upsert: { ignoredNumbers: [{ number: "020 7946 0098" }] } });
        });
        await isWaiting(other.database);
      });
      await written;
      expect((await store.present()).record("customers", "8")).toBeUndefined();
      expect((await store.present()).lastPurge).toBe((await other.present()).lastPurge);
      expect((await send(store, "k", [aCall(1)])).isReplay).toBe(false);
    } finally {
      await store.close();
      await other.close();
    }
  });

  test("H35: each server answers, prices and merges by what the other has just written", async () => {
    const database = await (postgresql as (typeof ENGINES)[number]).empty();
    const one = await start(database);
    const two = await start(await (postgresql as (typeof ENGINES)[number]).again(database));
    let revision = 1;
    for (const [at, baseCost] of ["2.25", "3.25", "4.25", "5.25"].entries()) {
      const [writer, reader] = at % 2 === 0 ? [one, two] : [two, one];
      const written = await ask(writer, "PATCH", "/tariffs/1", { baseCost });
      expect([written.status, written.revision]).toEqual([200, String(++revision)]);
      const read = await ask(reader, "GET", "/tariffs/1");
      expect([read.revision, read.body.baseCost]).toEqual([String(revision), baseCost]);
      const call = { calls: [aCall(at + 1, { duration: 60 })] };
      const batch = await ask(reader, "POST", "/tollbook/batches", call, { "Idempotency-Key": baseCost });
      expect([batch.status, batch.body.batch.revision]).toEqual([201, revision]);
      // A connection and a minute.
      expect(Number(batch.body.results[0].costBase)).toBe(0.5 + Number(baseCost));
      // A write by the other merges into it.
      const merged = await ask(reader, "PATCH", "/tariffs/1", { baseCostConnection: `0.${at + 1}` });
      expect([merged.revision, merged.body.baseCost]).toEqual([String(++revision), baseCost]);
      expect((await ask(writer, "GET", "/tariffs/1")).body.baseCostConnection).toBe(`0.${at + 1}`);
      expect((await ask(writer, "PATCH", "/tariffs/1", { baseCostConnection: "0.5" })).revision).toBe(
        String(++revision),
      );
    }
  });
});
