/** Batches that are priced part by part (H25, H35 to H38), over both databases. */
import { beforeEach, describe, expect, test } from "vitest";
import { parkPart, pricePart } from "../../../src/server/calls/index.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { workThrough } from "../../../src/server/work/index.ts";
import { type Ask, asking } from "../calls/http.ts";
import { aCall, dump, send, storeWithBook } from "../calls/setup.ts";
import { ENGINES } from "../databases.ts";

const ASYNC = { Prefer: "respond-async" };

/** Prices whatever waits; what became of the parts. */
async function work(store: Store): Promise<readonly string[]> {
  const notes = await workThrough({ store, price: pricePart, park: parkPart });
  return notes.map(({ outcome }) => outcome);
}

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

  function sendAsync(key: string, calls: readonly unknown[]) {
    return ask("POST", "/tollbook/batches", { calls }, { ...ASYNC, "Idempotency-Key": key });
  }

  const CALLS = [
    aCall(12, { startTime: "11:00:00", duration: 500 }),
    aCall(11, { external: "07700 900123", duration: "333.5" }),
    aCall(13, { target: "02079460020", duration: 700 }),
    aCall(14, { target: "02079460099" }),
    aCall(15, { target: "0123" }),
    aCall(16, { duration: "long" }),
    aCall(undefined, { duration: 44, carrierCallID: "x" }),
    aCall(11, { duration: 1 }),
    aCall("no id"),
    null,
  ];

  test("H25: a batch is queued with 202, asked after, and comes to what the same batch in its request comes to", async () => {
    const taken = await sendAsync("k", CALLS);
    expect(taken.status).toBe(202);
    expect(taken.headers.get("location")).toBe("/backend/api/v1/tollbook/batches/1");
    expect(taken.headers.get("preference-applied")).toBe("respond-async");
    expect(taken.body.batch).toMatchObject({ id: "1", state: "open", read: 10, rated: 0, errors: 3 });
    const open = await ask("GET", "/tollbook/batches/1");
    expect(open.body).toMatchObject({ state: "open", parts: { open: 3, done: 0, parked: 0, faults: [] } });
    expect((await ask("GET", "/tollbook/batches/1/results")).body.error_code).toBe(409002);
    const waiting = await ask("GET", "/calls/12");
    expect(waiting.body).toMatchObject({ id: "12", cost: null, tollbook: { revision: null, batchID: "1" } });
    expect(await work(store)).toEqual(["done", "done", "done"]);
    const done = await ask("GET", "/tollbook/batches/1");
    const results = await ask("GET", "/tollbook/batches/1/results");
    const queued = await dump(database);

    const other = await storeWithBook(await engine.empty());
    const { batch, results: expected } = await send(other, "k", CALLS);
    expect(results.body).toEqual(expected);
    expect(done.body).toEqual({
      state: "done",
      ...batch,
      parts: { open: 0, done: 3, parked: 0, faults: [] },
    });
    expect(queued).toEqual(await dump(other.database));
    if (other.database !== database) await other.close();
  });
});
