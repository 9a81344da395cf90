/** Batches of the same customers from several servers at once, some begun again: they end as if one came after another (H23). */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { takeBatch } from "../../../src/server/calls/index.ts";
import type { Database, Sql } from "../../../src/server/database/index.ts";
import { openStore, type Store } from "../../../src/server/store/index.ts";
import { runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { CallModel } from "../model/call-model.ts";
import { anyCall } from "./any-call.ts";
import { asking } from "./http.ts";
import { aCall, OPENED, over, send, storeWithBook, WHO } from "./setup.ts";

/** What PostgreSQL says of a transaction that lost against another. */
const LOST = ["40P01", "40001"] as const;

/** The database, of which `faultOf` fails a statement of a transaction by its number, counted from 1 over all of them. */
function losing(
  database: Database,
  faultOf: (statement: number) => string | undefined,
  counter = { statements: 0 },
): Database {
  const count = (): void => {
    const code = faultOf(++counter.statements);
    if (code !== undefined) throw Object.assign(new Error("lost against another transaction"), { code });
  };
  const wrapped = (sql: Sql): Sql => ({
    async query(text, values) {
      count();
      return sql.query(text, values);
    },
    async script(text) {
      count();
      return sql.script(text);
    },
    async copyIn(table, columns, rows) {
      count();
      return sql.copyIn(table, columns, rows);
    },
  });
  return {
    kind: database.kind,
    query: (text, values) => database.query(text, values),
    script: (text) => database.script(text),
    copyIn: (table, columns, rows) => database.copyIn(table, columns, rows),
    transaction: (work, options) => database.transaction((sql) => work(wrapped(sql)), options),
    until: (signal, onCommit) => losing(database.until(signal, onCommit), faultOf, counter),
    close: () => database.close(),
  };
}

function* orders(count: number, begun: readonly number[] = []): Generator<readonly number[]> {
  if (begun.length === count) yield begun;
  for (let next = 0; next < count; next++) {
    if (!begun.includes(next)) yield* orders(count, [...begun, next]);
  }
}

type Call = ReturnType<typeof aCall>;
type Answer = Readonly<Record<string, unknown>>;

async function poolsOf(database: Database): Promise<readonly string[]> {
  const rows = await database.query<{ pools: string }>("SELECT pools FROM pools");
  const pools = rows.flatMap((row) => JSON.parse(row.pools) as object[]);
  return pools.map((pool) => JSON.stringify(pool)).sort();
}

/** Whether batches come to these answers and pools in one order after another. */
function isOrder(
  order: readonly number[],
  batches: readonly (readonly Call[])[],
  answers: readonly (readonly Answer[])[],
  pools: readonly string[],
): boolean {
  const model = new CallModel(OPENED);
  const fits = order.every((at) => {
    const wanted = model.send(`k${at}`, batches[at] as readonly Call[]).answers;
    return wanted.every((one, line) => {
      const answer = answers[at]?.[line];
      if (one === "waits") return false;
      return "error" in one
        ? answer?.error === one.error
        : isDeepStrictEqual(answer, JSON.parse(JSON.stringify(one.result)));
    });
  });
  return fits && isDeepStrictEqual([...model.pools], pools);
}

const batchesAtOnce = fc.array(
  fc.record({
    calls: fc.array(anyCall, { minLength: 1, maxLength: 5 }),
    faults: fc.dictionary(fc.integer({ min: 1, max: 30 }).map(String), fc.constantFrom(...LOST), {
      maxKeys: 3,
    }),
  }),
  { minLength: 2, maxLength: 4 },
);

describe.each(ENGINES)("$kind", (engine) => {
  test("H23: pools are drawn once, and the end is that of some order", async () => {
    const database = await engine.empty();
    const stores: readonly Store[] = [
      await storeWithBook(database),
      await openStore(await engine.again(database)),
    ];
    await fc.assert(
      fc.asyncProperty(batchesAtOnce, async (batches) => {
        await database.script("TRUNCATE calls, results, batches, parts, pools");
        const taken = await Promise.all(
          batches.map(({ calls, faults }, at) => {
            const store = stores[at % 2] as Store;
            const faulty = losing(store.database, (statement) => faults[statement]);
            return takeBatch(over(store, faulty), { key: `k${at}`, calls }, WHO);
          }),
        );
        const answers = taken.map(({ text }) => (JSON.parse(text) as { results: Answer[] }).results);
        const all = batches.map(({ calls }) => calls);
        const pools = await poolsOf(database);
        const found = [...orders(batches.length)].find((order) => isOrder(order, all, answers, pools));
        expect(found, JSON.stringify({ answers, pools })).toBeDefined();
      }),
      runs(100),
    );
    await Promise.all(stores.map((store) => store.close()));
  });

  test.each(LOST)(
    "H6, H23: a batch that loses with %s at each statement in turn is taken once",
    { tags: "example" },
    async (code) => {
      const calls = [aCall(1, { duration: 400 }), aCall(2, { target: "02079460020", duration: 300 })];
      const database = await engine.empty();
      const store = await storeWithBook(database);
      let all = 0;
      for (let nth = 1; ; nth++) {
        await database.script("TRUNCATE calls, results, batches, parts, pools RESTART IDENTITY");
        const counter = { statements: 0 };
        const faulty = losing(store.database, (statement) => (statement === nth ? code : undefined), counter);
        const { status, body } = await asking(over(store, faulty))(
          "POST",
          "/tollbook/batches",
          { calls },
          { "Idempotency-Key": "k" },
        );
        expect([status, body.batch.rated, body.batch.repeated]).toEqual([201, 2, 0]);
        const model = new CallModel(OPENED);
        const { answers } = model.send("k", calls);
        expect(body.results.map((result: Answer) => ({ result }))).toEqual(answers);
        expect(await poolsOf(database)).toEqual(model.pools);
        all = counter.statements;
        if (all < nth) break;
      }
      expect(all).toBeGreaterThan(8);
      await store.close();
    },
  );

  test("H6: a batch that loses again and again is 503001 with Retry-After, and nothing of it is stored", async () => {
    const database = await engine.empty();
    const store = await storeWithBook(database);
    let lost = 0;
    const faulty = losing(store.database, (statement) =>
      statement % 4 === 0 ? LOST[lost++ % 2] : undefined,
    );
    const { status, headers, body } = await asking(over(store, faulty))(
      "POST",
      "/tollbook/batches",
      { calls: [aCall(1)] },
      { "Idempotency-Key": "k" },
    );
    expect([status, body.error_code, headers.get("retry-after")]).toEqual([503, 503001, "1"]);
    expect(lost).toBeGreaterThan(1);
    for (const table of ["calls", "results", "batches", "parts", "pools"]) {
      expect(await database.query(`SELECT FROM ${table}`), table).toEqual([]);
    }
    expect((await send(store, "k", [aCall(1)])).batch.rated).toBe(1);
    await store.close();
  });
});

const postgresql = ENGINES.find(({ kind }) => kind === "postgresql");

describe.runIf(postgresql !== undefined)("a circle of locks on PostgreSQL", () => {
  test("H23: two batches that wait for one another are both taken, as if one came after the other", async () => {
    const database = (await postgresql?.empty()) as Database;
    await database.script(
      "CREATE TABLE circle (name text PRIMARY KEY); INSERT INTO circle VALUES ('a'), ('b')",
    );
    const stores = [
      await storeWithBook(database),
      await openStore((await postgresql?.again(database)) as Database),
    ];
    let arrived = 0;
    let meet = (): void => undefined;
    const met = new Promise<void>((resolve) => {
      meet = resolve;
    });
    let attempts = 0;
    const calls = [[aCall(1, { duration: 400 })], [aCall(2, { duration: 500 })]];
    const names = ["a", "b"];
    const taken = await Promise.all(
      stores.map((store, at) => {
        const lock = (sql: Sql, name = "") =>
          sql.query("SELECT FROM circle WHERE name = $1 FOR UPDATE", [name]);
        let isFirst = true;
        const circular: Database = {
          ...losing(store.database, () => undefined),
          transaction: (work, options) =>
            store.database.transaction(async (sql) => {
              attempts++;
              if (!isFirst) return work(sql);
              isFirst = false;
              await lock(sql, names[at]);
              if (++arrived === 2) meet();
              await met;
              // One of the two holds the pool by now, for which the other waits; then it wants what the other holds.
              const done = await work(sql);
              await lock(sql, names[1 - at]);
              return done;
            }, options),
        };
        return takeBatch(over(store, circular), { key: `k${at}`, calls: calls[at] as object[] }, WHO);
      }),
    );
    expect(attempts).toBe(3);
    const answers = taken.map(({ text }) => (JSON.parse(text) as { results: Answer[] }).results);
    const pools = await poolsOf(database);
    const found = [...orders(2)].filter((order) => isOrder(order, calls, answers, pools));
    expect(found).toHaveLength(1);
    await Promise.all(stores.map((store) => store.close()));
  });
});
