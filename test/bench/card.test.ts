/** The card workload of the benches: its book and calls under the engine, and what databases are given. */
import { expect, test } from "vitest";
import { priceResolved, resolveCardCalls } from "../../bench/card/card-arithmetic.ts";
import { openCardBaseline } from "../../bench/card/card-baseline.ts";
import { makeCardBook } from "../../bench/card/card-book.ts";
import { cardCalls } from "../../bench/card/card-calls.ts";
import { cardTotals, DUCKDB_DIALECT, POSTGRES_DIALECT } from "../../bench/peers/card-sql.ts";
import { flatRanges, RANGE_DIGITS } from "../../bench/peers/flat-ranges.ts";
import { checkBook, openBook, rateCall, toRecord } from "../../src/index.ts";

const data = makeCardBook({ numbers: 200, tariffs: 4, prefixesEach: 500 });
const calls = [...cardCalls(data, 2000)];

test("a card book has no problem, and the same seed gives the same calls", () => {
  expect(checkBook(data).problems).toEqual([]);
  expect([...cardCalls(data, 2000)]).toEqual(calls);
});

test.each(["plain", "careful"] as const)("the %s baseline gives what the engine gives", (care) => {
  const book = openBook(data);
  const baseline = openCardBaseline(data, care);
  for (const call of calls) {
    const ours = toRecord(rateCall(book, call));
    const theirs = baseline(call);
    if (theirs === undefined) expect(ours).toMatchObject({ error: "no-rate" });
    else expect(ours).toMatchObject({ ...theirs, chargedDuration: Number(theirs.chargedDuration) });
  }
});

test("the bare arithmetic over resolved calls has the engine's totals", () => {
  const book = openBook(data);
  const sums = { rated: 0, basic: 0n, access: 0n, mobile: 0n };
  const quanta = (pence: string | null): bigint => BigInt(Math.round(Number(pence) * 10_000));
  for (const call of calls) {
    const record = toRecord(rateCall(book, call));
    if (!("cost" in record)) continue;
    sums.rated++;
    sums.basic += quanta(record.costBasic);
    sums.access += quanta(record.costAccessCharge);
    sums.mobile += quanta(record.costSurchargeMobileOrigination);
  }
  expect(sums.rated).toBeGreaterThan(1900);
  expect(sums.mobile).toBeGreaterThan(0n);
  expect(priceResolved(resolveCardCalls(data, calls))).toEqual(sums);
});

test("the last range that starts at or below a number has its longest prefix", () => {
  const prefixes = ["33", "330", "3309", "34", "35", "4", "49171"];
  const ranges = flatRanges(prefixes);
  const starts = ranges.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
  for (const digits of ["33", "3305", "33095", "331", "349", "36", "49", "491715", "5", "32", "491"]) {
    const number = Number(digits.padEnd(RANGE_DIGITS, "5"));
    const longest = prefixes
      .filter((prefix) => String(number).startsWith(prefix))
      .sort((a, b) => b.length - a.length)[0];
    expect(ranges.findLast(({ start }) => start <= number)?.prefix).toBe(longest);
  }
});

test("the queries divide whole numbers by whole numbers only", () => {
  expect(cardTotals("calls", DUCKDB_DIALECT)).not.toMatch(/[^/]\/[^/]/);
  expect(cardTotals("calls", POSTGRES_DIALECT)).not.toContain("//");
});
