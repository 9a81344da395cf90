/**
 * R4, R8 to R15: the kernel beside exact fractions, at the very edge of what it is proven for in doubles. Real calls
 * seldom come there; a proof that is a little too generous would show here first.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ComponentRounding, type Rate, RateTable, type Surcharge } from "../../src/book/index.ts";
import { Charge } from "../../src/engine/call/charge.ts";
import { markUpExactly, priceExactly } from "../../src/engine/call/exact.ts";
import { tables } from "../../src/kernel/index.ts";
import {
  attractedBy,
  CHARGE_TYPES,
  type ChargeType,
  isMarkupType,
  PRICED_COMPONENTS,
} from "../../src/model/index.ts";
import { atLeast, runs } from "../properties/runs.ts";
import { PLAIN_RATE } from "./plain-rate.ts";
import { markUpInDoubles, priceInDoubles } from "./price-in-doubles.ts";

/** A price of up to so many digits and two more, in micro-pence. */
function anyPrice(digits: number): fc.Arbitrary<number> {
  return fc
    .tuple(
      fc.integer({ min: 0, max: digits }),
      fc.integer({ min: -99, max: 99 }),
      fc.integer({ min: -9, max: 9 }),
    )
    .map(([power, leading, last]) => Math.max(-(10 ** 12), Math.min(10 ** 12, leading * 10 ** power + last)));
}

const plainMarkup: Rate = { ...PLAIN_RATE, chargeType: "markup", cost: undefined };

const PRICED: readonly ChargeType[] = CHARGE_TYPES.filter((type) => !isMarkupType(type));

