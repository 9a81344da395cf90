import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadBook, originOf, readBook } from "../../src/files/index.ts";
import { failure, folderWith } from "./bytes.ts";

async function read(files: Record<string, string | Uint8Array>): Promise<unknown> {
  return readBook(join(await folderWith(files), "book.json"));
}

describe("a book file", () => {
  test("is one JSON file, with or without a byte order mark", async () => {
    expect(await read({ "book.json": '\ufeff{"currency":"GBP"}' })).toEqual({ currency: "GBP" });
  });

  test("__proto__ stays an own key, for the checker to refuse", async () => {
    const data = await read({ "book.json": '{"__proto__":{"x":1}}' });
    expect(Object.keys(data as object)).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });

  test("what is no object is left to the checker", async () => {
    expect(await read({ "book.json": "[1]" })).toEqual([1]);
    expect(await read({ "book.json": "null" })).toBeNull();
  });

  test.for<[content: string | number[], message: string]>([
    ['{\n  "tariffs": [\n    {"id": 1,}\n  ]\n}', "book.json:3:13: a comma stands before }; remove it"],
    ['{"a":1\n', "book.json:2:1: expected a comma or }, found the end of the text"],
    ["", "book.json: is empty, and a book is one JSON object, { … }; check that it is the right file"],
    [`${"[".repeat(100_000)}`, "book.json:1:1: nests more than 64 levels deep"],
    [[0x7b, 0x0a, 0xff, 0x7d], "book.json:2: is not UTF-8 text"],
    [
      [0xff, 0xfe, 0x7b, 0x00],
      "book.json: is written in UTF-16; save it as UTF-8 (in a spreadsheet: CSV UTF-8)",
    ],
  ])("%j is refused with its place", async ([content, message]) => {
    const bytes = typeof content === "string" ? content : Uint8Array.from(content);
    expect(await failure(read({ "book.json": bytes }))).toBe(`FileError: ${message}`);
  });

  test("a missing file and a folder", async () => {
    const folder = await folderWith();
    expect(await failure(readBook(join(folder, "no.json")))).toBe(
      "FileError: no.json: there is no such file",
    );
    await mkdir(join(folder, "dir.json"));
    expect(await failure(readBook(join(folder, "dir.json")))).toBe(
      "FileError: dir.json: is a folder, not a file",
    );
  });
});

