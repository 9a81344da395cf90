/** R43: how much a plan gives, how it is split, and where it ends. */
import { expect, test } from "vitest";
import { splitDiscount } from "../../src/discounts/cover.ts";
import { toRecord } from "../../src/index.ts";
import { costs, costsUnder, discounted, plan, ratedOf, smallBook } from "./small-book.ts";

test("R43 percent, pence per call and pence per covered minute add up, at most to the charge", () => {
  const calls = [{ duration: 90 }];
  expect(costsUnder({ discountPercent: 20 }, calls)).toEqual(["7.2"]);
  expect(costsUnder({ discountPencePerCall: "0.75" }, calls)).toEqual(["8.25"]);
  expect(costsUnder({ discountPencePerMinute: 2 }, calls)).toEqual(["6"]);
  expect(
    costsUnder({ discountPercent: 20, discountPencePerCall: "0.75", discountPencePerMinute: 2 }, calls),
  ).toEqual(["3.45"]);
  expect(costsUnder({ discountPencePerCall: 100 }, calls)).toEqual(["0"]);
  expect(costsUnder({ discountPencePerMinute: 7 }, calls)).toEqual(["0"]);
});

test("R43 of a part that is covered: percent and pence per minute in proportion, pence per call whole", () => {
  const calls = [{ duration: 120 }];
  expect(costsUnder({ allowanceMinutes: 1, discountPercent: 50 }, calls)).toEqual(["9"]);
  expect(costsUnder({ allowanceMinutes: 1, discountPencePerMinute: 2 }, calls)).toEqual(["10"]);
  expect(costsUnder({ allowanceMinutes: 1, discountPencePerCall: 2 }, calls)).toEqual(["10"]);
});

test("R43 0 % is a discount field, and gives nothing", () => {
  const book = smallBook({
    plans: [plan("P", { discountPercent: 0, allowanceMinutes: 5 })],
    numbers: [{ discountPlan1: "P" }],
  });
  const batch = discounted(book, [{}]);
  expect(costs(batch)).toEqual(["6"]);
  expect(batch.pools[0]?.usedSeconds).toBe("60");
});

test("R43 the discount is rounded to the quantum, halves away from zero", () => {
  const tariff = { baseType: "perCall", baseCost: "0.0001", rates: [] } as const;
  expect(costsUnder({ discountPercent: 50 }, [{}], tariff)).toEqual(["0"]);
  expect(costsUnder({ discountPercent: "49.999999" }, [{}], tariff)).toEqual(["0.0001"]);
});

test("R43 a value allowance gives what is left, and f shrinks with it", () => {
  const book = (partial: "prorata" | "whole") =>
    smallBook({ plans: [plan("P", { allowanceValue: "0.10", partial })], numbers: [{ discountPlan1: "P" }] });
  const calls = [{ duration: 60 }, { duration: 60 }, { duration: 60 }];
  const batch = discounted(book("prorata"), calls);
  expect(costs(batch)).toEqual(["0", "2", "6"]);
  expect(batch.pools[0]).toMatchObject({ usedValue: "0.1", usedSeconds: "100", usedCalls: "2" });
  expect(ratedOf(batch)[1]?.discounts[0]?.coveredFraction).toBe("0.666666666666…");
  const whole = discounted(book("whole"), calls);
  expect(costs(whole)).toEqual(["0", "6", "6"]);
  expect(whole.pools[0]).toMatchObject({ usedValue: "0.06", usedSeconds: "60", usedCalls: "1" });
});

test("R43 value allowances of a percentage count the discount, not the charge", () => {
  expect(costsUnder({ discountPercent: 50, allowanceValue: "0.05" }, [{}, {}, {}])).toEqual(["3", "4", "6"]);
});

test("R43 the discount is split in proportion, rounded down, the rest a quantum each from basic on", () => {
  const tariff = { baseCost: 1, baseAccessCharge: 1, baseSurchargeMobileOrigination: 1 };
  const components = ["accessCharge", "surchargeMobileOrigination"] as const;
  const own = {
    plans: [plan("P", { discountPencePerCall: "0.02", components })],
    numbers: [{ discountPlan1: "P" }],
    tariff,
  };
  const [call] = ratedOf(
    discounted(smallBook({ ...own, rest: { costDecimals: 2 } }), [{ callTypeOriginationTypeFlag: "mobile" }]),
  );
  expect(call && toRecord(call)).toMatchObject({
    costBasic: "0.99",
    costAccessCharge: "0.99",
    costSurchargeMobileOrigination: "1",
    cost: "2.98",
    costBase: "3",
  });
  expect(call?.discounts[0]?.components).toEqual(["0.01", "0.01", "0", "0", "0"]);
});

test("R43 a plan leaves components that it does not name, and those at or below 0", () => {
  const all = [true, true, true, true, true];
  expect(splitDiscount(10, 10, [4, 6, 0, -5, 0], all)).toEqual([4, 6, 0, 0, 0]);
  expect(splitDiscount(2, 9, [3, 3, 3, 0, 7], [true, true, true, true, false])).toEqual([1, 1, 0, 0, 0]);
  expect(splitDiscount(3, 10, [0, 5, 0, 0, 5], all)).toEqual([0, 2, 0, 0, 1]);
  const big = 10n ** 20n;
  expect(splitDiscount(big + 1n, 3n * big, [big, 0, 2n * big, 0, 0], all)).toEqual([
    33333333333333333334n,
    0,
    66666666666666666667n,
    0,
    0,
  ]);
});

test("R43 nothing is rounded to roundPence again", () => {
  expect(costsUnder({ discountPercent: 33 }, [{}], { baseRoundPence: 1 })).toEqual(["4.02"]);
});
