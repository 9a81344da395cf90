/** R11: an origin that the book does not know is told once a run, on one thread as on several. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeProblem, previewFile, type ReadCallsOptions, rateFile } from "../../../src/files/index.ts";
import {
  type BookData,
  type CallRecord,
  type CallWarning,
  columnsFromRecords,
  createPreview,
  openBook,
  rateCalls,
} from "../../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { BOOK, call, jsonLines, Workplace } from "../../cli/command.ts";
import { pieces } from "../bytes.ts";

const DATA: BookData = { ...BOOK, callOrigins: [{ name: "Handy", origin: "mobile" }] };
const book = openBook(DATA);

const flagged = (origin: unknown, more: CallRecord = {}): CallRecord =>
  call({ callTypeOriginationTypeFlag: origin as string, ...more });

/** Many plain calls between those that matter, so that there are many blocks. */
const CALLS: CallRecord[] = Array.from({ length: 6_000 }, (_, at) => ({ ...flagged("Mobile"), id: at }));
CALLS[1] = flagged("handy");
CALLS[2] = flagged("moble");
CALLS[3] = flagged("moble");
CALLS[4_000] = flagged("Moble");
// Neither rated nor read the plain way, and yet read.
CALLS[4_500] = flagged("landline", { id: "ü" });
CALLS[4_501] = flagged("landline", { target: "nobody" });
CALLS[5_999] = flagged(17, { duration: "x" });

const TOLD = [
  'calls:3: callTypeOriginationTypeFlag "moble" is no origin that the book knows, and brings no surcharge; did you mean mobile? Else list it in callOrigins',
  'calls:4001: callTypeOriginationTypeFlag "Moble" is no origin that the book knows, and brings no surcharge; did you mean mobile? Else list it in callOrigins',
  'calls:4501: callTypeOriginationTypeFlag "landline" is no origin that the book knows, and brings no surcharge; list it in callOrigins',
  'calls:6000: callTypeOriginationTypeFlag "17" is no origin that the book knows, and brings no surcharge; list it in callOrigins',
];

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/rate-run/rate-worker.ts");
});
afterAll(() => worker.remove());

async function rated(calls: readonly CallRecord[], threads: number): Promise<string[]> {
  const told: string[] = [];
  const none = async () => {};
  const output = {
    name: "none",
    write: () => undefined,
    writeBytes: none,
    flush: none,
    complete: none,
    finish: none,
    discard: none,
  };
  await rateFile({
    ...asFile(calls, told),
    book,
    threads,
    results: { output, format: "jsonl" },
    workerUrl: worker.url,
  });
  return told;
}

function asFile(calls: readonly CallRecord[], told: string[]) {
  const bytes = Buffer.from(jsonLines(calls));
  const read: ReadCallsOptions = {
    format: "jsonl",
    name: "calls",
    onWarning: (warning) => told.push(describeProblem(warning)),
  };
  const input = { source: pieces(bytes), size: bytes.length };
  return { input, read, blockBytes: 50_000, waitsForThreads: true };
}

describe("R11 an origin that the book does not know", () => {
  test.each([1, 3])("is told once when a file is rated on %d threads", async (threads) => {
    expect(await rated(CALLS, threads)).toEqual(TOLD);
  });

  test("is told once when a file is previewed", async () => {
    const told: string[] = [];
    const { input, read, blockBytes } = asFile(CALLS, told);
    await previewFile({ input, read, blockBytes, before: book, after: book });
    expect(told).toEqual(TOLD);
  });

  test("is told once by programs that rate or preview call by call, or columns", () => {
    const lines = TOLD.map((line) => line.replace(/^calls:/, "").replace(": ", " "));
    const ways: ((onWarning: (warning: CallWarning) => void) => void)[] = [
      (onWarning) => [...rateCalls(book, CALLS, { onWarning })],
      (onWarning) => [...rateCalls(book, CALLS, { onWarning, duplicates: "keep" })],
      (onWarning) => {
        const preview = createPreview(book, book, { onWarning });
        for (const own of CALLS) preview.add(own);
      },
      (onWarning) => {
        const preview = createPreview(book, book, { onWarning });
        preview.addColumns(columnsFromRecords(CALLS.slice(0, 3_000)));
        preview.addColumns(columnsFromRecords(CALLS.slice(3_000)));
      },
    ];
    for (const way of ways) {
      const told: string[] = [];
      way(({ line, field, message }) => {
        expect(field).toBe("callTypeOriginationTypeFlag");
        told.push(`${line} ${message}`);
      });
      expect(told).toEqual(lines);
    }
  });

  test("is told of twenty names at most", async () => {
    const calls = Array.from({ length: 3_000 }, (_, at) => flagged(`odd ${at}`, { id: at }));
    for (const threads of [1, 3]) {
      const told = await rated(calls, threads);
      expect(told.length).toBe(21);
      expect(told[19]).toMatch(/^calls:20: .*"odd 19" is no origin/);
      expect(told[20]).toBe(
        "calls:21: callTypeOriginationTypeFlag has more names that the book does not know; they are not listed",
      );
    }
  });

  test("is told on standard error by the commands that rate", async () => {
    const place = await Workplace.with({
      "book.json": DATA,
      "calls.jsonl": jsonLines([flagged("moble", { id: 1 }), flagged("moble", { id: 2 })]),
    });
    for (const args of ["rate", "rate --discounts", "pools"]) {
      const { err } = await place.run(`${args} --book @book.json --calls @calls.jsonl`);
      expect(err.match(/^warning {2}calls\.jsonl:1: callTypeOriginationTypeFlag "moble"/gm)).toHaveLength(1);
    }
  });
});
