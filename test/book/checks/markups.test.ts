import { describe, expect, test } from "vitest";
import { problems } from "./check.ts";

const mobile = (id: number, more: object): object => ({ id, name: `T${id}`, tariffClass: "mobile", ...more });
const callTypes = [{ name: "UK mobile", tariffClass: "mobile" }];

describe("R15 markup types in a wholesale tariff", () => {
  test("on the base and on lines, told where they are set and not again where they are inherited", () => {
    const tariffs = [
      mobile(1, { retail: "wholesale", baseType: "markup", baseCost: 1 }),
      mobile(2, {
        retail: "wholesale",
        parentTariff: 1,
        rates: [{ cost: 1 }, { prefix: "447", chargeType: "markupSuggested" }],
      }),
      mobile(3, { baseType: "markup", rates: [{ chargeType: "markupSuggested" }] }),
    ];
    const repair =
      "in a wholesale tariff, which has no cost to mark up; write a charge type with prices, such as perMinute";
    expect(problems({ tariffs })).toEqual([
      `tariffs[0].baseType: is markup ${repair}`,
      `tariffs[1].rates[1].chargeType: is markupSuggested ${repair}`,
    ]);
  });
});

describe("R2 a markup below -100 %", () => {
  const fault = (cost: string): string =>
    `is a markup of ${cost} percent, as the charge type in force is a markup; write -100 or more`;

  test("on a base and a line of their own type; a price may be lower", () => {
    const tariffs = [
      mobile(1, {
        baseType: "markup",
        baseCost: -150,
        rates: [{ cost: "-100.5" }, { prefix: "447", chargeType: "perCall", cost: -150 }],
      }),
      mobile(2, {
        baseCost: -150,
        rates: [{ cost: -150 }, { prefix: "447", chargeType: "markupSuggested", cost: -100 }],
      }),
      mobile(3, { rates: [{ chargeType: "markup", cost: -101 }] }),
    ];
    expect(problems({ tariffs })).toEqual([
      `tariffs[0].baseCost: ${fault("-150")}`,
      `tariffs[0].rates[0].cost: ${fault("-100.5")}`,
      `tariffs[2].rates[0].cost: ${fault("-101")}`,
    ]);
  });

  test("where the charge type is a parent's base's (R25)", () => {
    const tariffs = [
      mobile(1, { baseType: "markup" }),
      mobile(2, { parentTariff: 1, baseCost: -150, rates: [{ cost: -150 }] }),
      mobile(3, { parentTariff: 2, baseType: "perMinute", baseCost: -150, rates: [{ cost: -150 }] }),
    ];
    expect(problems({ tariffs })).toEqual([
      `tariffs[1].baseCost: ${fault("-150")}`,
      `tariffs[1].rates[0].cost: ${fault("-150")}`,
    ]);
  });

  test("where the charge type is a parent's line's, for a call that gets both lines", () => {
    const child = (rate: object, parentRate: object): readonly string[] =>
      problems({
        callTypes,
        tariffs: [mobile(1, { rates: [parentRate] }), mobile(2, { parentTariff: 1, rates: [rate] })],
      });
    const markup = { chargeType: "markup" };
    const found = [`tariffs[1].rates[0].cost: ${fault("-150")}`];
    expect(child({ cost: -150 }, markup)).toEqual(found);
    expect(child({ cost: -150, prefix: "447" }, { ...markup, prefix: "44" })).toEqual(found);
    expect(
      child({ cost: -150, prefix: "44" }, { ...markup, prefix: "447", tariffType: "UK mobile" }),
    ).toEqual(found);
    expect(child({ cost: -150, endDate: "2026-01-01" }, { ...markup, startDate: "2026-01-01" })).toEqual(
      found,
    );
    expect(child({ cost: -150, endDate: "2025-12-31" }, { ...markup, startDate: "2026-01-01" })).toEqual([]);
    expect(child({ cost: -150, prefix: "447" }, { ...markup, prefix: "443" })).toEqual([]);
  });

  test("not where a more specific line stands between them", () => {
    const tariffs = [
      mobile(1, { rates: [{ chargeType: "markup" }, { prefix: "44", chargeType: "perMinute" }] }),
      mobile(2, { parentTariff: 1, rates: [{ prefix: "447", cost: -150 }] }),
    ];
    expect(problems({ tariffs })).toEqual([]);
  });
});
