/** Compares what columns say of calls, entry by entry, with what `rateCall` says of each. */
import { expect } from "vitest";
import { copierOf } from "../../src/engine/columns/block-copier.ts";
import { ColumnRater } from "../../src/engine/columns/column-rater.ts";
import { rateByRecord } from "../../src/engine/rate-call.ts";
import type { BookKernel } from "../../src/engine/rows/book-kernel.ts";
import {
  type CallColumns,
  type CallRecord,
  COMPONENTS,
  columnsFromRecords,
  createReconciliation,
  createTally,
  type OpenedBook,
  OUTCOMES,
  type RatedColumns,
  type ResultRecord,
  rateCall,
  rateColumns,
  toRecord,
} from "../../src/index.ts";
import { counting, rows } from "../../src/kernel/index.ts";
import { formatUnits } from "../../src/money/index.ts";
import { ColumnCounts, ReconciliationCollector } from "../../src/totals/index.ts";
import { expectSame } from "../properties/runs.ts";
import { byRows } from "./by-rows.ts";
import { describingOf, rowInWords } from "./row-in-words.ts";

type Row = Readonly<Record<string, unknown>>;

/** Rates calls as columns and one by one; both must say the same, and `recordAt` all that `rateCall` says. */
export function expectColumnsAsCalls(
  book: OpenedBook,
  calls: readonly CallRecord[],
  reclassify = false,
  into: RatedColumns = raterOf(book, calls.length),
  opinion?: (call: CallRecord, line: number) => ResultRecord,
): RatedColumns {
  const columns = columnsFromRecords(calls);
  const rated = rateColumns(book, columns, { reclassify, into });
  expect(rated.length).toBe(calls.length);
  byRows(book);
  for (const [row, call] of calls.entries()) {
    const options = { reclassify, line: row + 1 };
    const single = toRecord(rateCall(book, call, options));
    expectSame(single, toRecord(rateByRecord(book.tables, call, options, undefined)), () => call);
    expectSame(entriesOf(rated, row, call, reclassify), entriesWanted(single, rated, row), () => call);
    expectSame(rated.recordAt(row), single, () => call);
    if (opinion === undefined) continue;
    const second = entriesWanted(opinion(call, row + 1), rated, row);
    expectSame(entriesOf(rated, row, call, reclassify), second, () => call);
  }
  expectCounts(book, columns, rated, calls, reclassify);
  return rated;
}

/** Results of either form of the kernel, in turn. */
let made = 0;
function raterOf(book: OpenedBook, rows: number): ColumnRater {
  return new ColumnRater(book.tables, rows, made++ % 2 === 0 ? "webassembly" : "javascript");
}

/** What is counted in columns is what a tally and a reconciliation make of the same calls. */
function expectCounts(
  book: OpenedBook,
  columns: CallColumns,
  rated: RatedColumns,
  calls: readonly CallRecord[],
  reclassify: boolean,
): void {
  const merged = new ReconciliationCollector();
  const { rater, copier, counts } = countingOf(book, rated);
  counts.take(merged);
  const tally = createTally(book);
  const reconciliation = createReconciliation();
  for (let first = 0; first < calls.length; first += rows.BLOCK_ROWS) {
    const length = Math.min(rows.BLOCK_ROWS, calls.length - first);
    copier.copyIn(columns, first, length);
    rater.rate(columns.names, length, reclassify);
    expect(counts.count(columns, 0, length, counting.SUM_CARRY)).toBe(length);
    counts.tellLines(length);
    const others = new Set(counts.others);
    for (let row = 0; row < length; row++) {
      expect(others.has(row) || rated.fromRecord[first + row] === 0).toBe(true);
      if (others.has(row)) continue;
      const result = rated.resultAt(first + row);
      tally.add(result);
      reconciliation.add(calls[first + row] as CallRecord, result);
    }
  }
  expectSame(counts.take(new ReconciliationCollector()), tally.report(), () => calls);
  expectSame(merged.report(), reconciliation.report(), () => calls);
}

const counters = new WeakMap<OpenedBook, ReturnType<typeof newCounting>>();

/** A kernel that has rated calls of a book, and what counts in its memory. */
function countingOf(book: OpenedBook, rated: RatedColumns) {
  const known = counters.get(book) ?? newCounting(book, rated);
  counters.set(book, known);
  return known;
}

function newCounting(book: OpenedBook, { decimals, keys }: RatedColumns) {
  const [rater] = book.tables.kernels.values() as MapIterator<BookKernel>;
  if (rater === undefined) throw new Error("no calls of the book were rated as columns");
  const { kernel } = rater;
  const counts = new ColumnCounts(book, { kernel, decimals, keys }, new ReconciliationCollector());
  return { rater, copier: copierOf(kernel.memory), counts };
}

/** What the columns say of a row, in the words of a record. */
function entriesOf(rated: RatedColumns, row: number, call: CallRecord, reclassify: boolean): Row {
  const { keys } = rated;
  const outcome = OUTCOMES[rated.outcome[row] ?? -1];
  if (outcome === "error") return { outcome, error: keys.error(rated.error[row] ?? -1) };
  if (outcome === "ignored") return { outcome };
  const own = {
    tariffTime: reclassify ? undefined : call.tariffTime,
    location: String(call.location ?? "") || null,
  };
  return {
    outcome,
    ...rowInWords(rated, row, own),
    retail: amounts(rated.retail, row, rated.decimals),
    wholesale: amounts(rated.wholesale, row, rated.decimals),
  };
}

function amounts(
  columns: readonly Float64Array[],
  row: number,
  decimals: number,
): readonly (string | null)[] {
  return columns.map((column) => {
    const units = column[row] ?? Number.NaN;
    return Number.isNaN(units) ? null : formatUnits(units, decimals);
  });
}

/** The same of a record; amounts beyond a double's whole numbers are not in columns. */
function entriesWanted(single: ResultRecord, rated: RatedColumns, row: number): Row {
  if ("error" in single) return { outcome: "error", error: single.error };
  if ("ignored" in single) return { outcome: "ignored" };
  const components = (cost: "costBase" | "costCarrier"): readonly (string | null)[] => {
    const texts = COMPONENTS.map((component) => single[`${cost}${component}`]);
    return texts.every((text) => text !== null && isSmall(text, rated.decimals))
      ? texts
      : texts.map(() => null);
  };
  expect(row).toBeGreaterThanOrEqual(0);
  return {
    outcome: "rated",
    ...describingOf(single),
    retail: components("costBase"),
    wholesale: components("costCarrier"),
  };
}

function isSmall(amount: string, decimals: number): boolean {
  const [whole = "0", fraction = ""] = amount.split(".");
  const units = BigInt(whole + fraction.padEnd(decimals, "0"));
  return units <= BigInt(Number.MAX_SAFE_INTEGER) && units >= -BigInt(Number.MAX_SAFE_INTEGER);
}
