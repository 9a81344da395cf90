/** Any sequence of batches, cut off and sent again, gives what the library gives (H23, H24, R42, R44). */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type CallRecord,
  type DiscountState,
  rateCalls,
  toRecord,
} from "../../../src/index.ts";
import { takeBatch } from "../../../src/server/calls/take-batch.ts";
import type { Database } from "../../../src/server/database/index.ts";
import type { Store } from "../../../src/server/store/index.ts";
import { runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { aCall, Cut, failingDatabase, OPENED, over, storeWithBook, WHO } from "./setup.ts";

const call = fc
  .record({
    id: fc.integer({ min: 1, max: 14 }),
    target: fc.constantFrom("02079460018", "02079460019", "02079460020", "02079460021", "0999"),
    startTime: fc.constantFrom("09:00:00", "10:00:00", "11:30:00", "23:59:59"),
    startDate: fc.constantFrom("2026-10-05", "2026-10-31", "2026-11-01"),
    duration: fc.constantFrom(0, 33, 240, 700, "x"),
    external: fc.constantFrom("01614960000", "07700900123", "999"),
    carrierCallID: fc.option(fc.constantFrom("a", "b", "c"), { nil: undefined }),
  })
  .map(({ carrierCallID, ...fields }) =>
    // Two calls of one id say the same more often than not.
    aCall(
      fields.id,
      fields.id < 9 ? { duration: fields.id * 60, carrierCallID } : { ...fields, carrierCallID },
    ),
  );

const steps = fc.array(
  fc.record({
    calls: fc.array(call, { minLength: 1, maxLength: 6 }),
    cutAt: fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }),
    isSentAgain: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

/** What the rules say, in memory: by id and by carrier's id, the calls that are stored. */
class Model {
  readonly stored = new Map<
    string,
    { readonly text: string; readonly carrierCallID: unknown; result: unknown }
  >();
  #state: DiscountState | undefined;

  send(calls: readonly Record<string, unknown>[]): readonly unknown[] {
    const seen = new Set<string>();
    const kinds = calls.map((own) => {
      const keys = [
        `id ${own.id}`,
        ...(own.carrierCallID === undefined ? [] : [`carrier ${own.carrierCallID}`]),
      ];
      const isRead = keys.some((key) => seen.has(key));
      for (const key of keys) seen.add(key);
      if (isRead) return "read before";
      const known = this.#known(own);
      if (known === undefined) return "new";
      return known.text === JSON.stringify(own) ? known : "other";
    });
    const fresh = calls.filter((_, at) => kinds[at] === "new") as unknown as CallRecord[];
    const rated = applyDiscounts(OPENED, rateCalls(OPENED, fresh, { duplicates: "keep" }), this.#state);
    this.#state = rated.state;
    const results = rated.calls.map((result) => toRecord(result));
    const answers = calls.map((own, at) => {
      const kind = kinds[at];
      if (kind === "new") return results[fresh.indexOf(own as unknown as CallRecord)];
      if (typeof kind === "object") return kind.result;
      return own.duration === "x" ? "malformed-record" : "duplicate-call";
    });
    for (const [at, own] of calls.entries()) {
      if (kinds[at] !== "new") continue;
      const { carrierCallID } = own;
      this.stored.set(String(own.id), { text: JSON.stringify(own), carrierCallID, result: answers[at] });
    }
    return answers;
  }

  #known(own: Record<string, unknown>) {
    const byID = this.stored.get(String(own.id));
    const byCarrier = [...this.stored.values()].find(
      ({ carrierCallID }) => carrierCallID !== undefined && carrierCallID === own.carrierCallID,
    );
    if (byID !== undefined && byCarrier !== undefined && byID !== byCarrier)
      return { ...byID, text: "two calls" };
    return byID ?? byCarrier;
  }

  get pools(): string {
    const { pools = [] } = this.#state ?? {};
    return JSON.stringify([...pools].map((pool) => JSON.stringify(pool)).sort());
  }
}

describe.each(ENGINES)("$kind", (engine) => {
  test("batches are taken exactly once", async () => {
    const database: Database = await engine.empty();
    const store: Store = await storeWithBook(database);
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        await database.script("TRUNCATE calls, results, batches, parts, pools");
        const model = new Model();
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
          const wanted = model.send(calls);
          expect(
            results.map((result, line) => (typeof wanted[line] === "string" ? result.error : result)),
          ).toEqual(wanted);
        }
        const stored = await database.query<{ call_id: string; record: string }>(
          "SELECT call_id, record FROM results WHERE latest",
        );
        expect(
          Object.fromEntries(stored.map(({ call_id, record }) => [call_id, JSON.parse(record)])),
        ).toEqual(Object.fromEntries([...model.stored].map(([id, { result }]) => [id, result])));
        const pools = await database.query<{ pools: string }>("SELECT pools FROM pools");
        const all = pools.flatMap((row) => JSON.parse(row.pools) as object[]);
        expect(JSON.stringify(all.map((pool) => JSON.stringify(pool)).sort())).toBe(model.pools);
      }),
      runs(100),
    );
    await store.close();
  });
});
