/** The price list of a preview: which prices change between the two books, from when on, and who has them. */
import { expect, test } from "vitest";
import {
  type BookData,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  type PriceList,
  previewChange,
} from "../../src/index.ts";

const DATA: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "national" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK" },
    { prefix: "447", tariffType: "Mobile" },
  ],
  ratingPeriods: [{ name: "weekend", weekdays: ["Saturday", "Sunday"] }],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national",
      baseCost: "1.25",
      baseCostConnection: 2,
      rates: [
        { tariffType: "Mobile", cost: 5, initialDuration: 60 },
        { prefix: "4420", tariffTime: "weekend", cost: "0.9", costMin: 1 },
      ],
    },
    { id: 2, name: "Child", tariffClass: "national", parentTariff: 1 },
    {
      id: 3,
      name: "Own mobile",
      tariffClass: "national",
      parentTariff: 1,
      rates: [{ tariffType: "Mobile", cost: 4 }],
    },
    { id: 4, name: "Grandchild", tariffClass: "national", parentTariff: 3 },
    { id: 5, name: "Carrier", tariffClass: "national", retail: "wholesale", forCarriers: "*", baseCost: 1 },
  ],
  customers: [
    { id: 7, companyName: "Acme", defaultNationalTariff: "Business" },
    { id: 8, companyName: "Bcme", defaultNationalTariff: "Child" },
    { id: 9, companyName: "Ccme" },
  ],
  numbers: [
    { id: 1, customerID: 7, number: "02079460000" },
    { id: 2, customerID: 8, number: "02079460001" },
    { id: 3, customerID: 8, number: "02079460002", nationalTariff: "Business" },
    { id: 4, customerID: 9, number: "02079460003" },
    { id: 5, customerID: 7, number: "02079460004", status: "Dropped", updatedDate: "2020-01-01" },
  ],
  features: [
    { id: 1, numberID: 4, nationalTariff: "Business", standardFeature: "SIM" },
    { id: 2, customerID: 8, standardFeature: "SIM", serviceCharge: 9 },
    { id: 3, customerID: 9, fixedFeeTariff: "Fees" },
  ],
  standardFeatures: [{ id: 1, name: "SIM", connectionCharge: 5, serviceCharge: 10 }],
  fixedFeeTariffs: [
    {
      id: 1,
      name: "Fees",
      rates: [
        { fixedFeeValue: 12, chargeKind: "recurring" },
        { fixedFeeValue: 30, chargeKind: "oneOff", carrierIDs: "A" },
        { fixedFeeValue: 20, fixedFeeTariffType: "markup", featureTypeIDs: "Line" },
      ],
    },
  ],
};

function pricesBetween(before: BookData, after: BookData): PriceList {
  const { prices } = previewChange(openBook(before), openBook(after), []);
  if (prices === null) throw new Error("there is no price list");
  return prices;
}

function increased(data: BookData, ...requests: IncreaseRequest[]): BookData {
  const answer = increaseBook(data, requests, 5);
  if (isActionError(answer)) throw new Error(answer.hint);
  return answer.book;
}

const allCharges = (id: number, percent: string): IncreaseRequest => ({
  resource: "tariffs",
  id,
  increaseScope: "allCharges",
  increasePercent: percent,
});

/** Lines in short: what they are for, their dates, and each change. */
function shortLines(prices: PriceList, recordIndex = 0): readonly string[] {
  return (prices.records[recordIndex]?.lines ?? []).map((line) => {
    const parts = [line.kind, line.callType, line.prefix, line.period, line.charges, line.from, line.to];
    const changes = line.changes.map(
      ({ field, before, after, percent }) => `${field} ${before} → ${after} (${percent})`,
    );
    return `${parts.filter((part) => part !== null).join(" ")}: ${changes.join(", ")}`;
  });
}

test("an unchanged book has no price that changes, even where its records are other objects", () => {
  const none = { records: [], changedLines: 0, listedLines: 0, furtherMoves: 0 };
  expect(pricesBetween(DATA, DATA)).toEqual(none);
  expect(pricesBetween(DATA, structuredClone(DATA))).toEqual(none);
});

