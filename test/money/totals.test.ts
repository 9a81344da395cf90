/** R16: exact sums, and the one place where pence become an invoice amount. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ExactSum, formatUnits, sumAmounts, toPounds } from "../../src/money/index.ts";
import { runs } from "../properties/runs.ts";

describe("R16 sumAmounts", () => {
  test("is never rounded on the way, whatever the amounts", () => {
    expect(sumAmounts([])).toBe("0");
    expect(sumAmounts(["0.0167", "4.4", null, undefined, "", 2, 1n, new Decimal("0.1")])).toBe("7.5167");
    expect(sumAmounts(Array.from({ length: 10_000 }, () => "0.1"))).toBe("1000");
    expect(sumAmounts(["9007199254740993", "0.00000001", "-9007199254740993"])).toBe("0.00000001");
    expect(sumAmounts(["-0.5", "0.5"])).toBe("0");
  });

  test.each(["1,25", "12p", "NaN"])("%j is no amount", (text) => {
    expect(() => sumAmounts(["1", text])).toThrow(RangeError);
  });
});

describe("R16 toPounds", () => {
  test.for<[string, Parameters<typeof toPounds>[1], string]>([
    ["1234.5678", {}, "12.35"],
    ["1234.5678", { mode: "down" }, "12.34"],
    ["1234.5678", { mode: "up" }, "12.35"],
    ["1234.01", { mode: "up" }, "12.35"],
    ["50", { decimals: 0 }, "1"],
    ["-50", { decimals: 0 }, "-1"],
    ["-50", { decimals: 0, mode: "up" }, "0"],
    ["-50", { decimals: 0, mode: "down" }, "-1"],
    ["0.5", {}, "0.01"],
    ["0.4999", {}, "0"],
    ["-0.4999", {}, "0"],
    ["1234.5678", { decimals: 6 }, "12.345678"],
    ["1200", {}, "12"],
    [`${"9".repeat(50)}.5`, {}, `1${"0".repeat(48)}`],
  ])("%s with %j is %s", ([pence, options, pounds]) => {
    expect(toPounds(pence, options)).toBe(pounds);
  });

  test.each([-1, 1.5, 21, Number.NaN])("%d decimals are refused", (decimals) => {
    expect(() => toPounds("1", { decimals })).toThrow(RangeError);
  });

  test("what is no amount is refused", () => {
    expect(() => toPounds("1,25")).toThrow('"1,25" is not an amount.');
  });

  test("the process's own settings of decimal.js change nothing", () => {
    const before = { precision: Decimal.precision, rounding: Decimal.rounding };
    try {
      Decimal.set({ precision: 3, rounding: 1 });
      expect(toPounds("123456.789")).toBe("1234.57");
    } finally {
      Decimal.set(before);
    }
  });
});

describe("R16 ExactSum", () => {
  test("holds doubles and bigints of different scales without losing a digit", () => {
    const sum = new ExactSum();
    expect(sum.text).toBe("0");
    sum.add(125, 2);
    sum.add(-1n, 10);
    sum.add(10n ** 30n, 0);
    expect(sum.text).toBe("1000000000000000000000000000001.2499999999");
    expect(sum.unitsAt(10)).toBe(10n ** 40n + 12_499_999_999n);
  });

  test("carries before doubles stop being exact", () => {
    const sum = new ExactSum();
    const large = 2 ** 52 - 1;
    for (let at = 0; at < 1_000; at++) sum.add(large, 4);
    for (let at = 0; at < 999; at++) sum.add(-large, 4);
    sum.add(-(2 ** 52) + 2, 4);
    expect(sum.text).toBe("0.0001");
  });

  test("is the sum of its parts in any order", () => {
    const part = fc.tuple(
      fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n })),
      fc.integer({ min: 0, max: 10 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 50 }), (parts) => {
        const sum = new ExactSum();
        for (const [units, decimals] of parts) sum.add(units, decimals);
        expect(sum.text).toBe(sumAmounts(parts.map(([units, decimals]) => formatUnits(units, decimals))));
      }),
      runs(1_000),
    );
  });
});
