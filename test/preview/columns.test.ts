/** R16, R30: what previews of columns must not miss, call by call; random books are in test/properties. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readCallBatches, readCallColumns, readDialect } from "../../src/files/index.ts";
import {
  type BookData,
  CallOrderError,
  type CallRecord,
  columnsFromRecords,
  createPreview,
  openBook,
  type PreviewReport,
} from "../../src/index.ts";
import { EitherWay, previewCsv, previewRecords } from "./either-way.ts";
import { after, before, call, DATA } from "./one-customer.ts";
import { BOOK, CALLS, dearer, withTariffs } from "./sample.ts";

function examplesOf({ examples }: PreviewReport, places: readonly number[]): readonly (string | null)[] {
  return places.map((at) => examples[at]?.id ?? null);
}

describe("the sample month", () => {
  const dear = openBook(withTariffs(dearer));

  test("as records, in blocks of two thousand", () => {
    const report = previewRecords({ before: BOOK, after: dear }, CALLS, [2_000]);
    expect(report.counts.read).toBe(CALLS.length);
    expect(report.counts.dearer).toBeGreaterThan(400);
  });

  test.each(["jsonl", "csv", "uk-cdr"] as const)("as a file: %s", async (format) => {
    const name = {
      jsonl: "calls-2026-10.jsonl",
      csv: "calls-2026-10.csv",
      "uk-cdr": "calls-2026-10.uk-cdr.csv",
    }[format];
    const folder = new URL("../../fixtures/reseller/", import.meta.url);
    const dialect = await readDialect(fileURLToPath(new URL("northway-dialect.json", folder)));
    const read = { format, name, dialect };
    const bytes = readFileSync(new URL(name, folder));
    const source = async function* () {
      yield bytes;
    };
    const columns = createPreview(BOOK, dear);
    for await (const own of readCallColumns(source(), read, 50_000)) columns.addColumns(own);
    const objects = createPreview(BOOK, dear);
    for await (const items of readCallBatches(source(), read)) {
      for (const item of items) objects.add("call" in item ? item.call : {}, item.line);
    }
    const report = columns.report();
    expect(report).toEqual(objects.report());
    expect(report.counts.dearer).toBeGreaterThan(400);
  });
});

describe("ties", () => {
  test("by id, integers as numbers, then by line, then as they came, over blocks that begin anew", () => {
    const ids = ["10", "9", "b", "", "a", "2"];
    const of = { before, after, options: { movers: 5, examples: 3, duplicates: "keep" as const } };
    const report = previewRecords(
      of,
      ids.map((id) => call(id)),
      [2],
    );
    expect(examplesOf(report, report.movers.calls.up)).toEqual(["2", "9", "10", "a", "b"]);
    // Three files of two lines each: the first of those with one id and one line is kept.
    const files = new EitherWay({ ...of, options: { ...of.options, movers: 2 } });
    for (const location of ["file 0", "file 1", "file 2"]) {
      const columns = columnsFromRecords([call(1, { location }), call(1, { location })]);
      files.add({ ...columns, lineOf: (row) => row + 1 });
    }
    const kept = files.report(() => []);
    expect(kept.movers.calls.up.map((at) => kept.examples[at]?.call.location)).toEqual(["file 0", "file 1"]);
  });

  test("a line put together from others keeps the call that came first", () => {
    const other = { target: "02079460019" };
    const report = previewRecords(
      { before, after, options: { duplicates: "keep" } },
      [call(9), call(1, other), call(1)],
      [1],
    );
    const [at] = report.breakdowns.customer[0]?.examples ?? [];
    expect(report.examples[at ?? -1]?.call.target).toBe(other.target);
  });

  test("ids from the bytes of a file, a long one and a blank one", async () => {
    const long = "7".repeat(200_000);
    const text = ["id,target,external,startDate,duration"]
      .concat([long, "12", "", "3"].map((id) => `${id},02079460018,01134960101,2026-10-01,60`))
      .join("\n");
    const report = await previewCsv({ before, after, options: { movers: 4 } }, [text, text], 100);
    expect(examplesOf(report, report.movers.calls.up)).toEqual(["3", "12", long, null]);
    expect(report.unrated).toEqual([{ before: "duplicate-call", after: "duplicate-call", calls: 3 }]);
  });
});

describe("sums that doubles do not hold", () => {
  /** 2^52 quanta are 45,035,996 pence of eight decimal places. */
  const dear = (baseCost: number) =>
    openBook({ ...DATA, costDecimals: 8, tariffs: [{ ...DATA.tariffs?.[0], baseCost } as never] });

  test("R16 a sum is carried beyond 2^53, and a call beyond it is added from its record", () => {
    const calls = Array.from({ length: 40 }, (_, at) =>
      call(at, { duration: at === 7 ? 31_622_400 : 2_340 }),
    );
    const report = previewRecords({ before: dear(1_000_000), after: dear(999_999.999999) }, calls, [20]);
    expect(report.totals.retail.before).toBe("528561000080");
    expect(report.counts.cheaper).toBe(40);
    expect(report.ratedTwice.difference).toBe("-0.528561");
  });

  test("R15 reported costs that two doubles do not add up to", () => {
    const reported = (micro: string) => ({
      costCDRBasic: 1_000_000_000,
      costCDRAccessCharge: 1_000_000_000,
      costCDRSurchargeMobileOrigination: 1_000_000_000,
      costCDRSurchargePayphoneOrigination: 1_000_000_000,
      costCDRSurchargeCallRecording: micro,
    });
    const report = previewRecords({ before, after }, [
      call(1, reported("399999999.999999")),
      call(2, reported("999999999.999998")),
    ]);
    expect(report.totals.wholesale.before).toBe("9399999999.999997");
  });

  test("R29 a calculated cost beyond 2^53 quanta is not one that is unknown", () => {
    const carried = (baseCost: number) =>
      openBook({
        ...DATA,
        costDecimals: 8,
        tariffs: [
          ...(DATA.tariffs ?? []),
          {
            id: 2,
            name: "Northway",
            tariffClass: "national",
            retail: "wholesale",
            forCarriers: "*",
            baseCost,
          },
        ],
      });
    const long = [call(1, { carrier: "Northway", duration: 31_622_400 })];
    const one = { before: carried(1), after: carried(1_000_000) };
    for (const of of [one, { before: one.after, after: one.before }]) {
      const { withWholesale, otherSidesWholesale } = previewRecords(of, long).totals;
      expect([withWholesale, otherSidesWholesale]).toEqual([1, { before: 0, after: 0 }]);
    }
  });

  test("R4 books of other precision compare in the finest units", () => {
    const fine = openBook({
      ...withTariffs((own) => ({ ...own, baseCost: "1.20001" }), DATA),
      costDecimals: 8,
    });
    const report = previewRecords({ before, after: fine, options: { movers: 3 } }, [
      call(1),
      call(2, { duration: 120 }),
      call(3, { duration: 31_622_400 }),
    ]);
    expect(examplesOf(report, report.movers.calls.up)).toEqual(["3", "2", "1"]);
    expect(report.totals.retail.difference).toBe("5.27043");
    // Both differ by a millionth, which a double beside 4 × 10^17 would not say.
    const million = (connection: string, costDecimals: number) =>
      openBook({
        ...withTariffs((own) => ({ ...own, baseCost: 1_000_000, baseCostConnection: connection }), DATA),
        costDecimals,
      });
    const tie = previewRecords(
      { before: million("2", 4), after: million("2.000001", 8), options: { movers: 2 } },
      [call(2), call(1, { duration: 2_400 })],
    );
    expect(examplesOf(tie, tie.movers.calls.up)).toEqual(["1", "2"]);
  });
});

