/** R40 to R44: previews of what is paid after discounts, each side by its own plans. */
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  CallOrderError,
  type CallRecord,
  createPreview,
  openBook,
  type PreviewLine,
  previewChange,
  rateCalls,
} from "../../src/index.ts";
import { CALLS, dearer, BOOK as MONTH, withTariffs } from "./sample.ts";

/** Inclusive minutes on the number, 3 p a minute beyond them. */
function book(minutes: number, cost: string): BookData {
  return {
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: cost, baseDiscountPlan: "Minutes" }],
    discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes: minutes }],
    customers: [{ id: 7, defaultNationalTariff: "UK" }],
    numbers: [{ id: 1, customerID: 7, number: "020 7946 0018", discountPlan1: "Minutes" }],
  };
}

/** Three calls of 60 minutes: an hour of minutes left for the second of 100, none for the third. */
const HOURS: readonly CallRecord[] = [1, 2, 3].map((id) => ({
  id,
  numberID: 1,
  tariffType: "UK",
  startDate: `2026-10-0${id}`,
  startTime: "10:00:00",
  duration: 3600,
}));

describe("100 inclusive minutes", () => {
  test("a dearer minute costs only where no plan covers it", () => {
    const report = previewChange(openBook(book(100, "3")), openBook(book(100, "4")), HOURS, {
      discounts: true,
    });
    // 80 minutes are not covered: 240 p before, 320 p after; without discounts 540 p and 720 p.
    expect(report.totals.retail).toEqual({ before: "240", after: "320", difference: "80", percent: "33.33" });
    expect(report.counts).toMatchObject({ ratedTwice: 3, dearer: 2, unchanged: 1 });
    const plain = previewChange(openBook(book(100, "3")), openBook(book(100, "4")), HOURS);
    expect(plain.totals.retail).toMatchObject({ before: "540", after: "720" });
  });

  test("a plan that changes: fewer minutes, and the examples say so", () => {
    const report = previewChange(openBook(book(100, "3")), openBook(book(60, "3")), HOURS, {
      discounts: true,
      examples: 3,
    });
    expect(report.totals.retail).toMatchObject({ before: "240", after: "360", difference: "120" });
    const [example] = report.examples;
    expect(example).toMatchObject({
      id: "2",
      before: { retail: "60", explanation: { result: { cost: "60", costBase: "180" } } },
      after: { retail: "180" },
      difference: "120",
      parting: { in: "steps", rule: "R42" },
    });
    for (const { before, after, difference } of report.examples) {
      expect(new Decimal(after.retail ?? 0).minus(before.retail ?? 0).toFixed()).toBe(difference);
    }
  });

  test("what was charged is taken as it is", () => {
    const recorded = HOURS.map((call) => ({ ...call, cost: "100" }));
    const report = previewChange("recorded", openBook(book(100, "3")), recorded, { discounts: true });
    expect(report.totals.retail).toMatchObject({ before: "300", after: "240" });
  });

  test("a report may be asked for in between, and goes on", () => {
    const preview = createPreview(openBook(book(100, "3")), openBook(book(100, "4")), { discounts: true });
    for (const call of HOURS.slice(0, 2)) preview.add(call);
    expect(preview.report().totals.retail).toMatchObject({ before: "60", after: "80" });
    preview.add(HOURS[2] as CallRecord);
    expect(preview.report().totals.retail).toMatchObject({ before: "240", after: "320" });
  });
});

test("calls without a price wait their turn, and none is lost", () => {
  const before = openBook(book(100, "3"));
  const mixed = HOURS.flatMap((call) => [
    call,
    { id: `x${String(call.id)}`, startDate: "2026-10-01" },
    { ...call },
  ]);
  const report = previewChange(before, openBook(book(100, "4")), mixed, { discounts: true });
  expect(report.counts).toMatchObject({ read: 9, ratedTwice: 3, unrated: 6 });
  expect(report.totals.retail).toMatchObject({ before: "240", after: "320" });
});

test("a call that starts before those of an earlier report is refused", () => {
  const preview = createPreview(openBook(book(100, "3")), openBook(book(100, "4")), { discounts: true });
  for (const call of HOURS.slice(1)) preview.add(call);
  preview.report();
  preview.add(HOURS[0] as CallRecord);
  expect(() => preview.report()).toThrow(CallOrderError);
});

describe("the sample month", () => {
  const after = openBook(withTariffs(dearer));

  test("each side is what applyDiscounts gives, in every breakdown", () => {
    const report = previewChange(MONTH, after, CALLS, { discounts: true });
    const paid = (opened: typeof MONTH): string =>
      applyDiscounts(opened, rateCalls(opened, CALLS))
        .calls.reduce((sum, call) => sum.plus(call.outcome === "rated" ? call.cost : 0), new Decimal(0))
        .toFixed();
    expect(report.totals.retail).toMatchObject({ before: paid(MONTH), after: paid(after) });
    const plain = previewChange(MONTH, after, CALLS);
    expect(plain.totals.retail.before).not.toBe(report.totals.retail.before);
    for (const lines of Object.values<readonly PreviewLine[]>({ ...report.breakdowns })) {
      for (const side of ["before", "after", "difference"] as const) {
        const sum = lines.reduce((all, line) => all.plus(line.retail[side]), new Decimal(0));
        expect(sum.toFixed()).toBe(report.totals.retail[side]);
      }
    }
  });

  test("books without a plan in force give the same report with and without", () => {
    const bare = openBook({
      ...book(100, "3"),
      numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
    });
    const plain = previewChange(bare, bare, HOURS);
    expect(previewChange(bare, bare, HOURS, { discounts: true })).toEqual({
      ...plain,
      compares: "charged",
      change: { ...plain.change, discounts: true },
    });
  });
});
