import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type BookData, checkBook } from "../../../src/index.ts";
import { check, paths, problems } from "./check.ts";

describe("R2 all problems at once, and no flood", () => {
  test("of 150,000 unknown fields that are carried along a hundred are listed, the others counted", () => {
    const fields = Array.from({ length: 150_000 }, (_, at) => [`field ${at}`, at] as const);
    const { problems: found, warnings } = checkBook({
      customers: [{ id: 7, ...Object.fromEntries(fields) }],
    });
    expect(found).toEqual([]);
    expect(warnings.length).toBe(101);
    expect(warnings[99]?.path).toBe("customers[0].field 99");
    expect(warnings[100]).toEqual({
      path: "customers",
      message: "has 149900 more unknown fields, which are carried along untouched; the first 100 are listed",
    });
  });

  test("an unknown field that is carried along may be a misspelt one", () => {
    const customers = [
      { id: 7 },
      { id: 8, defaultNationalTarif: "UK" },
      { id: 9, defaultNationalTarif: "UK" },
    ];
    expect(checkBook({ customers } as BookData).warnings).toEqual([
      {
        path: "customers[1].defaultNationalTarif",
        message:
          "is not a known field; it is carried along untouched (and in 1 more of these records); did you mean defaultNationalTariff?",
      },
    ]);
  });

  test("problems of every kind come together", () => {
    const found = problems({
      timeZone: "Mars/Base",
      callTypes: [{ name: "UK", tariffClass: "national" }],
      destinations: [{ prefix: "44", tariffType: "UKK" }],
      tariffs: [
        {
          id: 1,
          name: "A",
          tariffClass: "national",
          parentTariff: 1,
          rates: [{ tariffTime: "Night" }, { discountPlan: "None" }],
        },
        { id: 1, name: "A", tariffClass: "national", retail: "wholesale", baseType: "markup" },
      ],
      customers: [{ id: 1, defaultNationalTariff: "B" }],
      numbers: [{ id: 1, customerID: 2, number: "1", discountPlan1: "None" }],
    });
    expect(paths(found)).toEqual([
      "timeZone",
      "tariffs[1].id",
      "destinations[0].tariffType",
      "tariffs[0].parentTariff",
      "tariffs[0].rates[0].tariffTime",
      "tariffs[0].rates[1].discountPlan",
      "tariffs[1].baseType",
      "customers[0].defaultNationalTariff",
      "numbers[0].customerID",
      "numbers[0].discountPlan1",
    ]);
  });

  test("records that failed their own schemas are still known by id and name", () => {
    const found = check({
      callTypes: [{ name: "UK", tariffClass: "nowhere" }],
      ratingPeriods: [{ name: "Night", from: "7pm" }],
      roundings: [{ name: "Penny", mode: "sideways", multiple: 1 }],
      tariffs: [
        { id: 1, name: "Broken", tariffClass: "national", baseCost: "1,25" },
        { id: 2, name: "A", tariffClass: "national", parentTariff: 1, baseRoundingAccessCharge: "Penny" },
        {
          id: 3,
          name: "B",
          tariffClass: "national",
          rates: [{ tariffType: "UK", tariffTime: "Night", discountPlan: "Plan" }],
        },
      ],
      customers: [{ id: 5, customerGroups: 5, defaultNationalTariff: "Gone" }],
      numbers: [
        {
          id: 6,
          customerID: 5,
          number: "1",
          nationalTariff: "Broken",
          fixedFeeTariff: "Fees",
          discountPlan1: "Plan",
        },
      ],
      features: [
        { id: 7, customerID: 5, standardFeature: "SIM", featureType: "Type", mobileTariff: "Broken" },
      ],
      discountPlans: [{ id: 1, discountPlanName: "Plan" }],
      fixedFeeTariffs: [{ id: 1, name: "Fees", rates: "none" }],
      standardFeatures: [{ id: 1, name: "SIM", serviceCharge: "£5" }],
      featureTypes: [{ id: [], featureTypeName: "Type" }],
    });
    expect(found).toEqual({ problems: [], warnings: [] });
  });

  test("in a list that is no list any name may stand", () => {
    const found = check({
      callTypes: "UK",
      tariffs: { id: 1 },
      customers: true,
      discountPlans: 5,
      fixedFeeTariffs: "x",
      destinations: [{ prefix: "44", tariffType: "UK" }],
      numbers: [
        {
          id: 6,
          customerID: 5,
          number: "1",
          nationalTariff: "A",
          fixedFeeTariff: "Fees",
          discountPlan1: "Plan",
        },
      ],
    });
    expect(found).toEqual({ problems: [], warnings: [] });
  });

  test("one misspelt name in many lines is suggested for each of them", () => {
    const rates = Array.from({ length: 2_000 }, (_, at) => ({
      prefix: String(1_000_000 + at),
      tariffType: "Internationl",
    }));
    const found = problems({
      callTypes: [{ name: "International", tariffClass: "international" }],
      tariffs: [{ id: 1, name: "A", tariffClass: "international", rates }],
    });
    expect(found).toHaveLength(2_000);
    expect(new Set(found.map((line) => line.slice(line.indexOf(": "))))).toEqual(
      new Set([': "Internationl" is no call type; did you mean "International"?']),
    );
  });
});

describe("names that JavaScript knows are names like any other", () => {
  test.each(["__proto__", "constructor", "prototype", "toString", "hasOwnProperty"])("%s", (name) => {
    const book = (known: string): object => ({
      ratingPeriods: [{ name: known }],
      callTypes: [{ name: known, tariffClass: "national" }],
      destinations: [{ prefix: "44", tariffType: name, locationCarrier: name }],
      chargeBands: [{ chargeBand: name, tariffType: name }],
      roundings: [{ name: known, mode: "up", multiple: 1 }],
      tariffs: [
        {
          id: known,
          name: known,
          tariffClass: "national",
          forCarriers: name,
          baseRoundingAccessCharge: name,
          rates: [{ tariffType: name, tariffTime: name, discountPlan: name }],
        },
        { id: "child", name: "Child", tariffClass: "national", parentTariff: name },
      ],
      customers: [{ id: known, defaultNationalTariff: name, customerGroups: name }],
      numbers: [
        {
          id: known,
          customerID: name,
          number: name,
          nationalTariff: name,
          discountPlan1: name,
          fixedFeeTariff: name,
        },
      ],
      features: [{ id: name, numberID: name, standardFeature: name, featureType: name }],
      discountPlans: [
        {
          id: name,
          discountPlanName: known,
          discountPercent: 1,
          customerID: name,
          appliesTo: { callTypes: [name] },
        },
      ],
      fixedFeeTariffs: [{ id: name, name: known }],
      standardFeatures: [{ id: name, name: known }],
      featureTypes: [{ id: name, featureTypeName: known }],
    });
    expect(check(book(name) as Record<string, unknown>)).toEqual({ problems: [], warnings: [] });
    expect(problems(book("Something else") as Record<string, unknown>)).toHaveLength(17);
  });
});

describe("the reseller's book", () => {
  test("has neither problems nor warnings", () => {
    const path = new URL("../../../fixtures/reseller/book.json", import.meta.url);
    expect(check(JSON.parse(readFileSync(path, "utf8")))).toEqual({ problems: [], warnings: [] });
  });
});
