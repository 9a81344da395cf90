/** R30: the preview of a file says the same, whether one thread makes it or several, and however the file is cut. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  openInput,
  type PreviewFileOptions,
  previewFile,
  readCallBatches,
} from "../../../src/files/index.ts";
import {
  type BookData,
  createPreview,
  increaseBook,
  isActionError,
  openBook,
  type PreviewReport,
  reviseBook,
} from "../../../src/index.ts";
import { type BuiltWorker, builtWorker } from "../../built-worker.ts";
import { expectSame, runs } from "../../properties/runs.ts";
import { anyOddFile } from "../any-odd-file.ts";

const FOLDER = new URL("../../../fixtures/reseller/", import.meta.url);
const DATA = JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData;
const before = openBook(DATA);
const after = openBook(increased(DATA));

/** The book with every tariff increased. */
function increased(data: BookData): BookData {
  const requests = (data.tariffs ?? []).map(
    ({ id }) =>
      ({
        resource: "tariffs",
        id,
        increaseScope: "allCharges",
        increasePercent: "7",
      }) as const,
  );
  const result = increaseBook(data, requests, 5);
  if (isActionError(result)) throw new Error(result.hint);
  return result.book;
}

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await builtWorker("src/files/preview-run/preview-worker.ts");
});
afterAll(() => worker.remove());

type Format = "jsonl" | "csv" | "uk-cdr";
type How = Partial<PreviewFileOptions> & { readonly piece?: number };

/** Bytes in pieces. */
async function* slowly(bytes: Buffer, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

/** The preview of bytes; what is thrown counts as well. */
async function previewed(
  bytes: Buffer,
  format: Format,
  threads: number,
  how: How = {},
): Promise<PreviewReport | string> {
  const { piece = 1 << 16, ...options } = how;
  try {
    return await previewFile({
      before,
      after,
      input: { source: slowly(bytes, piece), size: bytes.length },
      read: { format, name: "calls" },
      threads,
      blockBytes: 20_000,
      workerUrl: worker.url,
      waitsForThreads: true,
      ...options,
    });
  } catch (error) {
    return String(error);
  }
}

/** The preview on several threads, which must be that on one, the order of its fields included. */
async function onThreads(
  bytes: Buffer,
  format: Format,
  threads: readonly number[],
  how: How = {},
): Promise<PreviewReport | string> {
  const one = await previewed(bytes, format, 1, how);
  for (const count of threads) {
    const several = await previewed(bytes, format, count, how);
    expectSame(several, one, () => ({ format, count, how }));
    expect(JSON.stringify(several)).toBe(JSON.stringify(one));
  }
  return one;
}

const month = readFileSync(new URL("calls-2026-10.jsonl", FOLDER));

describe("the sample month", () => {
  test.each([
    ["jsonl", "calls-2026-10.jsonl"],
    ["csv", "calls-2026-10.csv"],
    ["uk-cdr", "calls-2026-10.uk-cdr.csv"],
  ] as const)("%s on two and three threads is what its calls say one by one", async (format, name) => {
    const bytes = readFileSync(new URL(name, FOLDER));
    const report = await onThreads(bytes, format, [2]);
    expect(await onThreads(bytes, format, [3], { blockBytes: 3_000, piece: 777 })).toEqual(report);
    const byCall = createPreview(before, after);
    for await (const items of readCallBatches(slowly(bytes, 50_000), { format, name: "calls" })) {
      for (const item of items) byCall.add("call" in item ? item.call : {}, item.line);
    }
    expect(report).toEqual(byCall.report());
    expect(byCall.report().counts).toMatchObject({ read: 3000 });
  });

  test("options, and calls that are read again", async () => {
    const twice = Buffer.concat([month.subarray(0, 200_000), month.subarray(0, 200_000)]);
    for (const duplicates of ["report", "keep"] as const) {
      const how = { duplicates, reclassify: true, movers: 3, examples: 4, on: "2026-09-01" };
      const report = (await onThreads(twice, "jsonl", [2], how)) as PreviewReport;
      expect(report.fixedCharges?.on).toBe("2026-09-01");
      expect(report.counts.unrated > report.counts.ratedTwice).toBe(duplicates === "report");
    }
  });

  test("against what the records say was charged", async () => {
    const lines = month.toString().trim().split("\n");
    const charged = lines.map((line, at) => JSON.stringify({ ...JSON.parse(line), cost: at % 7 }));
    const report = await onThreads(Buffer.from(charged.join("\n")), "jsonl", [2], { before: "recorded" });
    expect(report).toMatchObject({ against: "recorded", counts: { read: 3000 } });
  });

  test("R58 a book that was revised", async () => {
    const [tariff] = DATA.tariffs ?? [];
    const owned = new Set((DATA.features ?? []).map(({ numberID }) => String(numberID)));
    const others = (DATA.numbers ?? []).filter(({ id }) => !owned.has(String(id)));
    const revised = reviseBook(before, {
      upsert: { tariffs: [{ ...tariff, baseCostConnection: 9 } as never] },
      remove: { numbers: others.slice(0, 5).map(({ id }) => id) },
    });
    await onThreads(month, "jsonl", [2], { after: revised });
    const report = (await onThreads(month, "jsonl", [2], {
      before: revised,
      after: before,
    })) as PreviewReport;
    expect(report.counts.newlyRated).toBeGreaterThan(0);
  });

  test("R40-R44 with discounts on one thread, however many are asked for", async () => {
    const how = { discounts: true, workerUrl: new URL("data:text/javascript,throw 1") };
    expect(await previewed(month, "jsonl", 4, how)).toEqual(await previewed(month, "jsonl", 1, how));
  });

  test("a small file takes one thread, where nobody says how many", async () => {
    const input = await openInput(new URL("calls-2026-10.jsonl", FOLDER).pathname);
    const read = { format: "jsonl", name: "calls" } as const;
    const workerUrl = new URL("data:text/javascript,throw 1");
    const { counts } = await previewFile({ before, after, input, read, workerUrl });
    expect(counts.read).toBe(3000);
  });
});

test("rows so short that a block has more of them than are scanned at once", async () => {
  const book = (baseCost: string) =>
    openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      destinations: [{ prefix: "44", tariffType: "UK" }],
      tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost }],
      customers: [{ id: 7, defaultNationalTariff: "Business" }],
      numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
    });
  const rows = Array.from(
    { length: 9_500 },
    (_, at) => `${at % 9_000},02079460018,01632960123,2026-10-01,60`,
  );
  const bytes = Buffer.from(["id,target,external,startDate,duration", ...rows].join("\n"));
  const how = { before: book("1.2"), after: book("1.3"), blockBytes: 1 << 18 };
  const report = await onThreads(bytes, "csv", [2], how);
  expect(report).toMatchObject({ counts: { read: 9_500, unrated: 500 } });
});

