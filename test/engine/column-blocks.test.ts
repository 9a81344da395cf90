/** Columns of several blocks, rated again and again into the same results, say what `rateCall` says (R20 to R31). */
import { expect, test } from "vitest";
import type { BookKernel } from "../../src/engine/rows/book-kernel.ts";
import {
  type BookData,
  type CallRecord,
  columnsFromRecords,
  OUTCOMES,
  openBook,
  type RatedColumns,
  rateColumns,
} from "../../src/index.ts";
import { expectColumnsAsCalls } from "./columns-as-calls.ts";

/** Prices that change from day to day, by period and by call type, in a tariff and its parent; costs of a carrier. */
const DATA: BookData = {
  ratingPeriods: [{ name: "Day", from: "08:00", to: "18:00" }, { name: "Night" }],
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "national" },
    { name: "France", tariffClass: "international" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK" },
    { prefix: "447", tariffType: "Mobile" },
    { prefix: "33", tariffType: "France" },
    { prefix: "33", tariffType: "Mobile", locationCarrier: "Two" },
  ],
  tariffs: [
    {
      id: 1,
      name: "Parent",
      tariffClass: "national",
      baseCost: 1,
      rates: [
        { prefix: "4420", tariffTime: "Day", cost: 3, endDate: "2026-10-02" },
        { prefix: "4420", tariffTime: "Day", cost: 4, startDate: "2026-10-03" },
        { prefix: "447", cost: 9, startDate: "2026-10-02", endDate: "2026-10-02" },
      ],
    },
    {
      id: 2,
      name: "Child",
      tariffClass: "national",
      parentTariff: 1,
      periodRule: "split",
      rates: [{ tariffType: "Mobile", costConnection: 5 }],
    },
    {
      id: 3,
      name: "Abroad",
      tariffClass: "international",
      singleRate: true,
      rates: [{ prefix: "33", cost: 7 }],
    },
    {
      id: 4,
      name: "Cost",
      tariffClass: "national",
      retail: "wholesale",
      forCarriers: ["One"],
      baseCost: "0.5",
      rates: [{ prefix: "447", tariffTime: "Night", cost: "0.7" }],
    },
    { id: 5, name: "Surcharges", tariffClass: "surcharges", baseSurchargeMobileOrigination: 2 },
  ],
  customers: [
    { id: 7, defaultNationalTariff: "Child", defaultInternationalTariff: "Abroad" },
    { id: 8, defaultNationalTariff: "Parent" },
  ],
  numbers: [
    { id: 1, customerID: 7, number: "02079460001", surchargesTariff: "Surcharges" },
    { id: 2, customerID: 8, number: "02079460002", billableFrom: "2026-10-02", callCarrier: "One" },
    { id: 3, customerID: 7, number: "02079460003", CDRNumber: "X3", CDRNumberChargeBand: "B" },
    { id: 4, customerID: 7, number: "02079460004" },
  ],
  ignoredNumbers: [{ number: "02079460004", startDate: "2026-10-02" }],
} as BookData;
const book = openBook(DATA);

const TARGETS = ["02079460001", "+442079460002", "02079460003", "X3", "02079460004", "02079460009", ""];
const EXTERNALS = ["02079460101", "07700900123", "0033123456789", "0049301234", "", "internet", "00336"];
const CARRIERS = ["", "One", "Two", "Three"];
const TIMES = ["07:59:30", "08:00:00", "17:59:59", "23:59:00", "", "12:00:00Z", "00:30:00"];
const DAYS = ["2026-10-01", "2026-10-02", "2026-10-03", "2026-10-25", "2026-03-29"];

/** Calls of every kind in turn; `by` gives another order. */
function callsOf(count: number, by: number): CallRecord[] {
  const pick = (list: readonly string[], step: number): string => list[step % list.length] ?? "";
  return Array.from({ length: count }, (_, at) => {
    const step = at * by;
    return {
      id: at + 1,
      target: pick(TARGETS, step),
      external: pick(EXTERNALS, Math.floor(step / 3)),
      carrier: pick(CARRIERS, Math.floor(step / 7)),
      startDate: pick(DAYS, Math.floor(step / 11)),
      startTime: pick(TIMES, Math.floor(step / 5)),
      duration: (step * 37) % 400,
      ...(step % 13 === 0 && { chargeBand: "B" }),
      ...(step % 17 === 0 && { numberID: (step % 5) + 1 }),
      ...(step % 19 === 0 && { callTypeOriginationTypeFlag: "mobile" }),
      ...(step % 23 === 0 && { tariffTime: "Night" }),
    };
  });
}

