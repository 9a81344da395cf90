import { describe, expect, test } from "vitest";
import { problems } from "./check.ts";

const plan = (id: number, discountPlanName: string, more: object = {}): object => ({
  id,
  discountPlanName,
  discountPercent: 10,
  ...more,
});
const carriers = (discountPlan2: string, customerID = 1): object => ({
  numbers: [{ id: 1, customerID, number: "1", discountPlan2 }],
  services: [{ id: 1, customerID }],
  features: [
    { id: 1, customerID, discountPlan2 },
    { id: 2, numberID: 1, discountPlan2 },
    { id: 3, serviceID: 1, discountPlan2 },
  ],
});

describe("R20, R40 discount plans by name", () => {
  test("on lines, bases, numbers, features and standard features", () => {
    const found = problems({
      customers: [{ id: 1 }],
      discountPlans: [plan(1, "Bundle 500")],
      tariffs: [
        {
          id: 1,
          name: "A",
          tariffClass: "mobile",
          baseDiscountPlan: "Bundel 500",
          rates: [{ discountPlan: "Other" }],
        },
      ],
      ...carriers("Bundel 500"),
      standardFeatures: [{ id: 1, name: "S", discountPlan1: "Bundle 500", discountPlan4: "Bundle500" }],
    });
    const unknown = (name: string): string => `"${name}" is no discount plan; did you mean "Bundle 500"?`;
    expect(found).toEqual([
      `tariffs[0].baseDiscountPlan: ${unknown("Bundel 500")}`,
      'tariffs[0].rates[0].discountPlan: "Other" is no discount plan; add it to discountPlans or correct the name',
      `numbers[0].discountPlan2: ${unknown("Bundel 500")}`,
      `standardFeatures[0].discountPlan4: ${unknown("Bundle500")}`,
      `features[0].discountPlan2: ${unknown("Bundel 500")}`,
      `features[1].discountPlan2: ${unknown("Bundel 500")}`,
      `features[2].discountPlan2: ${unknown("Bundel 500")}`,
    ]);
  });

  test("what a plan applies to", () => {
    const appliesTo = { callTypes: ["UK", "UKm"], periods: "default,Weekend" };
    const callTypes = [{ name: "UK", tariffClass: "national" }];
    expect(problems({ callTypes, discountPlans: [plan(1, "A", { appliesTo })] })).toEqual([
      'discountPlans[0].appliesTo.callTypes: "UKm" is no call type; did you mean "UK"?',
      'discountPlans[0].appliesTo.periods: "Weekend" is no rating period; add it to ratingPeriods or correct the name',
    ]);
  });
});

describe("R20 a plan of another currency or customer", () => {
  const customers = [
    { id: 1, customerGroups: "Gold" },
    { id: 2, currency: "EUR" },
  ];
  const discountPlans = [
    plan(1, "Euros", { currency: "EUR" }),
    plan(2, "For two", { customerID: 2, currency: "EUR" }),
    plan(3, "Silver", { customerGroups: ["Silver", "Staff"] }),
    plan(4, "Gold", { customerGroups: ["Silver", "Gold"], currency: "GBP", customerID: 1 }),
  ];
  const book = (name: string, customerID: number): readonly string[] =>
    problems({ customers, discountPlans, ...carriers(name, customerID) });
  const everywhere = (message: string): string[] =>
    ["numbers[0]", "features[0]", "features[1]", "features[2]"].map(
      (path) => `${path}.discountPlan2: ${message}`,
    );

  test("through customer, number and service", () => {
    expect(book("Euros", 1)).toEqual(
      everywhere('the discount plan "Euros" is in EUR, customer 1 is billed in GBP; name another plan'),
    );
    expect(book("For two", 1)).toEqual(
      everywhere('the discount plan "For two" is only for customer 2, not for customer 1; name another plan'),
    );
    expect(book("Silver", 1)).toEqual(
      everywhere(
        'the discount plan "Silver" is only for the customer groups "Silver", "Staff"; customer 1 is in none of them; name another plan',
      ),
    );
    expect(book("Gold", 1)).toEqual([]);
    expect(book("For two", 2)).toEqual([]);
  });

  test("through a standard feature, where the feature has no plan of its own", () => {
    const standardFeatures = [{ id: 1, name: "SIM", discountPlan1: "Euros" }];
    const features = [
      { id: 1, customerID: 1, standardFeature: "SIM" },
      { id: 2, customerID: 1, standardFeature: "SIM", discountPlan1: "Gold" },
      { id: 3, customerID: 2, standardFeature: "SIM" },
    ];
    expect(problems({ customers, discountPlans, standardFeatures, features })).toEqual([
      'features[0].standardFeature: brings the discount plan "Euros" as discountPlan1, which is in EUR, customer 1 is billed in GBP; give the feature a discountPlan1 of its own',
    ]);
  });

  test("on a tariff", () => {
    const tariffs = [
      {
        id: 1,
        name: "A",
        tariffClass: "mobile",
        baseDiscountPlan: "Euros",
        rates: [{ discountPlan: "Gold" }],
      },
      {
        id: 2,
        name: "B",
        tariffClass: "mobile",
        currency: "EUR",
        customerID: 2,
        rates: [{ discountPlan: "For two" }],
      },
      { id: 3, name: "C", tariffClass: "mobile", customerID: 2, baseDiscountPlan: "Gold" },
    ];
    expect(problems({ customers, discountPlans, tariffs })).toEqual([
      'tariffs[0].baseDiscountPlan: the discount plan "Euros" is in EUR, the tariff in GBP; name a plan in GBP',
      'tariffs[2].baseDiscountPlan: the discount plan "Gold" is only for customer 1, the tariff only for customer 2; name another plan',
    ]);
  });
});
