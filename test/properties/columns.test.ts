/**
 * R1 to R31: columns, single calls and the second opinion say the same of random calls of random books, and of
 * usage on and beside the steps of rounding.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type CallRecord, checkBook, openBook, type ResultRecord } from "../../src/index.ts";
import { expectColumnsAsCalls } from "../engine/columns-as-calls.ts";
import { createSecondOpinion, type Row } from "../second-opinion/index.ts";
import { anyMultiple, decimal } from "./amounts.ts";
import { anyBook, asData } from "./any-book.ts";
import { anyRateOf, anyRoundings } from "./any-rate.ts";
import { atLeast, many, runs, shrinkingBriefly } from "./runs.ts";

/** What the second opinion says of a call. */
function opinionOf(book: Row, reclassify: boolean): (call: CallRecord, line: number) => ResultRecord {
  const second = createSecondOpinion(book);
  return (call, line) =>
    second.rateCall(call as unknown as Row, { reclassify, line }) as unknown as ResultRecord;
}

test("R20-R31 every row of every book is rated as a call of its own, and as the second opinion rates it", () => {
  let rows = 0;
  fc.assert(
    fc.property(
      anyBook(100),
      shrinkingBriefly(({ book, calls, reclassify }) => {
        const data = asData(book);
        if (checkBook(data).problems.length > 0) return;
        const opened = openBook(data);
        const records = calls as unknown as readonly CallRecord[];
        const rated = expectColumnsAsCalls(
          opened,
          records,
          reclassify,
          undefined,
          opinionOf(book, reclassify),
        );
        // The same rows once more, over results that are there already.
        expectColumnsAsCalls(opened, records.toReversed(), reclassify, rated);
        rows += calls.length;
      }),
    ),
    runs(100),
  );
  expect(rows).toBeGreaterThan(atLeast(2_500));
});

test("R4-R14 usage on the steps of rounding and beside them", () => {
  const price = fc.oneof(
    fc.integer({ min: -500, max: 5_000 }).map((own) => decimal(own, 2)),
    fc.integer({ min: 0, max: 10 ** 12 }).map((own) => decimal(own, 6)),
  );
  const rate = anyRateOf({ price, multiple: anyMultiple(4), percent: fc.constant("12.5") });
  // Whole steps of 0.1, 1, 6 and 60 seconds, and a millisecond less and more.
  const milliseconds = fc
    .tuple(fc.constantFrom(100, 1_000, 6_000, 60_000), fc.nat({ max: 700 }), fc.constantFrom(0, -1, 1))
    .map(([step, steps, beside]) => Math.max(0, step * steps + beside));
  fc.assert(
    fc.property(
      anyRoundings(4),
      many(fc.record({ rate, durations: fc.array(milliseconds, { minLength: 1, maxLength: 8 }) }), 30),
      shrinkingBriefly((roundings, all) => {
        const book = {
          roundings,
          callTypes: [{ name: "UK", tariffClass: "national" }],
          customers: [{ id: 1 }],
          numbers: all.map((_, at) => ({
            id: at,
            customerID: 1,
            number: `sip-${at}`,
            nationalTariff: `T${at}`,
          })),
          tariffs: all.map((own, at) => ({
            id: at,
            name: `T${at}`,
            tariffClass: "national",
            rates: [own.rate],
          })),
        } as unknown as Row;
        if (checkBook(asData(book)).problems.length > 0) return;
        const calls = all.flatMap(({ durations }, at) =>
          durations.map((own) => ({
            id: `${at}-${own}`,
            target: `sip-${at}`,
            tariffType: "UK",
            startDate: "2026-03-02",
            duration: decimal(own, 3),
            bytes: own * 1_024,
            events: own,
            costCDR: decimal(own, 4),
            costSuggestedRetail: decimal(own, 6),
            callTypeOriginationTypeFlag: own % 2 === 0 ? "mobile" : "payphone",
            callTypeRecordingFlag: own % 2,
          })),
        );
        expectColumnsAsCalls(openBook(asData(book)), calls, false, undefined, opinionOf(book, false));
      }),
    ),
    runs(60),
  );
});
