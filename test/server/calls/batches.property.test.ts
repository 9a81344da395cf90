/** Any sequence of batches, cut off and sent again, gives what the library gives (H23, H24, R42, R44). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallResult, toRecord } from "../../../src/index.ts";
import { takeBatch } from "../../../src/server/calls/take-batch.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { CallModel } from "../model/call-model.ts";
import { anyCall } from "./any-call.ts";
import { Cut, failingDatabase, OPENED, over, storeWithBook, WHO } from "./setup.ts";

const steps = fc.array(
  fc.record({
    calls: fc.array(anyCall, { minLength: 1, maxLength: 6 }),
    cutAt: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
    isSentAgain: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

describe.each(ENGINES)("$kind", (engine) => {
  test("batches are taken exactly once", async () => {
    const database: Database = await engine.empty();
    const store: Store = await storeWithBook(database);
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await database.script("TRUNCATE calls, results, batches, parts, pools");
        const model = new CallModel(OPENED);
        for (const [at, { calls, cutAt, isSentAgain }] of sequence.entries()) {
          const batch = { key: `k${at}`, calls };
          if (cutAt !== undefined) {
            const cut = over(store, failingDatabase(database, cutAt));
            const fault = await takeBatch(cut, batch, WHO).catch((error: unknown) => error);
            if (!(fault instanceof Cut)) expect(fault).toHaveProperty("text");
          }
          const { text } = await takeBatch(store, batch, WHO);
          if (isSentAgain) expect((await takeBatch(store, batch, WHO)).text).toBe(text);
          const { results } = JSON.parse(text) as { results: { error?: string }[] };
          const { answers } = model.send(String(at), calls);
          expect(
            results.map((result, line) =>
              "error" in (answers[line] as object) ? { error: result.error } : { result },
            ),
          ).toEqual(answers);
        }
        const stored = await database.query<{ call_id: string; record: string }>(
          "SELECT call_id, record FROM results WHERE latest",
        );
        expect(
          Object.fromEntries(stored.map(({ call_id, record }) => [call_id, JSON.parse(record)])),
        ).toEqual(
          Object.fromEntries(
            [...model.calls].map(([id, { results }]) => [id, toRecord(results.at(-1) as CallResult)]),
          ),
        );
        const pools = await database.query<{ pools: string }>("SELECT pools FROM pools");
        const all = pools.flatMap((row) => JSON.parse(row.pools) as object[]);
        expect(all.map((pool) => JSON.stringify(pool)).sort()).toEqual(model.pools);
      }),
      runs(100),
    );
    await store.close();
  });
});
