/** R62, R68, R70, R74: features that will be charged otherwise than their records lead to think. */
import { describe, expect, test } from "vitest";
import { warnings } from "./check.ts";

const customers = [{ id: 7 }];
const number = { id: 1, customerID: 7, number: "020 7946 0018", billableTo: "2026-05-31" };

describe("R68 a feature that outlasts its number", () => {
  const found = (feature: object, own: object = {}): readonly string[] =>
    warnings({
      customers,
      numbers: [{ ...number, ...own }],
      services: [{ id: 1, customerID: 7 }],
      features: [{ id: 12, numberID: 1, serviceCharge: 30, ...feature }],
    });

  test("is told of, whether it has an end or not", () => {
    expect(found({})).toEqual([
      "features[0].endDate: is blank, so the feature and its charges go on after 2026-05-31, the last billable day of number 1; write it, unless that is meant",
    ]);
    expect(found({ endDate: "2026-06-01" })).toEqual([
      "features[0].endDate: is after 2026-05-31, the last billable day of number 1, and the feature and its charges go on until then; write an earlier day, unless that is meant",
    ]);
    const dropped = { status: "Dropped", updatedDate: "2026-06-30" };
    expect(found(dropped)[0]).toMatch(/^features\[0\]\.updatedDate: is after 2026-05-31/);
  });

  test("and of a number that was dropped", () => {
    const dropped = { billableTo: null, status: "Dropped", updatedDate: "2026-04-30" };
    expect(found({}, dropped)[0]).toMatch(/go on after 2026-04-30, the last billable day of number 1/);
  });

  test("and no other feature", () => {
    expect(found({ endDate: "2026-05-31" })).toEqual([]);
    expect(found({}, { billableTo: null })).toEqual([]);
    expect(found({ numberID: null, customerID: 7 })).toEqual([]);
    expect(found({ numberID: null, serviceID: 1 })).toEqual([]);
  });
});

describe("R62, R68 a feature that its status drops and nothing stops charging", () => {
  const found = (feature: object): readonly string[] =>
    warnings({
      customers,
      fixedFeeTariffs: [{ id: 1, name: "Fees" }],
      standardFeatures: [{ id: 1, name: "Line", serviceCharge: 30 }],
      features: [{ id: 12, customerID: 7, status: "Dropped", updatedDate: "2026-06-30", ...feature }],
    });
  const told =
    "features[0].endDate: is blank, so the feature's charges go on, although its status Dropped drops it on 2026-06-30; write the last day to be charged";

  test("is told of, wherever its charge comes from", () => {
    for (const charge of [
      { serviceCharge: 30 },
      { standardFeature: "Line" },
      { instalments: 3, totalFeatureValue: 90 },
      { fixedFeeTariff: "Fees" },
      { datedChanges: [{ date: "2026-05-01", serviceCharge: 31 }] },
    ]) {
      expect(found(charge), JSON.stringify(charge)).toContain(told);
    }
  });

  test("and no feature without charges, with an end or in use", () => {
    expect(found({})).toEqual([]);
    expect(found({ serviceCharge: 30, endDate: "2026-06-30" })).toEqual([]);
    expect(found({ serviceCharge: 30, status: "Live" })).toEqual([]);
  });
});

describe("R62 a feature on an owner that its type is not for", () => {
  const featureTypes = [{ id: 1, featureTypeName: "Line", onNumber: "yes", onCustomer: false, onService: 0 }];
  const found = (...features: object[]): readonly string[] =>
    warnings({
      customers,
      numbers: [{ ...number, billableTo: null }],
      services: [{ id: 1, customerID: 7 }],
      featureTypes,
      standardFeatures: [{ id: 1, name: "Business line", featureType: "Line" }],
      features,
    });

  test("is told of, by its own type or its standard feature's; a blank flag forbids nothing", () => {
    const message = (owner: string, flag: string): string =>
      `names a ${owner}, and ${flag} of the feature type "Line" is false; move the feature or correct its featureType`;
    expect(
      found(
        { id: 1, customerID: 7, featureType: "Line" },
        { id: 2, serviceID: 1, standardFeature: "Business line" },
        { id: 3, numberID: 1, featureType: "Line" },
        { id: 4, customerID: 7 },
      ),
    ).toEqual([
      `features[0].customerID: ${message("customer", "onCustomer")}`,
      `features[1].serviceID: ${message("service", "onService")}`,
    ]);
  });
});

