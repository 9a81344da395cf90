import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { type BillPeriod, type CallRecord, openBook, previewChange } from "../../src/index.ts";
import { formatPreview, letterRecords, previewRecords } from "../../src/report/index.ts";
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

  test("a month is one of the calls that are on the bills, and what is on none is said", () => {
    const bookAt = (baseCost: number) =>
      openBook({
        callTypes: [{ name: "UK", tariffClass: "national" }],
        tariffs: [{ id: 1, name: "A", tariffClass: "national", baseCost }],
        customers: [7, 8].map((id) => ({
          id,
          defaultNationalTariff: "A",
          VATRate: id === 7 ? "Standard" : "None",
        })),
        numbers: [7, 8].map((id) => ({ id, customerID: id, number: `020 7946 000${id}` })),
        vatRates: [{ name: "Standard", percent: 20 }],
      });
    // £1 of each customer on the first and the last day of October, and in November.
    const calls = ["2026-10-01", "2026-10-31", "2026-11-30"].flatMap((startDate) =>
      [7, 8].map((numberID) => ({ numberID, tariffType: "UK", startDate, duration: 60 })),
    );
    const period = { from: "2026-10-01", to: "2026-10-31" };
    const previewed = previewChange(bookAt(100), bookAt(150), calls, { period, vat: true });
    const text = formatPreview(previewed);
    expect(text).toContain("+£2.00 a month, +£24.00 a year");
    expect(text).toContain("2 calls start after the last day of the bills and are on none");
    expect(text).toContain("the VAT of 1 customer is not known, so that its bill is in no amount with VAT");
    expect(text).toMatch(/bills without VAT +£4.00 +£6.00/);
    expect(text).toMatch(/bills with VAT +£2.40 +£3.60/);
    // Without these days there is a bill for each of the two months.
    expect(formatPreview(previewChange(bookAt(100), bookAt(150), calls))).toContain("+£1.50 a month");
  });

  test("a month has one minimum of each bill, however few days have calls, and letters say the same", () => {
    const bookAt = (baseCost: number) =>
      openBook({
        callTypes: [{ name: "UK", tariffClass: "national" }],
        tariffs: [{ id: 1, name: "A", tariffClass: "national", baseCost }],
        customers: [{ id: 7, defaultNationalTariff: "A" }],
        numbers: [{ id: 7, customerID: 7, number: "020 7946 0007", lowInvoiceActionValue: 5 }],
      });
    const [before, after] = [bookAt(100), bookAt(150)];
    const changeOf = (days: readonly string[], period: BillPeriod) => {
      const calls = days.map((startDate) => ({ numberID: 7, tariffType: "UK", startDate, duration: 60 }));
      const report = previewChange(before, after, calls, { period });
      const [letter] = letterRecords(report, before, after);
      return [/\S+ a month/.exec(formatPreview(report))?.[0], letter?.differenceMonth];
    };
    // Ten days of 31: calls of £2 and £3 are £6.20 and £9.30 a month, and raised by £3 and £2 to the minimum.
    const october = { from: "2026-10-01", to: "2026-10-31" };
    expect(changeOf(["2026-10-10", "2026-10-19"], october)).toEqual(["+£2.10 a month", "2.10"]);
    // One bill of three months: calls of £2 and £3 are raised to £5 in all.
    const quarter = { from: "2026-08-01", to: "2026-10-31" };
    expect(changeOf(["2026-08-01", "2026-10-31"], quarter)).toEqual(["£0.00 a month", "0.00"]);
  });
});

test("previewRecords: the totals, then every line of every breakdown", () => {
  const records = previewRecords(report);
  const lines = Object.values(report.breakdowns).reduce((sum, own) => sum + own.length, 0);
  expect(records.length).toBe(lines + 1);
  expect(records[0]).toMatchObject({ breakdown: "total", retailAfter: report.totals.retail.after });
  expect(previewRecords(report, "period").length).toBe(report.breakdowns.period.length + 1);
});
