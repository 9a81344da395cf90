/** Databases of earlier tables, from their dumps: upgraded, they answer what one that was made today answers (H32). */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parkPart, priceParts } from "../../src/server/calls/index.ts";
import type { Database } from "../../src/server/database/index.ts";
import { openStore, type Store } from "../../src/server/store/index.ts";
import { jobQueue, workThrough } from "../../src/server/work/index.ts";
import { answersOf, withoutStamps } from "./answers-of.ts";
import { type Ask, asking } from "./calls/http.ts";
import { ENGINES, type TestEngine } from "./databases.ts";
import { BATCHES, callOf, workAMonth } from "./dumps/work-a-month.ts";

/** A database as its dump left it. */
async function restored(engine: TestEngine, name: string): Promise<Database> {
  const database = await engine.empty();
  // One connection: what a dump sets is of its session.
  await database.transaction(async (sql) => {
    await sql.script(readFileSync(join(import.meta.dirname, "dumps", `${name}.sql`), "utf8"));
    await sql.script("SET search_path TO public; RESET ALL; SET TIME ZONE 'UTC'; SET datestyle = 'ISO, YMD'");
  });
  return database;
}

/** Sends a batch again. */
function sendAgain(ask: Ask, key: keyof typeof BATCHES): ReturnType<Ask> {
  return ask("POST", "/tollbook/batches", { calls: BATCHES[key] }, { "Idempotency-Key": key });
}

/** A database that was made today, after the same month. */
async function madeToday(engine: TestEngine, isQueueing: boolean): Promise<Store> {
  const store = await openStore(await engine.empty());
  await workAMonth(asking(store), isQueueing);
  return store;
}

/** Prices what waits; how many parts there were. */
async function priceWaiting(store: Store): Promise<number> {
  await jobQueue(store.database);
  const notes = await workThrough({ store, price: priceParts, park: parkPart });
  expect(notes.filter(({ outcome }) => outcome !== "done")).toEqual([]);
  return notes.length;
}

describe.each(ENGINES)("$kind", (engine) => {
  test.each([
    ["002-calls", 0],
    ["003-work", 2],
  ])("%s is upgraded, answers what is stored and takes what is new", async (name, waiting) => {
    const isQueueing = waiting > 0;
    // The embedded engine has one database at a time.
    const today = await madeToday(engine, isQueueing);
    const before = withoutStamps(await answersOf(asking(today)));
    expect(await priceWaiting(today)).toBe(waiting);
    const after = withoutStamps(await answersOf(asking(today)));
    await today.close();

    const store = await openStore(await restored(engine, name));
    const ask = asking(store);
    expect(withoutStamps(await answersOf(ask))).toEqual(before);
    expect((await sendAgain(ask, "first")).headers.get("idempotency-replayed")).toBe("true");
    expect(await priceWaiting(store)).toBe(waiting);
    expect(withoutStamps(await answersOf(ask))).toEqual(after);

    const { body: calls } = await ask("GET", "/calls/");
    const told = [];
    for (const { id, tollbook } of calls) {
      const { body } = await ask("GET", `/tollbook/calls/${id}/explanation`);
      told.push([body.matches, body.revision === tollbook.revision]);
    }
    expect(told).toEqual(calls.map(() => [true, true]));
    expect(calls.length).toBeGreaterThan(6);

    const news = await ask(
      "POST",
      "/tollbook/batches",
      { calls: [callOf(undefined), ...BATCHES.first.slice(0, 2)] },
      { "Idempotency-Key": "new" },
    );
    expect([news.status, news.body.batch.repeated]).toEqual([201, 2]);
    expect((await ask("POST", "/tollbook/rerate", {})).status).toBe(200);
    expect((await ask("PATCH", "/tariffs/1", { baseCost: "7.2" })).headers.get("x-tollbook-revision")).toBe(
      "3",
    );
    await store.close();
  });
});
