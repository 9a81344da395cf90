/** R62, R64, R74, R76, R78: what charges refer to by name. */
import { describe, expect, test } from "vitest";
import { openBook, reviseBook } from "../../../src/index.ts";
import { problems, warnings } from "./check.ts";

const customers = [{ id: 7 }];

describe("R64 an interval that the book does not have", () => {
  test("is a warning where a feature or a standard feature names it, and rating goes on", () => {
    const book = {
      customers,
      serviceChargeIntervals: [{ name: "Fortnightly", every: 2, unit: "weeks" }] as const,
      standardFeatures: [{ id: 1, name: "Line", serviceChargeInterval: "Mounthly" }],
      features: [
        { id: 1, customerID: 7, serviceChargeInterval: "Fortnightly" },
        { id: 2, customerID: 7, serviceChargeInterval: "Calendar Half-Yearly" },
        { id: 3, customerID: 7, serviceChargeInterval: "__proto__" },
      ],
    };
    expect(warnings(book)).toEqual([
      `features[2].serviceChargeInterval: "__proto__" is no interval of the book, and what needs it cannot be charged; add it to serviceChargeIntervals or correct the name`,
      `standardFeatures[0].serviceChargeInterval: "Mounthly" is no interval of the book, and what needs it cannot be charged; did you mean "Monthly"?`,
    ]);
    expect(openBook(book).warnings.length).toBe(2);
  });

  test("of many features a hundred are listed", () => {
    const features = Array.from({ length: 250 }, (_, id) => ({
      id,
      customerID: 7,
      serviceChargeInterval: "Never",
    }));
    const found = warnings({ customers, features });
    expect(found.length).toBe(101);
    expect(found[100]).toBe(
      "serviceChargeIntervals: has 150 more names that the book does not have; the first 100 are listed",
    );
  });

  test("a built-in name is the book's own where the book has it, but once", () => {
    const monthly = { name: "Monthly", every: 1, unit: "months", timing: "arrears" };
    expect(warnings({ serviceChargeIntervals: [monthly] })).toEqual([]);
    expect(problems({ serviceChargeIntervals: [monthly, monthly] })).toEqual([
      `serviceChargeIntervals[1].name: "Monthly" is already the name of serviceChargeIntervals[0]; rename one of them`,
    ]);
  });
});

test("R74 a discount scheme that the book does not have is a warning, one that it has twice a problem", () => {
  const featureDiscountSchemes = [{ name: "Half price" }];
  const feature = {
    id: 1,
    customerID: 7,
    initialFeatureDiscountScheme: "Half price",
    ongoingFeatureDiscountScheme: "Half prize",
  };
  expect(warnings({ customers, featureDiscountSchemes, features: [feature] })).toEqual([
    `features[0].ongoingFeatureDiscountScheme: "Half prize" is no discount scheme of the book, and what needs it cannot be charged; did you mean "Half price"?`,
  ]);
  expect(problems({ featureDiscountSchemes: [...featureDiscountSchemes, { name: "Half price" }] })).toEqual([
    `featureDiscountSchemes[1].name: "Half price" is already the name of featureDiscountSchemes[0]; rename one of them`,
  ]);
});

describe("R78 VAT rates", () => {
  const standard = { name: "Standard", percent: 20, endDate: "2026-10-31" };

  test("an unknown one is a warning wherever it is named, unless the book has none at all", () => {
    const book = {
      customers: [{ id: 7, VATRate: "Standard", VATRateCalls: "Reduced" }],
      standardFeatures: [{ id: 1, name: "Line", VATRate: "Standart" }],
      features: [{ id: 1, customerID: 7, VATRateCalls: "Zero" }],
    };
    expect(warnings(book)).toEqual([]);
    expect(
      warnings({ ...book, vatRates: [standard] }).map((line) => line.slice(0, line.indexOf(" and"))),
    ).toEqual([
      `customers[0].VATRateCalls: "Reduced" is no VAT rate of the book,`,
      `features[0].VATRateCalls: "Zero" is no VAT rate of the book,`,
      `standardFeatures[0].VATRate: "Standart" is no VAT rate of the book,`,
    ]);
  });

  test("entries of one name may not share a day", () => {
    const raised = { name: "Standard", percent: 21, startDate: "2026-11-01" };
    expect(problems({ vatRates: [raised, standard, { name: "Reduced", percent: 5 }] })).toEqual([]);
    expect(problems({ vatRates: [{ ...raised, startDate: "2026-10-31" }, standard] })).toEqual([
      `vatRates[0].startDate: "Standard" is on 2026-10-31 also vatRates[1], which ends on 2026-10-31; a name has one percentage on each day`,
    ]);
    const always = { name: "Standard", percent: 20 };
    // The second lies wholly within the first, so that the third meets the first and not the second.
    expect(problems({ vatRates: [always, standard, raised] })).toEqual([
      `vatRates[1].startDate: "Standard" is from the first day on also vatRates[0], which has no endDate; a name has one percentage on each day`,
      `vatRates[2].startDate: "Standard" is on 2026-11-01 also vatRates[0], which has no endDate; a name has one percentage on each day`,
    ]);
  });

  test("a revision tells entries of one name apart by their startDate", () => {
    const opened = openBook({ vatRates: [standard] });
    const raised = { name: "Standard", percent: 21, startDate: "2026-11-01" };
    const revised = reviseBook(opened, { upsert: { vatRates: [raised] } });
    expect(revised.records.vatRates.length).toBe(2);
    const without = reviseBook(revised, { remove: { vatRates: [{ name: "Standard" }] } });
    expect(without.records.vatRates.map(({ percent }) => percent)).toEqual([21_000_000]);
  });
});

describe("R76 transaction types of calls", () => {
  const transactionTypes = [{ id: 1, transactionTypeName: "UK calls" }];
  const callTypes = [{ name: "UK", tariffClass: "national", transactionType: "UK cals" }];

  test("one that a call type names must be in the book's list, where it has one", () => {
    expect(problems({ callTypes })).toEqual([]);
    expect(problems({ callTypes, transactionTypes })).toEqual([
      `callTypes[0].transactionType: "UK cals" is no transaction type; did you mean "UK calls"?`,
    ]);
  });

  test("the book's own for all other calls is a warning, and its default no matter", () => {
    expect(warnings({ transactionTypes })).toEqual([]);
    expect(warnings({ callsTransactionType: "Usage" })).toEqual([]);
    expect(warnings({ transactionTypes, callsTransactionType: "UK calls" })).toEqual([]);
    expect(warnings({ transactionTypes, callsTransactionType: "UK cals" })).toEqual([
      `callsTransactionType: "UK cals" is no transaction type of the book; did you mean "UK calls"?`,
    ]);
  });
});
