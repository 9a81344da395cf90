/** R1, R4: scaled whole numbers and their text. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatUnits, toSafeUnits, toUnits } from "../../src/money/index.ts";
import { runs } from "../properties/runs.ts";

describe("R1 text of whole units", () => {
  test.for<[bigint | number, number, string]>([
    [0, 4, "0"],
    [-0, 4, "0"],
    [0n, 0, "0"],
    [1, 4, "0.0001"],
    [-1, 4, "-0.0001"],
    [10_000, 4, "1"],
    [12_500, 4, "1.25"],
    [-12_500, 4, "-1.25"],
    [1_000_000, 0, "1000000"],
    [10n ** 30n + 1n, 10, "100000000000000000000.0000000001"],
  ])("%s units of 10^-%i are %s", ([units, decimals, text]) => {
    expect(formatUnits(units, decimals)).toBe(text);
  });

  test("text and units are each other's inverse, and decimal.js agrees", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }),
        fc.integer({ min: 0, max: 10 }),
        (units, decimals) => {
          const text = formatUnits(units, decimals);
          const Exact = Decimal.clone({ precision: 60 });
          expect(text).toBe(new Exact(units.toString()).div(new Exact(10).pow(decimals)).toFixed());
          expect(toUnits(text, decimals)).toBe(units);
        },
      ),
      runs(3_000),
    );
  });
});

describe("R2 units of text", () => {
  test.for<[string, number, bigint | undefined]>([
    ["1.25", 6, 1_250_000n],
    ["-0.000001", 6, -1n],
    ["1.2500000000", 2, 125n],
    ["007.50", 1, 75n],
    ["1.25", 1, undefined],
    ["-0", 3, 0n],
  ])("%s at %i places", ([text, decimals, units]) => {
    expect(toUnits(text, decimals)).toBe(units);
    expect(toSafeUnits(text, decimals)).toBe(units === undefined ? undefined : Number(units));
  });

  test("a double is given only where it is exact, and never minus zero", () => {
    expect(toSafeUnits("9007199254740991", 0)).toBe(Number.MAX_SAFE_INTEGER);
    expect(toSafeUnits("9007199254740992", 0)).toBeUndefined();
    expect(toSafeUnits("900719925474099.2", 1)).toBeUndefined();
    expect(Object.is(toSafeUnits("-0", 3), 0)).toBe(true);
    expect(Object.is(toSafeUnits("-0.000", 3), 0)).toBe(true);
  });
});
