/**
 * R60 to R75: random features charged by the engine, held to the second opinion to the last digit, state and sentence; then
 * the worked examples, the errors and what is true of all charges (R79), with the engine as what charges.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  charges,
  type DropRequest,
  dropFeature,
  openBook,
  type ReinstateRequest,
  reinstateFeature,
} from "../../src/index.ts";
import { anyChargesCase, changed } from "../second-opinion/charges/any-charges-book.ts";
import {
  courseOf,
  expectAccounted,
  expectInstalmentsSum,
  expectNoDiscountOfNothing,
  expectNoOrder,
  expectNothingAgain,
  expectRoundedShares,
  expectSameInTwo,
} from "../second-opinion/charges/charges-invariants.ts";
import {
  checkErrorCase,
  checkWithoutError,
  ERROR_CASES,
  WITHOUT_ERROR,
} from "../second-opinion/charges/error-cases.ts";
import * as opinion from "../second-opinion/charges/index.ts";
import {
  type ChargesDriver,
  checkExample,
  WORKED_EXAMPLES,
} from "../second-opinion/charges/worked-examples.ts";
import { type Row, text } from "../second-opinion/values.ts";
import { expectSame, runs, shrinkingBriefly } from "./runs.ts";

type Run = opinion.Charged;

/** The engine, with books as the plain data that a user writes. */
const engine = {
  charges: (data: Row, from: string, to: string): Run => {
    const charged = charges(openBook(data as BookData), from, to) as unknown as Run;
    return { ...charged, errors: charged.errors.map(withoutHint) };
  },
  dropFeature: (data: Row, id: string, drop: DropRequest) =>
    dropFeature(openBook(data as BookData), id, drop) as unknown as Row,
  reinstateFeature: (data: Row, id: string, day: ReinstateRequest) =>
    reinstateFeature(openBook(data as BookData), id, day) as unknown as Row,
} satisfies ChargesDriver;

/** The nearest known name is the engine's own addition to a sentence. */
function withoutHint(error: Row): Row {
  return { ...error, message: text(error.message).replace(/; did you mean ".*"\?$/, ".") };
}

const FEATURES = 100;

test("R60 to R75: twenty thousand features are charged as the second opinion charges them, and again after a change", () => {
  const met = new Map<string, number>();
  const meet = (what: unknown): void => void met.set(text(what), (met.get(text(what)) ?? 0) + 1);
  fc.assert(
    fc.property(
      anyChargesCase(FEATURES, FEATURES),
      shrinkingBriefly(({ book, first, second, changes }) => {
        let data = book;
        for (const range of [first, second]) {
          const actual = engine.charges(data, ...range);
          const wanted = opinion.charges(data, ...range);
          expectSame(actual, wanted, () => differing(data, range));
          for (const { transactionSource } of actual.transactions) meet(transactionSource);
          for (const { error } of actual.errors) meet(error);
          for (const { warning } of actual.warnings) meet(warning);
          const left = opinion.withStates(data, actual.features);
          data = { ...left, features: changed(left.features as readonly Row[], changes) };
        }
      }),
    ),
    // Twenty thousand features in every run: rarer than that is what only some of them have.
    runs(600, 200),
  );
  // So that no source and no code goes unseen.
  for (const what of ["oneOff", "recurring", "instalment", "correction", "no-history", ...ERRORS]) {
    expect([what, (met.get(what) ?? 0) >= 24]).toEqual([what, true]);
  }
});

const ERRORS = [
  "malformed-feature",
  "no-customer",
  "no-start-date",
  "instalments-missing",
  "unknown-interval",
  "unknown-scheme",
  "too-many-charges",
  "tariff-not-allowed",
  "currency-mismatch",
  "no-fixed-fee",
  "ambiguous-fixed-fee",
  "no-carrier-cost",
];

/** Of a book that is charged otherwise, the features that are. */
function differing(data: Row, range: readonly [string, string]): unknown {
  const features = (data.features as readonly Row[]).filter((feature) => {
    const alone = { ...data, features: [feature] };
    try {
      expectSame(engine.charges(alone, ...range), opinion.charges(alone, ...range), () => "");
      return false;
    } catch {
      return true;
    }
  });
  return { range, ...data, features };
}

test("R60, R67, R69, R75 and R79: again gives nothing, two ranges are as one, a period brings its share, nothing is lost", () => {
  fc.assert(
    fc.property(
      anyChargesCase(8),
      shrinkingBriefly((one) => {
        const course = courseOf(one, engine);
        expectNothingAgain(one, course, engine);
        expectSameInTwo(one, course, engine);
        expectRoundedShares(one, course);
        expectInstalmentsSum(one, course);
        expectAccounted(one, course);
      }),
    ),
    runs(1_000),
  );
});

test("R60 and R74: the order of features does not matter, nor a scheme of 0 %", () => {
  fc.assert(
    fc.property(
      anyChargesCase(8),
      shrinkingBriefly((one) => {
        expectNoOrder(one, engine);
        expectNoDiscountOfNothing(one, engine);
      }),
    ),
    runs(500),
  );
});

describe("the worked examples of R60 to R75", () => {
  test.for(WORKED_EXAMPLES.map((example) => [`${example.name} (${example.rules})`, example] as const))(
    "%s",
    ([, example]) => checkExample(example, engine),
  );
});

describe("features in error (R60)", () => {
  test.for(ERROR_CASES.map((one, at) => [`${at + 1} ${one.code} names ${one.field}`, one] as const))(
    "%s",
    ([, one]) => checkErrorCase(one, engine),
  );

  test.for(WITHOUT_ERROR)("none: %s", ([, feature]) => checkWithoutError(feature, engine));
});
