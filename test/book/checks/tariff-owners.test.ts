/** R20, R24: tariffs that a customer may not use. */
import { describe, expect, test } from "vitest";
import { warnings } from "./check.ts";

const own = { tariffClass: "national" } as const;
const BOOK = {
  customers: [{ id: 7 }, { id: 8, customerGroups: ["Trade"], currency: "EUR" }],
  tariffs: [
    { ...own, id: 1, name: "Own", customerID: 8, currency: "EUR" },
    { ...own, id: 2, name: "Trade", customerGroups: "Trade,Staff", currency: "EUR" },
    { ...own, id: 3, name: "Euro", currency: "EUR" },
    { ...own, id: 4, name: "All" },
    { ...own, id: 5, name: "Own", tariffClass: "mobile" },
  ],
};

describe("R20, R24 a tariff of calls", () => {
  test.each([
    ["Own", "is only for customer 8, not for customer 7"],
    ["Trade", 'is only for the customer groups "Trade", "Staff"; customer 7 is in none of them'],
    ["Euro", "is in EUR, customer 7 is billed in GBP"],
  ])("%s is told of wherever it can be chosen for the customer's calls", (nationalTariff, reason) => {
    const message = `the tariff "${nationalTariff}" ${reason}; name another one`;
    expect(
      warnings({
        ...BOOK,
        customers: [{ id: 7, defaultNationalTariff: nationalTariff }, BOOK.customers[1]],
        numbers: [{ id: 1, customerID: 7, number: "020 7946 0018", nationalTariff }],
        services: [{ id: 1, customerID: 7 }],
        standardFeatures: [{ id: 1, name: "Line", nationalTariff }],
        features: [
          { id: 1, customerID: 7, nationalTariff },
          { id: 2, numberID: 1, standardFeature: "Line" },
          { id: 3, numberID: 1, standardFeature: "Line", nationalTariff: "All" },
          { id: 4, serviceID: 1, nationalTariff },
        ],
      }),
    ).toEqual([
      expect.stringMatching(
        /^features\[3\]\.nationalTariff: is about calls, and no call belongs to a service/,
      ),
      `customers[0].defaultNationalTariff: ${message}`,
      `numbers[0].nationalTariff: ${message}`,
      `features[0].nationalTariff: ${message}`,
      `features[1].standardFeature: brings the tariff "${nationalTariff}", which ${reason}; give the feature a nationalTariff of its own`,
    ]);
  });

  test("of the customer's own, of a group of theirs, in their currency, of another class is no matter", () => {
    const named = ["Own", "Trade", "Euro"].map((nationalTariff, id) => ({
      id,
      customerID: 8,
      nationalTariff,
    }));
    const mobile = { id: 3, customerID: 7, mobileTariff: "Own" };
    expect(warnings({ ...BOOK, features: [...named, mobile] })).toEqual([]);
  });
});
