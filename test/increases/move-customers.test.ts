/** Customers on other tariffs: every record that names one, defaults handed over, and what is refused. */
import { expect, test } from "vitest";
import {
  type BookData,
  type CustomerMove,
  isActionError,
  type MovedCustomers,
  moveCustomers,
  openBook,
  rateCall,
} from "../../src/index.ts";

const DATA: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    { id: 1, name: "Old", tariffClass: "national", baseCost: "1" },
    { id: 2, name: "New", tariffClass: "national", baseCost: "2" },
    { id: 3, name: "Usual", tariffClass: "national", baseCost: "3", forCarriers: "*" },
    { id: 4, name: "Usual too", tariffClass: "national", baseCost: "4" },
    { id: 5, name: "Child", tariffClass: "national", parentTariff: 1 },
    { id: 6, name: "Old", tariffClass: "mobile", baseCost: "9" },
    {
      id: 7,
      name: "Carrier",
      tariffClass: "national",
      retail: "wholesale",
      baseCost: "0.5",
      forCarriers: "*",
    },
    { id: 8, name: "Some", tariffClass: "national", baseCost: "4", customerGroups: ["Charity"] },
    { id: 9, name: "Nobody's", tariffClass: "national", baseCost: "4" },
  ],
  customers: [
    { id: 10, defaultNationalTariff: "Old", defaultMobileTariff: "Old" },
    { id: 20 },
    { id: 30 },
    { id: 40, fixedFeeTariff: "Fees" },
  ],
  numbers: [
    { id: 101, customerID: 10, number: "020 7946 0001" },
    { id: 102, customerID: 10, number: "020 7946 0002", nationalTariff: "Child" },
    { id: 201, customerID: 20, number: "020 7946 0003", nationalTariff: "Old" },
    { id: 202, customerID: 20, number: "020 7946 0004" },
    { id: 301, customerID: 30, number: "020 7946 0005" },
    { id: 401, customerID: 40, number: "020 7946 0006" },
  ],
  services: [{ id: 9, customerID: 20, fixedFeeTariff: "Fees" }],
  standardFeatures: [{ id: 1, name: "Bundle", nationalTariff: "Old" }],
  features: [
    { id: 1, numberID: 301, standardFeature: "Bundle" },
    { id: 2, numberID: 202, nationalTariff: "Old", startDate: "2026-11-01" },
  ],
  fixedFeeTariffs: [
    { id: 1, name: "Fees", rates: [] },
    { id: 2, name: "Fees 2027", rates: [] },
  ],
};

function moved(...moves: readonly CustomerMove[]): MovedCustomers {
  const answer = moveCustomers(DATA, moves);
  if (isActionError(answer)) throw new Error(answer.hint);
  return answer;
}

/** What a minute from a number costs on a day. */
function minute(data: BookData, numberID: number, startDate = "2026-12-01"): string | undefined {
  const call = { id: 1, numberID, tariffType: "UK", startDate, duration: 60 };
  const result = rateCall(openBook(data), call);
  return result.outcome === "rated" ? result.cost : undefined;
}

test("every record that names the tariff names the other, in its class alone", () => {
  const { book, ...counts } = moved({ from: 1, to: 2 });
  expect(counts).toEqual({
    moves: [{ from: "Old", to: "New", customers: 3, numbers: 4, records: 4, isDefault: false }],
    customers: 3,
    numbers: 4,
  });
  expect([101, 201, 202, 301].map((id) => minute(DATA, id))).toEqual(["1", "1", "1", "1"]);
  expect([101, 201, 202, 301].map((id) => minute(book, id))).toEqual(["2", "2", "2", "2"]);
  // Before its feature the number is on the default, and the child inherits what it did.
  expect([minute(book, 202, "2026-10-01"), minute(book, 102), minute(book, 401)]).toEqual(["3", "1", "3"]);
  expect(book.customers?.[0]?.defaultMobileTariff).toBe("Old");
  expect(DATA.numbers?.[2]?.nationalTariff).toBe("Old");
});

test("a default is handed over", () => {
  const { book, moves } = moved({ from: 3, to: 4 });
  expect(moves).toEqual([
    { from: "Usual", to: "Usual too", customers: 3, numbers: 3, records: 0, isDefault: true },
  ]);
  expect([minute(DATA, 401), minute(book, 401), minute(book, 201)]).toEqual(["3", "4", "1"]);
  expect(book.tariffs?.slice(2, 4)).toEqual([
    { id: 3, name: "Usual", tariffClass: "national", baseCost: "3" },
    { id: 4, name: "Usual too", tariffClass: "national", baseCost: "4", forCarriers: "*" },
  ]);
});