test("every price of base and lines that rises is in the list, terms that stay are not", () => {
  const prices = pricesBetween(DATA, increased(DATA, allCharges(1, "3.5")));
  expect(shortLines(prices)).toEqual([
    "base: cost 1.25 → 1.2938 (3.5), costConnection 2 → 2.07 (3.5)",
    "line Mobile: cost 5 → 5.175 (3.5)",
    "line 4420 weekend: cost 0.9 → 0.9315 (3.5), costMin 1 → 1.035 (3.5)",
  ]);
  expect(prices.records[0]).toMatchObject({
    resource: "tariffs",
    before: { id: "1", name: "Business" },
    after: { id: "1", name: "Business" },
    side: "retail",
    tariffClass: "national",
    changedLines: 3,
    rising: 5,
    falling: 0,
    onOneSide: 0,
    percent: { least: "3.5", most: "3.5" },
  });
});

test("an increase from a date is a change from that date on, not a line that comes and one that goes", () => {
  const prices = pricesBetween(
    DATA,
    increased(DATA, { ...allCharges(1, "10"), increaseScope: "costOnly", effectiveDate: "2027-04-01" }),
  );
  expect(shortLines(prices)).toEqual([
    "base 2027-04-01: cost 1.25 → 1.375 (10)",
    "line Mobile 2027-04-01: cost 5 → 5.5 (10)",
    "line 4420 weekend 2027-04-01: cost 0.9 → 0.99 (10)",
  ]);
});

test("who has it: by number, customer's default and feature, those in force; who inherits, and what does not follow", () => {
  const [record] = pricesBetween(DATA, increased(DATA, allCharges(1, "3.5"))).records;
  // Number 1 by its customer, 3 by its own tariff, 4 by its feature; 5 was dropped.
  expect(record?.uses).toEqual({ customers: 3, numbers: 3, features: 1 });
  expect(record?.users[0]).toEqual({ key: "9", name: "Ccme", customers: 1, numbers: 1, features: 1 });
  const none = { customers: 0, numbers: 0, features: 0 };
  expect(record?.inheriting).toEqual([
    {
      id: "2",
      name: "Child",
      follows: true,
      ownPrices: [],
      uses: { customers: 1, numbers: 1, features: 0 },
    },
    { id: "3", name: "Own mobile", follows: false, ownPrices: ["rates[].cost"], uses: none },
    { id: "4", name: "Grandchild", follows: false, ownPrices: ["rates[].cost"], uses: none },
  ]);
});

test("a child that is raised itself loses its parent and not its comparison", () => {
  const prices = pricesBetween(DATA, increased(DATA, allCharges(3, "10")));
  expect(shortLines(prices)).toEqual([
    "base: cost 1.25 → 1.375 (10), costConnection 2 → 2.2 (10)",
    "line Mobile: cost 4 → 4.4 (10)",
    "line 4420 weekend: cost 0.9 → 0.99 (10), costMin 1 → 1.1 (10)",
    "line Mobile 4420 weekend: cost 4 → 4.4 (10), costMin 1 → 1.1 (10)",
  ]);
});

test("lines that come and go, and terms, are told as they are", () => {
  const [business, ...rest] = DATA.tariffs ?? [];
  if (business === undefined) throw new Error("no tariff");
  const prices = pricesBetween(DATA, {
    ...DATA,
    tariffs: [
      {
        ...business,
        singleRate: true,
        baseRoundSeconds: 60,
        rates: [
          { tariffType: "Mobile", cost: 5, initialDuration: 30 },
          { tariffType: "UK", cost: 1, endDate: "2026-12-31" },
        ],
      },
      ...rest,
    ],
  });
  expect(shortLines(prices)).toEqual([
    "settings: singleRate null → true (null)",
    "base: roundSeconds null → 60 (null)",
    "line Mobile: initialDuration 60 → 30 (null)",
    "line UK 2026-12-31: cost null → 1 (null)",
    "line 4420 weekend: cost 0.9 → null (null), costMin 1 → null (null)",
  ]);
  expect(prices.records[0]?.lines.map(({ presence }) => presence)).toEqual([
    "both",
    "both",
    "both",
    "added",
    "removed",
  ]);
});

