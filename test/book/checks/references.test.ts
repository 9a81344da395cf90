import { describe, expect, test } from "vitest";
import { classFields, TARIFF_CLASSES } from "../../../src/model/index.ts";
import { paths, problems } from "./check.ts";

const UK = { id: 1, name: "UK", tariffClass: "national" };

describe("R20 references by id", () => {
  test("owners and customers must be there", () => {
    const found = problems({
      tariffs: [{ ...UK, customerID: 9 }],
      customers: [{ id: 1 }],
      numbers: [{ id: 1, customerID: "9", number: "020 7946 0001" }],
      services: [{ id: 1, customerID: 9 }, { id: 2 }],
      features: [
        { id: 1, customerID: 9 },
        { id: 2, numberID: 9 },
        { id: 3, serviceID: 9 },
        { id: 4, serviceID: 2 },
      ],
      discountPlans: [{ id: 1, discountPlanName: "A", discountPercent: 1, customerID: 9 }],
      fixedFeeTariffs: [{ id: 1, name: "A", customerID: 9 }],
    });
    expect(found).toEqual([
      "tariffs[0].customerID: 9 is the id of no customer; add the customer or correct the id",
      "numbers[0].customerID: 9 is the id of no customer; add the customer or correct the id",
      "services[0].customerID: 9 is the id of no customer; add the customer or correct the id",
      "features[0].customerID: 9 is the id of no customer; add the customer or correct the id",
      "features[1].numberID: 9 is the id of no number; add the number or correct the id",
      "features[2].serviceID: 9 is the id of no service; add the service or correct the id",
      "discountPlans[0].customerID: 9 is the id of no customer; add the customer or correct the id",
      "fixedFeeTariffs[0].customerID: 9 is the id of no customer; add the customer or correct the id",
    ]);
  });

  test("integers and strings are alike", () => {
    expect(problems({ customers: [{ id: "1" }], services: [{ id: 1, customerID: 1 }] })).toEqual([]);
  });
});

describe("R20 references to tariffs by name", () => {
  const customers = [{ id: 1 }];

  test("a misspelt name is answered with the nearest", () => {
    const tariffs = [{ id: 1, name: "Business UK", tariffClass: "national" }];
    const numbers = [{ id: 1, customerID: 1, number: "1", nationalTariff: "Buisness UK" }];
    expect(problems({ tariffs, customers, numbers })).toEqual([
      'numbers[0].nationalTariff: "Buisness UK" is no retail tariff of the class national; did you mean "Business UK"?',
    ]);
  });

  test("another class or the wholesale side is not what is meant", () => {
    const tariffs = [
      { id: 1, name: "Carrier", tariffClass: "national", retail: "wholesale" },
      { id: 2, name: "Mobile", tariffClass: "mobile" },
    ];
    const found = problems({
      tariffs,
      customers: [{ id: 1, defaultNationalTariff: "Carrier", defaultMobileTariff: "Mobile" }],
      features: [{ id: 1, customerID: 1, nationalTariff: "Mobile" }],
    });
    expect(found).toEqual([
      'customers[0].defaultNationalTariff: "Carrier" is no retail tariff of the class national but a wholesale tariff of the class national; name a retail tariff of the class national',
      'features[0].nationalTariff: "Mobile" is no retail tariff of the class national but a retail tariff of the class mobile; name a retail tariff of the class national',
    ]);
  });

  test("the field of every class on every kind of record", () => {
    const named = (field: "tariff" | "defaultTariff"): object =>
      Object.fromEntries(TARIFF_CLASSES.map((name) => [classFields(name)[field], "Nobody's"]));
    const found = problems({
      customers: [{ id: 1, ...named("defaultTariff") }],
      numbers: [{ id: 1, customerID: 1, number: "1", ...named("tariff") }],
      features: [{ id: 1, customerID: 1, ...named("tariff") }],
      standardFeatures: [{ id: 1, name: "S", ...named("tariff") }],
    });
    const expected = (path: string, field: "tariff" | "defaultTariff"): string[] =>
      TARIFF_CLASSES.map((name) => `${path}.${classFields(name)[field]}`);
    expect(paths(found)).toEqual([
      ...expected("customers[0]", "defaultTariff"),
      ...expected("numbers[0]", "tariff"),
      ...expected("features[0]", "tariff"),
      ...expected("standardFeatures[0]", "tariff"),
    ]);
    expect(found[8]).toBe(
      `customers[0].defaultBespokeTariff1: "Nobody's" is no retail tariff of the class bespoke1; add it to tariffs or correct the name`,
    );
  });

  test("fixed fee tariffs: retail, and one of that name", () => {
    const fixedFeeTariffs = [
      { id: 1, name: "Rental" },
      { id: 2, name: "Twice" },
      { id: 3, name: "Twice" },
      { id: 4, name: "Cost", retail: "wholesale" },
      { id: 5, name: "Rental", retail: "wholesale" },
    ];
    const found = problems({
      fixedFeeTariffs,
      customers: [{ id: 1, fixedFeeTariff: "Rental" }],
      numbers: [{ id: 1, customerID: 1, number: "1", fixedFeeTariff: "Twice" }],
      services: [{ id: 1, fixedFeeTariff: "Cost" }],
      features: [{ id: 1, customerID: 1, fixedFeeTariff: "Rentals" }],
      standardFeatures: [{ id: 1, name: "S", fixedFeeTariff: "Something else" }],
    });
    expect(found).toEqual([
      'numbers[0].fixedFeeTariff: "Twice" is the name of several retail fixed fee tariffs (ids 2, 3); rename all but one',
      'services[0].fixedFeeTariff: "Cost" is no retail fixed fee tariff but a wholesale one; name a retail one',
      'features[0].fixedFeeTariff: "Rentals" is no retail fixed fee tariff; did you mean "Rental"?',
      'standardFeatures[0].fixedFeeTariff: "Something else" is no retail fixed fee tariff; add it to fixedFeeTariffs or correct the name',
    ]);
  });
});