test("R23 the first and last day are local days of the starts", () => {
  const report = previewRecords({ before, after }, [
    call(1, { startDate: "", startTime: "2026-07-31T23:30:00Z" }),
    call(2, { startDate: "2026-07-31", startTime: "23:30:00-05:00" }),
    call(3, { startDate: "2026-08-01" }),
  ]);
  expect([report.from, report.to]).toEqual(["2026-08-01", "2026-08-01"]);
});

test("periods and call types of the records' own, over tables of names that grow and are replaced", async () => {
  const rows = ["Weekend", "default", "", "Weekend", "Night"].map(
    (period, at) => `${at},02079460018,01134960101,2026-10-01,60,${period},${at % 2 === 0 ? "UK" : ""}`,
  );
  const text = ["id,target,external,startDate,duration,tariffTime,tariffType", ...rows].join("\n");
  const other = text.replaceAll("Weekend", "Evening");
  const report = await previewCsv({ before, after, options: { duplicates: "keep" } }, [text, other], 1);
  expect(report.breakdowns.period.map(({ key, calls }) => [key, calls])).toEqual([
    ["default", 4],
    ["Evening", 2],
    ["Night", 2],
    ["Weekend", 2],
  ]);
  const anew = await previewCsv(
    { before, after, options: { duplicates: "keep", reclassify: true } },
    [text, other],
    1,
  );
  expect(anew.breakdowns.period.map(({ key, calls }) => [key, calls])).toEqual([["default", 10]]);
});

