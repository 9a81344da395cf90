import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isZeroAmount, movePoint, penceOf } from "../../../../src/files/dialects/values/amount-text.ts";
import { isDecimalText } from "../../../../src/money/index.ts";
import { runs } from "../../../properties/runs.ts";

const Exact = Decimal.clone({ precision: 100, toExpNeg: -9e15, toExpPos: 9e15 });
const digits = (min: number, max: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max }).map((list) => list.join(""));
const amount = fc
  .tuple(fc.constantFrom("", "-"), digits(1, 25), fc.option(digits(1, 25)))
  .map(([sign, whole, decimals]) => (decimals === null ? sign + whole : `${sign}${whole}.${decimals}`));

describe("pounds to pence", () => {
  test.each([
    ["0.0425", "4.25"],
    ["0.04", "4"],
    ["0.4", "40"],
    ["12", "1200"],
    ["-0.005", "-0.5"],
    ["007.5", "750"],
    ["0.012500", "1.2500"],
    ["0", "0"],
    ["1,25", "1,25"],
    ["£1", "£1"],
    [".5", "50"],
    [".0125", "1.25"],
    ["-.5", "-50"],
    [".", "."],
    [".5.", ".5."],
    ["-.", "-."],
    ["", ""],
  ])("%s is %s", (pounds, pence) => {
    expect(movePoint(pounds, 2)).toBe(pence);
  });

  test("is exact, whatever the amount", () => {
    fc.assert(
      fc.property(amount, (pounds) => {
        const pence = movePoint(pounds, 2);
        expect(isDecimalText(pence)).toBe(true);
        expect(new Exact(pence).eq(new Exact(pounds).times(100))).toBe(true);
      }),
      runs(1_000),
    );
  });

  test("leaves any other text alone", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        if (!isDecimalText(text) && !/^-?\.[0-9]+$/.test(text)) expect(movePoint(text, 2)).toBe(text);
      }),
      runs(1_000),
    );
  });
});

test("pence get the 0 before their point that carriers leave out", () => {
  const texts = [".5", "-.25", "0.5", ".", "-", "", ".x", "1.5"];
  expect(texts.map(penceOf)).toEqual(["0.5", "-0.25", "0.5", ".", "-", "", ".x", "1.5"]);
});

test("nothing is nothing, however it is written", () => {
  fc.assert(
    fc.property(amount, (text) => {
      expect(isZeroAmount(text)).toBe(new Exact(text).isZero());
    }),
    runs(1_000),
  );
  for (const text of ["", "-", ".", "0.", "none"]) expect(isZeroAmount(text)).toBe(false);
});
