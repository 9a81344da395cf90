/** Which annual increases are due on a date, by the nearest fields that are set. */
import { describe, expect, test } from "vitest";
import { type BookData, planIncreases } from "../../src/index.ts";

const PROFILES = { CPI: { percent: "3.50" }, RPI: { percent: 4 }, "Fixed Amount": { amount: "1.00" } };
const BOOK: BookData = {
  customers: [
    { id: 1, annualIncreaseProfile: "CPI", annualIncreaseReferenceDate: "2024-04-01" },
    { id: 2, annualIncreaseProfile: "None", annualIncreaseReferenceDate: "2024-04-01" },
    { id: 3, annualIncreaseReferenceDate: "2024-04-01" },
  ],
  numbers: [
    { id: 10, customerID: 1, number: "02079460010" },
    { id: 11, customerID: 1, number: "02079460011", annualIncreaseProfile: "RPI" },
    { id: 12, customerID: 1, number: "02079460012", annualIncreaseReferenceDate: "2024-10-01" },
    { id: 13, customerID: 3, number: "02079460013", annualIncreaseProfile: "Fixed Amount" },
    { id: 14, customerID: 1, number: "02079460014", billableTo: "2026-03-31" },
  ],
  features: [
    { id: 20, numberID: 11, annualIncreaseProfile: "None" },
    { id: 21, numberID: 12 },
    { id: 22, customerID: 2, annualIncreaseProfile: "Gone", annualIncreaseReferenceDate: "2020-04-01" },
    { id: 23, customerID: 1, startDate: "2026-05-01" },
  ],
} as BookData;

function due(on: string): Record<string, string[]> {
  const { profiles } = planIncreases(BOOK, { on, profiles: PROFILES });
  return Object.fromEntries(
    profiles.map((own) => [own.profile, own.due.map(({ resource, id }) => `${resource} ${id}`)]),
  );
}

test("the nearest fields count: own, then number's or service's, then customer's", () => {
  expect(due("2026-04-01")).toEqual({
    CPI: ["customers 1", "numbers 10"],
    "Fixed Amount": ["numbers 13"],
    Gone: ["features 22"],
    RPI: ["numbers 11"],
  });
  expect(due("2026-10-01")).toEqual({ CPI: ["numbers 12", "features 21"] });
  expect(due("2026-04-02")).toEqual({});
});

test("with the percentage or amount of each profile; null where it is not known", () => {
  const { profiles } = planIncreases(BOOK, { on: "2026-04-01", profiles: PROFILES });
  expect(profiles.map(({ profile, percent, amount }) => [profile, percent, amount])).toEqual([
    ["CPI", "3.5", null],
    ["Fixed Amount", null, "1"],
    ["Gone", null, null],
    ["RPI", "4", null],
  ]);
  expect(profiles[0]?.due[1]).toEqual({
    resource: "numbers",
    id: "10",
    customerID: "1",
    referenceDate: "2024-04-01",
    profileFrom: { resource: "customers", id: "1" },
    referenceDateFrom: { resource: "customers", id: "1" },
  });
});

test("not in the year of the reference date, and not before it", () => {
  expect(due("2024-04-01")).toEqual({ Gone: ["features 22"] });
  expect(due("2023-04-01")).toEqual({ Gone: ["features 22"] });
});

describe("29 February", () => {
  const book = {
    customers: [{ id: 1, annualIncreaseProfile: "CPI", annualIncreaseReferenceDate: "2024-02-29" }],
  };
  test.each([
    ["2025-02-28", 1],
    ["2025-03-01", 0],
    ["2028-02-28", 0],
    ["2028-02-29", 1],
  ])("%s: %i due", (on, count) => {
    const { profiles } = planIncreases(book, { on, profiles: PROFILES });
    expect(profiles.flatMap((own) => own.due)).toHaveLength(count);
  });
});

test("a profile without a date is listed, never due", () => {
  const { profiles, undated } = planIncreases(
    { customers: [{ id: 1, annualIncreaseProfile: "CPI" }] },
    { on: "2026-04-01", profiles: PROFILES },
  );
  expect(profiles).toEqual([]);
  expect(undated).toMatchObject([{ resource: "customers", id: "1", referenceDateFrom: null }]);
});

test.each<[string, Parameters<typeof planIncreases>[1]]>([
  ["is not a date", { on: "1 April", profiles: {} }],
  ["one of the two", { on: "2026-04-01", profiles: { CPI: {} } }],
  ["one of the two", { on: "2026-04-01", profiles: JSON.parse('{ "CPI": null }') }],
  ["one of the two", { on: "2026-04-01", profiles: { CPI: { percent: 1, amount: 1 } } }],
  [
    '"CPI": "amuont" is not known here; did you mean amount?',
    { on: "2026-04-01", profiles: JSON.parse('{ "CPI": { "percent": "3.5", "amuont": "0.50" } }') },
  ],
  ["above -100", { on: "2026-04-01", profiles: { CPI: { percent: -100 } } }],
])("%s is a RangeError", (message, options) => {
  expect(() => planIncreases({}, options)).toThrow(RangeError);
  expect(() => planIncreases({}, options)).toThrow(message);
});

test("names that look like code are only names", () => {
  const book = {
    customers: [{ id: 1, annualIncreaseProfile: "__proto__", annualIncreaseReferenceDate: "2024-04-01" }],
  };
  const { profiles } = planIncreases(book, { on: "2026-04-01", profiles: {} });
  expect(profiles).toMatchObject([{ profile: "__proto__", percent: null, amount: null }]);
});
