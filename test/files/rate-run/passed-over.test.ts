/** Rows that a dialect passes over: counted by why in every run, on one thread or several, and no calls in any. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type CallDialect,
  type Output,
  previewFile,
  type ReadCallsOptions,
  rateFile,
  readCalls,
} from "../../../src/files/index.ts";
import { openBook } from "../../../src/index.ts";
import { formatPreview, formatPreviewPage, passedOverText } from "../../../src/report/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { BOOK } from "../../cli/command.ts";
import { pieces } from "../bytes.ts";
import { expectTwoWaysAlike } from "../call-blocks/two-ways.ts";

const book = openBook(BOOK);

/** A row is a call and, where there is an onward number, a second one. */
const DIALECT: CallDialect = {
  reads: "csv",
  zone: "local",
  passOver: [{ column: "kind", in: ["internal"], why: "did not leave the exchange" }],
  legs: [
    {
      name: "a",
      fields: {
        id: "id",
        target: "from",
        external: "to",
        start: { column: "at", time: "iso" },
        duration: "seconds",
      },
    },
    {
      name: "b",
      passOver: [{ column: "onward", blank: true, why: "has no onward call" }],
      fields: {
        target: "from",
        external: "onward",
        start: { column: "at", time: "iso" },
        duration: "seconds",
      },
    },
  ],
};

/** Of a thousand rows, 300 passed over, 100 of another width, and 200 of two calls. */
function rows(thousands: number): string {
  const lines = ["kind,id,from,to,onward,at,seconds"];
  for (let id = 0; id < 1_000 * thousands; id++) {
    const kind = id % 10 < 3 ? "internal" : "trunk";
    const onward = id % 10 > 7 ? "07700900123" : "";
    const call = `${kind},${id},02079460018,01632960001,${onward},2026-10-06 09:15:11,60`;
    lines.push(id % 10 === 7 ? "trunk,short" : call);
  }
  return `${lines.join("\r\n")}\r\n`;
}

const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect: DIALECT };
const PASSED_OVER = { "has no onward call": 8_000, "did not leave the exchange": 6_000 };
const COUNTED = { read: 18_000, passedOver: PASSED_OVER };
const FILE = Buffer.from(rows(20));

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/rate-run/rate-worker.ts");
});
afterAll(() => worker.remove());

const none = async () => {};
function memory() {
  const lines: string[] = [];
  const output: Output = {
    name: "memory",
    write: (text) => void lines.push(text),
    writeBytes: async (bytes) => void lines.push(Buffer.from(bytes).toString()),
    flush: none,
    complete: none,
    finish: none,
    discard: none,
  };
  return { output, text: () => lines.join("") };
}

async function rated(threads: number) {
  const { output, text } = memory();
  const report = await rateFile({
    book,
    input: { source: pieces(FILE), size: FILE.length },
    read,
    threads,
    blockBytes: 50_000,
    waitsForThreads: true,
    duplicates: "keep",
    results: { output, format: "jsonl" },
    workerUrl: worker.url,
  });
  return { report, text: text() };
}

describe("of 20,000 rows", () => {
  test("a rated file counts each once, the same on several threads", async () => {
    const alone = await rated(1);
    const together = await rated(3);
    expect(alone.report).toMatchObject({
      ...COUNTED,
      errorsByCode: expect.arrayContaining([{ code: "malformed-record", calls: 2_000 }]),
    });
    expect(together.report).toEqual(alone.report);
    expect(together.text).toBe(alone.text);
    expect(alone.text.split("\n").length - 1).toBe(COUNTED.read);
  });

  test("in blocks of any size as call by call", async () => {
    const how = { book, results: "csv", duplicates: "keep", reclassify: false, piece: 10_007 } as const;
    expect(await expectTwoWaysAlike(FILE, read, { ...how, blockBytes: 2_000_000 })).toMatchObject(COUNTED);
    const few = Buffer.from(rows(1));
    for (const blockBytes of [1, 997])
      expect(await expectTwoWaysAlike(few, read, { ...how, blockBytes })).toMatchObject({ read: 900 });
  });

  test("a preview counts them beside its calls", async () => {
    const input = { source: pieces(FILE) };
    const report = await previewFile({ before: book, after: book, input, read, duplicates: "keep" });
    expect(report).toMatchObject({ counts: { read: COUNTED.read }, passedOver: PASSED_OVER });
    const sentence = "14,000 rows passed over: has no onward call 8,000, did not leave the exchange 6,000";
    expect(formatPreview(report)).toContain(`  ${sentence}\n`);
    expect(formatPreviewPage(report)).toContain(`${sentence}. They are no calls and in no figure.`);
  });
});