test("R30 rows that one book prices, or none, or that are rated from their records, block after block", () => {
  const without = openBook({ ...DATA, numbers: DATA.numbers?.slice(1) });
  const ignoring = openBook({ ...DATA, ignoredNumbers: [{ number: "020 7946 0018" }] });
  const changed = { startDate: "2026-10-25", startTime: "01:30" };
  const calls = [
    ...[call(1, changed), call(2, { duration: "x" })],
    ...[call(3, { ...changed, duration: 120 }), call(4)],
    ...[call(5, { ...changed, duration: "x" }), call(6, { target: "02079460019" })],
  ];
  const counts = [without, ignoring].flatMap((own) => [
    previewRecords({ before: own, after }, calls, [2]).counts,
    previewRecords({ before, after: own }, calls, [2]).counts,
    previewRecords({ before: own, after: own }, calls, [2]).counts,
  ]);
  expect(counts.map(({ newlyRated, newlyUnrated, unrated }) => [newlyRated, newlyUnrated, unrated])).toEqual([
    ...[
      [3, 0, 2],
      [0, 3, 2],
      [0, 0, 5],
    ],
    ...[
      [3, 0, 2],
      [0, 3, 2],
      [0, 0, 5],
    ],
  ]);
  expect(previewRecords({ before, after }, calls, [2]).counts).toMatchObject({ dearer: 4, unrated: 2 });
});

test("columns and records of one preview add up together, and each call is read once", () => {
  const mixed = createPreview(before, after);
  mixed.addColumns(columnsFromRecords([call(1), call(2)]));
  mixed.add(call(2));
  mixed.add(call(3, { target: "02079460019" }));
  mixed.addColumns(columnsFromRecords([call(3), call(4, { duration: "x" })]));
  const { counts, totals } = mixed.report();
  expect(counts).toMatchObject({ read: 6, ratedTwice: 3, unrated: 3 });
  expect(totals.retail).toMatchObject({ before: "9.6", after: "12.6" });
  expect(mixed.report()).toEqual(mixed.report());
});

test("lines are counted on over batches of records as columns, and the same calls kept as by records", () => {
  const calls = Array.from({ length: 4 }, () => call(""));
  const options = { examples: 2, movers: 2 };
  const byRecord = createPreview(before, after, options);
  for (const own of calls) byRecord.add(own);
  const byColumns = createPreview(before, after, options);
  byColumns.addColumns(columnsFromRecords(calls.slice(0, 2)));
  byColumns.addColumns(columnsFromRecords(calls.slice(2)));
  expect(byColumns.report().examples.map(({ line }) => line)).toEqual([1, 2]);
  expect(byColumns.report()).toEqual(byRecord.report());
});

