/** R40 to R44: the calls of a file are discounted as a batch of records is, whatever their order, ids and lines. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readBlocks } from "../../../src/files/call-blocks/index.ts";
import { BlockRater } from "../../../src/files/rate-run/block-rater.ts";
import { lineFormats, RecordLines } from "../../../src/files/results/index.ts";
import {
  applyDiscounts,
  type CallRecord,
  createDiscountWindow,
  type OpenedBook,
  rateCalls,
  toRecord,
} from "../../../src/index.ts";
import { plan, smallBook } from "../../discounts/small-book.ts";
import { runs } from "../../properties/runs.ts";

/** Number 1 draws from a pool, number 2 has what a feature and the tariff say, number 3 the tariff's plan alone. */
const books = [undefined, "Q", "P"].map((baseDiscountPlan) =>
  smallBook({
    plans: [
      plan("P", { allowanceMinutes: 5, discountPercent: 50 }),
      plan("Q", { discountPencePerCall: "0.3", appliesTo: { periods: ["Night"] } }),
    ],
    numbers: [{ discountPlan1: "P" }],
    features: [{ id: 5, numberID: 2, discountPlan1: "P", discountPlan2: "Q" }],
    rest: {
      ratingPeriods: [
        { name: "Night", from: "00:02", to: "06:00" },
        { name: "Day", from: "06:00", to: "24:00" },
      ],
    },
    tariff: { ...(baseDiscountPlan !== undefined && { baseDiscountPlan }) },
  }),
);

const calls = fc.array(
  fc.record({
    id: fc.constantFrom("", "0", "7", "10", "9", "09", "-3", "a", "B", "123456789012345", "1234567890123456"),
    numberID: fc.constantFrom(1, 2, 3, 99),
    startTime: fc.constantFrom("00:01", "00:02", "00:03", "no time"),
    duration: fc.nat({ max: 200 }),
    tariffTime: fc.constantFrom("", "Night", "Day"),
    tariffType: fc.constantFrom("UK", "Text", "Flat"),
  }),
  { maxLength: 40 },
);

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function formatsOf(format: "csv" | "jsonl") {
  return lineFormats({ discounts: true }, format, undefined);
}

/** The lines that a file of the calls gives, and what is left of the pools. */
async function rated(book: OpenedBook, records: readonly CallRecord[], format: "csv" | "jsonl") {
  const discounts = createDiscountWindow<CallRecord>(book, { size: records.length + 2 });
  const rater = new BlockRater({ book, reclassify: false, format: formatsOf(format), discounts });
  const source = whole(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  let text = "";
  for await (const block of readBlocks(source, { format: "jsonl", name: "calls.jsonl" }, 1 << 10))
    text += rater.rate(block, undefined).results.toString();
  text += rater.finish().toString();
  return { text, state: discounts.state(), late: rater.late };
}

test("R40-R44 a file of calls in any order gives the bytes that a batch of them gives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: books.length - 1 }),
      calls,
      fc.constantFrom("csv" as const, "jsonl" as const),
      async (index, drawn, format) => {
        const book = books[index] as OpenedBook;
        const records = drawn.map((call): CallRecord => ({ ...call, startDate: "2026-10-01" }));
        const lines = new RecordLines(formatsOf(format).results);
        const batch = applyDiscounts(book, rateCalls(book, records, { duplicates: "keep" }));
        expect(await rated(book, records, format)).toEqual({
          text: batch.calls.map((result, at) => lines.of(toRecord(result), records[at])).join(""),
          state: batch.state,
          late: 0,
        });
      },
    ),
    runs(200),
  );
});
