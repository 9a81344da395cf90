/** R4, R5, R12: roundings, with bigints and with doubles. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  ceilDivide,
  ceilToMultiple,
  divide,
  floorDivide,
  nearestDivide,
  nearestQuotient,
} from "../../src/money/index.ts";
import { runs } from "../properties/runs.ts";

const HAND: readonly (readonly [a: number, b: number, up: number, down: number, nearest: number])[] = [
  [0, 3, 0, 0, 0],
  [1, 3, 1, 0, 0],
  [2, 3, 1, 0, 1],
  [3, 3, 1, 1, 1],
  [1, 2, 1, 0, 1],
  [-1, 2, 0, -1, -1],
  [-1, 3, 0, -1, 0],
  [-2, 3, 0, -1, -1],
  [-3, 3, -1, -1, -1],
  [5, 2, 3, 2, 3],
  [-5, 2, -2, -3, -3],
  [25, 10, 3, 2, 3],
  [-25, 10, -2, -3, -3],
];

describe.each(HAND)("R5, R12 %i ÷ %i", (a, b, up, down, nearest) => {
  test(`is ${up} up, ${down} down and ${nearest} to the nearest, halves away from zero`, () => {
    expect([ceilDivide(BigInt(a), BigInt(b)), floorDivide(BigInt(a), BigInt(b))]).toEqual([
      BigInt(up),
      BigInt(down),
    ]);
    expect(nearestDivide(BigInt(a), BigInt(b))).toBe(BigInt(nearest));
    expect((["up", "down", "nearest"] as const).map((mode) => divide(BigInt(a), BigInt(b), mode))).toEqual(
      [up, down, nearest].map(BigInt),
    );
    expect(ceilToMultiple(a, b) + 0).toBe(up * b);
    expect(nearestQuotient(a, b) + 0).toBe(nearest);
  });
});

describe("R4 doubles are exact as far as they are used", () => {
  /** Whole numbers below 2^52, at a multiple of the divisor or one beside it, where a division errs first. */
  const besideMultiples = fc
    .tuple(
      fc.integer({ min: 1, max: 2 ** 40 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: -2, max: 2 }),
    )
    .map(([divisor, share, beside]) => {
      const most = Math.floor((2 ** 52 - 3) / divisor);
      return { divisor, value: Math.floor(most * share) * divisor + beside };
    });

  test("rounding up near 2^52 is what bigints give", () => {
    fc.assert(
      fc.property(besideMultiples, fc.boolean(), ({ divisor, value }, negative) => {
        const own = negative ? -value : value;
        fc.pre(Math.abs(own) < 2 ** 52);
        expect(BigInt(ceilToMultiple(own, divisor))).toBe(
          ceilDivide(BigInt(own), BigInt(divisor)) * BigInt(divisor),
        );
      }),
      runs(5_000),
    );
  });

  test("rounding halves away from zero near 2^51 is what bigints give", () => {
    fc.assert(
      fc.property(besideMultiples, fc.boolean(), fc.boolean(), ({ divisor, value }, negative, isHalf) => {
        // A half: an odd multiple of half the divisor.
        const beside = Math.floor(value / 2) + (isHalf ? Math.floor(divisor / 2) : 0);
        const own = negative ? -beside : beside;
        fc.pre(Math.abs(own) * 2 + divisor < 2 ** 52);
        expect(BigInt(nearestQuotient(own, divisor))).toBe(nearestDivide(BigInt(own), BigInt(divisor)));
      }),
      runs(5_000),
    );
  });

  test.each([
    [2 ** 52 - 1, 3],
    [2 ** 52 - 1, 2 ** 51],
    [2 ** 52 - 1, 2 ** 52 - 2],
    [2 ** 52 - 2, 2 ** 52 - 1],
    [3 * 1_501_199_875_790_165, 3],
    [3 * 1_501_199_875_790_165 - 1, 3],
    [-(2 ** 52 - 1), 7],
  ])("%i up to a multiple of %i", (value, multiple) => {
    const wanted = ceilDivide(BigInt(value), BigInt(multiple)) * BigInt(multiple);
    expect(BigInt(ceilToMultiple(value, multiple))).toBe(wanted);
  });

  test("bytes up to 2^53 − 1 are rounded up exactly, or beyond what can be counted (R7)", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.maxSafeNat(),
          fc.nat({ max: 2_000 }).map((less) => Number.MAX_SAFE_INTEGER - less),
        ),
        fc.oneof(fc.integer({ min: 1, max: 4_096 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
        (bytes, step) => {
          const wanted = ceilDivide(BigInt(bytes), BigInt(step)) * BigInt(step);
          const own = ceilToMultiple(bytes, step);
          if (wanted > BigInt(Number.MAX_SAFE_INTEGER)) expect(own).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
          else expect(BigInt(own)).toBe(wanted);
        },
      ),
      runs(5_000),
    );
  });
});
