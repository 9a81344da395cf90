/** R16, R30: what previews in parts must not miss, call by call; random books are in test/properties. */
import { describe, expect, test } from "vitest";
import { type BookData, openBook, reviseBook } from "../../src/index.ts";
import { openCollector } from "../../src/preview/index.ts";
import { type Division, previewInParts } from "./in-parts.ts";
import { after, before, call, DATA } from "./one-customer.ts";
import { BOOK, CALLS, dearer, withTariffs } from "./sample.ts";

const TWO: Division = { blocks: [1], collectors: [0, 1], isReversed: false };
const THREE: Division = { blocks: [2, 1], collectors: [1, 2, 0, 2], isReversed: true };

test("the sample month, divided any which way", () => {
  const dear = openBook(withTariffs(dearer));
  const inBlocks = { blocks: [700, 90], collectors: [1, 2], isReversed: true };
  for (const division of [inBlocks, { ...inBlocks, collectors: [0, 0, 1] }]) {
    const report = previewInParts({ before: BOOK, after: dear }, CALLS, division);
    expect(report.counts.dearer).toBeGreaterThan(400);
  }
  const recorded = CALLS.map((own, at) => ({ ...own, cost: at }));
  expect(
    previewInParts({ before: "recorded", after: BOOK }, recorded, inBlocks).counts.cheaper,
  ).toBeGreaterThan(400);
});

test("no calls, and a collector without any", () => {
  expect(previewInParts({ before, after }, [], TWO).counts.read).toBe(0);
  const { from, to } = previewInParts({ before, after }, [call(1)], { ...TWO, collectors: [1, 2] });
  expect([from, to]).toEqual(["2026-10-01", "2026-10-01"]);
});

describe("what ties is placed as in one pass", () => {
  const of = { before, after, options: { movers: 3, examples: 2, duplicates: "keep" as const } };

  test("by id, then by line, whichever part kept it", () => {
    const ids = ["10", "9", "b", "", "a", "2", "9"];
    for (const division of [TWO, THREE]) {
      const { movers, examples } = previewInParts(
        of,
        ids.map((id) => call(id)),
        division,
      );
      expect(movers.calls.up.map((at) => [examples[at]?.id, examples[at]?.line])).toEqual([
        ["2", 6],
        ["9", 2],
        ["9", 7],
      ]);
    }
  });

  test("and a call that several lines of several parts kept is one example", () => {
    const report = previewInParts(of, [call(1), call(2, { target: "02079460019" })], TWO);
    expect(report.examples.map(({ id }) => id)).toEqual(["1", "2"]);
  });
});

test("R30 the first of calls with one id counts, though another thread has it", () => {
  const { counts, totals } = previewInParts({ before, after }, [call(1), call(1), call(2), call(1)], THREE);
  expect(counts).toMatchObject({ read: 4, ratedTwice: 2, unrated: 2 });
  expect(totals.retail.before).toBe("6.4");
});

test("R16 sums that are carried beyond 2^53 in every part", () => {
  const dear = (baseCost: number) =>
    openBook({ ...DATA, costDecimals: 8, tariffs: [{ ...DATA.tariffs?.[0], baseCost } as never] });
  const calls = Array.from({ length: 40 }, (_, at) => call(at, { duration: at === 7 ? 31_622_400 : 2_340 }));
  for (const division of [TWO, THREE]) {
    const report = previewInParts({ before: dear(1_000_000), after: dear(999_999.999999) }, calls, division);
    expect(report.totals.retail.before).toBe("528561000080");
    expect(report.ratedTwice.difference).toBe("-0.528561");
  }
});

test("R30 reasons of calls that one side prices, or none, from all parts", () => {
  const without = openBook({ ...DATA, numbers: DATA.numbers?.slice(1) });
  const calls = [call(1), call(2), call(3, { duration: "x" }), call(4, { duration: "x" }), call(5)];
  const lost = previewInParts({ before, after: without }, calls, THREE);
  expect(lost.newlyUnrated).toMatchObject({ calls: 3, retail: "9.6" });
  expect(previewInParts({ before: without, after }, calls, THREE).newlyRated.calls).toBe(3);
  expect(lost.unrated.reduce((sum, own) => sum + own.calls, 0)).toBe(2);
});

test("periods of the records' own and of the book, under one name", () => {
  const withPeriods: BookData = {
    ...DATA,
    ratingPeriods: [{ name: "Day", weekdays: ["Thursday"], from: "00:00", to: "24:00" }],
  };
  const of = { before: openBook(withPeriods), after };
  const [asked, own] = [{ startTime: "10:00" }, { tariffTime: "Day" }];
  const calls = [call(1, asked), call(2, asked), call(3, own), call(4, own)];
  const { breakdowns } = previewInParts(of, calls, TWO);
  expect(breakdowns.period.map(({ key, calls: count }) => [key, count])).toEqual([["Day", 4]]);
});

test("R58 a revised book is the same in every thread", () => {
  const tariff = { id: 2, name: "Dear", tariffClass: "national", baseCost: 9 } as const;
  const revised = reviseBook(before, {
    upsert: {
      tariffs: [tariff, { ...DATA.tariffs?.[0], baseCost: "1.3" } as never],
      numbers: [{ id: 1006, customerID: 7, number: "020 7946 0020", nationalTariff: "Dear" }],
    },
    remove: { numbers: [1008] },
  });
  const calls = ["02079460018", "02079460019", "02079460020"].map((target, id) => call(id, { target }));
  for (const of of [
    { before, after: revised },
    { before: revised, after: before },
  ]) {
    const { counts } = previewInParts(of, calls, TWO);
    expect(counts.newlyRated + counts.newlyUnrated).toBe(2);
  }
});

test("R40-R44 with discounts there are no parts", () => {
  expect(() => openCollector(before, after, { discounts: true }).part()).toThrow("has no parts");
});
