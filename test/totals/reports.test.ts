/** R16, R29, R30: what a run adds up to: the tally, the worklist and the reconciliation. */
import { readFileSync } from "node:fs";
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { unreadableCall } from "../../src/files/index.ts";
import {
  type BookData,
  type CallRecord,
  columnsFromRecords,
  createRater,
  createReconciliation,
  createTally,
  createWorklist,
  openBook,
  type RatedRecord,
  type ResultRecord,
  rateCall,
  toRecord,
} from "../../src/index.ts";
import { WorklistCollector, WorklistPart } from "../../src/totals/index.ts";

const folder = new URL("../../fixtures/reseller/", import.meta.url);
const book = openBook(JSON.parse(readFileSync(new URL("book.json", folder), "utf8")) as BookData);
const calls = readFileSync(new URL("calls-2026-10.jsonl", folder), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as CallRecord);

const tally = createTally();
const worklist = createWorklist();
const reconciliation = createReconciliation();
const records: ResultRecord[] = [];
const rater = createRater(book);
for (const [at, call] of calls.entries()) {
  const result = rater(call, at + 1);
  tally.add(result);
  worklist.add(call, result);
  reconciliation.add(call, result);
  records.push(toRecord(result));
}
const rated = records.filter((record): record is RatedRecord => "cost" in record);

function total(amounts: readonly (string | null)[]): string {
  return amounts.reduce((sum, amount) => sum.plus(amount ?? 0), new Decimal(0)).toFixed();
}

describe("R16 the tally", () => {
  const report = tally.report();

  test("R30 rated + errors + ignored = read, and the codes add up", () => {
    expect(report.read).toBe(calls.length);
    expect(report.rated + report.errors + report.ignored).toBe(report.read);
    expect(report.errorsByCode.reduce((sum, own) => sum + own.calls, 0)).toBe(report.errors);
    expect(report.byClass.reduce((sum, own) => sum + own.calls, 0)).toBe(report.rated);
  });

  test("totals are the exact sums of the records, retail and wholesale", () => {
    expect(report.totals.cost).toBe(total(rated.map((record) => record.cost)));
    expect(report.totals.costCarrier).toBe(total(rated.map((record) => record.costCarrier)));
    expect(report.totals.costSuggestedRetail).toBe(total(rated.map((record) => record.costSuggestedRetail)));
    expect(total(report.byClass.map((own) => own.retail))).toBe(report.totals.cost);
  });

  test("margin is retail less what the carrier reports, else less what was calculated", () => {
    for (const own of report.byClass) {
      const ofClass = rated.filter((record) => record.tariffClass === own.tariffClass);
      const known = ofClass.filter((record) => reportedCost(record) !== null || record.costCarrier !== null);
      const margins = known.map((record) =>
        new Decimal(record.cost ?? 0).minus(reportedCost(record) ?? record.costCarrier ?? 0).toFixed(),
      );
      expect(own.margin).toBe(total(margins));
      expect(own.withoutWholesale).toBe(ofClass.length - known.length);
    }
  });
});

test("R30 a class of which no wholesale cost is known has no wholesale total and no margin, not 0", () => {
  const bare = openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: 2 }],
    customers: [{ id: 7, defaultNationalTariff: "Business" }],
    numbers: [{ id: 1, customerID: 7, number: "020 7946 0018" }],
  });
  const own = createTally();
  const call = { numberID: 1, tariffType: "UK", startDate: "2026-10-01", duration: 60 };
  own.add(rateCall(bare, call));
  expect(own.report().byClass).toEqual([
    { tariffClass: "national", calls: 1, retail: "2", wholesale: null, margin: null, withoutWholesale: 1 },
  ]);
  own.add(rateCall(bare, { ...call, costCDR: "1.5" }));
  expect(own.report().byClass).toEqual([
    { tariffClass: "national", calls: 2, retail: "4", wholesale: "1.5", margin: "0.5", withoutWholesale: 1 },
  ]);
});

/** R15: the reported total, or the sum of the reported components where only these are given. */
function reportedCost(record: RatedRecord): string | null {
  if (record.costCDR !== null) return record.costCDR;
  const components = [
    record.costCDRBasic,
    record.costCDRAccessCharge,
    record.costCDRSurchargeMobileOrigination,
    record.costCDRSurchargePayphoneOrigination,
    record.costCDRSurchargeCallRecording,
  ];
  return components.every((amount) => amount === null) ? null : total(components);
}

