/** R24, R28, R31, R41, R76: `checkBook` warns of what a record says that plays no part, and says why. */
import { describe, expect, test } from "vitest";
import { warnings } from "./check.ts";

describe("R28 the lookup carrier of a surcharges tariff", () => {
  const tariffs = [
    { id: 1, name: "S", tariffClass: "surcharges", locationLookupCarrier: "Swan" },
    { id: 2, name: "T", tariffClass: "mobile", locationLookupCarrier: "Swan" },
    { id: 3, name: "U", tariffClass: "surcharges" },
  ];

  test("plays no part", () => {
    expect(warnings({ tariffs })).toEqual([
      "tariffs[0].locationLookupCarrier: plays no part in a surcharges tariff, whose lines are sought with the call type of the retail tariff's; set it there, or leave it out",
    ]);
  });

  test("plays its part where calls are of that class themselves", () => {
    expect(warnings({ tariffs, callTypes: [{ name: "Levy", tariffClass: "surcharges" }] })).toEqual([]);
  });
});

describe("R41 a plan that one carrier names twice", () => {
  const discountPlans = [
    { id: 1, discountPlanName: "Gold", allowanceMinutes: 10 },
    { id: 2, discountPlanName: "Blue", discountPercent: 10 },
  ];
  const customers = [{ id: 7 }];
  const number = { id: 1, customerID: 7, number: "1" };

  test("counts once: of a number, a feature and a standard feature", () => {
    expect(
      warnings({
        discountPlans,
        customers,
        numbers: [{ ...number, discountPlan1: "Gold", discountPlan2: "Blue", discountPlan4: "Gold" }],
        standardFeatures: [{ id: 1, name: "SIM", discountPlan1: "Gold", discountPlan2: "Gold" }],
        features: [
          { id: 1, numberID: 1, standardFeature: "SIM" },
          { id: 2, numberID: 1, standardFeature: "SIM", discountPlan2: "Blue", discountPlan3: "Gold" },
          { id: 3, numberID: 1, discountPlan1: "Gold", discountPlan2: "Blue" },
        ],
      }),
    ).toEqual([
      'numbers[0].discountPlan4: "Gold" is discountPlan1 as well, and a plan counts once for what carries it; leave it out',
      'standardFeatures[0].discountPlan2: "Gold" is discountPlan1 as well, and a plan counts once for what carries it; leave it out, or raise discountPlanMultiplier1',
      'features[1].discountPlan3: "Gold" is discountPlan1 as well, and a plan counts once for what carries it; leave it out, or raise discountPlanMultiplier1',
    ]);
  });

  test("is no warning of two carriers, whose allowances add up", () => {
    const features = [1, 2].map((id) => ({ id, numberID: 1, discountPlan1: "Gold" }));
    expect(warnings({ discountPlans, customers, numbers: [number], features })).toEqual([]);
  });
});

describe("R24, R40, R76 what a feature of a service says about calls", () => {
  const found = (feature: object, own: object = { serviceID: 3 }): readonly string[] =>
    warnings({
      discountPlans: [{ id: 1, discountPlanName: "Gold", discountPercent: 10 }],
      tariffs: [{ id: 1, name: "T", tariffClass: "national" }],
      customers: [{ id: 7 }],
      numbers: [{ id: 1, customerID: 7, number: "1" }],
      services: [{ id: 3, customerID: 7 }],
      standardFeatures: [{ id: 1, name: "SIM", discountPlan1: "Gold" }],
      features: [{ id: 1, ...own, ...feature }],
    });

  test.each([
    [{ discountPlan2: "Gold" }, "discountPlan2", "it"],
    [{ nationalTariff: "T", VATRateCalls: "Zero" }, "nationalTariff", "it and VATRateCalls"],
    [{ callsTransactionCode: "4100" }, "callsTransactionCode", "it"],
  ])("%j plays no part", (feature, field, them) => {
    expect(found(feature)).toEqual([
      `features[0].${field}: is about calls, and no call belongs to a service; leave ${them} out, or name a customerID or numberID in place of serviceID`,
    ]);
    for (const own of [{ customerID: 7 }, { numberID: 1 }]) expect(found(feature, own)).toEqual([]);
  });

  test("is no warning of what its standard feature says, which others may have", () => {
    expect(found({ standardFeature: "SIM" })).toEqual([]);
  });
});

describe("R31 a number whose calls are ignored", () => {
  const found = (number: object, ignored: object): readonly string[] =>
    warnings({
      customers: [{ id: 7 }],
      numbers: [{ id: 1, customerID: 7, number: "020 7946 0018", billableFrom: "2026-12-01", ...number }],
      ignoredNumbers: [{ number: "+44 20 7946 0018", reason: "former customer", ...ignored }],
    });

  test.each([
    [{}, {}],
    [{ number: "1", CDRNumber2: "02079460018" }, { startDate: "2026-11-01" }],
    [{ billableTo: "2026-12-31" }, { startDate: "2026-12-31" }],
    [{}, { endDate: "2026-12-01" }],
  ])("%j is told, ignored with %j", (number, ignored) => {
    const field = "CDRNumber2" in number ? "CDRNumber2" : "number";
    expect(found(number, ignored)).toEqual([
      `numbers[0].${field}: is on ignoredNumbers[0] while it is billable, and calls of ignored numbers are not charged; end one of the two`,
    ]);
  });

  test.each([
    [{ billableTo: "2026-12-31" }, { startDate: "2027-01-01" }],
    [{}, { endDate: "2026-11-30" }],
    [{ number: "020 7946 0019" }, {}],
    [{ number: "-" }, { number: "--" }],
  ])("%j is not, ignored with %j", (number, ignored) => {
    expect(found(number, ignored)).toEqual([]);
  });
});