describe("R70 dated counts beside a discount plan", () => {
  const book = {
    customers,
    discountPlans: [{ id: 1, discountPlanName: "100 minutes", allowanceMinutes: 100 }],
    standardFeatures: [{ id: 1, name: "Bundle", discountPlan2: "100 minutes" }],
  };
  const count = [{ date: "2026-06-01", featureCount: 3 }];
  const price = [{ date: "2026-06-01", serviceCharge: 3 }];

  test("are told of, because R41 reads featureCount alone", () => {
    const message =
      'datedChanges: change the count that is charged, but not the allowances of the discount plan "100 minutes", which go by featureCount alone';
    const features = [
      { id: 1, customerID: 7, datedChanges: count, discountPlan1: "100 minutes" },
      { id: 2, customerID: 7, datedChanges: count, standardFeature: "Bundle" },
      { id: 3, customerID: 7, datedChanges: price, standardFeature: "Bundle" },
      { id: 4, customerID: 7, datedChanges: count },
    ];
    expect(warnings({ ...book, features })).toEqual([`features[0].${message}`, `features[1].${message}`]);
  });
});

test("R74 a discount scheme beside instalments is told of where the feature brings them together", () => {
  const message =
    'brings the discount scheme "Half price" and 24 instalments together, and instalments are not discounted; leave one of them out';
  const scheme = { ongoingFeatureDiscountScheme: "Half price" };
  expect(
    warnings({
      customers,
      featureDiscountSchemes: [{ name: "Half price" }],
      standardFeatures: [
        { id: 1, name: "Handset", instalments: 24 },
        { id: 2, name: "Cheap handset", instalments: 24, ...scheme },
      ],
      features: [
        { id: 1, customerID: 7, instalments: 24, ...scheme },
        { id: 2, customerID: 7, standardFeature: "Handset", ...scheme },
        { id: 3, customerID: 7, standardFeature: "Cheap handset" },
        { id: 4, customerID: 7, standardFeature: "Cheap handset", instalments: 0 },
        { id: 5, customerID: 7, standardFeature: "Handset" },
      ],
    }),
  ).toEqual([
    `features[0].ongoingFeatureDiscountScheme: ${message}`,
    `features[1].ongoingFeatureDiscountScheme: ${message}`,
    `features[2].standardFeature: ${message}`,
  ]);
});

test("R68 a feature that ends before its minimum term, of many a hundred", () => {
  const ends = { customerID: 7, endDate: "2026-04-20", minimumTermDate: "2026-08-31" };
  const features = Array.from({ length: 130 }, (_, id) => ({ id, ...ends }));
  const found = warnings({ customers, features });
  expect(found.length).toBe(101);
  expect(found[0]).toBe(
    "features[0].endDate: ends the feature on 2026-04-20, before its minimumTermDate 2026-08-31; write a later day, unless that is meant",
  );
  expect(found[100]).toBe(
    "features: has 30 more features that end before their minimum term; the first 100 are listed",
  );
  const whole = [{ id: 1, ...ends, endDate: "2026-08-31" }];
  expect(warnings({ customers, features: whole })).toEqual([]);
});

describe("R68 a feature that ends before a minimum term that is counted from its start", () => {
  const year = { minimumTermPeriodLength: 12, minimumTermPeriodLengthType: "months" };
  const found = (feature: object): readonly string[] =>
    warnings({
      customers,
      featureTypes: [{ id: 1, featureTypeName: "Line", ...year }],
      standardFeatures: [
        { id: 1, name: "Broadband", minimumTermPeriodLength: 1, minimumTermPeriodLengthType: "years" },
      ],
      features: [{ id: 12, customerID: 7, startDate: "2025-09-01", endDate: "2026-08-30", ...feature }],
    });
  const told =
    "features[0].endDate: ends the feature on 2026-08-30, before the last day of its minimum term, 2026-08-31; write a later day, unless that is meant";

  test("is told of, whichever level has the length", () => {
    for (const term of [year, { featureType: "Line" }, { standardFeature: "Broadband" }]) {
      expect(found(term), JSON.stringify(term)).toEqual([told]);
      expect(found({ ...term, endDate: "2026-08-31" }), JSON.stringify(term)).toEqual([]);
    }
  });

  test("and no feature with an earlier minimumTermDate, without a start, or of a length that cannot be counted", () => {
    expect(found({ ...year, minimumTermDate: "2026-06-30" })).toEqual([]);
    expect(found({ ...year, startDate: null })).toEqual([]);
    expect(found({ minimumTermPeriodLength: 12 })).toEqual([]);
    expect(found({ ...year, minimumTermPeriodLength: 0.5 })).toEqual([]);
    expect(found({ ...year, minimumTermPeriodLength: 999999 })).toEqual([]);
  });
});
