/** R4, R5, R10: exact fractions, and how they are shown to a person. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addFractions,
  compareFractions,
  type Fraction,
  formatFraction,
  fractionOf,
  quantise,
  roundToMultiple,
  scaleFraction,
  ZERO_FRACTION,
} from "../../src/money/index.ts";
import { runs } from "../properties/runs.ts";

const third = scaleFraction(fractionOf(1, 0), 1, 3);

describe("R4 fractions of a penny", () => {
  test("a third and two thirds are one, exactly", () => {
    const sum = addFractions(third, scaleFraction(third, 2));
    expect(compareFractions(sum, fractionOf(1, 0))).toBe(0);
    expect(quantise(sum, 4)).toBe(10_000n);
  });

  test("adding nothing changes nothing", () => {
    expect(compareFractions(addFractions(third, ZERO_FRACTION), third)).toBe(0);
    expect(compareFractions(third, fractionOf(33_333_333, 8))).toBe(1);
    expect(compareFractions(fractionOf(-1, 0), ZERO_FRACTION)).toBe(-1);
  });

  test.for<[bigint, bigint, number, bigint]>([
    [1n, 60n, 4, 167n],
    [1n, 20_000n, 4, 1n],
    [-1n, 20_000n, 4, -1n],
    [49_999n, 1_000_000_000n, 4, 0n],
    [5n, 2n, 0, 3n],
    [-5n, 2n, 0, -3n],
  ])("%s/%s quantised to %i places is %s", ([numerator, denominator, decimals, units]) => {
    expect(quantise({ numerator, denominator }, decimals)).toBe(units);
  });

  test("R10 rounding works on the exact value: 0.0166… up to 0.01 is 0.02, and a multiple stays", () => {
    const sixtieth = scaleFraction(fractionOf(1, 0), 1, 60);
    const cent = fractionOf(1, 2);
    expect(formatFraction(roundToMultiple(sixtieth, cent, "up"))).toBe("0.02");
    expect(formatFraction(roundToMultiple(sixtieth, cent, "down"))).toBe("0.01");
    expect(formatFraction(roundToMultiple(fractionOf(3, 2), cent, "up"))).toBe("0.03");
    expect(formatFraction(roundToMultiple(fractionOf(-25, 3), cent, "nearest"))).toBe("-0.03");
  });

  test("a sum is the same in any order", () => {
    const anyFraction = fc
      .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.bigInt({ min: 1n, max: 10n ** 6n }))
      .map(([numerator, denominator]): Fraction => ({ numerator, denominator }));
    fc.assert(
      fc.property(anyFraction, anyFraction, anyFraction, (a, b, c) => {
        const one = addFractions(addFractions(a, b), c);
        const other = addFractions(c, addFractions(b, a));
        expect(compareFractions(one, other)).toBe(0);
      }),
      runs(1_000),
    );
  });
});

test("R4 a fraction is written out, and digits that go on are marked", () => {
  expect(formatFraction(third)).toBe("0.333333333333…");
  expect(formatFraction(scaleFraction(third, -1))).toBe("-0.333333333333…");
  expect(formatFraction(fractionOf(125, 2))).toBe("1.25");
  expect(formatFraction(ZERO_FRACTION)).toBe("0");
});
