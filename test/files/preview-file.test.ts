/** R30: the preview of a file says what its calls say one by one, however the file is cut. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  openInput,
  type PreviewFileOptions,
  previewFile,
  type ReadCallsOptions,
  readCallBatches,
  seekIncreaseFile,
} from "../../src/files/index.ts";
import {
  type BookData,
  createPreview,
  increaseBook,
  isActionError,
  openBook,
  type PreviewReport,
} from "../../src/index.ts";
import { expectSame, runs } from "../properties/runs.ts";
import { anyOddFile } from "./any-odd-file.ts";

const FOLDER = new URL("../../fixtures/reseller/", import.meta.url);
const DATA = JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData;
const before = openBook(DATA);
const after = openBook(increased(DATA));

/** The book with every tariff increased. */
function increased(data: BookData, increasePercent = "7"): BookData {
  const requests = (data.tariffs ?? []).map(
    ({ id }) => ({ resource: "tariffs", id, increaseScope: "allCharges", increasePercent }) as const,
  );
  const result = increaseBook(data, requests, 5);
  if (isActionError(result)) throw new Error(result.hint);
  return result.book;
}

type Format = "jsonl" | "csv" | "uk-cdr";
type How = Partial<PreviewFileOptions> & { readonly piece?: number };

/** Bytes in pieces. */
async function* slowly(bytes: Buffer, piece: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

/** The preview of bytes; what is thrown counts as well. */
async function previewed(bytes: Buffer, format: Format, how: How = {}): Promise<PreviewReport | string> {
  const { piece = 1 << 16, ...options } = how;
  const input = { source: slowly(bytes, piece) };
  try {
    return await previewFile({ before, after, input, read: { format, name: "calls" }, ...options });
  } catch (error) {
    return String(error);
  }
}

const month = readFileSync(new URL("calls-2026-10.jsonl", FOLDER));

describe("the sample month", { tags: "example" }, () => {
  test.each([
    ["jsonl", "calls-2026-10.jsonl"],
    ["csv", "calls-2026-10.csv"],
    ["uk-cdr", "calls-2026-10.uk-cdr.csv"],
  ] as const)("%s is what its calls say one by one", async (format, name) => {
    const bytes = readFileSync(new URL(name, FOLDER));
    const report = await previewed(bytes, format);
    expect(await previewed(bytes, format, { blockBytes: 3_000, piece: 777 })).toEqual(report);
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
      const how = {
        duplicates,
        reclassify: true,
        movers: 3,
        examples: 4,
        period: { from: "2026-09-01", to: "2026-09-30" },
      };
      const report = (await previewed(twice, "jsonl", how)) as PreviewReport;
      expect(report.fixedCharges?.from).toBe("2026-09-01");
      expect(report.counts.unrated > report.counts.ratedTwice).toBe(duplicates === "report");
    }
  });

  test("against what the records say was charged", async () => {
    const lines = month.toString().trim().split("\n");
    const charged = lines.map((line, at) => JSON.stringify({ ...JSON.parse(line), cost: at % 7 }));
    const report = await previewed(Buffer.from(charged.join("\n")), "jsonl", { before: "recorded" });
    expect(report).toMatchObject({ against: "recorded", counts: { read: 3000 } });
  });

  test("as an opened input", async () => {
    const input = await openInput(new URL("calls-2026-10.jsonl", FOLDER).pathname);
    const { counts } = await previewFile({ before, after, input, read: { format: "jsonl", name: "calls" } });
    expect(counts.read).toBe(3000);
  });
});

test("a percentage is sought over calls whose direction the numbers of the book tell", async () => {
  const data = JSON.parse(
    readFileSync(new URL("../../docs/example/book.json", import.meta.url), "utf8"),
  ) as BookData;
  const book = openBook(data);
  const bytes = readFileSync(new URL("../formats/asterisk-csv.csv", FOLDER));
  const read = { format: "dialect", dialect: "asterisk-csv", name: "calls", zone: "local" } as const;
  const seek = (how: Pick<ReadCallsOptions, "book">) =>
    seekIncreaseFile({
      before: book,
      bookAt: (percent) => openBook(increased(data, percent)),
      bring: "1",
      open: async () => ({ source: slowly(bytes, 1 << 16) }),
      read: { ...read, ...how },
    });
  expect(await seek({})).toEqual(await seek({ book }));
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
  expect(await previewed(bytes, "csv", how)).toMatchObject({ counts: { read: 9_500, unrated: 500 } });
});

test("whatever the bytes and the blocks: quotes, broken lines, no header, repeated ids", async () => {
  await fc.assert(
    fc.asyncProperty(anyOddFile, fc.integer({ min: 1, max: 60 }), async (bytes, blockBytes) => {
      for (const format of ["csv", "uk-cdr"] as const) {
        const whole = await previewed(bytes, format);
        const cut = await previewed(bytes, format, { blockBytes, piece: 13 });
        expectSame(cut, whole, () => ({ format, blockBytes }));
      }
    }),
    runs(40, 5),
  );
});

describe("when something goes wrong", () => {
  test("a file that cannot be read on is refused by its first fault", async () => {
    const lines = readFileSync(new URL("calls-2026-10.uk-cdr.csv", FOLDER), "utf8").trimEnd().split("\n");
    const turned = (lines[0] as string).split(",").reverse().join(",");
    for (const at of [1_000, 1_600]) lines.splice(at, 0, turned);
    const refused = /^FileError: calls:1001: is a header with other columns than the header in line 1: /;
    expect(await previewed(Buffer.from(lines.join("\n")), "uk-cdr")).toMatch(refused);
  });

  test("what the caller throws ends the run", async () => {
    const onProgress = (): void => {
      throw new Error("interrupted");
    };
    expect(await previewed(month, "jsonl", { onProgress })).toBe("Error: interrupted");
  });

  test("progress counts calls in order", async () => {
    const counts: number[] = [];
    await previewed(month, "jsonl", { onProgress: (calls) => counts.push(calls) });
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(counts.at(-1)).toBe(3000);
  });

  test("a source that fails, and an option out of range, are the caller's errors", async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield month.subarray(0, 100_000);
      throw new Error("the disk is gone");
    }
    const input = { source: failing() };
    expect(await previewed(month, "jsonl", { input })).toMatch(/^FileError: calls: .*the disk is gone/);
    expect(await previewed(month, "jsonl", { movers: 2_000 })).toMatch(/^RangeError: movers must be/);
  });
});
