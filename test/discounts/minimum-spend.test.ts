/** R45: minimum call spend. */
import { expect, test } from "vitest";
import { minimumSpendLines } from "../../src/index.ts";
import { costs, discounted, plan, smallBook } from "./small-book.ts";

test("R45 where the minimum exceeds the discounted calls, the difference is a line of its own", () => {
  const book = smallBook({
    plans: [plan("half", { discountPercent: 50 })],
    numbers: [{ discountPlan1: "half", lowInvoiceActionValue: "0.10" }, { lowInvoiceActionValue: 5 }, {}],
  });
  const batch = discounted(book, [
    { duration: 100.5 },
    { numberID: 2, duration: 6000 },
    { numberID: 3 },
    { startDate: "2026-11-01", duration: 6000 },
    { numberID: 99 },
  ]);
  expect(minimumSpendLines(book, batch.calls, "2026-10-20")).toEqual([
    {
      customerID: "7",
      numberID: "1",
      startDate: "2026-10-01",
      endDate: "2026-10-31",
      minimum: "0.1",
      // 5.025 p to the nearest penny
      callTotal: "0.05",
      padding: "0.05",
    },
  ]);
  expect(costs({ calls: batch.calls.slice(0, 1) })).toEqual(["5.025"]);
});

test("R45 a total equal to the minimum needs no line, one rounded up neither", () => {
  const book = smallBook({ plans: [], numbers: [{ lowInvoiceActionValue: "0.06" }] });
  expect(minimumSpendLines(book, discounted(book, [{}]).calls, "2026-10-01")).toEqual([]);
  expect(minimumSpendLines(book, discounted(book, [{ duration: 55 }]).calls, "2026-10-01")).toEqual([]);
  expect(minimumSpendLines(book, discounted(book, [{ duration: "54.9" }]).calls, "2026-10-01")).toHaveLength(
    1,
  );
});

test("R45 a number without calls has its line while it is billable in the period", () => {
  const book = smallBook({
    plans: [],
    numbers: [
      { lowInvoiceActionValue: 1, billableTo: "2026-09-14" },
      { lowInvoiceActionValue: 1, billableFrom: "2026-10-14" },
      { lowInvoiceActionValue: 1, billableFrom: "2026-10-15" },
    ],
    rest: { billingPeriodStartDay: 15 },
  });
  expect(
    minimumSpendLines(book, [], "2026-10-14").map(({ numberID, padding }) => [numberID, padding]),
  ).toEqual([["2", "1"]]);
  expect(() => minimumSpendLines(book, [], "14/10/2026")).toThrow(RangeError);
});
