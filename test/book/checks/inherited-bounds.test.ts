import { describe, expect, test } from "vitest";
import { check, warnings } from "./check.ts";

const mobile = (id: number, more: object): object => ({ id, name: `T${id}`, tariffClass: "mobile", ...more });
const minimum = (own: string, maximum: string, field = "costMax"): string =>
  `is ${own}, more than the inherited costMax of ${maximum}; the costMax wins, so set ${field} beside it`;
const maximum = (own: string, minimum: string, field = "costMin"): string =>
  `is ${own}, less than the inherited costMin of ${minimum}; the costMax wins, so set ${field} beside it`;

describe("R2 costMin above costMax by inheritance", () => {
  test("a line and its base", () => {
    const tariffs = [
      mobile(1, {
        baseCostMin: 5,
        rates: [{ costMax: "4.5" }, { prefix: "447", costMax: 5 }, { prefix: "44", costMin: 4, costMax: 4 }],
      }),
      mobile(2, { baseCostMax: 5, rates: [{ costMin: "5.000001" }] }),
    ];
    expect(warnings({ tariffs })).toEqual([
      `tariffs[0].rates[0].costMax: ${maximum("4.5", "5")}`,
      `tariffs[1].rates[0].costMin: ${minimum("5.000001", "5")}`,
    ]);
  });

  test("a base and its parents' bases, told where it comes about", () => {
    const tariffs = [
      mobile(1, { baseCostMax: 5 }),
      mobile(2, { parentTariff: 1, baseCostMin: 6 }),
      mobile(3, { parentTariff: 2 }),
      mobile(4, { parentTariff: 2, baseCostMax: 7 }),
    ];
    expect(warnings({ tariffs })).toEqual([`tariffs[1].baseCostMin: ${minimum("6", "5", "baseCostMax")}`]);
  });

  test("a line and a parent's line, where one call gets both", () => {
    const parent = mobile(1, {
      baseCostMin: 1,
      rates: [
        { prefix: "447", costMin: 5 },
        { prefix: "443", costMin: 9 },
      ],
    });
    const child = (rate: object): readonly string[] =>
      warnings({ tariffs: [parent, mobile(2, { parentTariff: 1, rates: [rate] })] });
    expect(child({ prefix: "4477", costMax: 4 })).toEqual([
      `tariffs[1].rates[0].costMax: ${maximum("4", "5")}`,
    ]);
    expect(child({ prefix: "44", costMax: 6 })).toEqual([
      `tariffs[1].rates[0].costMax: ${maximum("6", "9")}`,
    ]);
    expect(child({ prefix: "4477", costMax: 6 })).toEqual([]);
    expect(child({ prefix: "442", costMax: 2 })).toEqual([]);
    expect(child({ prefix: "442", costMax: "0.5" })).toEqual([
      `tariffs[1].rates[0].costMax: ${maximum("0.5", "1")}`,
    ]);
  });

  test("a base and a parent's line, which comes before it (R25)", () => {
    const parent = mobile(1, { rates: [{ prefix: "447", costMin: 5 }] });
    const child = (more: object): readonly string[] =>
      warnings({ tariffs: [parent, mobile(2, { parentTariff: 1, ...more })] });
    expect(child({ baseCostMin: 1, baseCostMax: 4 })).toEqual([
      `tariffs[1].baseCostMax: ${maximum("4", "5", "baseCostMin")}`,
    ]);
    expect(child({ baseCostMax: 4, rates: [{ prefix: "447", costMax: 6 }] })).toEqual([]);
    expect(child({ baseCostMax: 5 })).toEqual([]);
  });

  test("not for a line with a period that singleRate leaves unused (R23)", () => {
    const tariffs = [
      mobile(1, { singleRate: true, baseCostMin: 1, rates: [{ costMin: 5 }] }),
      mobile(2, { parentTariff: 1, rates: [{ tariffTime: "default", costMax: 4 }] }),
    ];
    expect(warnings({ tariffs })).toEqual([]);
  });

  test("two lines with both of their own are their schemas' concern", () => {
    const found = check({ tariffs: [mobile(1, { rates: [{ costMin: 5, costMax: 4 }] })] });
    expect(found).toEqual({ problems: [], warnings: [] });
  });

  test("the first hundred are listed", () => {
    const rates = Array.from({ length: 150 }, (_, at) => ({ prefix: String(1000 + at), costMax: 1 }));
    const found = warnings({ tariffs: [mobile(1, { baseCostMin: 2, rates })] });
    expect(found).toHaveLength(101);
    expect(found[100]).toMatch(/^tariffs: has 50 more lines and bases .*; the first 100 are listed$/);
  });
});
