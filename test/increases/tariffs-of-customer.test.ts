/** The tariffs that a customer is on: named at any level, or left to its numbers as a default (R24). */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type BookData, isActionError, openBook, rateCall, tariffsOfCustomer } from "../../src/index.ts";

const BOOK: BookData = {
  tariffs: [
    { id: 1, name: "Old", tariffClass: "national", baseCost: "1" },
    { id: 2, name: "Child", tariffClass: "national", parentTariff: 1 },
    { id: 3, name: "Usual", tariffClass: "national", baseCost: "3", forNumberTypes: ["*"] },
    {
      id: 4,
      name: "Charities'",
      tariffClass: "national",
      forNumberTypes: ["*"],
      customerGroups: ["Charity"],
    },
    { id: 5, name: "Gone", tariffClass: "national", forNumberTypes: ["*"], availability: "Historic" },
    { id: 6, name: "Old", tariffClass: "mobile", baseCost: "9" },
    { id: 7, name: "Old", tariffClass: "national", retail: "wholesale", baseCost: "9" },
  ],
  customers: [
    { id: 10, defaultMobileTariff: "Old" },
    { id: 20 },
    { id: 30, defaultNationalTariff: "Child" },
    { id: 40, customerGroups: ["Charity"] },
    { id: 50 },
    { id: "__proto__", defaultNationalTariff: "Old" },
  ],
  numbers: [
    { id: 101, customerID: 10, number: "020 7946 0001", nationalTariff: "Old" },
    { id: 201, customerID: 20, number: "020 7946 0002" },
    { id: 301, customerID: 30, number: "020 7946 0003" },
    { id: 401, customerID: 40, number: "020 7946 0004" },
  ],
  services: [{ id: 9, customerID: 50 }],
  standardFeatures: [{ id: 1, name: "Bundle", nationalTariff: "Old" }],
  features: [
    { id: 1, serviceID: 9, mobileTariff: "Old" },
    { id: 2, numberID: 201, standardFeature: "Bundle" },
  ],
};

test.each<[customer: number | string, on: readonly number[]]>([
  [10, [1, 6]],
  [20, [1, 3]],
  [30, [2]],
  [40, [3, 4]],
  [50, [6]],
  ["__proto__", [1]],
])("R24 customer %s", (customer, on) => {
  const tariffs = tariffsOfCustomer(BOOK, customer);
  expect(isActionError(tariffs) ? tariffs : tariffs.map(({ id }) => id)).toEqual(on);
});

test.each<
  [bookCurrency: string | undefined, currency: string | undefined, on: readonly number[], call: string]
>([
  [undefined, undefined, [1], "1"],
  [undefined, "GBP", [1], "1"],
  [undefined, "EUR", [2], "2"],
  ["EUR", undefined, [1, 2], "ambiguous-tariff"],
  ["EUR", "GBP", [], "no-tariff"],
])("R24 a default is a customer's in its currency alone: book %s, customer %s", (...given) => {
  const [bookCurrency, currency, on, call] = given;
  const book: BookData = {
    currency: bookCurrency,
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [
      { id: 1, name: "Usual", tariffClass: "national", baseCost: "1", forCarriers: "*" },
      { id: 2, name: "Euro", tariffClass: "national", baseCost: "2", forCarriers: "*", currency: "EUR" },
    ],
    customers: [{ id: 7, currency }],
    numbers: [{ id: 70, customerID: 7, number: "020 7946 0001" }],
  };
  const tariffs = tariffsOfCustomer(book, 7);
  expect(isActionError(tariffs) ? tariffs : tariffs.map(({ id }) => id)).toEqual(on);
  const minute = { numberID: 70, tariffType: "UK", startDate: "2026-10-01", duration: 60 };
  expect(rateCall(openBook(book), minute)).toMatchObject(
    /\d/.test(call) ? { tariffID: call } : { error: call },
  );
});

test("a customer that the book does not have", () => {
  expect(tariffsOfCustomer(BOOK, 11)).toMatchObject({ error_code: 404001 });
  expect(tariffsOfCustomer({}, 11)).toMatchObject({ error_code: 404001 });
});

test("R24 whatever a customer's calls are priced by, it is on that tariff", async () => {
  const read = (name: string): Promise<string> =>
    readFile(new URL(`../../fixtures/reseller/${name}`, import.meta.url), "utf8");
  const book = JSON.parse(await read("book.json")) as BookData;
  const opened = openBook(book);
  const used = new Map<string, Set<string>>();
  for (const line of (await read("calls-2026-10.jsonl")).trimEnd().split("\n")) {
    const result = rateCall(opened, JSON.parse(line));
    if (result.outcome !== "rated" || result.customerID === null || result.tariffID === null) continue;
    used.set(result.customerID, (used.get(result.customerID) ?? new Set()).add(result.tariffID));
  }
  expect(used.size).toBe(8);
  for (const [customer, tariffIDs] of used) {
    const tariffs = tariffsOfCustomer(book, customer);
    const on = isActionError(tariffs) ? [] : tariffs.map(({ id }) => String(id));
    expect(on).toEqual(expect.arrayContaining([...tariffIDs]));
    expect(on.length).toBeLessThan(book.tariffs?.length ?? 0);
  }
});
