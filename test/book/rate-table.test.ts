/** R4: rates as rows of doubles, and where doubles are proven exact. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ComponentRounding, type Rate, RateTable, type Surcharge } from "../../src/book/index.ts";
import { tables } from "../../src/kernel/index.ts";
import { CHARGE_TYPES, PRICED_COMPONENTS } from "../../src/model/index.ts";
import { PLAIN_RATE } from "../engine/plain-rate.ts";
import { runs } from "../properties/runs.ts";

const price = fc.integer({ min: -(10 ** 12), max: 10 ** 12 });
const multiple = fc.integer({ min: 0, max: 10 ** 12 });
const milliseconds = fc.integer({ min: 0, max: 31_622_400_000 });
const blank = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

const rounding: fc.Arbitrary<ComponentRounding> = fc.oneof(
  fc.constant({ kind: "none" as const }),
  fc.constant({ kind: "asBasic" as const }),
  fc.record({
    kind: fc.constant("named" as const),
    mode: fc.constantFrom("up" as const, "down" as const, "nearest" as const),
    multiple: fc.integer({ min: 1, max: 10 ** 12 }),
  }),
);
const surcharge: fc.Arbitrary<Surcharge> = fc.record({ pricePerMinute: price, connection: price, rounding });

const anyRate: fc.Arbitrary<Rate> = fc.record({
  chargeType: fc.constantFrom(...CHARGE_TYPES),
  cost: blank(price),
  connection: price,
  minimum: blank(price),
  maximum: blank(price),
  initialMilliseconds: milliseconds,
  initialCost: price,
  secondaryConnection: price,
  minimumMilliseconds: milliseconds,
  roundMilliseconds: milliseconds,
  roundFromMinimum: fc.boolean(),
  roundBytes: fc.maxSafeNat(),
  roundEvents: fc.integer({ min: 0, max: 10 ** 9 }),
  roundPence: multiple,
  roundPenceAfterSurcharge: multiple,
  zeroDuration: fc.constantFrom(undefined, "charged" as const, "free" as const),
  components: fc.array(surcharge, {
    minLength: PRICED_COMPONENTS.length,
    maxLength: PRICED_COMPONENTS.length,
  }),
});

describe("a rate's rows", () => {
  test("R4 hold every value of it, among as many others as there are", () => {
    fc.assert(
      fc.property(fc.array(anyRate, { minLength: 1, maxLength: 60, size: "max" }), (rates) => {
        const table = new RateTable(4);
        const offsets = rates.map((rate) => table.add(rate));
        for (const [at, rate] of rates.entries()) {
          expect(table.rateAt(offsets[at] ?? -1)).toEqual(rate);
          // Equal rates are one row.
          expect(table.add(rate)).toBe(offsets[at]);
        }
      }),
      runs(60),
    );
  });

  test("R25 a blank cost is not a cost of 0", () => {
    const table = new RateTable(4);
    const [first] = fc.sample(anyRate, { numRuns: 1, seed: 7 });
    if (first === undefined) throw new Error("no rate");
    const blankCost = table.add({ ...first, cost: undefined });
    const free = table.add({ ...first, cost: 0 });
    expect(blankCost).not.toBe(free);
    expect([table.rateAt(blankCost).cost, table.rateAt(free).cost]).toEqual([undefined, 0]);
  });

  test("R15 a markup names what it marks up; a price marks up nothing", () => {
    const table = new RateTable(4);
    const [base] = fc.sample(anyRate, { numRuns: 1, seed: 8 });
    if (base === undefined) throw new Error("no rate");
    const markupOf = (chargeType: Rate["chargeType"], cost: number | undefined): unknown =>
      table.markupAt(table.add({ ...base, chargeType, cost }));
    expect(markupOf("markup", 25)).toEqual({ over: "wholesale", percent: 25 });
    expect(markupOf("markupSuggested", undefined)).toEqual({ over: "suggested", percent: 0 });
    expect(markupOf("perCall", 25)).toBeUndefined();
  });
});

describe("R4 the usage for which doubles are proven exact", () => {
  const plain = PLAIN_RATE;
  const none = PLAIN_RATE.components[0] as Surcharge;
  const provenOf = (rate: Rate, costDecimals = 4): [usage: number, surcharges: number] => {
    const table = new RateTable(costDecimals);
    const offset = table.add(rate);
    const shape = table.terms[offset + tables.TERM_SHAPE] ?? -1;
    return [
      table.terms[offset + tables.TERM_PROVEN_USAGE] ?? 0,
      table.shapes[shape + tables.SHAPE_PROVEN_MS] ?? 0,
    ];
  };

  test("covers ten hours and far more at everyday prices", () => {
    expect(provenOf(plain)[0]).toBeGreaterThan(36_000_000 * 10);
    expect(
      provenOf({
        ...plain,
        components: plain.components.map(() => ({ ...none, pricePerMinute: 7_000_000 })),
      })[1],
    ).toBeGreaterThan(36_000_000);
  });

  test("never lets a product of price and usage come near 2^53", () => {
    fc.assert(
      fc.property(anyRate, fc.integer({ min: 0, max: 8 }), (rate, costDecimals) => {
        const [usage, own] = provenOf(rate, costDecimals);
        const finest = 10n ** BigInt(Math.max(0, costDecimals - 6));
        const most = 2n ** 50n;
        if (usage >= 0) expect(BigInt(Math.abs(rate.cost ?? 0)) * BigInt(usage) * finest).toBeLessThan(most);
        if (own < 0) return;
        for (const each of rate.components) {
          expect(BigInt(Math.abs(each.pricePerMinute)) * BigInt(own) * finest).toBeLessThan(most);
        }
      }),
      runs(500),
    );
  });

  test.for<[string, Rate]>([
    ["a markup", { ...plain, chargeType: "markup" }],
    ["a cap as far below zero", { ...plain, maximum: -(10 ** 12) }],
    ["a connection as large, per gigabyte", { ...plain, chargeType: "perGigabyte", connection: 10 ** 12 }],
  ])("is none for %s", ([, rate]) => {
    expect(provenOf(rate)[0]).toBe(-1);
  });

  test("R10 is the same with a cap, however high: where it binds, the amount above it was proven", () => {
    for (const maximum of [1, 10 ** 9, 10 ** 10, 10 ** 12]) {
      expect(provenOf({ ...plain, maximum })).toEqual(provenOf(plain));
    }
  });

  test("is any for a rate without a price", () => {
    expect(provenOf({ ...plain, cost: undefined })[0]).toBe(Number.MAX_SAFE_INTEGER);
  });
});