test("fees, standard features and wholesale tariffs are in the list, wholesale last", () => {
  const raise = (resource: IncreaseRequest["resource"], increaseScope: string, id = 1): IncreaseRequest => ({
    resource,
    id,
    increaseScope,
    increasePercent: 10,
  });
  const prices = pricesBetween(
    DATA,
    increased(
      DATA,
      raise("tariffs", "costOnly", 5),
      raise("standardFeatures", "recurringOnly"),
      raise("fixedFeeTariffs", "recurringAndConnections"),
    ),
  );
  expect(prices.records.map(({ resource, side }) => `${side} ${resource}`)).toEqual([
    "retail fixedFeeTariffs",
    "retail standardFeatures",
    "wholesale tariffs",
  ]);
  expect(shortLines(prices, 0)).toEqual([
    "fee recurring: fixedFeeValue 12 → 13.2 (10)",
    "fee oneOff; carrierIDs A: fixedFeeValue 30 → 33 (10)",
  ]);
  expect(shortLines(prices, 1)).toEqual(["standardFeature: serviceCharge 10 → 11 (10)"]);
  expect(prices.records.map(({ uses }) => uses)).toEqual([
    { customers: 1, numbers: 0, features: 1 },
    { customers: 2, numbers: 0, features: 2 },
    { customers: 0, numbers: 0, features: 0 },
  ]);
  expect(prices.records[1]?.ownPriced).toBe(1);
});

test("numbers that go to another tariff are a move between the two, with what it changes of their prices", () => {
  const tariffs = [
    ...(DATA.tariffs ?? []),
    { id: 6, name: "New", tariffClass: "national", baseCost: "1.5" } as const,
  ];
  const before = { ...DATA, tariffs };
  const customers = (DATA.customers ?? []).map((customer) =>
    customer.id === 7 ? { ...customer, defaultNationalTariff: "New" } : customer,
  );
  const prices = pricesBetween(before, { ...before, customers });
  expect(prices.records).toHaveLength(1);
  expect(prices.records[0]).toMatchObject({
    isMove: true,
    before: { name: "Business" },
    after: { name: "New" },
    uses: { customers: 1, numbers: 1, features: 0 },
  });
  expect(shortLines(prices)[0]).toBe("base: cost 1.25 → 1.5 (20), costConnection 2 → null (null)");
});

test("a list names a thousand lines and counts all; records are null", () => {
  const deck = (cost: number): BookData => ({
    tariffs: [
      {
        id: 1,
        name: "Deck",
        tariffClass: "national",
        rates: Array.from({ length: 1_500 }, (_, at) => ({ prefix: String(10_000 + at), cost: cost + at })),
      },
    ],
  });
  const prices = pricesBetween(deck(1), deck(2));
  expect(prices).toMatchObject({ changedLines: 1_500, listedLines: 1_000 });
  expect(prices.records[0]).toMatchObject({ changedLines: 1_500, rising: 1_500 });
  expect(prices.records[0]?.percent).toEqual({ least: "0.07", most: "100" });
  expect(previewChange("recorded", openBook(DATA), []).prices).toBeNull();
});

test("a price that becomes a percentage is no rise: the price goes, and the percentage comes", () => {
  const [business, ...others] = DATA.tariffs ?? [];
  const tariffs = [{ ...business, baseType: "markup", baseCost: 20 }, ...others] as BookData["tariffs"];
  const { records } = pricesBetween(DATA, { ...DATA, tariffs });
  const base = records[0]?.lines.find(({ kind }) => kind === "base");
  expect(base?.changes.map(({ field, unit, before, after: now }) => [field, unit, before, now])).toEqual([
    ["chargeType", null, null, "markup"],
    ["cost", "pence", "1.25", null],
    ["cost", "percent", null, "20"],
  ]);
  expect(records[0]).toMatchObject({ rising: 0, falling: 0, percent: null });
});