describe("lists in CSV files", () => {
  test("any list, and a tariff's rates, with the same column names", async () => {
    const folder = await folderWith({
      "book.json": JSON.stringify({
        destinations: { csv: "prefixes.csv" },
        tariffs: [{ id: 1 }, { id: 2, rates: { csv: "rates/a-z.csv" } }],
        fixedFeeTariffs: [{ id: 3, rates: { csv: "fees.csv" } }],
      }),
      "prefixes.csv": 'prefix,tariffType,location\n4420,"UK, London",\n',
      "rates/a-z.csv": "\ufeffprefix,cost\r\n\r\n1,0.5\r\n44,1.25\r\n",
      "fees.csv": "description,fixedFeeValue\n",
    });
    const { data, origins } = await loadBook(join(folder, "book.json"));
    expect(data).toEqual({
      destinations: [{ prefix: "4420", tariffType: "UK, London", location: "" }],
      tariffs: [
        { id: 1 },
        {
          id: 2,
          rates: [
            { prefix: "1", cost: "0.5" },
            { prefix: "44", cost: "1.25" },
          ],
        },
      ],
      fixedFeeTariffs: [{ id: 3, rates: [] }],
    });
    expect(originOf("tariffs[1].rates[1].cost", origins)).toBe("rates/a-z.csv:4");
    expect(originOf("destinations[0]", origins)).toBe("prefixes.csv:2");
    expect(originOf("destinations[1]", origins)).toBeUndefined();
    expect(originOf("tariffs[0].rates[1].cost", origins)).toBeUndefined();
    expect(originOf("currency", origins)).toBeUndefined();
  });

  test("a file that is named twice is read once", async () => {
    const data = (await read({
      "book.json": '{"tariffs":[{"rates":{"csv":"r.csv"}},{"rates":{"csv":"./r.csv"}}]}',
      "r.csv": "cost\n1\n",
    })) as { tariffs: { rates: unknown }[] };
    expect(data.tariffs[0]?.rates).toBe(data.tariffs[1]?.rates);
  });

  test.for<[csv: unknown, message: RegExp]>([
    ["../r.csv", /"..\/r.csv" leads out of the folder; a book's CSV lies in the book's own folder$/],
    ["sub/../../r.csv", /leads out of the folder/],
    ["sub\\..\\r.csv", /leads out of the folder/],
    ["/etc/passwd", /is an absolute path/],
    ["C:\\r.csv", /is an absolute path/],
    ["c:r.csv", /is an absolute path/],
    ["\\\\host\\share\\r.csv", /is an absolute path/],
    ["", /names no file/],
    ["a\0b", /is no file name/],
    ["missing.csv", /^FileError: missing.csv: there is no such file$/],
    ["link.csv", /is a link that leads out of the folder/],
    ["linked/r.csv", /is a link that leads out of the folder/],
    ["sub", /^FileError: sub: is not a file$/],
    [7, /^FileError: book.json: destinations: write \{ "csv": "name.csv" \}, a file name and nothing else$/],
  ])("the name %j is refused", async ([csv, message]) => {
    const outside = await folderWith({ "r.csv": "prefix\n1\n" });
    const folder = await folderWith({
      "book.json": JSON.stringify({ destinations: { csv } }),
      "sub/in.csv": "",
    });
    await symlink(join(outside, "r.csv"), join(folder, "link.csv"));
    await symlink(outside, join(folder, "linked"));
    expect(await failure(readBook(join(folder, "book.json")))).toMatch(message);
  });

  test("a link within the folder is followed", async () => {
    const folder = await folderWith({
      "book.json": '{"destinations":{"csv":"l.csv"}}',
      "r.csv": "prefix\n1\n",
    });
    await symlink("r.csv", join(folder, "l.csv"));
    expect(await readBook(join(folder, "book.json"))).toEqual({ destinations: [{ prefix: "1" }] });
  });

  test("a file counts as often as the book names it", async () => {
    const book = (tariffs: number): string =>
      JSON.stringify({ tariffs: Array.from({ length: tariffs }, () => ({ rates: { csv: "r.csv" } })) });
    const lines = `prefix\n${"1\n".repeat(100_000)}`;
    expect(await read({ "book.json": book(100), "r.csv": lines })).toHaveProperty("tariffs.length", 100);
    expect(await failure(read({ "book.json": book(101), "r.csv": lines }))).toBe(
      'FileError: book.json: tariffs[100].rates: with "r.csv" the book has more than 10000000 lines in CSV files, each counted as often as it is named; let tariffs of the same prices name one parentTariff',
    );
    const wide = `prefix\n${"1".repeat(999_999)}\n`;
    expect(await failure(read({ "book.json": book(600), "r.csv": wide }))).toMatch(
      /^FileError: book.json: is too large; .* each counted as often as it is named, may have 512000000 bytes together$/,
    );
  });

  test("other fields beside csv are refused", async () => {
    const content = { "book.json": '{"tariffs":{"csv":"r.csv","delimiter":";"}}', "r.csv": "id\n1\n" };
    expect(await failure(read(content))).toMatch(/a file name and nothing else/);
  });

  test.for<[csv: string | Uint8Array, message: string]>([
    ["", "r.csv: is empty; the first row must name the columns"],
    ["prefix,prefix\n", "r.csv:1: columns 1 and 2 are both named prefix"],
    [
      "prefix,cost\n1\n2,3\n4,5,6\n",
      "r.csv:2: has 1 cell where the header row names 2 columns; line 4 has 3 cells where the header row names 2 columns",
    ],
    ['prefix\n"1\n', "r.csv:2: opens a quoted cell that is never closed"],
    ["a\n1,2\n".padEnd(5000, "1,2\n"), "and 1230 more lines"],
    [Uint8Array.from([0x61, 0x0a, 0x80]), "r.csv:2: is not UTF-8 text"],
  ])("a CSV with a bad row is refused as a whole (%#)", async ([csv, message]) => {
    const book = '{"destinations":{"csv":"r.csv"}}';
    expect(await failure(read({ "book.json": book, "r.csv": csv }))).toContain(message);
  });
});
