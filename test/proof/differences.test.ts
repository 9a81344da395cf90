/** A proof that misses a difference proves nothing: one digit, one field, one row too many or too few. */
import { describe, expect, test } from "vitest";
import { CallCounter } from "../../proof/counts.ts";
import { Differences } from "../../proof/differences.ts";
import { afterRepeats, Expectation, type Ways } from "../../proof/expected.ts";
import { cellsWanted, withCall } from "../../proof/results.ts";
import { Stopwatch } from "../../proof/stopwatch.ts";
import { RESULT_COLUMNS } from "../../src/files/index.ts";
import { type BookData, openBook, type ResultRecord, rateCall, toRecord } from "../../src/index.ts";
import { createSecondOpinion, type Row } from "../second-opinion/index.ts";

const DATA: BookData = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  customers: [{ id: 1, defaultNationalTariff: "Sell" }],
  numbers: [{ id: 1, customerID: 1, number: "0117 496 0100" }],
  tariffs: [{ id: 1, name: "Sell", tariffClass: "national", baseCost: "1.2" }],
};
const CALL = { id: 7, numberID: 1, tariffType: "UK", startDate: "2026-10-01", duration: 91 };

function waysOf(theirs: BookData = DATA): Ways {
  return {
    book: openBook(DATA),
    opinion: createSecondOpinion(theirs as unknown as Row),
    reclassify: false,
    differences: new Differences("a book"),
    stopwatch: new Stopwatch(),
  };
}

describe("what is expected of a call", () => {
  test("is what all ways say", () => {
    const ways = waysOf();
    const [record] = new Expectation(ways).recordsOf([CALL], [1]);
    expect(record).toEqual(toRecord(rateCall(ways.book, CALL)));
    expect(ways.differences.count).toBe(0);
    expect(ways.stopwatch.report().map(([way]) => way)).toEqual([
      "rateCall",
      "second opinion",
      "rateColumns",
      "explainCall",
    ]);
  });

  test("is a difference where the second opinion has another digit", () => {
    const ways = waysOf({
      ...DATA,
      tariffs: [{ id: 1, name: "Sell", tariffClass: "national", baseCost: "1.2001" }],
    });
    new Expectation(ways).recordsOf([CALL], [1]);
    expect(ways.differences.count).toBe(1);
    expect(ways.differences.told.join()).toContain(
      "cost: '1.82' by rateCall, '1.8202' by the second opinion",
    );
    expect(ways.differences.told.join()).toContain("numberID: 1");
  });

  test("is a duplicate unless it is malformed or ignored", () => {
    const rated = toRecord(rateCall(openBook(DATA), CALL));
    expect(afterRepeats(rated, CALL, null)).toBe(rated);
    expect(afterRepeats(rated, CALL, "id")).toEqual({
      id: "7",
      error: "duplicate-call",
      message: "A call with the id 7 was already read in this run.",
      field: "id",
    });
    const malformed = { id: "7", error: "malformed-record", message: "" } as ResultRecord;
    expect(afterRepeats(malformed, CALL, "id")).toBe(malformed);
  });
});

describe("two records", () => {
  const differences = (): Differences => new Differences("a book");
  test.each([
    ["another value", { a: "1" }, { a: "2" }],
    ["a number for a text", { a: "1" }, { a: 1 }],
    ["a field too few", { a: "1", b: null }, { a: "1" }],
    ["a field too many", { a: "1" }, { a: "1", b: undefined }],
  ])("differ in %s", (_, one, other) => {
    const own = differences();
    expect(own.compare("one", one, "other", other, "a call")).toBe(false);
    expect(own.count).toBe(1);
  });

  test("agree but for what is left out", () => {
    const own = differences();
    expect(own.compare("one", { a: 1, m: "x" }, "other", { a: 1, m: "y" }, "", new Set(["m"]))).toBe(true);
    expect(own.count).toBe(0);
  });

  test("are told twenty times and counted always", () => {
    const own = differences();
    for (let at = 0; at < 30; at++) own.note(`fault ${at}`);
    expect([own.count, own.told.length]).toEqual([30, 20]);
  });
});

test("a report with another count or sum than the proof's own is a difference", () => {
  const record = toRecord(rateCall(openBook(DATA), CALL));
  const counter = new CallCounter({});
  counter.add({ call: {}, flaw: undefined, blankLines: 0, aims: [] }, record);
  const totals = { costBase: "1.82", cost: "1.82", costCDR: "0", costCarrier: "0", costSuggestedRetail: "0" };
  const report = { read: 1, rated: 1, errors: 0, ignored: 0, errorsByCode: [], totals };
  const rest = { byClass: [], worklist: [], reconciliation: [] };
  for (const [own, count] of [
    [report, 0],
    [{ ...report, read: 2 }, 1],
    [{ ...report, totals: { ...totals, cost: "1.83" } }, 1],
    [{ ...report, errorsByCode: [{ code: "no-rate" as const, calls: 1 }] }, 1],
  ] as const) {
    const differences = new Differences("a book");
    counter.verify({ ...own, ...rest }, differences);
    expect(differences.count).toBe(count);
  }
});

test("cells of a record are blank for null and never a formula", () => {
  const cells = cellsWanted({ id: "=1+1", numberID: null, cost: "-1.5", location: "-x" });
  const cell = (field: string): string | undefined => cells[RESULT_COLUMNS.indexOf(field)];
  expect([cell("id"), cell("numberID"), cell("cost"), cell("location")]).toEqual([
    "'=1+1",
    "",
    "-1.5",
    "'-x",
  ]);
});

test("results say what was called, of calls that were not rated what they reported, and nothing of what is no call", () => {
  const call = { id: "1", target: "0113 496 0101", duration: "", costCDR: "2" };
  const shown = { "call.target": "0113 496 0101" };
  expect(withCall({ id: "1", cost: "1" }, call)).toEqual({ id: "1", cost: "1", ...shown });
  const failed = { id: "1", error: "no-rate", message: "None." };
  expect(withCall(failed, call)).toEqual({ ...failed, ...shown, "call.costCDR": "2" });
  const unread = { line: 2, error: "malformed-record", message: "" };
  expect(withCall(unread, call)).toEqual(unread);
});
