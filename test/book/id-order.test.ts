/** R24: the order of ids. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareIDs } from "../../src/book/index.ts";
import { runs } from "../properties/runs.ts";
import { compareIDs as secondOpinion } from "../second-opinion/values.ts";

describe("R24 ids in order", () => {
  test("integers come first, as numbers, then others by code unit", () => {
    const inOrder = [
      "-3",
      "0",
      "2",
      "10",
      "9007199254740993",
      "9007199254740994",
      "",
      "1.5",
      "A",
      "a",
      "a1",
      "é",
    ];
    expect([...inOrder].reverse().sort(compareIDs)).toEqual(inOrder);
  });

  test("two ids are in the order the second opinion has", () => {
    const anyID = fc.oneof(
      fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }).map(String),
      fc.integer({ min: -20, max: 20 }).map(String),
      fc.string({ maxLength: 5 }),
      fc.constantFrom("007", "7", "-0", "0"),
    );
    fc.assert(
      fc.property(anyID, anyID, (a, b) => {
        expect(Math.sign(compareIDs(a, b))).toBe(secondOpinion(a, b));
        expect(Math.sign(compareIDs(b, a)) + Math.sign(compareIDs(a, b))).toBe(0);
      }),
      runs(2_000),
    );
  });
});
