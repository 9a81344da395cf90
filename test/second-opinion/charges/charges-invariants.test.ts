/** The second opinion of charges over random books: what R60, R67, R69, R74, R75 and R79 say of all of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { atLeast, runs, shrinkingBriefly } from "../../properties/runs.ts";
import { anyChargesCase } from "./any-charges-book.ts";
import {
  courseOf,
  expectAccounted,
  expectInstalmentsSum,
  expectNoDiscountOfNothing,
  expectNoOrder,
  expectNothingAgain,
  expectRoundedShares,
  expectSameInTwo,
} from "./charges-invariants.ts";
import * as opinion from "./index.ts";

test("R60, R69 and R79: again gives nothing, two ranges are as one, a period brings its share, nothing is lost", () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(
      anyChargesCase(5),
      shrinkingBriefly((one) => {
        const course = courseOf(one, opinion);
        for (const { transactionSource } of [...course.first.transactions, ...course.second.transactions]) {
          met.set(transactionSource as string, (met.get(transactionSource as string) ?? 0) + 1);
        }
        expectNothingAgain(one, course, opinion);
        expectSameInTwo(one, course, opinion);
        expectRoundedShares(one, course);
        expectInstalmentsSum(one, course);
        expectAccounted(one, course);
      }),
    ),
    runs(1_000),
  );
  for (const source of ["oneOff", "recurring", "instalment", "correction"]) {
    expect(met.get(source) ?? 0, source).toBeGreaterThan(atLeast(100));
  }
});

test("R60 and R74: the order of features does not matter, nor a scheme of 0 %", () => {
  fc.assert(
    fc.property(
      anyChargesCase(5),
      shrinkingBriefly((one) => {
        expectNoOrder(one, opinion);
        expectNoDiscountOfNothing(one, opinion);
      }),
    ),
    runs(300),
  );
});
