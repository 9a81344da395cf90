/**
 * R16, R30: a preview of columns says, to the last digit and example, what a preview of the same calls as records
 * says: over random pairs of books, in blocks of any size, with duplicates, after every block.
 */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BookData,
  type CallRecord,
  checkBook,
  columnsFromRecords,
  openBook,
  rateColumns,
  type Tariff,
} from "../../src/index.ts";
import { previewCsv, previewRecords } from "../preview/either-way.ts";
import { anyBook, asData } from "./any-book.ts";
import { atLeast, patience, runs, shrinkingBriefly } from "./runs.ts";

/** Where a book of its own comes after; else the book before with other prices. */
const anyChange = fc.record({
  isOther: fc.integer({ min: 0, max: 4 }).map((at) => at === 0),
  connection: fc.constantFrom(undefined, "0", "1.5", "20"),
  costDecimals: fc.constantFrom(undefined, undefined, 3, 8),
});

const anyCase = fc
  .tuple(anyBook(60), anyBook(20), anyChange, fc.nat({ max: 20 }), fc.boolean())
  .map(([own, other, change, repeated, isRecorded]) => {
    const before = asData(own.book);
    const calls = [...own.calls, ...other.calls, ...own.calls.slice(0, repeated)] as CallRecord[];
    return {
      before,
      after: change.isOther
        ? asData({ ...other.book, currency: own.book.currency })
        : changed(before, change),
      // Amounts that the records say were charged, on some of them.
      calls: isRecorded ? calls.map((call, at) => (at % 3 === 0 ? call : { ...call, cost: at })) : calls,
      reclassify: own.reclassify,
    };
  });

const anyOptions = fc.record({
  duplicates: fc.constantFrom("report" as const, "keep" as const),
  movers: fc.nat({ max: 6 }),
  examples: fc.nat({ max: 3 }),
});

function changed(
  data: BookData,
  { connection, costDecimals }: { connection: string | undefined; costDecimals: number | undefined },
): BookData {
  const dearer = (tariff: Tariff): Tariff =>
    connection === undefined || String(tariff.baseType ?? "").startsWith("markup")
      ? tariff
      : { ...tariff, baseCostConnection: connection };
  return {
    ...data,
    tariffs: (data.tariffs ?? []).map(dearer),
    ...(costDecimals !== undefined && { costDecimals }),
  };
}

test(
  "R16 R30 records in blocks",
  () => {
    const seen = { dearer: 0, cheaper: 0, newlyRated: 0, newlyUnrated: 0, unrated: 0, examples: 0, plain: 0 };
    fc.assert(
      fc.property(
        anyCase,
        anyOptions,
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        shrinkingBriefly(({ before, after, calls, reclassify }, options, blocks, isAgainstRecorded) => {
          if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
          const opened = openBook(before);
          const own = { ...options, reclassify };
          const report = previewRecords(
            { before: opened, after: openBook(after), options: own },
            calls,
            blocks,
          );
          if (isAgainstRecorded) previewRecords({ before: "recorded", after: opened, options: own }, calls);
          for (const key of ["dearer", "cheaper", "newlyRated", "newlyUnrated", "unrated"] as const)
            seen[key] += report.counts[key];
          seen.examples += report.examples.length;
          const { fromRecord } = rateColumns(opened, columnsFromRecords(calls), { reclassify });
          seen.plain += fromRecord.filter((own) => own === 0).length;
        }),
      ),
      runs(150),
    );
    if (atLeast(1) > 0)
      for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(100);
  },
  patience(),
);

test(
  "R16 R30 files in blocks of bytes",
  async () => {
    let moved = 0;
    await fc.assert(
      fc.asyncProperty(
        anyCase,
        anyOptions,
        fc.integer({ min: 1, max: 4_000 }),
        async ({ before, after, calls, reclassify }, options, blockBytes) => {
          if (checkBook(before).problems.length > 0 || checkBook(after).problems.length > 0) return;
          const half = Math.ceil(calls.length / 2);
          const { counts } = await previewCsv(
            { before: openBook(before), after: openBook(after), options: { ...options, reclassify } },
            [asCsv(calls.slice(0, half)), asCsv(calls.slice(half))],
            blockBytes,
          );
          moved += counts.dearer + counts.cheaper;
        },
      ),
      runs(60),
    );
    expect(moved).toBeGreaterThan(atLeast(100));
  },
  patience(),
);

/** The calls as a CSV file, and a line that is no call. */
function asCsv(calls: readonly CallRecord[]): string {
  const fields = [...new Set(calls.flatMap((call) => Object.keys(call)))];
  const cell = (value: unknown): string => {
    if (value === undefined || value === null) return "";
    const text = value instanceof Decimal ? value.toFixed() : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = calls.map((call) =>
    fields.map((field) => cell((call as Readonly<Record<string, unknown>>)[field])).join(","),
  );
  return `${[fields.join(","), ...rows, "a line that is no call"].join("\n")}\n`;
}
