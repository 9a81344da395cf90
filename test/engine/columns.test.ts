/** Columns say what `rateCall` says, on the sample month and on what columns cannot hold (R1 to R31). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type CallColumns,
  type CallRecord,
  columnsFromRecords,
  OUTCOMES,
  openBook,
  rateColumns,
  reviseBook,
} from "../../src/index.ts";
import { expectColumnsAsCalls } from "./columns-as-calls.ts";

const FOLDER = new URL("../../fixtures/reseller/", import.meta.url);
const sample = openBook(JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData);
const month = readFileSync(new URL("calls-2026-10.jsonl", FOLDER), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as CallRecord);

test("R30 the sample month, classified as recorded and anew", () => {
  const rated = expectColumnsAsCalls(sample, month);
  expect(expectColumnsAsCalls(sample, month, true, rated)).toBe(rated);
});

const DATA: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  destinations: [{ prefix: "44", tariffType: "UK", location: "Britain" }],
  tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
  customers: [{ id: 7, defaultNationalTariff: "Business" }],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
};
const book = openBook(DATA);
const call: CallRecord = {
  id: 1,
  target: "02079460018",
  external: "01134960101",
  startDate: "2026-10-01",
  duration: 91,
};

describe("what columns cannot hold is rated from its record", () => {
  const odd: readonly [string, CallRecord][] = [
    ["R2 a forbidden key", JSON.parse('{"id":1,"__proto__":1}') as CallRecord],
    ["R2 a bad id", { ...call, id: {} as string }],
    ["R2 a bad duration", { ...call, duration: "1e5" }],
    ["R2 a date that does not exist", { ...call, startDate: "2026-02-29" }],
    [
      "R2 a date too early beside a timestamp",
      { ...call, startDate: "1969-12-31", startTime: "2026-10-01T10:00:00" },
    ],
    ["R2 an amount out of bounds", { ...call, costCDR: 1e9 + 1 }],
    [
      "R15 a total that is not the sum",
      { ...call, costCDR: "0.3", costCDRBasic: "0.1", costCDRAccessCharge: "0.1" },
    ],
    [
      "R15 a total that is the sum",
      { ...call, costCDR: "0.3", costCDRBasic: "0.1", costCDRAccessCharge: 0.2 },
    ],
    ["R2 an amount finer than a micro-penny", { ...call, costCDR: "0.1234567891" }],
    ["R21 no target", { ...call, target: "" }],
    ["R21 a number's id", { ...call, target: "", numberID: 1007 }],
    ["R21 an id that no number has", { ...call, numberID: "__proto__" }],
    ["R22 letters that are not ASCII", { ...call, external: "01134960101é" }],
    ["R22 a long text", { ...call, external: "4".repeat(1_000) }],
    ["R22 a text too long", { ...call, external: "4".repeat(1_001) }],
    ["R22 a name that is no call type", { ...call, tariffType: "constructor" }],
    ["R23 a period of its own", { ...call, tariffTime: "Weekend", location: "Leeds" }],
    ["R23 an offset", { ...call, startTime: "23:30:00-05:00" }],
    ["R23 a timestamp alone", { ...call, startDate: "", startTime: "2026-10-25T00:30:00Z" }],
    ["R23 a day of a clock change", { ...call, startDate: "2026-10-25", startTime: "01:30" }],
    ["a record that is none", null as unknown as CallRecord],
    ["a blank id", { ...call, id: "" }],
  ];
  test.each(odd)("%s", (_, own) => {
    expectColumnsAsCalls(book, [call, own, call]);
  });

  test("an object whose fields are getters of its class", () => {
    class Stored {
      get target(): string {
        return "02079460018";
      }
      get external(): string {
        return "01134960101";
      }
      get startDate(): string {
        return "2026-10-01";
      }
      duration = 60;
    }
    const rated = expectColumnsAsCalls(book, [new Stored()]);
    expect(rated.retail[0][0]).toBe(32_000);
  });
});

test("R21 a dialled number ends where its cell ends, whatever stands behind it", () => {
  const dialled = ["0", "0044113496", "+", "00", "0", "+0", "0113", "0", "", "0", "00"];
  const [tariff] = DATA.tariffs ?? [];
  const withLine = openBook({
    ...DATA,
    tariffs: [{ ...tariff, rates: [{ prefix: "4", cost: 9 }] }],
  } as BookData);
  expectColumnsAsCalls(
    withLine,
    dialled.map((external, id) => ({ ...call, id, external, tariffType: "UK" })),
  );
});

test("R4 amounts beyond 2^53 quanta are in the record alone", () => {
  const dear = openBook({
    ...DATA,
    costDecimals: 8,
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: 1_000_000 }],
  });
  const rated = expectColumnsAsCalls(dear, [{ ...call, duration: 31_622_400 }, call]);
  expect(rated.outcome[0]).toBe(OUTCOMES.indexOf("rated"));
  expect(rated.retail[0][0]).toBeNaN();
  expect(rated.recordAt(0)).toMatchObject({ cost: "527040000000" });
  expect(rated.retail[0][1]).toBe(151_666_666_666_667);
});

test("a row marked by its filler is rated from its record", () => {
  const columns = columnsFromRecords([call, call]);
  columns.byRecord[1] = 1;
  const marked: CallColumns = {
    ...columns,
    recordOf: (row) => (row === 1 ? { ...call, duration: 60 } : call),
  };
  const rated = rateColumns(book, marked);
  expect([...rated.retail[0]]).toEqual([38_200, 32_000]);
  expect(() => rated.recordAt(2)).toThrow(RangeError);
});

test("a table of names may grow from batch to batch, and serves a revised book afresh", () => {
  const columns = columnsFromRecords([call]);
  const first = rateColumns(book, columns);
  expect(first.outcome[0]).toBe(OUTCOMES.indexOf("rated"));
  (columns.names as string[]).push("02079460019");
  columns.target[0] = columns.names.length - 1;
  const next = { ...columns, recordOf: () => ({ ...call, target: "02079460019" }) };
  expect(rateColumns(book, next, { into: first }).outcome[0]).toBe(OUTCOMES.indexOf("error"));
  const revised = reviseBook(book, {
    upsert: { numbers: [{ id: 8, customerID: 7, number: "02079460019" }] },
  });
  const rated = rateColumns(revised, next, { into: first });
  expect(rated).not.toBe(first);
  expect(rated.keys.numberID(rated.number[0] ?? -1)).toBe("8");
});

test("more combinations of names than are remembered are rated all the same", () => {
  const calls = Array.from({ length: 40_000 }, (_, at) => ({ ...call, chargeBand: `B${at}` }));
  const rated = rateColumns(book, columnsFromRecords(calls));
  expect(rated.outcome.every((outcome) => outcome === OUTCOMES.indexOf("rated"))).toBe(true);
  expect(rated.retail[0].every((units) => units === 38_200)).toBe(true);
});
