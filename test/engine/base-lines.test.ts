/** R25, R26, R58: base lines, which stand in the place of a tariff's base fields while they are in force. */
import { describe, expect, test } from "vitest";
import { type CallRecord, explainCall } from "../../src/index.ts";
import { bookOf, CALL, type Row, record, refused } from "./one-tariff.ts";

const UK = { baseCost: 5, baseCostConnection: 2 };
const RAISED = { base: true, startDate: "2026-04-01", cost: 6, costConnection: 3 };
const APRIL = { startDate: "2026-04-01" };
const costOf = (tariff: Row, call: Row = {}, more: Row = {}): string =>
  record(bookOf(tariff, more), { duration: 60, ...call }).cost ?? "no cost";

describe("R25 a base line", () => {
  test("stands in the place of the base fields from its first day to its last", () => {
    const tariff = { ...UK, rates: [{ ...RAISED, endDate: "2026-04-30" }] };
    const days = ["2026-03-31", "2026-04-01", "2026-04-30", "2026-05-01"];
    expect(days.map((startDate) => costOf(tariff, { startDate }))).toEqual(["7", "9", "9", "7"]);
  });

  test("of several the latest start counts", () => {
    const rates = [RAISED, { base: true, cost: 1 }, { base: true, startDate: "2026-05-01", cost: 8 }];
    expect(
      ["2026-03-02", "2026-04-01", "2026-05-01"].map((startDate) => costOf({ ...UK, rates }, { startDate })),
    ).toEqual(["1", "9", "8"]);
  });

  test("is found among many", () => {
    const rates = Array.from({ length: 9 }, (_, at) => ({
      base: true,
      startDate: `2026-0${at + 1}-01`,
      cost: at + 1,
    }));
    const days = rates.map(({ startDate }) => startDate);
    const lines = [...rates, { tariffType: "UK", costConnection: 1 }];
    expect(days.map((startDate) => costOf({ ...UK, rates: lines }, { startDate }))).toEqual(
      days.map((_, at) => String(at + 2)),
    );
    expect(costOf({ ...UK, rates: lines }, { startDate: "2025-12-31" })).toBe("6");
  });

  test("leaves to a line what the line says, and gives it the rest", () => {
    const rates = [{ tariffType: "UK", costConnection: 10 }, RAISED];
    expect([costOf({ ...UK, rates }), costOf({ ...UK, rates }, APRIL)]).toEqual(["15", "16"]);
  });

  test("does not give a value that it leaves out: the base fields have no say beside it", () => {
    const rates = [{ base: true, startDate: "2026-04-01", cost: 6 }];
    expect(costOf({ ...UK, rates }, APRIL)).toBe("6");
  });

  test("makes the cost of a line a percentage where its charge type is a markup", () => {
    const rates = [
      { tariffType: "UK", cost: 50 },
      { base: true, startDate: "2026-04-01", chargeType: "markup" },
    ];
    expect([costOf({ rates }, { costCDR: 4 }), costOf({ rates }, { ...APRIL, costCDR: 4 })]).toEqual([
      "50",
      "6",
    ]);
  });

  test("ranks where base fields rank: a child's base goes before it, a child's blank takes its value", () => {
    const parent = { id: 2, name: "Parent", tariffClass: "national", ...UK, rates: [RAISED] };
    const child = { id: 1, name: "Test", tariffClass: "national", parentTariff: 2, baseCost: 1 };
    expect(costOf({}, APRIL, { tariffs: [child, parent] })).toBe("4");
    const withLine = { ...parent, rates: [{ tariffType: "UK", cost: 9 }, RAISED] };
    expect(costOf({}, APRIL, { tariffs: [child, withLine] })).toBe("12");
  });

  test("is none of the lines that make a rate (R26), and gives R27 its roundings", () => {
    const bare = { rates: [{ base: true, costConnection: 3 }] };
    expect(refused(bookOf(bare), { duration: 60 })).toBe("no-rate");
    const rounded = {
      fallbackMarkup: 10,
      baseRoundPence: "0.1",
      rates: [{ base: true, ...APRIL, roundPence: 1 }],
    };
    expect(costOf(rounded, { costCDR: 2 })).toBe("2.2");
    expect(costOf(rounded, { ...APRIL, costCDR: 2 })).toBe("3");
  });

  test("is named by an explanation", () => {
    const book = bookOf({ ...UK, rates: [{ prefix: "44" }, RAISED] });
    const { choices } = explainCall(book, { ...CALL, ...APRIL, duration: 60 } as CallRecord);
    const texts = choices.map(({ rule, chosen, reason }) => `${rule} ${chosen}: ${reason}`);
    expect(texts.find((text) => text.startsWith("R26"))).toContain("base line 2 (rates[1]) of");
    expect(texts.find((text) => text.startsWith("R25"))).toContain("in force is base line 2 (rates[1]) of");
  });
});
