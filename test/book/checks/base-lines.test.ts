/** R25, R26, R2: what is wrong with base lines, and what a person should know of them. */
import { describe, expect, test } from "vitest";
import { type BookData, checkBook } from "../../../src/index.ts";
import { problems, warnings } from "./check.ts";

const bookOf = (rates: readonly object[], more: object = {}): Readonly<Record<string, unknown>> => ({
  tariffs: [{ id: 1, name: "UK", tariffClass: "national", ...more, rates }],
});

describe("base lines", () => {
  test.each([
    ["prefix", "44"],
    ["tariffType", "UK"],
    ["tariffTime", "default"],
    ["discountPlan", "Free"],
  ])("R25 leave %s blank", (field, value) => {
    const [problem] = checkBook(bookOf([{ base: true, cost: 1, [field]: value }]) as BookData).problems;
    expect(problem?.path).toBe(`tariffs[0].rates[0].${field}`);
    expect(problem?.message).toMatch(/base line.*leave it blank/);
  });

  test("R26 two that start on one day are a problem; one beside a line for all calls is none", () => {
    const lines = [
      { base: true, cost: 1 },
      { base: "no", cost: 2 },
      { base: 1, cost: 3, endDate: "2026-01-01" },
    ];
    expect(problems(bookOf(lines))).toEqual([
      "tariffs[0].rates[2]: is for the same calls as rates[0]: base line, no startDate; remove one of them or give it another startDate",
    ]);
  });

  test("R25 one without a value of the base fields is told", () => {
    const rates = [{ base: true, startDate: "2026-04-01", cost: 1 }];
    expect(warnings(bookOf(rates, { baseCost: 2, baseRoundSeconds: 60, baseCostMin: 1 }))).toEqual([
      "tariffs[0].rates[0]: stands in the place of the base fields and has no costMin, roundSeconds, where they have " +
        "baseCostMin, baseRoundSeconds; write on the line what is to go on",
    ]);
  });

  test("R15 a markup type is refused in a wholesale tariff, and one below -100 % anywhere", () => {
    const markup = { base: true, startDate: "2026-04-01", chargeType: "markup", cost: -101 };
    expect(problems(bookOf([markup], { retail: "wholesale" }))[0]).toMatch(
      /rates\[0\]\.chargeType: is markup in a/,
    );
    expect(problems(bookOf([markup]))).toHaveLength(1);
    const line = { tariffType: "UK", cost: -101 };
    const book = {
      ...bookOf([line, { ...markup, cost: "" }]),
      callTypes: [{ name: "UK", tariffClass: "national" }],
    };
    expect(problems(book)[0]).toMatch(/^tariffs\[0\]\.rates\[0\]\.cost: is a markup of -101 percent/);
    const always = { ...book, ...bookOf([line, { base: true, chargeType: "markup" }]) };
    expect(problems(always)[0]).toMatch(/^tariffs\[0\]\.rates\[0\]\.cost: is a markup of -101 percent/);
  });

  test("R2 a line's minimum above the maximum of a base line is told", () => {
    const rates = [
      { prefix: "44", costMin: 5 },
      { base: true, startDate: "2026-04-01", cost: 1, costMax: 3 },
    ];
    expect(warnings(bookOf(rates, { baseCost: 1 }))).toEqual([
      "tariffs[0].rates[0].costMin: is 5, more than the inherited costMax of 3; the costMax wins, so set costMax beside it",
    ]);
  });
});
