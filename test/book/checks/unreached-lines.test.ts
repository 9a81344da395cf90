/** R22, R25: a line for a prefix to which no destination leads matches only calls that bring their own type. */
import { expect, test } from "vitest";
import { type BookData, checkBook, openBook, rateCall } from "../../../src/index.ts";

const TARIFF = { id: 1, name: "A-Z", tariffClass: "international" } as const;
const BOOK: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Germany", tariffClass: "international" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK" },
    { prefix: "4930", tariffType: "Germany" },
  ],
  customers: [{ id: 7, defaultInternationalTariff: "A-Z" }],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
};

function warned(rates: readonly object[], others: BookData = {}): readonly string[] {
  const book = { ...BOOK, tariffs: [{ ...TARIFF, baseCost: 9, rates }], ...others } as BookData;
  const { problems, warnings } = checkBook(book);
  expect(problems).toEqual([]);
  return warnings.map(({ path, message }) => `${path} ${message}`);
}

test.for<[what: string, prefix: string]>([
  ["the destination itself", "4930"],
  ["one below a destination", "493055"],
  ["one above a destination", "49"],
])("R22 a prefix that a destination leads to is no warning: %s", ([_what, prefix]) => {
  expect(warned([{ prefix, cost: 1 }])).toEqual([]);
});

test.for<[what: string, prefix: string]>([
  ["beside every destination", "4989"],
  ["of another class", "4420"],
])("R22 a prefix that no destination of the class leads to is told: %s", ([_what, prefix]) => {
  expect(warned([{ prefix, cost: 1 }])).toEqual([
    `tariffs[0].rates has 1 line for ${prefix}, and no destination of the class international leads to it, so it matches only calls that bring their own tariffType; add destinations for it`,
  ]);
});

test("R22 what is told is so: the call has no type, and the line matches one that brings its own", () => {
  const tariffs = [{ ...TARIFF, rates: [{ prefix: "4989", cost: 1 }] }];
  const book = openBook({ ...BOOK, tariffs });
  const call = { target: "02079460018", external: "00498912345", startDate: "2026-10-01", duration: 60 };
  expect(rateCall(book, call)).toMatchObject({ error: "unknown-call-type" });
  expect(rateCall(book, { ...call, tariffType: "Germany" })).toMatchObject({ cost: "1" });
});

test("R22 an inbound destination without a prefix leads to every number", () => {
  const inbound = { prefix: "", tariffType: "Germany", direction: "inbound" } as const;
  expect(warned([{ prefix: "4989", cost: 1 }], { destinations: [inbound] })).toEqual([]);
});

test("R22 a short code leads to itself alone", () => {
  const short = { prefix: "4989", tariffType: "Germany", short: true } as const;
  expect(warned([{ prefix: "4989", cost: 1 }], { destinations: [short] })).toHaveLength(1);
});

test("R22 a charge band of the class may come with any number", () => {
  const chargeBands = [{ chargeBand: "DE", tariffType: "Germany" }];
  expect(warned([{ prefix: "4989", cost: 1 }], { chargeBands })).toEqual([]);
  expect(
    warned([{ prefix: "4989", cost: 1 }], { chargeBands: [{ chargeBand: "X", tariffType: "UK" }] }),
  ).toHaveLength(1);
});

test.for<[prefix: string, warnings: number]>([
  ["4420", 0],
  ["4989", 1],
])("R28 surcharges are for calls of any class: %s", ([prefix, warnings]) => {
  const rates = [{ prefix, surchargeCallRecording: 1 }];
  const tariffs = [{ id: 2, name: "Surcharges", tariffClass: "surcharges" as const, rates }];
  expect(warned([], { tariffs, customers: [], numbers: [] })).toHaveLength(warnings);
});

test("R25 lines for call types, and books whose calls bring their own types, are no warning", () => {
  expect(
    warned([
      { tariffType: "Germany", cost: 1 },
      { prefix: "4989", tariffType: "Germany", cost: 1 },
    ]),
  ).toEqual([]);
  expect(warned([{ prefix: "4989", cost: 1 }], { destinations: [] })).toEqual([]);
});