test("R20-R31 calls of every kind in three blocks, and fewer of them into the same results", () => {
  const rated = expectColumnsAsCalls(book, callsOf(4_500, 1));
  const counts = OUTCOMES.map((_, outcome) => rated.outcome.filter((own) => own === outcome).length);
  expect(Math.min(...counts)).toBeGreaterThan(100);
  // Rows that were rated are refused now, costs that were known are not, and the other way round.
  expect(expectColumnsAsCalls(book, callsOf(2_049, 5), false, rated)).toBe(rated);
  expect(expectColumnsAsCalls(book, callsOf(2_048, 29), true, rated)).toBe(rated);
  expect(expectColumnsAsCalls(book, [], false, rated).length).toBe(0);
});

test("R26 a tariff goes on telling days, periods and call types apart when all of them were met", () => {
  const own = openBook(DATA);
  let into: RatedColumns | undefined;
  for (const by of [1, 3, 7]) into = expectColumnsAsCalls(own, callsOf(600, by), false, into);
  const prices = (startDate: string, startTime: string, external: string): number | undefined =>
    rateColumns(
      own,
      columnsFromRecords([{ id: 1, target: "02079460001", external, startDate, startTime, duration: 60 }]),
    ).retail[0][0];
  expect(prices("2026-10-02", "12:00", "02079460101")).toBe(30_000);
  expect(prices("2026-10-03", "12:00", "02079460101")).toBe(40_000);
  expect(prices("2026-10-03", "19:00", "02079460101")).toBe(10_000);
  expect(prices("2026-10-01", "12:00", "07700900123")).toBe(60_000);
  expect(prices("2026-10-02", "12:00", "07700900123")).toBe(140_000);
  expect(prices("2026-10-03", "12:00", "07700900123")).toBe(60_000);
});

test("R10 a cap that cannot bind, and one that does, however high", () => {
  const capped = (baseCostMax: string, baseCost: string): BookData => ({
    ...DATA,
    tariffs: [{ id: 1, name: "Capped", tariffClass: "national", baseCost, baseCostMax }],
    customers: [{ id: 7, defaultNationalTariff: "Capped" }],
    numbers: [{ id: 1, customerID: 7, number: "02079460001" }],
  });
  const call = {
    id: 1,
    target: "02079460001",
    external: "02079460101",
    startDate: "2026-10-01",
    startTime: "12:00",
  };
  const calls = [1, 60, 3_599, 36_000, 31_622_400].map((duration, id) => ({ ...call, id, duration }));
  for (const [most, cost] of [
    ["1000000", "1.2"],
    ["1000000", "99999"],
    ["37500.000001", "0.0001"],
    ["9383", "1000000"],
    ["-1000000", "1"],
  ] as const) {
    expectColumnsAsCalls(openBook(capped(most, cost)), calls);
  }
});

test("R21 a target that is ignored on some day goes before a number's id, one that nobody has does not", () => {
  const call = { id: 1, startDate: "2026-10-03", startTime: "12:00", external: "02079460101", duration: 60 };
  const calls = ["02079460004", "02079460009", "", "02079460001"].flatMap((target) =>
    [1, 2, 9, ""].map((numberID) => ({ ...call, target, numberID })),
  );
  expectColumnsAsCalls(book, calls);
});

test("results that are made anew each time take no more of the kernel's memory than the first", () => {
  const fresh = openBook(DATA);
  const columns = columnsFromRecords(callsOf(300, 1));
  const left = (): number => {
    rateColumns(fresh, columns);
    return ([...fresh.tables.kernels.values()] as BookKernel[])[0]?.memory.left ?? 0;
  };
  const first = left();
  for (let round = 0; round < 100; round++) left();
  expect(left()).toBe(first);
});
