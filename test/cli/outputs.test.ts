/** Where a command writes: never over what it reads, and all of its files or none. */
import { link, mkdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const RATE = "rate --book @book.json --calls @calls.jsonl";
const CALLS = jsonLines([call({ id: "a" }), call({ id: "b", duration: "x" })]);

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BOOK, "calls.jsonl": CALLS, ...files });
}

describe("one file that is named twice is refused", () => {
  test("through a linked folder, though it is not there yet", async () => {
    const where = await place();
    await mkdir(join(where.folder, "real"));
    await symlink("real", join(where.folder, "lnk"));
    const { code, err } = await where.run(`${RATE} --out @real/r.jsonl --errors @lnk/r.jsonl`);
    expect(err).toMatch(/^tollbook: --out and --errors name the same file, .*lnk\/r.jsonl.\nGive --errors/);
    expect(code).toBe(2);
  });

  test("through a link to a file that is not there yet", async () => {
    const where = await place();
    await symlink("r.jsonl", join(where.folder, "link.jsonl"));
    const { code, err } = await where.run(`${RATE} --out @link.jsonl --errors @r.jsonl`);
    expect([code, err]).toEqual([2, expect.stringContaining("--out and --errors name the same file")]);
  });

  test("by another name of the same file", async () => {
    const where = await place();
    await link(join(where.folder, "calls.jsonl"), join(where.folder, "hard.jsonl"));
    const { code, err } = await where.run(`${RATE} --out @hard.jsonl`);
    expect([code, err]).toEqual([2, expect.stringContaining("--calls and --out name the same file")]);
    expect(await where.read("calls.jsonl")).toBe(CALLS);
  });
});

describe("a CSV that the book refers to is never written over", () => {
  const prefixes = "prefix,tariffType,location\n44,UK,United Kingdom\n447,UK mobile,\n";
  const files = {
    "book.json": { ...BOOK, destinations: { csv: "prefixes.csv" } },
    "prefixes.csv": prefixes,
    "profiles.json": {},
    "sheet.csv": "Prefix,Rate\n4420,0.01\n",
  };

  test.for<string>([
    `${RATE} --out @prefixes.csv`,
    `${RATE} --out @r.jsonl --errors @prefixes.csv`,
    `${RATE} --out @r.jsonl --summary @link.csv`,
    `${RATE} --out @r.jsonl --discounts --state @prefixes.csv`,
    "preview --book @book.json --calls @calls.jsonl --against-recorded --csv @prefixes.csv",
    "preview --book @book.json --calls @calls.jsonl --after @plain.json --html @prefixes.csv",
    "preview --book @plain.json --calls @calls.jsonl --after @book.json --html @prefixes.csv",
    "pools --book @book.json --calls @calls.jsonl --csv @prefixes.csv",
    "itemise --book @book.json --calls @calls.jsonl --out @lists --summary @prefixes.csv",
    "plan --book @book.json --on 2027-04-01 --profiles @profiles.json --csv @prefixes.csv",
    "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @book.json --out @prefixes.csv",
    "increase --book @book.json --resource tariffs --id 1 --percent 1 --scope costOnly --out @prefixes.csv",
  ])("%s", async (line) => {
    const where = await place({ ...files, "plain.json": BOOK });
    await symlink("prefixes.csv", join(where.folder, "link.csv"));
    const before = await where.files();
    const { code, err } = await where.run(line);
    expect(err).toMatch(
      /tollbook: --\w+ names .*(?:prefixes|link).csv, which the book refers to.\nGive --\w+ another name.\n$/,
    );
    expect(code).toBe(2);
    expect(await where.read("prefixes.csv")).toBe(prefixes);
    expect(await where.files()).toEqual(before);
  });

  test.for<string>([
    "increase --book @book.json --resource tariffs --id 1 --percent 1 --scope costOnly --out @book.json",
    "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @book.json --out @book.json",
  ])("the book itself may be replaced where that is what the command is for: %s", async (line) => {
    const where = await place(files);
    expect((await where.run(line)).code).toBe(0);
    expect(await where.files()).toContain("book.json.bak");
  });
});

describe("streams of the process are written and never replaced", () => {
  test.for<string>(["--errors /dev/stdout", "--errors -", "--out /dev/stdout --errors -"])(
    "calls in error that go where the results go stand in their places: %s",
    async (options) => {
      const where = await place();
      const plain = await where.run(RATE);
      const { code, out } = await where.run(`${RATE} ${options}`);
      expect([code, out]).toEqual([3, plain.out]);
    },
  );

  test("standard error takes the calls in error", async () => {
    const where = await place();
    const { code, out, err } = await where.run(`${RATE} --errors /dev/stderr`);
    expect(code).toBe(3);
    expect(out.split("\n")).toHaveLength(2);
    expect(err).toMatch(/^\{"id":"b",.*"error":"malformed-record".*\}\n2 calls read/);
  });

  test.for<string>([
    "--out /dev/stdout --summary -",
    "--summary /dev/stdout",
    "--out - --errors /dev/null --summary -",
  ])("results and the summary cannot share one: %s", async (options) => {
    const { code, err } = await (await place()).run(`${RATE} ${options}`);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/--out and --summary (name the same file|cannot both go to standard output)/),
    ]);
  });
});

describe.skipIf(process.platform !== "linux")("a full disk", () => {
  test.for<string>([
    "--summary /dev/full",
    "--errors /dev/full",
    "--discounts --state @full.json --summary /dev/full",
  ])("leaves nothing under its final name: %s", async (options) => {
    const where = await place();
    const { code, err } = await where.run(`${RATE} --out @r.jsonl ${options}`);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("/dev/full: could not be written; the disk is full"),
    ]);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
    expect((await stat("/dev/full")).isCharacterDevice()).toBe(true);
  });

  test("leaves no page of a preview whose figures could not be written", async () => {
    const where = await place();
    const line =
      "preview --book @book.json --calls @calls.jsonl --against-recorded --html @p.html --csv /dev/full";
    expect((await where.run(line)).code).toBe(1);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });
});

describe("what a command line says of files", () => {
  test.for<[options: string, message: string]>([
    ["--calls ", "tollbook: --calls names no file.\nWrite a file's name behind it.\n"],
    ["--calls @calls.jsonl --out ", "tollbook: --out names no file.\n"],
    ["--calls @calls.jsonl --out x --state ", "tollbook: --state names no file.\n"],
  ])("an empty name: %s", async ([options, message]) => {
    const where = await place();
    const { code, err } = await where.run(["rate", "--book", "@book.json", ...options.split(" ")]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test("a folder that is missing is told as such", async () => {
    const where = await place();
    const { code, err } = await where.run(`${RATE} --out @no/r.jsonl`);
    const folder = join(where.folder, "no");
    expect([code, err]).toEqual([
      1,
      `tollbook: ${folder}/r.jsonl: there is no folder ${folder}; make it first\n`,
    ]);
  });
});
