import { describe, expect, test } from "vitest";
import {
  BOOK_LIST_NAMES,
  BOOK_LISTS,
  type BookListName,
  customerSchema,
  destinationSchema,
  discountPlanSchema,
  fixedFeeTariffSchema,
  numberSchema,
  ratingPeriodSchema,
  roundingSchema,
  settingsSchema,
  tariffSchema,
} from "../../src/model/index.ts";
import { accept, faults } from "./check.ts";

/** The least that a record of each list needs. */
const LEAST: Record<BookListName, Record<string, unknown>> = {
  ratingPeriods: { name: "Night" },
  holidays: { date: "2026-12-25" },
  callTypes: { name: "UK", tariffClass: "national" },
  destinations: { prefix: "44", tariffType: "UK" },
  chargeBands: { chargeBand: "lo", tariffType: "UK" },
  callDirections: { name: "B", direction: "inbound" },
  callOrigins: { name: "Handy", origin: "mobile" },
  callRecordings: { name: "Kept", recorded: true },
  roundings: { name: "Penny", mode: "up", multiple: "1" },
  tariffs: { id: 1, name: "Standard", tariffClass: "national" },
  customers: { id: 7 },
  numbers: { id: 1, customerID: 7, number: "01632 960001" },
  services: { id: 3 },
  features: { id: 1, customerID: 7 },
  ignoredNumbers: { number: "01632 960009" },
  discountPlans: { id: 1, discountPlanName: "Ten off", discountPercent: 10 },
  fixedFeeTariffs: { id: 1, name: "Rentals" },
  standardFeatures: { id: 1, name: "SIM" },
  featureTypes: { id: 1, featureTypeName: "Line rental" },
  transactionTypes: { id: 1, transactionTypeName: "Rental" },
  serviceChargeIntervals: { name: "Fortnightly", every: 2, unit: "weeks" },
  featureDiscountSchemes: { name: "Half price" },
  vatRates: { name: "Standard", percent: 20 },
};

/** Required fields of which the least record above says something else when they are missing. */
const OTHER_MESSAGE: Record<string, string> = {
  "features.customerID": "is required where neither numberID nor serviceID names the owner",
  "discountPlans.discountPercent":
    "is required where a plan has no other discount, no allowance and no coverPerCallSeconds",
};

describe("what each record requires", () => {
  test.each(BOOK_LIST_NAMES)("%s", (list) => {
    const least = LEAST[list];
    expect(faults(BOOK_LISTS[list], least)).toEqual([]);
    for (const name of Object.keys(least)) {
      const message = OTHER_MESSAGE[`${list}.${name}`] ?? "is required";
      for (const blank of [null, undefined, ""]) {
        expect(faults(BOOK_LISTS[list], { ...least, [name]: blank })).toEqual([`${name}: ${message}`]);
      }
    }
  });

  test("a value that only a prototype has is not given", () => {
    expect(faults(customerSchema, Object.create({ id: 7 }))).toEqual(["id: is required"]);
  });
});

describe("R2 unknown fields", () => {
  const carried = [
    "customers",
    "numbers",
    "services",
    "features",
    "standardFeatures",
    "featureTypes",
    "transactionTypes",
  ];

  test.each(BOOK_LIST_NAMES)("%s: an error or carried along", (list) => {
    const expected = carried.includes(list) ? [] : ["zzzzzzzz: is not a known field"];
    expect(BOOK_LISTS[list].unknownFields).toBe(carried.includes(list) ? "carried" : "error");
    expect(faults(BOOK_LISTS[list], { ...LEAST[list], zzzzzzzz: { any: "thing" } })).toEqual(expected);
  });

  test.each([
    [tariffSchema, { ...LEAST.tariffs, baseRoundSecond: 60 }, "baseRoundSecond", "baseRoundSeconds"],
    [tariffSchema, { ...LEAST.tariffs, basecost: 1 }, "basecost", "baseCost"],
    [roundingSchema, { ...LEAST.roundings, multple: 1 }, "multple", "multiple"],
    [ratingPeriodSchema, { ...LEAST.ratingPeriods, weekday: "Monday" }, "weekday", "weekdays"],
    [
      discountPlanSchema,
      { ...LEAST.discountPlans, allowanceMinute: 1 },
      "allowanceMinute",
      "allowanceMinutes",
    ],
    [settingsSchema, { costDecimal: 4 }, "costDecimal", "costDecimals"],
    [settingsSchema, { tarifs: [] }, "tarifs", "tariffs"],
  ])("%#: the nearest known name", (schema, record, wrong, right) => {
    expect(faults(schema, record)).toEqual([`${wrong}: is not a known field; did you mean ${right}?`]);
  });

  test.each(["lines of a tariff", "lines of a fixed fee tariff", "a plan's appliesTo"])("%s too", (where) => {
    const found =
      where === "lines of a tariff"
        ? faults(tariffSchema, { ...LEAST.tariffs, rates: [{}, { costs: 1 }] })
        : where === "lines of a fixed fee tariff"
          ? faults(fixedFeeTariffSchema, { ...LEAST.fixedFeeTariffs, rates: [{}, { fixedFeeValu: 1 }] })
          : faults(discountPlanSchema, { ...LEAST.discountPlans, appliesTo: { period: "Day" } });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^(rates\[1\]|appliesTo)\.\w+: is not a known field; did you mean \w+\?$/);
  });

  test("the lists of a book are no settings, and no unknown fields", () => {
    expect(accept(settingsSchema, { tariffs: "not looked at here", costDecimals: 2 })).not.toHaveProperty(
      "tariffs",
    );
  });
});

