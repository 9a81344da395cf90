/** R72: fixed fee tariffs that a customer may not have. */
import { describe, expect, test } from "vitest";
import { warnings } from "./check.ts";

const BOOK = {
  customers: [{ id: 7 }, { id: 8, customerGroups: ["Trade"], currency: "EUR" }],
  fixedFeeTariffs: [
    { id: 1, name: "Own", customerID: 8, currency: "EUR" },
    { id: 2, name: "Trade", customerGroups: "Trade,Staff", currency: "EUR" },
    { id: 3, name: "Euro", currency: "EUR" },
    { id: 4, name: "All" },
  ],
};

describe("R72 a fixed fee tariff", () => {
  test.each([
    ["Own", "is only for customer 8, not for customer 7"],
    ["Trade", 'is only for the customer groups "Trade", "Staff"; customer 7 is in none of them'],
    ["Euro", "is in EUR, customer 7 is billed in GBP"],
  ])("%s is told of wherever the customer's records name it", (fixedFeeTariff, reason) => {
    const message = `the fixed fee tariff "${fixedFeeTariff}" ${reason}; name another one`;
    expect(
      warnings({
        ...BOOK,
        customers: [{ id: 7, fixedFeeTariff }, BOOK.customers[1]],
        numbers: [{ id: 1, customerID: 7, number: "020 7946 0018", fixedFeeTariff }],
        services: [{ id: 1, customerID: 7, fixedFeeTariff }],
        standardFeatures: [{ id: 1, name: "Line", fixedFeeTariff }],
        features: [
          { id: 1, serviceID: 1, fixedFeeTariff },
          { id: 2, numberID: 1, standardFeature: "Line" },
          { id: 3, numberID: 1, standardFeature: "Line", fixedFeeTariff: "All" },
        ],
      }),
    ).toEqual([
      `customers[0].fixedFeeTariff: ${message}`,
      `numbers[0].fixedFeeTariff: ${message}`,
      `services[0].fixedFeeTariff: ${message}`,
      `features[0].fixedFeeTariff: ${message}`,
      `features[1].standardFeature: brings the fixed fee tariff "${fixedFeeTariff}", which ${reason}; give the feature a fixedFeeTariff of its own`,
    ]);
  });

  test("of the customer's own, of a group of theirs, in their currency is no matter", () => {
    const named = ["Own", "Trade", "Euro"].map((fixedFeeTariff, id) => ({
      id,
      customerID: 8,
      fixedFeeTariff,
    }));
    expect(warnings({ ...BOOK, features: named })).toEqual([]);
  });
});
