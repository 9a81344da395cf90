/** R30: calls that were read before are found in whichever block they stand, and rated again without the rest of their block. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LongCallCounter } from "../../../src/files/call-blocks/index.ts";
import { type CallDialect, rateFile } from "../../../src/files/index.ts";
import { withRepeated } from "../../../src/files/rate-run/repeat-calls.ts";
import type { RatedBlock } from "../../../src/files/rate-run/thread-rater.ts";
import { ByteSink } from "../../../src/files/result-bytes/index.ts";
import { type BookData, openBook } from "../../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { atLeast, many, runs } from "../../properties/runs.ts";
import { pieces } from "../bytes.ts";
import { Memory } from "../call-blocks/two-ways.ts";

const BOOK = openBook(
  JSON.parse(
    readFileSync(new URL("../../../fixtures/reseller/book.json", import.meta.url), "utf8"),
  ) as BookData,
);

/** A row of up to two calls. */
const TWO_CALLS: CallDialect = {
  reads: "csv",
  csv: { header: "no" },
  columns: [
    "firstID",
    "secondID",
    "firstCarrierID",
    "secondCarrierID",
    "target",
    "carrier",
    "cost",
    "start",
    "seconds",
  ],
  legs: ["first", "second"].map((name) => ({
    name,
    passOver: [{ column: `${name}ID`, blank: true, why: `has no ${name} call` }],
    direction: { otherwise: "out" },
    fields: {
      id: `${name}ID`,
      carrierCallID: `${name}CarrierID`,
      target: "target",
      carrier: "carrier",
      external: { constant: "+447700900573" },
      start: { column: "start", time: "YYYY-MM-DD HH:mm:ss" },
      duration: "seconds",
      costCDR: { column: "cost", is: [{ money: "minor" }] },
    },
  })),
};

/** Seldom a call is in error by its number, in two lines at times, or by its duration. */
const anyRow = fc
  .tuple(
    fc.option(fc.integer({ min: 1, max: 400 }), { nil: "", freq: 8 }),
    fc.option(fc.integer({ min: 1, max: 400 }), { nil: "", freq: 2 }),
    fc.option(fc.integer({ min: 1, max: 200 }), { nil: "" }),
    fc.option(fc.integer({ min: 1, max: 200 }), { nil: "" }),
    fc.oneof(
      { weight: 12, arbitrary: fc.constant("+441134960101") },
      { weight: 1, arbitrary: fc.constantFrom("", "+441134960999", '"+4411349\n60101"') },
    ),
    fc.constantFrom("Northway", "Northway", "Gravelly Telecom", ""),
    fc.constantFrom("1.5", "0.25", ""),
    fc.constant("2026-10-01 10:00:00"),
    fc.oneof(
      { weight: 12, arbitrary: fc.integer({ min: 1, max: 900 }).map(String) },
      { weight: 1, arbitrary: fc.constantFrom("", "x") },
    ),
  )
  .map((cells) => cells.join(","));

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/rate-run/rate-worker.ts");
});
afterAll(() => worker.remove());

async function rated(bytes: Buffer, threads: number, blockBytes: number) {
  const [results, errors] = [new Memory(), new Memory()];
  const report = await rateFile({
    book: BOOK,
    input: { source: pieces(bytes), size: bytes.length },
    read: { format: "dialect", name: "calls", dialect: TWO_CALLS, zone: "local" },
    results: { output: results, format: "csv" },
    ...(blockBytes % 2 === 1 && { errors: { output: errors, format: "jsonl" as const } }),
    threads,
    blockBytes,
    workerUrl: worker.url,
    waitsForThreads: true,
  });
  return { report, results: results.text, errors: errors.text };
}

test("whatever calls of a row come again", async () => {
  let [ratedCalls, repeated] = [0, 0];
  await fc.assert(
    fc.asyncProperty(many(anyRow, 300, 40), fc.integer({ min: 1, max: 9_000 }), async (rows, blockBytes) => {
      const bytes = Buffer.from(rows.join("\n"));
      const one = await rated(bytes, 1, blockBytes);
      expect(await rated(bytes, 2, blockBytes)).toEqual(one);
      ratedCalls += one.report.rated;
      repeated += one.report.errorsByCode.find(({ code }) => code === "duplicate-call")?.calls ?? 0;
    }),
    runs(25, 4),
  );
  expect(ratedCalls).toBeGreaterThan(atLeast(500));
  expect(repeated).toBeGreaterThan(atLeast(400));
});

test("a block of which no call was read before is not rated again where calls are not noted, because duplicates are kept", () => {
  const bytes = new Uint8Array(new SharedArrayBuffer(64));
  const rated: RatedBlock = {
    bytes,
    results: bytes.subarray(0, 8),
    errors: bytes.subarray(0, 0),
    calls: 3,
    unknownOrigins: [],
    notes: undefined,
    hashes: undefined,
    tally: [],
    worklist: [],
    reconciliation: [],
    passedOver: undefined,
    longCalls: new LongCallCounter().counts,
  };
  const rateRows = () => {
    throw new Error("rows are rated again");
  };
  expect(withRepeated(rated, [], rateRows, new ByteSink(0))).toEqual({ rated, taken: [], added: [] });
});
