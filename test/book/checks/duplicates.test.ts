import { describe, expect, test } from "vitest";
import { paths, problems } from "./check.ts";

describe("R20 duplicate ids", () => {
  test("ids are compared as text within their list", () => {
    const book = {
      customers: [{ id: 1 }, { id: "1" }, { id: 2 }],
      services: [{ id: 1 }, { id: 1n }],
    };
    expect(problems(book)).toEqual([
      "customers[1].id: 1 is already the id of customers[0]; give one of them another id",
      "services[1].id: 1 is already the id of services[0]; give one of them another id",
    ]);
  });

  test("a record that failed its own schema still has its id", () => {
    const book = { customers: [{ id: 7, customerGroups: {} }, { id: 7 }] };
    expect(problems(book)).toEqual([
      "customers[1].id: 7 is already the id of customers[0]; give one of them another id",
    ]);
  });

  test("every list with ids", () => {
    const twice = (record: object): object[] => [
      { id: 1, ...record },
      { id: 1, ...record },
    ];
    const found = problems({
      tariffs: [
        { id: 1, name: "A", tariffClass: "mobile" },
        { id: 1, name: "B", tariffClass: "mobile" },
      ],
      customers: [...twice({}), { id: 2 }],
      numbers: twice({ customerID: 2, number: "020 7946 0001", billableTo: "2020-01-01" }),
      services: twice({}),
      features: twice({ customerID: 2 }),
      discountPlans: [
        { id: 1, discountPlanName: "A", discountPercent: 1 },
        { id: 1, discountPlanName: "B", discountPercent: 1 },
      ],
      fixedFeeTariffs: twice({ name: "A" }),
      standardFeatures: [
        { id: 1, name: "A" },
        { id: 1, name: "B" },
      ],
      featureTypes: [
        { id: 1, featureTypeName: "A" },
        { id: 1, featureTypeName: "B" },
      ],
      transactionTypes: [
        { id: 1, transactionTypeName: "A" },
        { id: 1, transactionTypeName: "B" },
      ],
    });
    const lists =
      "tariffs customers numbers services features discountPlans fixedFeeTariffs standardFeatures featureTypes transactionTypes";
    expect(paths(found)).toEqual(lists.split(" ").map((list) => `${list}[1].id`));
  });
});

describe("R20 duplicate names", () => {
  test("where records are referred to by name", () => {
    const found = problems({
      callTypes: [
        { name: "UK", tariffClass: "national" },
        { name: "UK", tariffClass: "mobile" },
        { name: "uk", tariffClass: "mobile" },
      ],
      callDirections: [
        { name: "I", direction: "inbound" },
        { name: "I", direction: "outbound" },
      ],
      roundings: [
        { name: "Penny", mode: "up", multiple: 1 },
        { name: "Penny", mode: "down", multiple: 1 },
      ],
      discountPlans: [
        { id: 1, discountPlanName: "Bundle", discountPercent: 5 },
        { id: 2, discountPlanName: "Bundle", discountPercent: 6 },
      ],
      standardFeatures: [
        { id: 1, name: "SIM" },
        { id: 2, name: "SIM" },
      ],
      featureTypes: [
        { id: 1, featureTypeName: "SIM" },
        { id: 2, featureTypeName: "SIM" },
      ],
    });
    expect(found).toEqual([
      'callTypes[1].name: "UK" is already the name of callTypes[0]; rename one of them',
      'callDirections[1].name: "I" is already the name of callDirections[0]; rename one of them',
      'roundings[1].name: "Penny" is already the name of roundings[0]; rename one of them',
      'discountPlans[1].discountPlanName: "Bundle" is already the name of discountPlans[0]; rename one of them',
      'standardFeatures[1].name: "SIM" is already the name of standardFeatures[0]; rename one of them',
      'featureTypes[1].featureTypeName: "SIM" is already the name of featureTypes[0]; rename one of them',
    ]);
  });

  test("a preset that has the name of a built-in one is its own problem and no second record", () => {
    expect(problems({ roundings: [{ name: "none", mode: "up", multiple: 1 }] })).toEqual([]);
  });

  test("transaction types in any case", () => {
    const transactionTypes = [
      { id: 1, transactionTypeName: "Rental" },
      { id: 2, transactionTypeName: "RENTAL" },
    ];
    expect(problems({ transactionTypes })).toEqual([
      'transactionTypes[1].transactionTypeName: "RENTAL" is already the name of transactionTypes[0], upper and lower case alike; rename one of them',
    ]);
  });

  test("tariffs within class and side", () => {
    const tariffs = [
      { id: 1, name: "UK", tariffClass: "national" },
      { id: 2, name: "UK", tariffClass: "mobile" },
      { id: 3, name: "UK", tariffClass: "national", retail: "wholesale" },
      { id: 4, name: "UK", tariffClass: "national", retail: "retail" },
    ];
    expect(problems({ tariffs })).toEqual([
      'tariffs[3].name: "UK" is already the name of tariffs[0], another retail tariff of the class national; rename one of them',
    ]);
  });

  test("rating periods may share a name, and fixed fee tariffs that nobody names", () => {
    const found = problems({
      ratingPeriods: [
        { name: "Evening", from: "18:00" },
        { name: "Evening", to: "08:00" },
      ],
      fixedFeeTariffs: [
        { id: 1, name: "Rental" },
        { id: 2, name: "Rental" },
      ],
    });
    expect(found).toEqual([]);
  });
});

describe("R22, R23 duplicate keys", () => {
  const callTypes = [{ name: "UK", tariffClass: "national" }];

  test("destinations in prefix, carrier, direction and kind", () => {
    const uk = { prefix: "4420", tariffType: "UK" };
    const destinations = [
      uk,
      { ...uk, locationCarrier: "BT" },
      { ...uk, direction: "inbound" },
      { ...uk, short: true },
      { ...uk, location: "London" },
      { ...uk, locationCarrier: "BT", direction: "outbound", short: 0 },
      { ...uk, short: "yes" },
    ];
    expect(problems({ callTypes, destinations })).toEqual([
      'destinations[4].prefix: "4420" is already the outbound prefix of destinations[0] in the general list; remove one of them',
      'destinations[5].prefix: "4420" is already the outbound prefix of destinations[1] in the list of "BT"; remove one of them',
      'destinations[6].prefix: "4420" is already the outbound short code of destinations[3] in the general list; remove one of them',
    ]);
  });

  test("charge bands in carrier, direction and code, upper and lower case apart", () => {
    const band = { chargeBand: "lo", tariffType: "UK" };
    const chargeBands = [
      band,
      { ...band, callCarrier: "BT" },
      { ...band, chargeBand: "LO" },
      { ...band, direction: "inbound" },
      band,
      { ...band, callCarrier: "BT" },
    ];
    expect(problems({ callTypes, chargeBands })).toEqual([
      'chargeBands[4].chargeBand: "lo" is already the outbound band of chargeBands[0] for any carrier; remove one of them',
      'chargeBands[5].chargeBand: "lo" is already the outbound band of chargeBands[1] for "BT"; remove one of them',
    ]);
  });

  test("holidays", () => {
    const holidays = [
      { date: "2026-12-25" },
      { date: "2026-12-26" },
      { date: "2026-12-25", countsAs: "Saturday" },
    ];
    expect(problems({ holidays })).toEqual([
      "holidays[2].date: 2026-12-25 is already the date of holidays[0]; remove one of them",
    ]);
  });
});
