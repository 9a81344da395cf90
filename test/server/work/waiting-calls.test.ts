/** Batches that wait behind others (H24, H25, H37): which book prices them, where they are cut, what comes again. */
import { beforeEach, describe, expect, test } from "vitest";
import { openBook, rateCalls, toRecord } from "../../../src/index.ts";
import { parkPart, priceParts } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { startWorker } from "../../../src/server/work/index.ts";
import { type Ask, asking } from "../calls/http.ts";
import { aCall, BOOK, dump, over, send, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";
import { sendAsync, work } from "./queueing.ts";

describe.each(ENGINES)("$kind", (engine) => {
  let database: Database;
  let store: Store;
  let ask: Ask;
  beforeEach(async () => {
    database = await engine.empty();
    store = await storeWithBook(database);
    ask = asking(store);
    return () => store.close();
  });

  function sendNow(key: string, calls: readonly unknown[]) {
    return ask("POST", "/tollbook/batches", { calls }, { "Idempotency-Key": key });
  }

  async function results(id: string) {
    return (await ask("GET", `/tollbook/batches/${id}/results`)).body;
  }

  /** What is left by batches that are priced in their requests, one after another. */
  async function dumpOfRequests(
    batches: readonly (readonly [key: string, calls: readonly unknown[]])[],
    data = BOOK,
  ): Promise<Awaited<ReturnType<typeof dump>>> {
    const other = await storeWithBook(await engine.empty(), data);
    for (const [key, calls] of batches) await send(other, key, calls);
    const state = await dump(other.database);
    if (other.database !== database) await other.close();
    return state;
  }

  test("H25: batches that wait over changes of the book are priced by the books of their intakes, however many", async () => {
    // More than a worker keeps open, and more than a store does.
    const prices = ["1.5", "2.5", "3.5", "4.5", "5.5", "6.5"];
    const batches = prices.map((_, at) => [
      aCall(10 * at + 1, { duration: 400 }),
      aCall(10 * at + 2, { target: "02079460020", duration: 500 }),
    ]);
    const ids: string[] = [];
    for (const [at, baseCost] of prices.entries()) {
      expect((await ask("PATCH", "/tariffs/1", { baseCost })).status).toBe(200);
      const { batch } = (await sendAsync(ask, `k${at}`, batches[at] as object[])).body;
      expect(batch).toMatchObject({ state: "open", revision: at + 2 });
      ids.push(batch.id);
    }
    const asked: number[] = [];
    const counting = Object.assign(over(store, store.database), {
      revision(number: number) {
        asked.push(number);
        return store.revision(number);
      },
    });
    // The second customer's part of the first batch is parked, so that its book is needed again at the end.
    let isFull = true;
    let closed = 0;
    const waits: (() => void)[] = [];
    const untilClosed = (parts: number): Promise<void> =>
      new Promise((resolve) => {
        const look = (): void => (closed >= parts ? resolve() : void waits.push(look));
        look();
      });
    const worker = startWorker({
      store: counting,
      async price(sql, parts, book) {
        for (const { revision } of parts) expect(revision).toBe(book.revision);
        const isFailing = parts.some(({ revision, customerID }) => revision === 2 && customerID === "8");
        if (isFull && isFailing) throw new Error("no room on the disk");
        await priceParts(sql, parts, book);
      },
      park: parkPart,
      onPart({ outcome }) {
        if (outcome !== "failed") closed++;
        for (const look of waits.splice(0)) look();
      },
    });
    await untilClosed(12);
    isFull = false;
    expect((await sendAsync(ask, "k0", batches[0] as object[])).status).toBe(202);
    worker.wake();
    await untilClosed(13);
    await worker.stop();
    expect(asked.filter((revision) => revision === 2)).toHaveLength(2);
    expect(new Set(asked)).toEqual(new Set([2, 3, 4, 5, 6, 7]));

    for (const [at, baseCost] of prices.entries()) {
      const tariffs = BOOK.tariffs?.map((tariff) => (tariff.id === 1 ? { ...tariff, baseCost } : tariff));
      const expected = [...rateCalls(openBook({ ...BOOK, tariffs: tariffs ?? [] }), batches[at] as object[])];
      const priced = await results(ids[at] as string);
      expect(priced.map(({ costBase }: { costBase: string }) => costBase)).toEqual(
        expected.map((result) => (toRecord(result) as { costBase: string }).costBase),
      );
      for (const { id } of priced) {
        const { body } = await ask("GET", `/tollbook/calls/${id}/explanation`);
        expect([body.revision, body.matches]).toEqual([at + 2, true]);
      }
    }
  });

  test("H37: a batch that is cut at 5,000 calls of a customer draws in the order in which it would draw whole", async () => {
    const data = { ...BOOK, discountPlans: [{ id: 1, discountPlanName: "Ten", allowanceMinutes: 100 }] };
    await ask("PATCH", "/tollbook/book", { upsert: { discountPlans: data.discountPlans } });
    const most = 5_000;
    // In the order in which they start, the last come in the second part and use the allowance up there.
    const inOrder = Array.from({ length: most + 4 }, (_, at) => {
      const time = new Date(at * 15_000).toISOString().slice(11, 19);
      return aCall(at + 1, { startTime: time, duration: at < most ? 1 : 800 });
    });
    const others = [aCall(9_001, { target: "02079460020" }), aCall(9_002, { target: "02079460020" })];
    const calls = [...inOrder, ...others]
      .map((call, at) => ({ call, place: (at * 7_919) % 5_009 }))
      .sort((a, b) => a.place - b.place)
      .map(({ call }) => call);
    expect((await sendAsync(ask, "k", calls)).status).toBe(202);
    const parts = await database.query<{ customer_id: string; call_ids: string }>(
      "SELECT customer_id, call_ids FROM parts ORDER BY id",
    );
    const told = parts.map(({ customer_id, call_ids }) => [customer_id, JSON.parse(call_ids).length]);
    expect(told.slice(0, 2)).toContainEqual(["7", most]);
    expect(told.slice(0, 2)).toContainEqual(["8", 2]);
    expect(told[2]).toEqual(["7", 4]);
    const order: string[] = [];
    await work(store, async (sql, parts, book) => {
      order.push(...parts.filter(({ customerID }) => customerID === "7").map(({ id }) => id));
      await priceParts(sql, parts, book);
    });
    expect(order).toEqual([...order].sort());
    const last = (await results("1")).filter(({ id }: { id: string }) => Number(id) === most + 2);
    // 5,800 of 6,000 seconds are used before it.
    expect(last[0].discountPlans).toBe("Ten");
    expect(last[0].cost).not.toBe(last[0].costBase);
    const queued = await dump(database);
    const whole = await dumpOfRequests([["k", calls]], data);
    // Compared first: a difference of thousands of rows is nothing to read.
    for (const table of Object.keys(whole)) {
      expect(JSON.stringify(queued[table]) === JSON.stringify(whole[table]), table).toBe(true);
    }
  });

  const WAITING = [
    aCall(1, { duration: 500 }),
    aCall(undefined, { carrier: "X", carrierCallID: "a", duration: 200, startTime: "12:00:00" }),
  ];

  test("H24, H37: a call that comes again while it waits is answered behind it, by its id or its carrier's", async () => {
    const { id } = (await sendAsync(ask, "first", WAITING)).body.batch;
    const more = [
      aCall("1", { duration: "500" }),
      WAITING[1],
      aCall(5, { target: "02079460020", duration: 700 }),
      aCall(1, { duration: 44 }),
    ];
    const second = await sendNow("second", more);
    expect(second.status).toBe(202);
    expect(second.body.batch).toMatchObject({ state: "open", read: 4, repeated: 2, errors: 1, rated: 0 });
    const third = await sendNow("third", [WAITING[0]]);
    expect([third.status, third.body.batch.repeated]).toEqual([202, 1]);
    // Nothing of it waits: what it says is another thing.
    const other = await sendNow("other", [aCall(1, { duration: 45 })]);
    expect([other.status, other.body.results[0].error]).toEqual([201, "duplicate-call"]);

    const order: string[] = [];
    await work(store, async (sql, parts, book) => {
      order.push(...parts.filter(({ customerID }) => customerID === "7").map(({ batchID }) => batchID));
      await priceParts(sql, parts, book);
    });
    expect(order).toEqual([id, second.body.batch.id, third.body.batch.id]);
    const [first, carried] = await results(id);
    const [again, carriedAgain, own, duplicate] = await results(second.body.batch.id);
    expect([again, carriedAgain]).toEqual([first, carried]);
    expect([own.id, duplicate.error]).toEqual(["5", "duplicate-call"]);
    expect(await results(third.body.batch.id)).toEqual([first]);
    expect((await ask("GET", `/tollbook/batches/${second.body.batch.id}`)).body).toMatchObject({
      state: "done",
      rated: 1,
      errors: 1,
      repeated: 2,
    });
    const replayed = await sendNow("second", more);
    expect([replayed.status, replayed.body.results]).toEqual([200, [again, carriedAgain, own, duplicate]]);
    const queued = await dump(database);
    expect(queued).toEqual(
      await dumpOfRequests([
        ["first", WAITING],
        ["second", more],
        ["third", [WAITING[0]]],
        ["other", [aCall(1, { duration: 45 })]],
      ]),
    );
  });

  test("H24, H38: a call that comes again while its part is parked is null, and its result once it has one", async () => {
    const { id } = (await sendAsync(ask, "first", WAITING)).body.batch;
    await work(store, async () => {
      throw new Error("no room on the disk");
    });
    expect((await ask("GET", `/tollbook/batches/${id}`)).body.state).toBe("parked");
    const more = [WAITING[0], aCall(5, { duration: 60 })];
    const second = await sendNow("second", more);
    expect([second.status, second.body.batch.repeated]).toEqual([202, 1]);
    expect(await work(store)).toEqual(["done"]);
    const third = await sendNow("third", [WAITING[0]]);
    expect([third.status, third.body.results]).toEqual([201, [null]]);
    const before = await sendNow("second", more);
    expect([before.status, before.body.results[0], before.body.results[1].id]).toEqual([200, null, "5"]);

    await sendAsync(ask, "first", WAITING);
    expect(await work(store)).toEqual(["done"]);
    const [first] = await results(id);
    expect(first.id).toBe("1");
    const after = await sendNow("second", more);
    expect(after.body).toEqual({ batch: before.body.batch, results: [first, before.body.results[1]] });
    expect((await sendNow("third", [WAITING[0]])).body.results).toEqual([first]);
  });
});