test("a file of nothing but such rows has no calls, and is no empty file", async () => {
  const bytes = Buffer.from(`kind,id,from,to,onward,at,seconds\n${"internal,1,2,3,4,5,6\n".repeat(1_000)}`);
  const how = {
    book,
    results: "jsonl",
    duplicates: "report",
    reclassify: false,
    piece: 5_000,
    blockBytes: 100,
  } as const;
  expect(await expectTwoWaysAlike(bytes, read, how)).toMatchObject({
    read: 0,
    passedOver: { "did not leave the exchange": 1_000 },
  });
  const report = await previewFile({ before: book, after: book, input: { source: pieces(bytes) }, read });
  expect(report).toMatchObject({ counts: { read: 0 }, passedOver: { "did not leave the exchange": 1_000 } });
});

test("a run without any says nothing of them", async () => {
  const bytes = Buffer.from(rows(1).split("\r\n").slice(0, 1).join(""));
  const how = {
    book,
    results: "jsonl",
    duplicates: "report",
    reclassify: false,
    piece: 50,
    blockBytes: 100,
  } as const;
  expect(await expectTwoWaysAlike(bytes, read, how)).not.toHaveProperty("passedOver");
});

test("__proto__ is a reason like any other", async () => {
  const dialect: CallDialect = {
    ...DIALECT,
    passOver: [{ column: "kind", in: ["internal"], why: "__proto__" }],
  };
  const how = {
    book,
    results: "jsonl",
    duplicates: "keep",
    reclassify: false,
    piece: 500,
    blockBytes: 100,
  } as const;
  const report = await expectTwoWaysAlike(Buffer.from(rows(1)), { ...read, dialect }, how);
  expect(JSON.stringify(report)).toContain('"passedOver":{"has no onward call":400,"__proto__":300}');
});

test("each is an item with its line", async () => {
  const items = [];
  for await (const item of readCalls(pieces(rows(1)), read)) items.push(item);
  expect(items[0]).toEqual({ line: 2, passedOver: "did not leave the exchange" });
  expect(items.filter((item) => item.line === 5)).toMatchObject([
    { call: { id: "3", target: "02079460018" } },
    { line: 5, passedOver: "has no onward call" },
  ]);
  expect(items.filter((item) => item.line === 10)).toMatchObject([
    { call: { id: "8" } },
    { call: { external: "07700900123" } },
  ]);
});

test.each<[Record<string, number> | undefined, string]>([
  [undefined, ""],
  [{}, ""],
  [{ "not a call": 1 }, "1 row passed over: not a call 1"],
  [{ a: 1, b: 3 }, "4 rows passed over: b 3, a 1"],
  [
    { a: 9, b: 8, c: 7, d: 6, e: 5, f: 2, g: 1 },
    "38 rows passed over: a 9, b 8, c 7, d 6, e 5, 2 more reasons 3",
  ],
  [{ "\u001b[2Jx": 1 }, "1 row passed over: \ufffd[2Jx 1"],
])("%j in a sentence", (counts, sentence) => {
  expect(passedOverText(counts)).toBe(sentence);
});
