import { describe, expect, test } from "vitest";
import { check, paths, warnings } from "./check.ts";

const book = (tariffs: readonly object[], more: object = {}): readonly string[] =>
  warnings({
    tariffs: tariffs.map((tariff, at) => ({
      id: at + 1,
      name: `T${at + 1}`,
      tariffClass: "national",
      ...tariff,
    })),
    ...more,
  });
const tie = (calls: string, side = "retail"): string =>
  `tariffs[1]: ties with tariffs[0] (id 1) as ${side} default of the class national: calls with ${calls} are ambiguous-tariff; let the two differ in carriers, number types or who may use them`;

describe("R20, R24 tied default tariffs", () => {
  test("with a carrier in common, or one that says any", () => {
    expect(book([{ forCarriers: "BT,Gamma" }, { forCarriers: ["Colt", "Gamma"] }])).toEqual([
      tie('carrier "Gamma" and any number type'),
    ]);
    expect(book([{ forCarriers: "*" }, { forCarriers: "BT" }])).toEqual([
      tie('carrier "BT" and any number type'),
    ]);
    expect(book([{ forCarriers: "*" }, { forNumberTypes: "Landline" }])).toEqual([
      tie('any carrier and number type "Landline"'),
    ]);
    expect(book([{ forCarriers: "BT" }, { forCarriers: "Colt" }])).toEqual([]);
  });

  test("not where one names more, is historic, names nothing, or is of another class or currency", () => {
    const forCarriers = "BT";
    expect(book([{ forCarriers }, { forCarriers, forNumberTypes: "*" }])).toEqual([]);
    expect(book([{ forCarriers }, { forCarriers, availability: "Historic" }])).toEqual([]);
    expect(book([{ forCarriers }, {}])).toEqual([]);
    expect(book([{ forCarriers }, { forCarriers, tariffClass: "mobile" }])).toEqual([]);
    expect(book([{ forCarriers }, { forCarriers, currency: "EUR" }])).toEqual([]);
    expect(book([{ forCarriers }, { forCarriers, currency: "GBP" }])).toHaveLength(1);
  });

  test("not where no customer may use both", () => {
    const customers = [
      { id: 1, customerGroups: ["Gold", "Staff"] },
      { id: 2, customerGroups: ["Silver"] },
    ];
    const tied = (a: object, b: object): number =>
      book(
        [
          { forCarriers: "BT", ...a },
          { forCarriers: "BT", ...b },
        ],
        { customers },
      ).length;
    expect(tied({ customerID: 1 }, { customerID: 2 })).toBe(0);
    expect(tied({ customerID: 1 }, { customerID: 1 })).toBe(1);
    expect(tied({ customerID: 1 }, {})).toBe(1);
    expect(tied({}, { customerID: 1 })).toBe(1);
    expect(tied({ customerID: 1 }, { customerGroups: "Silver" })).toBe(0);
    expect(tied({ customerID: 1 }, { customerGroups: "Staff" })).toBe(1);
    expect(tied({ customerGroups: "Gold" }, { customerGroups: "Silver" })).toBe(0);
    expect(tied({ customerGroups: "Gold" }, { customerGroups: "Staff" })).toBe(1);
    expect(tied({ customerGroups: "Silver" }, { customerGroups: "Silver" })).toBe(1);
    expect(tied({ customerGroups: "Silver" }, {})).toBe(1);
  });

  test("many ties: each tariff once, the first hundred listed, the rest counted", () => {
    const found = book(Array.from({ length: 1_001 }, () => ({ forCarriers: "*" })));
    expect(found).toHaveLength(101);
    expect(found[100]).toBe("tariffs: has 900 more tied default tariffs; the first 100 are listed");
  });

  test("a hostile number of defaults ends with a word about it", () => {
    const tariffs = Array.from({ length: 20_000 }, (_, at) => ({
      forCarriers: "*",
      forNumberTypes: `T${at}`,
    }));
    expect(book(tariffs)).toEqual([
      "tariffs: has too many default tariffs to look for ties among all of them",
    ]);
  });
});

describe("R29 wholesale defaults", () => {
  const retail = "wholesale";

  test("tie whoever they are for and whatever their currency", () => {
    const found = check({
      customers: [{ id: 1 }, { id: 2 }],
      tariffs: [
        { id: 1, name: "A", tariffClass: "national", retail, forCarriers: "BT", customerID: 1 },
        {
          id: 2,
          name: "B",
          tariffClass: "national",
          retail,
          forCarriers: "BT",
          customerID: 2,
          currency: "EUR",
        },
        { id: 3, name: "C", tariffClass: "national", forCarriers: "BT" },
      ],
    });
    expect(found.problems).toEqual([]);
    expect(paths(found.warnings)).toEqual(["tariffs[1]", "tariffs[1].currency"]);
    expect(found.warnings[0]).toBe(tie('carrier "BT" and any number type', "wholesale"));
  });

  test("in another currency than the book's leave costCarrier blank", () => {
    const found = book([
      { retail, forCarriers: "BT", currency: "EUR" },
      { retail, forCarriers: "Colt", currency: "GBP" },
      { retail, currency: "EUR" },
      { forCarriers: "BT", currency: "EUR" },
    ]);
    expect(found).toEqual([
      'tariffs[0].currency: is "EUR", the book\'s is "GBP": costCarrier stays blank for the calls this wholesale tariff is chosen for; give it the book\'s currency',
    ]);
  });
});
