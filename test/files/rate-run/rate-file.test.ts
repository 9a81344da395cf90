/** R30: a file rated on several threads gives, byte for byte, what it gives on one. */
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FileFormat, openOutput, type RateFileOptions, rateFile } from "../../../src/files/index.ts";
import { type BookData, openBook } from "../../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { runs } from "../../properties/runs.ts";
import { anyOddFile } from "../any-odd-file.ts";
import { folderWith } from "../bytes.ts";
import { anyRepeatedCalls } from "../call-blocks/any-call-file.ts";

const FOLDER = new URL("../../../fixtures/reseller/", import.meta.url);
const DATA = JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData;
const BOOK = openBook(DATA);

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/rate-run/rate-worker.ts");
});
afterAll(() => worker.remove());

/** Bytes in pieces. */
async function* slowly(bytes: Buffer, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

type How = Partial<RateFileOptions> & { readonly piece?: number };

/** Rates bytes and gives all that came of them; what is thrown counts as well. */
async function rated(bytes: Buffer, format: "jsonl" | "csv" | "uk-cdr", threads: number, how: How = {}) {
  const { piece = 1 << 16, ...options } = how;
  const outFormat: FileFormat = format === "jsonl" ? "jsonl" : "csv";
  const streams = [new PassThrough(), new PassThrough()];
  const texts = streams.map(async (stream) => {
    const pieces: Buffer[] = [];
    for await (const own of stream) pieces.push(own as Buffer);
    return Buffer.concat(pieces).toString();
  });
  const [results, errors] = await Promise.all(streams.map((stdout) => openOutput("-", { stdout })));
  let report: unknown;
  try {
    report = await rateFile({
      book: BOOK,
      input: { source: slowly(bytes, piece), size: bytes.length },
      read: { format, name: "calls" },
      results: { output: results as Awaited<ReturnType<typeof openOutput>>, format: outFormat },
      errors: { output: errors as Awaited<ReturnType<typeof openOutput>>, format: "jsonl" },
      threads,
      blockBytes: 20_000,
      workerUrl: worker.url,
      waitsForThreads: true,
      ...options,
    });
    await results?.finish();
    await errors?.finish();
  } catch (error) {
    report = String(error);
  }
  for (const stream of streams) stream.end();
  return { report, texts: typeof report === "string" ? [] : await Promise.all(texts) };
}

describe("the sample month", { tags: "example" }, () => {
  const files = [
    ["jsonl", "calls-2026-10.jsonl"],
    ["csv", "calls-2026-10.csv"],
    ["uk-cdr", "calls-2026-10.uk-cdr.csv"],
  ] as const;

  test.each(files)("%s on two and three threads", async (format, name) => {
    const bytes = readFileSync(new URL(name, FOLDER));
    const one = await rated(bytes, format, 1);
    expect(one.report).toMatchObject({ read: 3000 });
    expect(await rated(bytes, format, 2)).toEqual(one);
    expect(await rated(bytes, format, 3, { blockBytes: 3_000, piece: 777 })).toEqual(one);
  });

  test("duplicates kept, and the second file of the same calls read again", async () => {
    const month = readFileSync(new URL("calls-2026-10.jsonl", FOLDER));
    const twice = Buffer.concat([month.subarray(0, 200_000), month.subarray(0, 200_000)]);
    for (const duplicates of ["report", "keep"] as const) {
      expect(await rated(twice, "jsonl", 2, { duplicates })).toEqual(
        await rated(twice, "jsonl", 1, { duplicates }),
      );
    }
  });
});

test("whatever the bytes: quotes, broken lines, no header, line ends, repeated ids", async () => {
  await fc.assert(
    fc.asyncProperty(anyOddFile, fc.integer({ min: 1, max: 60 }), async (bytes, blockBytes) => {
      const how = { blockBytes, piece: 13 };
      for (const format of ["csv", "uk-cdr"] as const) {
        expect(await rated(bytes, format, 2, how)).toEqual(await rated(bytes, format, 1, how));
      }
    }),
    runs(25, 3),
  );
});

test("calls that may have been read before, by each of their keys", async () => {
  await fc.assert(
    fc.asyncProperty(anyRepeatedCalls, fc.integer({ min: 1, max: 600 }), async ({ csv }, blockBytes) => {
      expect(await rated(csv, "csv", 2, { blockBytes })).toEqual(await rated(csv, "csv", 1, { blockBytes }));
    }),
    runs(10, 2),
  );
});

test("a carrier of its own on each of fifteen thousand lines", { tags: "example" }, async () => {
  const lines = Array.from(
    { length: 15_000 },
    (_, at) => `${at},Carrier ${at % 14_000},01134960101,01134960696,2026-10-01,10:00:00,60,1.5`,
  );
  const header = "id,carrier,target,external,startDate,startTime,duration,costCDR";
  const bytes = Buffer.from([header, ...lines].join("\n"));
  const one = await rated(bytes, "csv", 1);
  expect((one.report as { reconciliation: readonly unknown[] }).reconciliation.length).toBe(10_001);
  expect(await rated(bytes, "csv", 2)).toEqual(one);
  expect(await rated(bytes, "csv", 2, { blockBytes: 700_000 })).toEqual(one);
});

describe("when something goes wrong", { tags: "example" }, () => {
  const month = readFileSync(new URL("calls-2026-10.jsonl", FOLDER));

  test("a thread that stops is an error, not a wait without end", async () => {
    const broken = new URL(`data:text/javascript,${encodeURIComponent("throw new Error('out of memory')")}`);
    const { report } = await rated(month, "jsonl", 2, { workerUrl: broken });
    expect(report).toBe("WorkerFailure: A worker thread stopped before its work was done: out of memory");
  });

  test("a file that cannot be read on is refused by its first fault, whichever thread meets it", async () => {
    const lines = readFileSync(new URL("calls-2026-10.uk-cdr.csv", FOLDER), "utf8").trimEnd().split("\n");
    const turned = (lines[0] as string).split(",").reverse().join(",");
    for (const at of [1_000, 1_600, 2_200]) lines.splice(at, 0, turned);
    const bytes = Buffer.from(lines.join("\n"));
    const { report } = await rated(bytes, "uk-cdr", 1);
    expect(report).toMatch(
      /^FileError: calls:1001: is a header with other columns than the header in line 1: /,
    );
    expect((await rated(bytes, "uk-cdr", 2)).report).toBe(report);
    expect((await rated(bytes, "uk-cdr", 3, { blockBytes: 3_000 })).report).toBe(report);
  });

  test("a header that comes again is no call, and one with other columns is refused", async () => {
    const lines = readFileSync(new URL("calls-2026-10.csv", FOLDER), "utf8").trimEnd().split("\n");
    const header = lines[0] as string;
    const once = await rated(Buffer.from(lines.join("\n")), "csv", 1);
    const put = (text: string): Buffer => Buffer.from(lines.toSpliced(1_500, 0, text).join("\n"));
    const again = await rated(put(header), "csv", 2);
    expect(again.report).toMatchObject({ read: (once.report as { readonly read: number }).read });
    const { report } = await rated(put(header.split(",").reverse().join(",")), "csv", 1);
    expect(report).toMatch(
      /^FileError: calls:1501: is a header with other columns than the header at the beginning: /,
    );
  });

  test("what the caller throws ends the run", async () => {
    const { report } = await rated(month, "jsonl", 2, {
      onProgress: () => {
        throw new Error("interrupted");
      },
    });
    expect(report).toBe("Error: interrupted");
  });

  test.each([1, 2])("an interruption on %i threads leaves nothing under the final name", async (threads) => {
    const folder = await folderWith();
    const output = await openOutput(join(folder, "rated.jsonl"));
    const interruption = new AbortController();
    const run = rateFile({
      book: BOOK,
      input: { source: slowly(month, 10_000), size: month.length },
      read: { format: "jsonl", name: "calls" },
      results: { output, format: "jsonl" },
      threads,
      blockBytes: 20_000,
      workerUrl: worker.url,
      onProgress: (calls) => {
        if (calls > 500) interruption.abort();
        interruption.signal.throwIfAborted();
      },
    });
    await expect(run).rejects.toThrow("aborted");
    expect((await readdir(folder)).filter((name) => !name.startsWith("."))).toEqual([]);
    await output.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  test.each<[size: number | undefined, workers: number]>([
    [50_000, 2],
    [undefined, 2],
  ])("of 256 threads only as many as there are blocks are started (%s bytes)", async (size, workers) => {
    let started = 0;
    const count = (): number => started++;
    process.on("worker", count);
    const bytes = month.subarray(0, month.lastIndexOf("\n", 50_000) + 1);
    const how = { waitsForThreads: false, input: { source: slowly(bytes, 10_000), size } };
    const { report } = await rated(bytes, "jsonl", 256, how);
    process.off("worker", count);
    expect(report).toMatchObject({ read: bytes.toString().trimEnd().split("\n").length });
    expect(started).toBeLessThanOrEqual(workers);
  });

  test("1,000 threads are refused", async () => {
    expect((await rated(month, "jsonl", 1_000)).report).toBe(
      "RangeError: 1000 threads: write a whole number from 1 to 256.",
    );
  });

  test("a source that fails is the caller's error", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield month.subarray(0, 100_000);
      throw new Error("the disk is gone");
    }
    const { report } = await rated(month, "jsonl", 2, { input: { source: failing(), size: undefined } });
    expect(report).toMatch(/^FileError: calls: .*the disk is gone/);
  });
});
