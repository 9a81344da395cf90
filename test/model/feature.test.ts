import { describe, expect, test } from "vitest";
import { featureSchema, resolveFeature, standardFeatureSchema } from "../../src/model/index.ts";
import { accept, faults } from "./check.ts";

describe("a feature has exactly one owner", () => {
  test.each([
    [{ customerID: 7 }, []],
    [{ numberID: "12" }, []],
    [{ serviceID: 3n, customerID: "" }, []],
    [{}, ["customerID: is required where neither numberID nor serviceID names the owner"]],
    [
      { customerID: 7, numberID: 1 },
      ["numberID: names a second owner beside customerID; a feature has exactly one"],
    ],
    [
      { customerID: 7, numberID: 1, serviceID: 3 },
      [
        "numberID: names a second owner beside customerID; a feature has exactly one",
        "serviceID: names a second owner beside customerID; a feature has exactly one",
      ],
    ],
    [{ numberID: {} }, ["numberID: an object is not an id; write a string or a whole number"]],
  ])("%#", (owner, expected) => {
    expect(faults(featureSchema, { id: 1, ...owner })).toEqual(expected);
  });
});

test("R2 values of a feature", () => {
  expect(
    accept(featureSchema, {
      id: 1,
      numberID: 2,
      startDate: "1970-01-02",
      endDate: "1970-01-02",
      featureCount: "2",
      discountPlanMultiplier4: "1.5",
      connectionCharge: "25.00",
      nationalTariff: "Standard",
    }),
  ).toEqual({
    id: "1",
    numberID: "2",
    startDate: 1,
    endDate: 1,
    featureCount: 2_000_000,
    discountPlanMultiplier4: 1_500_000,
    connectionCharge: 25_000_000,
    tariffs: { national: "Standard" },
  });
  expect(
    faults(featureSchema, {
      id: 1,
      customerID: 7,
      startDate: "1970-01-02",
      endDate: "1970-01-01",
      serviceCharge: "9,99",
    }),
  ).toEqual([`serviceCharge: "9,99" is not an amount; write 9.99`, "endDate: is before startDate"]);
});

describe("R20 a feature's blank field takes the value of its standard feature", () => {
  const template = accept(standardFeatureSchema, {
    id: 90,
    name: "Business SIM",
    availability: "Standard",
    increasePercent: 3,
    description: "SIM rental",
    nationalTariff: "Template national",
    mobileTariff: "Template mobile",
    discountPlan1: "Template plan",
    discountPlanMultiplier1: 3,
    serviceCharge: "9.99",
    serviceTransactionType: "Rental",
    VATRate: "Standard rate",
    carrier: "Carrier A",
    serviceChargeInterval: "monthly",
  });

  test("own values stay, zero among them; the rest is the template's", () => {
    const feature = accept(featureSchema, {
      id: 1,
      numberID: 2,
      standardFeature: "Business SIM",
      startDate: "1970-01-02",
      mobileTariff: "Own mobile",
      discountPlanMultiplier1: 0,
      serviceCharge: 0,
      VATRate: "",
    });
    expect(resolveFeature(feature, template)).toEqual({
      id: "1",
      numberID: "2",
      standardFeature: "Business SIM",
      startDate: 1,
      description: "SIM rental",
      tariffs: { national: "Template national", mobile: "Own mobile" },
      discountPlan1: "Template plan",
      discountPlanMultiplier1: 0,
      serviceCharge: 0,
      serviceTransactionType: "Rental",
      VATRate: "Standard rate",
      carrier: "Carrier A",
      serviceChargeInterval: "monthly",
    });
  });

  test("neither record changes, and every shared field is inherited", () => {
    const feature = Object.freeze(accept(featureSchema, { id: 1, customerID: 7 }));
    Object.freeze(feature.tariffs);
    expect(resolveFeature(feature, undefined)).toBe(feature);
    const shared = Object.keys(standardFeatureSchema.fields).filter(
      (name) => Object.keys(featureSchema.fields).includes(name) && name !== "id",
    );
    const full = accept(standardFeatureSchema, {
      id: 90,
      name: "Full",
      ...Object.fromEntries(shared.map((name) => [name, "1"])),
    });
    const resolved = resolveFeature(feature, full);
    const { id, name, tariffs, ...inherited } = full;
    expect(resolved).toEqual({ ...inherited, tariffs, id: "1", customerID: "7" });
    expect(Object.keys(inherited).length + Object.keys(tariffs).length).toBe(shared.length);
    expect(feature).toEqual({ id: "1", customerID: "7", tariffs: {} });
  });
});
