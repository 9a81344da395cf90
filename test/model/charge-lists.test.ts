/** The lists that charges need: intervals, discount schemes, VAT rates. */
import { describe, expect, test } from "vitest";
import {
  BUILT_IN_INTERVALS,
  callTypeSchema,
  featureDiscountSchemeSchema,
  serviceChargeIntervalSchema,
  vatRateSchema,
} from "../../src/model/index.ts";
import { accept, faults } from "./check.ts";

describe("R64 an interval of service charges", () => {
  const fortnight = { name: "Fortnightly", every: "2", unit: "weeks" };

  test("is in advance and not aligned unless it says otherwise", () => {
    expect(accept(serviceChargeIntervalSchema, fortnight)).toEqual({
      name: "Fortnightly",
      every: 2,
      unit: "weeks",
      aligned: false,
      timing: "advance",
    });
    const arrears = { name: "Calls", every: 1, unit: "months", aligned: "yes", timing: "arrears" };
    expect(accept(serviceChargeIntervalSchema, arrears)).toEqual({ ...arrears, aligned: true });
  });

  test.each([
    [{ every: 0 }, "every: 0 is outside 1 to 1200"],
    [{ every: 1201 }, "every: 1201 is outside 1 to 1200"],
    [{ every: "1.5" }, `every: "1.5" must be a whole number`],
    [{ unit: "fortnights" }, `unit: "fortnights" is not one of days, weeks, months, years`],
    [{ timing: "later" }, `timing: "later" is not one of advance, arrears`],
    [{ aligned: "Monday" }, `aligned: "Monday" says neither yes nor no; write true or false`],
    [{ alligned: true }, "alligned: is not a known field; did you mean aligned?"],
  ])("%j is refused", (fields, fault) => {
    expect(faults(serviceChargeIntervalSchema, { ...fortnight, ...fields })).toEqual([fault]);
  });

  test("R65 only parts of a year that begin anew on 1 January can be aligned", () => {
    const possible = (unit: string, most: number): number[] =>
      Array.from({ length: most }, (_, at) => at + 1).filter(
        (every) =>
          faults(serviceChargeIntervalSchema, { name: "A", every, unit, aligned: true }).length === 0,
      );
    expect(possible("months", 24)).toEqual([1, 2, 3, 4, 6, 12]);
    expect(possible("years", 5)).toEqual([1]);
    expect(possible("weeks", 60)).toEqual([]);
    expect(possible("days", 400)).toEqual([]);
    expect(faults(serviceChargeIntervalSchema, { ...fortnight, aligned: true })).toEqual([
      "aligned: is not possible for every 2 weeks; write 1, 2, 3, 4, 6 or 12 months or 1 year, or leave it out",
    ]);
  });

  test("what every book has is what a book could write itself", () => {
    for (const own of BUILT_IN_INTERVALS) expect(accept(serviceChargeIntervalSchema, own)).toEqual(own);
  });
});

describe("R74 a discount scheme", () => {
  test("has percentages, pounds and a length", () => {
    const scheme = {
      name: "Half price",
      oneOffType: "fixed",
      oneOffValue: "5.50",
      recurringType: "percent",
      recurringValue: 50,
      length: 3,
      lengthType: "months",
    };
    const read = { ...scheme, oneOffValue: 5_500_000, recurringValue: 50_000_000 };
    expect(accept(featureDiscountSchemeSchema, scheme)).toEqual(read);
  });

  test.each([
    [{ oneOffValue: 5 }, "oneOffType: is required beside oneOffValue; write percent or fixed"],
    [{ recurringValue: 0 }, "recurringType: is required beside recurringValue; write percent or fixed"],
    [{ length: 3 }, "lengthType: is required beside length; write days, weeks, months or years"],
    [{ recurringType: "percent", recurringValue: "100.000001" }, "recurringValue: is more than 100 percent"],
    [{ recurringType: "fixed", recurringValue: -1 }, "recurringValue: -1 is outside 0 to 1000000"],
    [{ oneOffType: "half" }, `oneOffType: "half" is not one of percent, fixed`],
    [{ length: 1201, lengthType: "days" }, "length: 1201 is outside 1 to 1200"],
    [{ percent: 5 }, "percent: is not a known field"],
  ])("%j is refused", (fields, fault) => {
    expect(faults(featureDiscountSchemeSchema, { name: "A", ...fields })).toEqual([fault]);
  });

  test("pounds may be more than 100, a type may stand alone", () => {
    expect(faults(featureDiscountSchemeSchema, { name: "A", oneOffType: "fixed", oneOffValue: 250 })).toEqual(
      [],
    );
    expect(faults(featureDiscountSchemeSchema, { name: "A", oneOffType: "percent" })).toEqual([]);
  });
});

describe("R78 a VAT rate", () => {
  test("has a percentage, days and a flag for reverse charge", () => {
    const rate = { name: "Standard", percent: "17.5", startDate: "1970-01-02", endDate: "1970-01-03" };
    expect(accept(vatRateSchema, rate)).toEqual({
      name: "Standard",
      percent: 17_500_000,
      startDate: 1,
      endDate: 2,
      reverse: false,
    });
  });

  test.each([
    [{ percent: 101 }, "percent: 101 is outside 0 to 100 percent"],
    [{ percent: -1 }, "percent: -1 is outside 0 to 100 percent"],
    [{ startDate: "2026-11-01", endDate: "2026-10-31" }, "endDate: is before startDate"],
    [{ reversed: true }, "reversed: is not a known field; did you mean reverse?"],
  ])("%j is refused", (fields, fault) => {
    expect(faults(vatRateSchema, { name: "Standard", percent: 20, ...fields })).toEqual([fault]);
  });
});

test("R76 a call type may name the transaction type of its calls", () => {
  const type = { name: "UK", tariffClass: "national", transactionType: "UK calls" };
  expect(accept(callTypeSchema, type)).toEqual(type);
});
