/** R50, R57: what an increase makes of one price, against decimal.js. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyIncrease, isActionError } from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { byAmount, byPercent, type Change } from "./raised.ts";

/** The cost of a tariff after an increase. */
function raised(price: unknown, change: Change): { price: unknown; isKept: boolean } {
  const book = {
    tariffs: [{ id: 1, name: "T", tariffClass: "national", baseCost: price as string }],
  } as const;
  const result = applyIncrease(
    book,
    {
      resource: "tariffs",
      id: 1,
      increaseScope: "costOnly",
      ...change,
    },
    5,
  );
  if (isActionError(result)) throw new Error(`${result.error_code} ${result.hint}`);
  return {
    price: "baseCost" in result.record ? result.record.baseCost : undefined,
    isKept: result.kept.length > 0,
  };
}

describe("R50 a percentage", () => {
  // By hand: old × (1 + percent ÷ 100), rounded half away from zero to 4 places, or the old price's own.
  test.each([
    ["1.25", "3.5", "1.2938"], // 1.29375
    ["1.2", "3.5", "1.242"],
    ["0.12345", "10", "0.1358"], // 0.135795 to 5 places is 0.1358
    ["0.123456", "10", "0.135802"], // 0.1358016
    ["-1.25", "3.5", "-1.2938"],
    ["10", "-99.9", "0.01"],
    ["3.00", "1000", "33"],
    ["0.0001", "50", "0.0002"], // 0.00015
    [2, "0.000001", "2"], // 2.00000002 to 4 places is the old price, which stays as it is spelt
  ])("%s by %s %% is %s", (price, percent, expected) => {
    expect(raised(price, { increasePercent: percent })).toEqual({ price: expected, isKept: false });
  });

  test("0 % leaves every price as it was, in its own spelling", () => {
    expect(raised("1.250", { increasePercent: 0 as unknown as string }).price).toBe("1.250");
  });

  test("a price that would become zero stays and is reported; zero and blank stay silently", () => {
    expect(raised("0.0001", { increasePercent: "-99" })).toEqual({ price: "0.0001", isKept: true });
    expect(raised("0", { increasePercent: "50" })).toEqual({ price: "0", isKept: false });
    expect(raised("", { increasePercent: "50" })).toEqual({ price: "", isKept: false });
    expect(raised(null, { increasePercent: "50" })).toEqual({ price: null, isKept: false });
  });
});

describe("R57 an amount", () => {
  test.each([
    ["1.25", "0.5", "1.75"],
    ["1.25", "0.000001", "1.250001"],
    ["1.25", "-0.25", "1"],
    ["-2", "0.5", "-2"],
    ["0", "0.5", "0"],
  ])("%s and %s is %s", (price, amount, expected) => {
    expect(raised(price, { increaseAmount: amount })).toEqual({ price: expected, isKept: false });
  });

  test("a result of 0 or less keeps the old price and is reported", () => {
    expect(raised("1.25", { increaseAmount: "-1.25" })).toEqual({ price: "1.25", isKept: true });
    expect(raised("1.25", { increaseAmount: "-2" })).toEqual({ price: "1.25", isKept: true });
  });
});

test("R50, R57 any price and change give what decimal.js gives", () => {
  const micro = fc.oneof(
    fc.integer({ min: -1_000_000, max: 1_000_000 }),
    fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }),
    fc.constantFrom(0, 1, -1, 50, 100, 149, 150, 1_000_000_000_000),
  );
  const price = micro.map((units) => decimal(units));
  const percent = fc.integer({ min: -99_999_999, max: 1_000_000_000 }).map((units) => decimal(units));
  const amount = micro.map((units) => decimal(units));
  fc.assert(
    fc.property(
      price,
      fc.oneof(
        percent.map((own) => ({ increasePercent: own })),
        amount.map((own) => ({ increaseAmount: own })),
      ),
      (old, change) => {
        const wanted =
          "increasePercent" in change
            ? byPercent(old, change.increasePercent)
            : byAmount(old, change.increaseAmount);
        if (wanted?.abs().greaterThan(1_000_000) === true) {
          expect(() => raised(old, change)).toThrow(/^400502/);
          return;
        }
        const result = raised(old, change);
        expect(result.isKept).toBe(wanted === undefined);
        expect(result.price).toBe(wanted === undefined ? old : wanted.toFixed());
      },
    ),
    runs(2_000),
  );
});

/** Millionths as plain decimal text. */
function decimal(units: number): string {
  const digits = String(Math.abs(units)).padStart(7, "0");
  const text = `${digits.slice(0, -6)}.${digits.slice(-6)}`.replace(/\.?0+$/, "");
  return units < 0 ? `-${text}` : text;
}
