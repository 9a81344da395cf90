import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { type CallRecord, openBook, previewChange } from "../../src/index.ts";
import { formatPreview, previewRecords } from "../../src/report/index.ts";
import { BOOK, CALLS, dearer, withTariffs } from "../preview/sample.ts";

const report = previewChange(BOOK, openBook(withTariffs(dearer)), CALLS);

describe("formatPreview", () => {
  test("the headline comes first, then the breakdown that was asked for", () => {
    const lines = formatPreview(report, { by: "tariff" }).split("\n");
    expect(lines[0]).toBe("Preview of 3,000 calls of 1 to 31 Oct 2026");
    const retail = lines
      .find((line) => line.startsWith("  retail"))
      ?.trim()
      .split(/ {2,}/);
    const { before, after, percent } = report.totals.retail;
    const [pence, penceAfter] = [before, after].map((amount) => new Decimal(amount ?? "").round());
    const pounds = (amount: Decimal | undefined): string => (amount ?? new Decimal(0)).div(100).toFixed(2);
    expect(retail).toEqual([
      "retail",
      `£${pounds(pence)}`,
      `£${pounds(penceAfter)}`,
      `+£${pounds(penceAfter?.sub(pence ?? 0))}`,
      `+${new Decimal(percent ?? "").toFixed(2)}%`,
    ]);
    expect(lines).toContain("By tariff");
    expect(lines).toContain("Customers that move up most");
  });

  test("names cannot move the cursor", () => {
    const [first, ...rest] = report.breakdowns.customer;
    if (first === undefined) throw new Error("no customer");
    const customer = [{ ...first, name: "\u001b[2Jwiped\r\n" }, ...rest];
    const text = formatPreview(
      { ...report, breakdowns: { ...report.breakdowns, customer } },
      { by: "customer" },
    );
    expect(text).toContain("\ufffd[2Jwiped\ufffd\ufffd");
    expect(text).not.toContain("\u001b");
  });

  test("what is not known is said, not printed as 0", () => {
    const bare = openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      tariffs: [{ id: 1, name: "A", tariffClass: "national", baseCost: 1 }],
      customers: [{ id: 7, defaultNationalTariff: "A" }],
      numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
    });
    const call = { target: "02079460018", tariffType: "UK", startDate: "2026-10-01", duration: 60 };
    const text = formatPreview(previewChange("recorded", bare, [{ ...call, cost: 2 }]));
    expect(text).toMatch(/as charged +as rated/);
    const other = { ...call, cost: 2, customerID: "another one" } as CallRecord;
    expect(formatPreview(previewChange("recorded", bare, [other]))).toMatch(
      /whose records name another customer than the book[^\n]*\n.*\n +another one → 7 +1 +£0\.0200 /,
    );
    expect(text).toMatch(/wholesale +not known +not known\n/);
    expect(text).toContain("without a wholesale cost: 1 call; they are in no margin");
  });
});

test("previewRecords: the totals, then every line of every breakdown", () => {
  const records = previewRecords(report);
  const lines = Object.values(report.breakdowns).reduce((sum, own) => sum + own.length, 0);
  expect(records.length).toBe(lines + 1);
  expect(records[0]).toMatchObject({ breakdown: "total", retailAfter: report.totals.retail.after });
  expect(previewRecords(report, "period").length).toBe(report.breakdowns.period.length + 1);
});
