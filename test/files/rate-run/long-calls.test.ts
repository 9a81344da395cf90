/** Durations of another unit are told by a median call of over an hour: once a file, whichever way it is read. */
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  describeProblem,
  previewFile,
  type ReadCallsOptions,
  rateFile,
  readCallBatches,
} from "../../../src/files/index.ts";
import { type CallRecord, openBook } from "../../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { BOOK, call, jsonLines } from "../../cli/command.ts";
import { pieces } from "../bytes.ts";

const book = openBook(BOOK);

/** 2,000 calls of an hour, some that were not answered, and as many longer ones, some of them odd. */
function callsWith(long: number): readonly CallRecord[] {
  const records = Array.from({ length: 2_000 + long + 3_000 }, (_, at) =>
    call({ id: at, duration: at < 2_000 ? "3600" : at < 2_000 + long ? "3600.001" : "0" }),
  );
  records[2_500] = { ...records[2_500], id: "ü" };
  records[6_000] = call({ duration: "x" });
  records[6_001] = call({ duration: undefined });
  return records;
}

const FEW = callsWith(2_000);
const MANY = callsWith(2_001);
const WARNING =
  "calls:2001: the median call lasts over an hour: 2001 of 4001 answered calls do, and this is the first; durations are seconds";

function asFile(calls: readonly CallRecord[]) {
  const bytes = Buffer.from(jsonLines(calls));
  const told: string[] = [];
  const read: ReadCallsOptions = {
    format: "jsonl",
    name: "calls",
    onWarning: (warning) => told.push(describeProblem(warning)),
  };
  return { told, read, input: { source: pieces(bytes), size: bytes.length } };
}

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/rate-run/rate-worker.ts");
});
afterAll(() => worker.remove());

async function rated(calls: readonly CallRecord[], threads: number): Promise<string[]> {
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
  const { told, ...file } = asFile(calls);
  await rateFile({
    ...file,
    book,
    threads,
    blockBytes: 50_000,
    waitsForThreads: true,
    results: { output, format: "jsonl" },
    workerUrl: worker.url,
  });
  return told;
}

test.each([1, 3])("when a file is rated on %d threads", async (threads) => {
  expect(await rated(MANY, threads)).toEqual([WARNING]);
  expect(await rated(FEW, threads)).toEqual([]);
});

test("when a file is previewed", async () => {
  for (const calls of [MANY, FEW]) {
    const { told, ...file } = asFile(calls);
    await previewFile({ ...file, before: book, after: book });
    expect(told).toEqual(calls === MANY ? [WARNING] : []);
  }
});

test("when a file is read call by call", async () => {
  for (const calls of [MANY, FEW]) {
    const { told, read, input } = asFile(calls);
    for await (const _ of readCallBatches(input.source, read)) expect(told).toEqual([]);
    expect(told).toEqual(calls === MANY ? [WARNING] : []);
  }
});
