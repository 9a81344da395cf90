/**
 * Any sequence of requests, of which any statement may fail: no call and no amount is lost, none is there twice, and what is
 * stored is what the same sequence comes to in memory (H18 to H20, H23 to H26, H31, H37, H38).
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atLeast, runs } from "../../properties/runs.ts";
import { ENGINES } from "../databases.ts";
import { steps } from "./sequence-steps.ts";
import { World } from "./sequence-world.ts";

/** What a run has to meet. */
const NEEDED = [
  "failed",
  "batch 201",
  "batch 202",
  "priced by a worker",
  "bill 201",
  "remove where there are calls",
  "updateCallTransactions where there are calls",
  "reapplyDiscountPlans where there are calls",
  "rerate 200",
  "change 200",
] as const;

describe.each(ENGINES)("$kind", (engine) => {
  test("any requests, failing at any statement, lose nothing and do nothing twice", async () => {
    const kept = await engine.empty();
    const met = new Map<string, number>();
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const world = await World.begin(engine, kept);
        try {
          for (const step of sequence) await world.step(step);
          await world.end();
        } finally {
          await world.close();
        }
        for (const [what, count] of world.met) met.set(what, (met.get(what) ?? 0) + count);
      }),
      // A sequence takes a second: a thousand smaller ones would take too long.
      { ...runs(100), endOnFailure: true },
    );
    await kept.close();
    for (const what of NEEDED) {
      expect(met.get(what) ?? 0, what).toBeGreaterThan(atLeast(4));
    }
  });
});