test("lines are counted where columns do not say them", () => {
  const columns = columnsFromRecords([call(""), call("")]);
  const preview = new EitherWay({ before, after, options: { movers: 4 } });
  preview.add(columns);
  preview.add(columns);
  const report = preview.report(() => columns);
  expect(report.movers.calls.up.map((at) => report.examples[at]?.line)).toEqual([1, 2, 3, 4]);
});

test("columns may be filled anew, and a record that changes later is shown as it was", () => {
  const record = { ...call(1) } as { duration: number };
  const columns = columnsFromRecords([record as CallRecord]);
  const preview = createPreview(before, after, { duplicates: "keep" });
  preview.addColumns(columns);
  record.duration = 61;
  columns.duration[0] = 61_000;
  preview.addColumns(columns);
  const { examples, totals } = preview.report();
  expect(examples[0]?.call.duration).toBe(60);
  expect(totals.retail.before).toBe("6.42");
});

test("R40-R44 with discounts, in their order, and refused out of it", () => {
  const plan: BookData = {
    ...withTariffs((own) => ({ ...own, baseDiscountPlan: "Minutes" }), DATA),
    discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes: 2 }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "Minutes" }],
  };
  const of = { before: openBook(plan), after, options: { discounts: true } };
  const days = ["2026-10-01", "2026-10-02", "2026-10-03"];
  const calls = days.map((startDate, at) => call(at, { startDate, startTime: "10:00" }));
  expect(previewRecords(of, calls).totals.retail).toMatchObject({ before: "3.2", after: "12.6" });
  const preview = createPreview(of.before, of.after, of.options);
  preview.addColumns(columnsFromRecords(calls.slice(1)));
  preview.report();
  preview.addColumns(columnsFromRecords(calls.slice(0, 1)));
  expect(() => preview.report()).toThrow(CallOrderError);
});

test("R16 sums that are carried beyond 2^53 in lines, and in what is read from them", () => {
  const dear = (baseCost: number) =>
    openBook({ ...DATA, costDecimals: 8, tariffs: [{ ...DATA.tariffs?.[0], baseCost } as never] });
  const calls = Array.from({ length: 40 }, (_, at) => call(at, { duration: at === 7 ? 31_622_400 : 2_340 }));
  const report = previewRecords({ before: dear(1_000_000), after: dear(999_999.999999) }, calls, [3]);
  expect(report.totals.retail.before).toBe("528561000080");
  expect(report.ratedTwice.difference).toBe("-0.528561");
});

test("R30 reasons of calls that one side prices, or none", () => {
  const without = openBook({ ...DATA, numbers: DATA.numbers?.slice(1) });
  const calls = [call(1), call(2), call(3, { duration: "x" }), call(4, { duration: "x" }), call(5)];
  const lost = previewRecords({ before, after: without }, calls, [2, 1]);
  expect(lost.newlyUnrated).toMatchObject({ calls: 3, retail: "9.6" });
  expect(previewRecords({ before: without, after }, calls, [2, 1]).newlyRated.calls).toBe(3);
  expect(lost.unrated.reduce((sum, own) => sum + own.calls, 0)).toBe(2);
});

test("periods of the records' own and of the book, under one name", () => {
  const withPeriods: BookData = {
    ...DATA,
    ratingPeriods: [{ name: "Day", weekdays: ["Thursday"], from: "00:00", to: "24:00" }],
  };
  const of = { before: openBook(withPeriods), after };
  const [asked, own] = [{ startTime: "10:00" }, { tariffTime: "Day" }];
  const calls = [call(1, asked), call(2, asked), call(3, own), call(4, own)];
  const { breakdowns } = previewRecords(of, calls, [1]);
  expect(breakdowns.period.map(({ key, calls: count }) => [key, count])).toEqual([["Day", 4]]);
});
