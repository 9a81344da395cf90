/**
 * R16, R30: a preview of columns says, to the last digit and example, what a preview of the same calls as records
 * says: over random pairs of books, in blocks of any size, with duplicates, after every block.
 */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CallRecord,
  checkBook,
  columnsFromRecords,
  openBook,
  type PreviewReport,
  rateColumns,
} from "../../src/index.ts";
import { previewCsv, previewRecords } from "../preview/either-way.ts";
import { asData } from "./any-book.ts";
import { anyDiscountCase } from "./any-discount-book.ts";
import { anyPreview, anyPreviewOptions, withConnection } from "./any-preview.ts";
import { atLeast, runs, shrinkingBriefly } from "./runs.ts";

test("R16 R30 records in blocks", () => {
  const seen = { dearer: 0, cheaper: 0, newlyRated: 0, newlyUnrated: 0, unrated: 0, examples: 0, plain: 0 };
  fc.assert(
    fc.property(
      anyPreview,
      anyPreviewOptions,
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
    runs(300),
  );
  // Some come up in one preview of seven alone; never as seldom as this.
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(25));
});

test("R16 R30 files in blocks of bytes", async () => {
  let moved = 0;
  await fc.assert(
    fc.asyncProperty(
      anyPreview,
      anyPreviewOptions,
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
    runs(120),
  );
  expect(moved).toBeGreaterThan(atLeast(25));
});

test("R40-R44 files in blocks of bytes, discounted on both sides", async () => {
  const seen = { dearer: 0, discounted: 0, oneSide: 0 };
  await fc.assert(
    fc.asyncProperty(
      anyDiscountCase(40),
      anyPreviewOptions,
      fc.integer({ min: 1, max: 4_000 }),
      fc.boolean(),
      async ({ book, calls }, options, blockBytes, keepsPlans) => {
        const data = asData(book);
        const before = openBook(data);
        const after = openBook({
          ...data,
          tariffs: (data.tariffs ?? []).map((tariff) => withConnection(tariff, "1.5")),
          ...(!keepsPlans && { numbers: (data.numbers ?? []).map((own) => ({ ...own, discountPlan1: "" })) }),
        });
        const records = calls.map(({ call }) => call as CallRecord);
        const of = { before, after, options: { ...options, discounts: true } };
        const report = await previewCsv(of, [asCsv(records)], blockBytes);
        seen.dearer += report.counts.dearer;
        for (const { before: left, after: right } of report.examples) {
          const [isLeft, isRight] = [left, right].map(isDiscounted);
          if (isLeft || isRight) seen.discounted++;
          if (isLeft !== isRight) seen.oneSide++;
        }
      },
    ),
    runs(120),
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(25));
});

function isDiscounted({ explanation }: PreviewReport["examples"][number]["before"]): boolean {
  return explanation?.steps.some(({ rule }) => rule === "R43") === true;
}

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