describe("R30 the worklist", () => {
  const groups = worklist.report();

  test("groups come in working order and hold every call in error", () => {
    const order = [
      "Unregistered numbers",
      "Unknown call types",
      "Missing tariffs",
      "Missing rates",
      "Missing wholesale cost",
      "Records to send back",
    ];
    const titles = groups.map((group) => group.title);
    expect(titles).toEqual(order.filter((title) => titles.includes(title)));
    expect(groups.reduce((sum, group) => sum + group.calls, 0)).toBe(tally.report().errors);
    for (const group of groups) {
      expect(group.items.reduce((sum, item) => sum + item.calls, 0)).toBe(group.calls);
      expect(total(group.items.map((item) => item.cost))).toBe(group.cost);
    }
  });

  test("a cost is 'at least' where some of its calls report none", () => {
    const list = createWorklist();
    const failed = rater(
      { id: "w1", target: "nobody", startDate: "2026-10-01", startTime: "10:00:00", duration: 90 },
      1,
    );
    list.add({ target: "nobody", duration: 90, costCDR: "1.5" }, failed);
    expect(list.report()).toMatchObject([{ calls: 1, minutes: "1.5", cost: "1.5", atLeast: false }]);
    list.add({ target: "nobody", duration: "30" }, failed);
    expect(list.report()).toMatchObject([
      {
        title: "Unregistered numbers",
        calls: 2,
        minutes: "2.0",
        cost: "1.5",
        atLeast: true,
        items: [{ what: "number nobody" }],
      },
    ]);
  });

  test("lines that could not be read for one reason are one item, whatever their numbers", () => {
    const list = createWorklist();
    const short = "has 2 cells where the header row names 5 columns";
    for (const [line, reason] of [
      [2, short],
      [3, short],
      [9, "is not UTF-8 text"],
    ] as const)
      list.add({}, unreadableCall({ file: "calls.csv", line, reason }));
    list.add({}, toRecord(unreadableCall({ file: "calls.jsonl", line: 12, column: 8, reason: short })));
    list.add({}, rater({ id: "u1", startDate: "1 October" }, 13));
    expect(list.report()).toMatchObject([
      {
        title: "Records to send back",
        calls: 5,
        items: [
          { what: `cannot be read: ${short}`, calls: 3 },
          { what: "cannot be read: is not UTF-8 text", calls: 1 },
          { what: "startDate", calls: 1 },
        ],
      },
    ]);
  });

  test("calls added up apart, a block after the other, make the same list", () => {
    const whole = createWorklist();
    const inBlocks = new WorklistCollector();
    const part = new WorklistPart();
    for (let at = 0; at < 3_000; at++) {
      const call = {
        target: `nobody ${(at * 7_919) % 1_300}`,
        startDate: "2026-10-01",
        startTime: "10:00",
        duration: at,
        // The last is finer than columns are.
        ...(at % 3 > 0 && { costCDR: at % 3 === 1 ? `${at}.000001` : `${at}.0000001` }),
      };
      const result = rater(call, at);
      whole.add(call, result);
      if (result.outcome === "error") part.addRow(columnsFromRecords([call]), 0, result);
      if (at % 700 === 0) inBlocks.addEntries(structuredClone(part.take()));
    }
    inBlocks.addEntries(part.take());
    expect(part.take()).toEqual([]);
    expect(inBlocks.report()).toEqual(whole.report());
    expect(whole.report()[0]?.items.length).toBe(1001);
  });

  test("a hostile file cannot make it grow without bound", () => {
    const list = createWorklist();
    for (let at = 0; at < 1500; at++) {
      const call = { target: `nobody ${at}`, startDate: "2026-10-01", startTime: "10:00:00" };
      list.add(call, rater({ ...call, id: `h${at}` }, at));
    }
    const [group] = list.report();
    expect(group?.calls).toBe(1500);
    expect(group?.items.length).toBe(1001);
    expect(group?.items[0]).toMatchObject({ what: "(others)", calls: 500 });
  });
});

describe("R29 the reconciliation of a file with as many carriers as calls", () => {
  const many = createReconciliation();
  const [rated] = calls.flatMap((call) => {
    const result = rateCall(book, call);
    return result.outcome === "rated" ? [{ call, result }] : [];
  });
  if (rated === undefined) throw new Error("no call is rated");
  for (let at = 0; at < 12_000; at++) many.add({ ...rated.call, callCarrier: `Carrier ${at}` }, rated.result);
  const lines = many.report();

  test("tells the first ten thousand apart and adds up the others, last", () => {
    expect(lines.length).toBe(10_001);
    expect(lines.at(-1)).toMatchObject({ carrier: "(others)", tariffType: "(others)" });
    expect(lines.slice(0, -1).some(({ carrier }) => carrier === "Carrier 9999")).toBe(true);
    const counted = (own: (typeof lines)[number]): number =>
      Math.max(own.calls, own.withoutReported, own.withoutCalculated);
    expect(lines.reduce((sum, own) => sum + counted(own), 0)).toBe(12_000);
    expect(counted(lines.at(-1) as (typeof lines)[number])).toBe(2_000);
  });

  test("adds up with others as with any line", () => {
    const merged = createReconciliation();
    merged.addReport(lines);
    expect(merged.report()).toEqual(lines);
    merged.addReport(lines.slice(-1));
    expect(merged.report().length).toBe(lines.length);
  });
});

describe("R29 the reconciliation", () => {
  const lines = reconciliation.report();

  test("difference = reported - calculated, the largest first", () => {
    const sizes = lines.map((line) => new Decimal(line.difference).abs().toNumber());
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    for (const line of lines) {
      expect(new Decimal(line.reported).minus(line.calculated).toFixed()).toBe(line.difference);
    }
    expect(lines.some((line) => line.callsThatDiffer > 0)).toBe(true);
  });

  test("every rated call is in it: with both costs, or counted as lacking one", () => {
    const both = rated.filter((record) => reportedCost(record) !== null && record.costCarrier !== null);
    expect(lines.reduce((sum, line) => sum + line.calls, 0)).toBe(both.length);
    const lacking = rated.filter((record) => reportedCost(record) === null);
    expect(lines.reduce((sum, line) => sum + line.withoutReported, 0)).toBe(lacking.length);
  });
});
