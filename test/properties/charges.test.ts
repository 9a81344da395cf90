/**
 * R60 to R75: random features charged by the engine, held to the second opinion to the last digit, state and sentence; then
 * what is true of all charges (R79), with the engine as what charges. The worked examples and each error are in
 * `test/charges/worked-examples.test.ts`.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BookData,
  type BookRevision,
  charges,
  type DropRequest,
  dropFeature,
  openBook,
  openShared,
  type ReinstateRequest,
  reinstateFeature,
  reviseBook,
  shareBook,
} from "../../src/index.ts";
import { anyChargesCase, changed } from "../second-opinion/charges/any-charges-book.ts";
import { day, maybe, valid, withoutBlanks } from "../second-opinion/charges/any-features.ts";
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
import { formatDay } from "../second-opinion/charges/days.ts";
import * as opinion from "../second-opinion/charges/index.ts";
import type { ChargesDriver } from "../second-opinion/charges/worked-examples.ts";
import { type Row, text } from "../second-opinion/values.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "./runs.ts";

type Run = opinion.Charged;

/** The engine, with books as the plain data that a user writes. */
const engine = {
  charges: (data: Row, from: string, to: string): Run => {
    // Its state goes through JSON, as a server stores it.
    const charged = JSON.parse(JSON.stringify(charges(openBook(data as BookData), from, to))) as Run;
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

test("R60 to R75: thousands of features are charged as the second opinion charges them, and again after a change", () => {
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
    // Thirty thousand features, of each of which the second opinion takes its time.
    runs(300),
  );
  // So that no source and no code goes unseen.
  for (const what of ["oneOff", "recurring", "instalment", "correction", "no-history", ...ERRORS]) {
    expect([what, (met.get(what) ?? 0) > atLeast(20)]).toEqual([what, true]);
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

const KEYS: Readonly<Record<string, string>> = {
  customers: "id",
  numbers: "id",
  services: "id",
  features: "id",
  standardFeatures: "id",
  featureTypes: "id",
  transactionTypes: "id",
  fixedFeeTariffs: "id",
  serviceChargeIntervals: "name",
  featureDiscountSchemes: "name",
};

/** A book with the records of another laid over its own. */
function revisedBy(book: Row, other: Row, lists: readonly string[]): Row {
  const merged = lists.map((list) => {
    const keyOf = (row: Row): string => text(row[KEYS[list]!]);
    const own = new Map((book[list] as readonly Row[]).map((row) => [keyOf(row), row]));
    for (const row of other[list] as readonly Row[]) own.set(keyOf(row), row);
    return [list, [...own.values()]];
  });
  return { ...book, ...Object.fromEntries(merged) };
}

test("R60: a book that was charged, then revised or shared, is charged as one opened afresh", () => {
  fc.assert(
    fc.property(
      anyChargesCase(6),
      anyChargesCase(6),
      fc.subarray(Object.keys(KEYS), { minLength: 1 }),
      shrinkingBriefly(({ book, first }, other, lists) => {
        const opened = openBook(book as BookData);
        charges(opened, ...first);
        const upsert = Object.fromEntries(lists.map((list) => [list, other.book[list]]));
        const revised = reviseBook(opened, { upsert: upsert as NonNullable<BookRevision["upsert"]> });
        const wanted = charges(openBook(revisedBy(book, other.book, lists) as BookData), ...first);
        const ofCase = () => ({ book, lists, upsert, first });
        expectSame(charges(revised, ...first), wanted, ofCase);
        expectSame(charges(openShared(shareBook(revised)), ...first), wanted, ofCase);
        expectSame(charges(opened, ...first), charges(openBook(book as BookData), ...first), ofCase);
      }),
    ),
    runs(500),
  );
});

const lengths = fc.record(
  {
    noticePeriodLength: fc.constantFrom<unknown>(1, "30", 3, 0, "1.5"),
    noticePeriodLengthType: fc.constantFrom("days", "weeks", "months", "months", "years", "fortnights"),
    minimumTermPeriodLength: fc.constantFrom<unknown>(12, "1", 24, 2),
    minimumTermPeriodLengthType: fc.constantFrom("months", "months", "years", "days"),
  },
  { requiredKeys: [] },
);
const anyDay = day.map(formatDay);
const noticeGiven = fc.record({ cancellationNoticeGivenDate: maybe(30, anyDay) }).map(withoutBlanks);

/** A feature with notice and a minimum term from any level, and how it is dropped and reinstated. */
const anyDrop = fc.record({
  feature: fc
    .record({
      ...{ startDate: maybe(90, anyDay), endDate: maybe(25, anyDay), dueDate: maybe(50, anyDay) },
      ...{ minimumTermDate: maybe(15, anyDay), cancellationNoticeGivenDate: maybe(15, anyDay) },
    })
    .map((own) => valid(withoutBlanks(own))),
  own: lengths,
  standard: lengths,
  type: lengths,
  given: fc.tuple(noticeGiven, noticeGiven, noticeGiven),
  owner: fc.constantFrom({ customerID: 1 }, { numberID: 2 }, { serviceID: 3 }),
  drop: fc.record({ dateDrop: anyDay, dateBillTo: maybe(20, anyDay) }),
  dateReinstate: anyDay,
});

test("R68: features are dropped and reinstated as the second opinion drops and reinstates them", () => {
  const met = { dropped: 0, refused: 0 };
  fc.assert(
    fc.property(
      anyDrop,
      shrinkingBriefly(({ feature, own, standard, type, given, owner, drop, dateReinstate }) => {
        const data: Row = {
          customers: [{ id: 1, ...given[0] }],
          numbers: [{ id: 2, customerID: 1, number: "442079460000", ...given[1] }],
          services: [{ id: 3, customerID: 1, ...given[2] }],
          featureTypes: [{ id: 4, featureTypeName: "Line", ...type }],
          standardFeatures: [{ id: 5, name: "Standard", featureType: "Line", ...standard }],
          features: [{ id: 6, serviceCharge: 30, standardFeature: "Standard", ...owner, ...own, ...feature }],
        };
        const wanted = orRefused(() => opinion.dropFeature(data, "6", drop));
        expectSame(
          orRefused(() => engine.dropFeature(data, "6", drop)),
          wanted,
          () => ({ data, drop }),
        );
        met[wanted === "refused" ? "refused" : "dropped"]++;
        expectSame(
          engine.reinstateFeature(data, "6", { dateReinstate }),
          opinion.reinstateFeature(data, "6", { dateReinstate }),
          () => ({ data, dateReinstate }),
        );
      }),
    ),
    runs(1_000),
  );
  expect(met.dropped).toBeGreaterThan(atLeast(300));
  expect(met.refused).toBeGreaterThan(atLeast(100));
});

/** What a drop gives; a length that nobody can count, or an end before the start, is refused. */
function orRefused(drop: () => Row): Row | "refused" {
  try {
    return drop();
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return "refused";
    throw error;
  }
}