test("whatever the bytes: quotes, broken lines, no header, repeated ids", async () => {
  await fc.assert(
    fc.asyncProperty(anyOddFile, fc.integer({ min: 1, max: 60 }), async (bytes, blockBytes) => {
      for (const format of ["csv", "uk-cdr"] as const)
        await onThreads(bytes, format, [2], { blockBytes, piece: 13 });
    }),
    runs(8, 2),
  );
});

describe("when something goes wrong", () => {
  const script = (text: string): URL => new URL(`data:text/javascript,${encodeURIComponent(text)}`);
  const answering = (then: string): URL =>
    script(`import { parentPort } from "node:worker_threads";
      parentPort.on("message", () => { ${then} });
      parentPort.postMessage({ kind: "ready" });`);

  test.each([
    ["before it is ready", script("throw new Error('out of memory')"), "out of memory"],
    ["at a block", answering("throw new Error('out of memory')"), "out of memory"],
    ["without a word", answering("process.exit(3)"), "exit code 3"],
  ])("a thread that stops %s is an error, not a wait without end", async (_, workerUrl, reason) => {
    expect(await previewed(month, "jsonl", 2, { workerUrl })).toBe(
      `WorkerFailure: A worker thread stopped before its work was done: ${reason}`,
    );
  });

  test("a file that cannot be read on is refused by its first fault, whichever thread meets it", async () => {
    const lines = readFileSync(new URL("calls-2026-10.uk-cdr.csv", FOLDER), "utf8").trimEnd().split("\n");
    const turned = (lines[0] as string).split(",").reverse().join(",");
    for (const at of [1_000, 1_600]) lines.splice(at, 0, turned);
    const bytes = Buffer.from(lines.join("\n"));
    const refused = /^FileError: calls:1001: is a header with other columns than the header in line 1: /;
    for (const threads of [1, 2]) expect(await previewed(bytes, "uk-cdr", threads)).toMatch(refused);
  });

  test("what the caller throws ends the run", async () => {
    const onProgress = (): void => {
      throw new Error("interrupted");
    };
    for (const threads of [1, 2]) {
      expect(await previewed(month, "jsonl", threads, { onProgress })).toBe("Error: interrupted");
    }
  });

  test("progress counts calls in order", async () => {
    const counts: number[] = [];
    await previewed(month, "jsonl", 3, { onProgress: (calls) => counts.push(calls) });
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(3000);
  });

  test("a source that fails, and an option out of range, are the caller's errors", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield month.subarray(0, 100_000);
      throw new Error("the disk is gone");
    }
    const input = { source: failing(), size: undefined };
    expect(await previewed(month, "jsonl", 2, { input })).toMatch(/^FileError: calls: .*the disk is gone/);
    expect(await previewed(month, "jsonl", 2, { movers: 2_000 })).toMatch(/^RangeError: movers must be/);
  });
});