describe("R2 keys that are never a field", () => {
  test.each(BOOK_LIST_NAMES)("%s", (list) => {
    for (const key of ["__proto__", "constructor", "prototype"]) {
      const record: unknown = JSON.parse(JSON.stringify(LEAST[list]).replace("{", `{"${key}":{"id":1},`));
      expect(faults(BOOK_LISTS[list], record)).toEqual([`${key}: is not allowed as a field name`]);
    }
  });

  test("within a line, and among settings", () => {
    const rates: unknown = JSON.parse(`[{"__proto__": {"cost": 1}}]`);
    expect(faults(tariffSchema, { ...LEAST.tariffs, rates })).toEqual([
      "rates[0].__proto__: is not allowed as a field name",
    ]);
    expect(faults(settingsSchema, JSON.parse(`{"constructor": 1}`))).toEqual([
      "constructor: is not allowed as a field name",
    ]);
  });
});

describe("R2 all faults of a record at once", () => {
  test("fields, unknown fields, lines, missing fields and faults across fields", () => {
    const tariff = {
      name: "Standard",
      tariffClass: "local",
      baseCost: "1,25",
      baseCostMin: 9,
      baseCostMax: 8,
      baseRoundSecond: 60,
      rates: [{ cost: 1 }, { cost: "abc", startDate: "2026-02-01", endDate: "2026-01-31" }, "4420"],
    };
    expect(faults(tariffSchema, tariff).sort()).toEqual([
      `baseCost: "1,25" is not an amount; write 1.25`,
      "baseCostMax: is less than baseCostMin",
      "baseRoundSecond: is not a known field; did you mean baseRoundSeconds?",
      "id: is required",
      `rates[1].cost: "abc" is not an amount; write digits such as 1.25`,
      "rates[1].endDate: is before startDate",
      "rates[2]: is not a record; write an object with named fields",
      `tariffClass: "local" is not one of inbound, national, mobile, nongeographic, serviceNumbers, international, extendedInternational, surcharges, bespoke1, bespoke2`,
    ]);
  });

  test("a faulty field is not also missing, and brings no fault across fields", () => {
    expect(faults(customerSchema, { id: 1.5 })).toEqual([
      "id: 1.5 is not an id; write a string or a whole number",
    ]);
    expect(faults(destinationSchema, { prefix: "", tariffType: "UK", direction: "in" })).toEqual([
      `direction: "in" is not one of outbound, inbound`,
    ]);
  });

  test.each([null, undefined, "x", 3, []])("%j is no record", (value) => {
    expect(faults(numberSchema, value)).toEqual([": is not a record; write an object with named fields"]);
  });
});

describe("R3 blanks", () => {
  test("are left out of a checked record; zero and false are not blank", () => {
    const number = accept(numberSchema, {
      ...LEAST.numbers,
      CDRNumber: "",
      callCarrier: null,
      numberType: undefined,
      nationalTariff: "",
      fallbackMarkup: 0,
    });
    expect(number).toEqual({
      id: "1",
      customerID: "7",
      number: "01632 960001",
      fallbackMarkup: 0,
      tariffs: {},
      markups: {},
    });
  });

  test("an empty list is blank", () => {
    expect(accept(customerSchema, { id: 7, customerGroups: [] })).not.toHaveProperty("customerGroups");
    expect(accept(ratingPeriodSchema, { name: "Always", weekdays: [] })).toEqual({ name: "Always" });
    expect(accept(tariffSchema, { ...LEAST.tariffs, rates: [] }).rates).toHaveLength(0);
  });
});