describe("R20 references of features", () => {
  const customers = [{ id: 1 }];

  test("standard features", () => {
    const features = [{ id: 1, customerID: 1, standardFeature: "SIMM" }];
    expect(problems({ customers, features, standardFeatures: [{ id: 1, name: "SIM" }] })).toEqual([
      'features[0].standardFeature: "SIMM" is no standard feature; did you mean "SIM"?',
    ]);
  });

  test("feature and transaction types only where the book lists some", () => {
    const types = { featureType: "A", connectionTransactionType: "B", serviceTransactionType: "C" };
    const book = {
      customers,
      features: [{ id: 1, customerID: 1, ...types }],
      standardFeatures: [{ id: 1, name: "S", ...types }],
    };
    expect(problems(book)).toEqual([]);
    const featureTypes = [{ id: 1, featureTypeName: "Line", serviceTransactionType: "Connect" }];
    const transactionTypes = [{ id: 1, transactionTypeName: "B" }];
    const fixedFeeTariffs = [
      { id: 1, name: "F", rates: [{ featureTypeIDs: ["Line", "A"], transactionTypeIDs: "B,C" }] },
    ];
    expect(problems({ ...book, featureTypes, transactionTypes, fixedFeeTariffs })).toEqual([
      'features[0].featureType: "A" is no feature type; add it to featureTypes or correct the name',
      'features[0].serviceTransactionType: "C" is no transaction type; add it to transactionTypes or correct the name',
      'standardFeatures[0].featureType: "A" is no feature type; add it to featureTypes or correct the name',
      'standardFeatures[0].serviceTransactionType: "C" is no transaction type; add it to transactionTypes or correct the name',
      'featureTypes[0].serviceTransactionType: "Connect" is no transaction type; add it to transactionTypes or correct the name',
      'fixedFeeTariffs[0].rates[0].featureTypeIDs: "A" is no feature type; add it to featureTypes or correct the name',
      'fixedFeeTariffs[0].rates[0].transactionTypeIDs: "C" is no transaction type; add it to transactionTypes or correct the name',
    ]);
  });
});