test("a default is handed over to a tariff that names the book's own currency, and to none of another", () => {
  const inCurrency = (currency: string): BookData => ({
    ...DATA,
    tariffs: (DATA.tariffs ?? []).map((tariff) => (tariff.id === 4 ? { ...tariff, currency } : tariff)),
  });
  const pounds = moveCustomers(inCurrency("GBP"), [{ from: 3, to: 4 }]);
  expect(pounds).toMatchObject({ customers: 3, numbers: 3 });
  const euros = moveCustomers(inCurrency("EUR"), [{ from: 3, to: 4 }]);
  expect(isActionError(euros) && euros.hint).toContain("different customers, groups or currencies");
});

test("several moves are made in the book as it was", () => {
  const chain = moved({ from: 1, to: 2 }, { from: 3, to: 1 });
  expect([minute(chain.book, 201), minute(chain.book, 401)]).toEqual(["2", "1"]);
  expect([chain.customers, chain.numbers]).toEqual([4, 5]);
});

test("fixed fee tariffs likewise", () => {
  const { book, customers, numbers } = moved({ resource: "fixedFeeTariffs", from: 1, to: 2 });
  expect([customers, book.customers?.[3]?.fixedFeeTariff, book.services?.[0]?.fixedFeeTariff]).toEqual([
    2,
    "Fees 2027",
    "Fees 2027",
  ]);
  expect(numbers).toBe(1);
});

test.each<[from: number, to: number, hint: string]>([
  [
    9,
    2,
    "Nobody is on Nobody's: no customer, number, service, feature or standard feature names it, and it is no default.",
  ],
  [1, 1, "Old cannot give its customers to Old: they are one tariff."],
  [1, 6, "Old cannot give its customers to Old: they are of different classes, national and mobile."],
  [
    1,
    7,
    "Old cannot give its customers to Carrier: customers are on retail tariffs, and one of them is wholesale.",
  ],
  [3, 8, "as the default that it is: they are for different customers, groups or currencies."],
  [1, 99, "No record of tariffs has the id 99."],
])("%i to %i is refused", (from, to, hint) => {
  const answer = moveCustomers(DATA, [{ from, to }]);
  expect(isActionError(answer) && answer.hint.endsWith(hint) ? hint : answer).toBe(hint);
});

test("one tariff cannot go two ways", () => {
  const answer = moveCustomers(DATA, [
    { from: 1, to: 2 },
    { from: "1", to: 4 },
  ]);
  expect(answer).toMatchObject({ hint: "Old is to be moved twice." });
});

test("R24 one tariff cannot be the default in place of two", () => {
  const data: BookData = {
    ...DATA,
    tariffs: [
      { id: 1, name: "Firms", tariffClass: "national", baseCost: "1", forNumberTypes: ["business"] },
      { id: 2, name: "Homes", tariffClass: "national", baseCost: "2", forNumberTypes: ["home"] },
      { id: 3, name: "All", tariffClass: "national", baseCost: "3" },
    ],
    customers: [{ id: 10 }],
    numbers: [
      { id: 101, customerID: 10, number: "020 7946 0001", numberType: "business" },
      { id: 102, customerID: 10, number: "020 7946 0002", numberType: "home" },
    ],
  };
  const answer = moveCustomers(data, [
    { from: 1, to: 3 },
    { from: 2, to: 3 },
  ]);
  expect(answer).toMatchObject({
    error_code: 400502,
    hint: "Homes cannot give its customers to All as the default that it is: All is to be the default in place of Firms.",
  });
});

test("R24 a default counts customers of its own currency; blank is the book's", () => {
  const tariffs = [
    { id: 1, name: "Euro", tariffClass: "national" as const, currency: "EUR", forCarriers: "*" },
    { id: 2, name: "Euro too", tariffClass: "national" as const, currency: "EUR" },
  ];
  const customers = [{ id: 10 }, { id: 20, currency: "EUR" }, { id: 30, currency: "GBP" }, { id: 40 }];
  const reached = (data: BookData): number | string => {
    const answer = moveCustomers({ ...DATA, tariffs, customers, ...data }, [{ from: 1, to: 2 }]);
    return isActionError(answer) ? answer.hint : answer.customers;
  };
  const fixed = { services: [], features: [] };
  expect([reached(fixed), reached({ ...fixed, currency: "EUR" })]).toEqual([1, 3]);
});
