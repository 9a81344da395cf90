import { describe, expect, test } from "vitest";
import { paths, problems } from "./check.ts";

const national = (id: number, more: object = {}): object => ({
  id,
  name: `T${id}`,
  tariffClass: "national",
  ...more,
});

describe("R20, R25 parents of tariffs", () => {
  test("must be there", () => {
    expect(problems({ tariffs: [national(1, { parentTariff: "2" })] })).toEqual([
      "tariffs[0].parentTariff: 2 is the id of no tariff; add the tariff or correct the id",
    ]);
  });

  test("have the same class, side and currency, a blank one being the book's", () => {
    const tariffs = [
      national(1),
      national(2, { parentTariff: 1, currency: "GBP", retail: "retail" }),
      { id: 3, name: "M", tariffClass: "mobile", parentTariff: "1" },
      national(4, { parentTariff: 1, retail: "wholesale" }),
      national(5, { parentTariff: 1, currency: "EUR" }),
    ];
    expect(problems({ tariffs })).toEqual([
      "tariffs[2].parentTariff: tariffs[0] (id 1) is of the class national, this one of the class mobile; a parent has the same class, side and currency",
      "tariffs[3].parentTariff: tariffs[0] (id 1) is retail, this one wholesale; a parent has the same side and currency",
      "tariffs[4].parentTariff: tariffs[0] (id 1) is in GBP, this one in EUR; a parent has the same side and currency",
    ]);
  });

  test("a cycle is one problem, at its first tariff in the list", () => {
    const tariffs = [
      national(1, { parentTariff: 3 }),
      national(2, { parentTariff: 4 }),
      national(3, { parentTariff: 2 }),
      national(4, { parentTariff: 3 }),
      national(5, { parentTariff: 5 }),
    ];
    expect(problems({ tariffs })).toEqual([
      "tariffs[1].parentTariff: makes a cycle of tariffs: 2 → 4 → 3 → 2; one of them must have no parent among the others",
      "tariffs[4].parentTariff: names the tariff itself; leave it blank or name another tariff",
    ]);
  });

  test("fifty tariffs make the longest chain; what hangs below a longer one is not told again", () => {
    const chain = (length: number): object[] =>
      Array.from({ length }, (_, at) => national(at, at === 0 ? {} : { parentTariff: at - 1 }));
    expect(problems({ tariffs: chain(50) })).toEqual([]);
    expect(problems({ tariffs: chain(60) })).toEqual([
      "tariffs[50].parentTariff: makes a chain of more than 50 tariffs; copy the values it needs and shorten the chain",
    ]);
  });

  test("deep chains and large cycles overflow nothing", () => {
    const length = 50_000;
    const chain = Array.from({ length }, (_, at) =>
      national(at, at + 1 < length ? { parentTariff: at + 1 } : {}),
    );
    expect(paths(problems({ tariffs: chain }))).toEqual([`tariffs[${length - 51}].parentTariff`]);
    const cycle = Array.from({ length }, (_, at) => national(at, { parentTariff: (at + 1) % length }));
    expect(problems({ tariffs: cycle })).toEqual([
      "tariffs[0].parentTariff: makes a cycle of tariffs: 0 → 1 → 2 → 3 → 4 → … (50000 tariffs) → 0; one of them must have no parent among the others",
    ]);
  });

  test("a parent that failed its own schema is there, and nothing is said of its kind", () => {
    const tariffs = [national(1, { baseCost: "1,5", retail: "wholesale" }), national(2, { parentTariff: 1 })];
    expect(problems({ tariffs })).toEqual([]);
  });
});

describe("R20, R52 parents of fixed fee tariffs", () => {
  test("exist, have the same side and currency, and make no cycle", () => {
    const fixedFeeTariffs = [
      { id: 1, name: "A", parentFixedFeeTariff: 9 },
      { id: 2, name: "B", parentFixedFeeTariff: 1, retail: "wholesale" },
      { id: 3, name: "C", parentFixedFeeTariff: 1, currency: "EUR" },
      { id: 4, name: "D", parentFixedFeeTariff: 5 },
      { id: 5, name: "E", parentFixedFeeTariff: 4 },
    ];
    expect(problems({ fixedFeeTariffs })).toEqual([
      "fixedFeeTariffs[0].parentFixedFeeTariff: 9 is the id of no fixed fee tariff; add the fixed fee tariff or correct the id",
      "fixedFeeTariffs[1].parentFixedFeeTariff: fixedFeeTariffs[0] (id 1) is retail, this one wholesale; a parent has the same side and currency",
      "fixedFeeTariffs[2].parentFixedFeeTariff: fixedFeeTariffs[0] (id 1) is in GBP, this one in EUR; a parent has the same side and currency",
      "fixedFeeTariffs[3].parentFixedFeeTariff: makes a cycle of tariffs: 4 → 5 → 4; one of them must have no parent among the others",
    ]);
  });
});