function anyRate(costDecimals: number, digits = 8): fc.Arbitrary<Rate> {
  // Prices per unit of every size, so that the edge lies at small usages and at huge ones. Whatever is charged
  // once is mostly small: where it is not, nothing is proven at all.
  const perUnit = anyPrice(10);
  const once = anyPrice(digits - Math.max(0, costDecimals - 6));
  const positive = once.map(Math.abs);
  const bound = fc.option(once, { nil: undefined });
  const rounding: fc.Arbitrary<ComponentRounding> = fc.oneof(
    fc.constant({ kind: "none" as const }),
    fc.constant({ kind: "asBasic" as const }),
    fc.record({
      kind: fc.constant("named" as const),
      mode: fc.constantFrom("up" as const, "down" as const, "nearest" as const),
      multiple: positive.map((multiple) => multiple + 1),
    }),
  );
  const surcharge: fc.Arbitrary<Surcharge> = fc.record({
    pricePerMinute: perUnit,
    connection: once,
    rounding,
  });
  // Multiples are whole multiples of the quantum (R2).
  const quantum = 10 ** Math.max(0, 6 - costDecimals);
  const multiple = positive.map((own) => Math.floor(own / quantum) * quantum);
  return fc.record({
    chargeType: fc.constantFrom(...PRICED),
    cost: fc.option(perUnit, { nil: undefined }),
    connection: once,
    minimum: bound,
    // R10: a cap may be of any size.
    maximum: fc.oneof(bound, fc.option(anyPrice(10), { nil: undefined })),
    initialMilliseconds: fc.constantFrom(0, 0, 60_000, 3_600_000),
    initialCost: once,
    secondaryConnection: once,
    minimumMilliseconds: fc.constant(0),
    roundMilliseconds: fc.constant(0),
    roundFromMinimum: fc.constant(false),
    roundBytes: fc.constant(0),
    roundEvents: fc.constant(0),
    roundPence: multiple,
    roundPenceAfterSurcharge: multiple,
    zeroDuration: fc.constant(undefined),
    components: fc.array(surcharge, {
      minLength: PRICED_COMPONENTS.length,
      maxLength: PRICED_COMPONENTS.length,
    }),
  });
}

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  "R4-R14 costDecimals %i: at the edge of the proof the kernel gives the exact price",
  (costDecimals) => {
    let compared = 0;
    let atTheEdge = 0;
    fc.assert(
      fc.property(
        anyRate(costDecimals),
        fc.nat({ max: 3 }),
        fc.nat({ max: 3 }),
        (rate, lessUsage, lessTime) => {
          const table = new RateTable(costDecimals);
          const offset = table.add(rate);
          const { charge, usage } = atEdge(table, offset, rate.chargeType, lessUsage, lessTime);
          // R6: what was not used is free, or has no time that a surcharge could count.
          if (usage <= 0 || charge.chargedMilliseconds <= 0) return;
          const units = priceInDoubles(table, offset, charge);
          if (units === undefined) return;
          compared++;
          if (usage < Number.MAX_SAFE_INTEGER - 3) atTheEdge++;
          for (const unit of units) expect(Number.isSafeInteger(unit)).toBe(true);
          expect(units.map(BigInt)).toEqual([...priceExactly(table, offset, offset, charge)]);
        },
      ),
      runs(4_000),
    );
    expect(compared).toBeGreaterThan(atLeast(300));
    expect(atTheEdge).toBeGreaterThan(atLeast(200));
  },
);

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  "R15 costDecimals %i: markups in doubles are the exact ones up to the edge, and none beyond it",
  (costDecimals) => {
    let compared = 0;
    let beyond = 0;
    fc.assert(
      fc.property(
        anyRate(costDecimals, 5),
        fc.oneof(anyPrice(10), fc.integer({ min: -100_000_000, max: 100_000_000 })),
        fc.tuple(fc.integer(), fc.integer(), fc.integer(), fc.integer()),
        fc.integer({ min: -3, max: 3 }),
        fc.constantFrom(1, 1, 3, 1_000, 1_000_000),
        fc.boolean(),
        (rate, percent, others, more, part, isCredit) => {
          const table = new RateTable(costDecimals);
          const offset = table.add({ ...rate, chargeType: "markup", cost: percent });
          // The kernel counts in as few parts as the percentage asks for.
          let factor = Math.abs(100_000_000 + percent);
          if (factor === 0) return;
          for (let parts = 100_000_000; parts > 1 && factor % 10 === 0; parts /= 10) factor /= 10;
          const most = Math.floor(table.provenLimit / factor);
          const small = others.map((other) => Math.trunc(other / 1_000) % (Math.floor(most / 5) + 1));
          const rest = small.reduce((sum, other) => sum + Math.abs(other), 0);
          const own = Math.floor((most - rest) / part) + more;
          const base = [isCredit ? -own : own, ...small];
          const units = markUpInDoubles(table, offset, base);
          if (Math.abs(own) + rest > most) {
            beyond++;
            expect(units).toBeUndefined();
          }
          if (units === undefined) return;
          compared++;
          for (const unit of units) expect(Number.isSafeInteger(unit)).toBe(true);
          const exact = markUpExactly(table, table.rateAt(offset), percent, base.map(BigInt), 6);
          expect(units.map(BigInt)).toEqual([...exact]);
        },
      ),
      runs(4_000),
    );
    expect(compared).toBeGreaterThan(atLeast(300));
    expect(beyond).toBeGreaterThan(atLeast(300));
  },
);

test("R15 what is finer than a micro-penny is not marked up in doubles", () => {
  const table = new RateTable(4);
  const offset = table.add({ ...plainMarkup, cost: 10_000_000 });
  expect(markUpInDoubles(table, offset, [1_000_000, 0, 0, 0, 0])).toEqual([11_000, 0, 0, 0, 0]);
  expect(markUpInDoubles(table, offset, [1_000_000, 0, 0.5, 0, 0])).toBeUndefined();
});

/** A call whose usage and time are as large as the rate is proven for, or a little less. */
function atEdge(
  table: RateTable,
  offset: number,
  chargeType: ChargeType,
  lessUsage: number,
  lessTime: number,
): { charge: Charge; usage: number } {
  const shape = table.terms[offset + tables.TERM_SHAPE] ?? -1;
  const provenUsage = table.terms[offset + tables.TERM_PROVEN_USAGE] ?? -1;
  const provenTime = table.shapes[shape + tables.SHAPE_PROVEN_MS] ?? -1;
  const isTimed = chargeType === "perMinute";
  const usage = (isTimed ? Math.min(provenUsage, provenTime) : provenUsage) - lessUsage;
  const charge = new Charge(0, 0, 0, attractedBy(1 + (lessTime % 2), lessTime < 2));
  charge.chargedMilliseconds = isTimed ? usage : provenTime - lessTime;
  charge.pricedUnits = chargeType === "perCall" ? 1 : usage;
  return { charge, usage };
}
