/** `tollbook import`: a carrier's price list becomes lines of a tariff, or nothing is written. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type BookData, openBook, quote } from "../../src/index.ts";
import { BOOK, Workplace } from "./command.ts";

const SHEET = `Destination,Prefix,Rate,Connection,Increment
Leeds,+44 113,0.0125,0.01,60/1
London,4420,0.01,0,1/1
Paging,4476xxxxxx,0.2,0,60/60
`;
const IMPORT = [
  "--mapping",
  "prefixes",
  "--tariff",
  "Business",
  "--book",
  "@book.json",
  "--out",
  "@new.json",
];

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BOOK, "sheet.csv": SHEET, ...files });
}

function imported(where: Workplace, ...options: readonly string[]) {
  return where.run(["import", "--sheet", "@sheet.csv", ...IMPORT, ...options]);
}

async function newBook(where: Workplace): Promise<BookData> {
  return JSON.parse(await where.read("new.json")) as BookData;
}

describe("tollbook import", () => {
  test("a sheet that is packed with gzip is unpacked, of a file and of standard input", async () => {
    const where = await place();
    await imported(where);
    const made = await newBook(where);
    const packed = gzipSync(SHEET);
    await writeFile(join(where.folder, "sheet.csv.gz"), packed);
    for (const [name, stdin] of [["@sheet.csv.gz"], ["-", Readable.from([packed])]] as const) {
      const line = ["import", "--sheet", name, ...IMPORT];
      expect(await where.run(line, { ...(stdin && { stdin }) })).toMatchObject({ code: 0 });
      expect(await newBook(where)).toEqual(made);
    }
    await writeFile(join(where.folder, "cut.csv.gz"), packed.subarray(0, 60));
    const cut = await where.run(["import", "--sheet", "@cut.csv.gz", ...IMPORT]);
    expect(cut).toMatchObject({
      code: 1,
      err: expect.stringContaining("cut.csv.gz: is compressed with gzip and"),
    });
  });

  test("a sheet becomes lines, and they price calls", async () => {
    const where = await place();
    const { code, out, err } = await imported(where);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toBe(
      "sheet.csv: 3 rows, 0 notes; 3 lines for Business\n3 new, 0 gone, 0 changed, 0 unchanged\n",
    );
    const book = await newBook(where);
    expect(book.tariffs?.[0]?.rates).toContainEqual({
      prefix: "44113",
      cost: "1.25",
      costConnection: "1",
      durationMin: "60",
      roundSeconds: "1",
      roundSecondsFrom: "minimum",
    });
    const priced = quote(openBook(book), {
      tariff: "Business",
      to: "0113 496 0101",
      duration: 30,
      at: "2026-10-01T10:00:00",
    });
    // 1 p and 60 s at 1.25 p a minute.
    expect(priced).toMatchObject({ outcome: "rated", cost: "2.25" });
  });

  test("columns that the mapping does not read are told once", async () => {
    const where = await place({
      "sheet.csv": "Prefix,Rate,Setup Amount,Remark\n4420,0.01,0.05,new\n4421,0.01,0.05,\n",
    });
    const { code, out } = await imported(where);
    expect(code).toBe(0);
    expect(out).toContain(
      'warning  the mapping does not read the columns "Setup Amount", "Remark"; if one of them is a price or another value of calls, name it under "columns" in a mapping, else under "ignoredColumns"\n',
    );
  });

  test("importing the same sheet again changes nothing", async () => {
    const where = await place();
    await imported(where);
    const first = await where.read("new.json");
    const again = await where.run(
      "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @new.json --out @again.json",
    );
    expect(again.out).toContain("0 new, 0 gone, 0 changed, 3 unchanged");
    expect(await where.read("again.json")).toBe(first);
  });

  test("over an older sheet: what is new, gone and changed, largest change first", async () => {
    const where = await place();
    await imported(where);
    const next = SHEET.replace("London,4420,0.01,", "London,4420,0.015,")
      .replace("Leeds,+44 113,0.0125", "Leeds,+44 113,0.013")
      .replace("4476xxxxxx", "4475");
    const rows = await place({ "book.json": await where.read("new.json"), "sheet.csv": next });
    const { code, out } = await imported(rows);
    expect(code).toBe(0);
    expect(out).toContain("1 new, 1 gone, 2 changed, 0 unchanged\nLargest changes\n");
    expect(out).toMatch(
      /4420 +London +cost +1 +→ 1.5 +\+50 %\n +44113 +Leeds +cost +1.25 +→ 1.3 +\+4 %\nNew\n +4475 +Paging +20\nGone\n +4476 +20\n$/,
    );
  });

  describe("destinations of prefixes that are gone", () => {
    const withLeeds: BookData = {
      ...BOOK,
      destinations: [
        ...(BOOK.destinations ?? []),
        { prefix: "44113", tariffType: "UK", location: "Leeds" },
        { prefix: "44113", tariffType: "UK", location: "Leeds of Northway", locationCarrier: "Northway" },
        { prefix: "4476", tariffType: "UK mobile", location: "Paging" },
      ],
      tariffs: [
        ...(BOOK.tariffs ?? []),
        { id: 2, name: "Pagers", tariffClass: "mobile", rates: [{ prefix: "4476", cost: 1 }] },
      ],
    };
    const without = SHEET.split("\n")
      .slice(0, 3)
      .join("\n")
      .replace(/Leeds.*\n/, "");

    async function shrunk(options: readonly string[]): Promise<{ out: string; book: BookData }> {
      const where = await place({ "book.json": withLeeds });
      await imported(where);
      const next = await place({ "book.json": await where.read("new.json"), "sheet.csv": without });
      const { code, out } = await imported(next, "--accept-jumps", ...options);
      expect(code).toBe(0);
      return { out, book: await newBook(next) };
    }

    test("are told, and their places with the lines", async () => {
      const { out, book } = await shrunk([]);
      expect(out).toMatch(/\nGone\n +44113 +Leeds +1\.25\n +4476 +Paging +20\n1 destination of prefixes/);
      expect(out).toContain(
        "1 destination of prefixes that no tariff has a line for any more, left as before; --remove-destinations removes them\n  44113  Leeds\n",
      );
      expect(book.destinations).toEqual(withLeeds.destinations);
    });

    test("are removed where the user says so: those of the sheet's list that no tariff has a line for", async () => {
      const { out, book } = await shrunk(["--remove-destinations"]);
      expect(out).toContain("for any more, removed\n  44113  Leeds\n");
      const left = (withLeeds.destinations ?? []).filter(({ location }) => location !== "Leeds");
      expect(book.destinations).toEqual(left);
    });

    test("stay as long as a line that ends later needs them", async () => {
      const { out, book } = await shrunk(["--remove-destinations", "--from", "2027-01-01"]);
      expect(out).not.toContain("for any more");
      expect(book.destinations).toEqual(withLeeds.destinations);
    });
  });

  test("lines to which no destination leads are told, by the import and by a check of the book", async () => {
    const where = await place({ "sheet.csv": "Prefix,Rate\n4420,0.01\n49,0.02\n4930,0.02\n" });
    const { code, out } = await imported(where);
    expect(code).toBe(0);
    const what =
      "2 lines for prefixes such as 49, and no destination of the class national leads to them, so they match only calls that bring their own tariffType; add destinations for them";
    expect(out).toContain(
      `warning  the sheet has ${what}, with "destinations": true in the mapping, say\n  --add-destinations TYPE adds destinations`,
    );
    const checked = await where.run("check --book @new.json");
    expect(checked.out).toContain(`warning  tariffs[0].rates: has ${what}\n`);
  });

  test("destinations are added for prefixes to which none leads, and their lines price calls then", async () => {
    const spain = { prefix: "34", tariffType: "UK mobile", location: "as it was" };
    const book = { ...BOOK, destinations: [...(BOOK.destinations ?? []), spain] };
    const sheet =
      "Destination,Prefix,Rate\nLondon,4420,0.01\nGermany,49,0.02\nBerlin,4930,0.03\nSpain,34,0.04\n";
    const where = await place({ "book.json": book, "sheet.csv": sheet });
    const { code, out } = await imported(where, "--add-destinations", "UK");
    expect(code).toBe(0);
    expect(out).toContain(
      "2 destinations of UK added, for prefixes to which none led\n  49    Germany\n  4930  Berlin\n",
    );
    expect(out).toContain(
      "warning  the sheet has 1 line for 34, and no destination of the class national leads to it",
    );
    const added = await newBook(where);
    expect(added.destinations).toEqual([
      ...book.destinations,
      { prefix: "49", tariffType: "UK", location: "Germany" },
      { prefix: "4930", tariffType: "UK", location: "Berlin" },
    ]);
    const to = (number: string) =>
      quote(openBook(added), { tariff: "Business", to: number, duration: 60, at: "2026-10-01T10:00:00" });
    expect(to("00 49 30 23125 000")).toMatchObject({ outcome: "rated", cost: "5", location: "Berlin" });
    expect(to("00 49 89 23125 000")).toMatchObject({ outcome: "rated", cost: "4" });
    const again = await where.run(
      ["import", "--sheet", "@sheet.csv", ...IMPORT, "--add-destinations", "UK"].map((word) =>
        word === "@book.json" ? "@new.json" : word === "@new.json" ? "@again.json" : word,
      ),
    );
    expect(again.out).not.toContain("added");
    expect(await where.read("again.json")).toBe(await where.read("new.json"));
  });

  test.each([
    ["Uk", 'sheet.csv: the book has no call type "Uk" for destinations; did you mean "UK"?'],
    [
      "UK mobile",
      'sheet.csv: destinations of "UK mobile" would be of the class mobile, and the tariff is of national',
    ],
  ])("destinations of %s are refused", async (type, message) => {
    const where = await place();
    const { code, err } = await imported(where, "--add-destinations", type);
    expect(code).toBe(1);
    expect(err).toContain(message);
    expect(await where.files()).toEqual(["book.json", "sheet.csv"]);
  });

  test("a --from that is no date is no problem of the sheet", async () => {
    const { code, err } = await imported(await place(), "--from", "1/10/2026");
    expect(code).toBe(2);
    expect(err).toBe(
      'tollbook: --from is "1/10/2026", which is no date.\nWrite YYYY-MM-DD, such as 2026-10-01.\n',
    );
  });

  test("all problems at once with row and column, and nothing is written", async () => {
    const where = await place({
      "sheet.csv": `${SHEET}Bad,44x7,0.01,0,1\nBad,4477,dear,0,sometimes\nLondon,4420,0.02,0,1/1\n`,
    });
    const { code, out, err } = await imported(where);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/^tollbook: sheet.csv has 4 problems, so nothing was imported:\n/);
    expect(err).toMatch(/\n {2}sheet.csv:5: Prefix: "44x7" is not a prefix/);
    expect(err).toMatch(/\n {2}sheet.csv:6: Rate: "dear" is not an amount/);
    expect(err).toMatch(/\n {2}sheet.csv:6: Increment: "sometimes" is not an increment/);
    expect(err).toMatch(/\n {2}sheet.csv:7: Prefix: "4420" stands in row 3 with another price/);
    expect(await where.files()).toEqual(["book.json", "sheet.csv"]);
  });

  test("a lost decimal point is refused, and accepted where the user says so", async () => {
    const where = await place();
    await imported(where);
    const damaged = SHEET.replace("0.0125", "125");
    const rows = await place({ "book.json": await where.read("new.json"), "sheet.csv": damaged });
    const { code, err } = await imported(rows);
    expect(code).toBe(1);
    expect(err).toMatch(
      /^tollbook: sheet.csv: 1 price changes by a factor of 100 or more, so nothing was imported/,
    );
    expect(err).toContain("--accept-jumps");
    expect(await rows.files()).toEqual(["book.json", "sheet.csv"]);
    expect((await imported(rows, "--accept-jumps")).code).toBe(0);
    expect((await newBook(rows)).tariffs?.[0]?.rates?.[0]).toMatchObject({ prefix: "44113", cost: "12500" });
  });

  test("the new book goes to standard output, and the report does not", async () => {
    const { code, out, err } = await (await place()).run(
      "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @book.json --out -",
    );
    expect(code).toBe(0);
    expect((JSON.parse(out) as BookData).tariffs?.[0]?.rates).toHaveLength(3);
    expect(err).toContain("3 new");
  });

  test("a book may be replaced by itself; the sheet may not be", async () => {
    const where = await place();
    const line = "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @book.json --out";
    expect((await where.run(`${line} @book.json`)).code).toBe(0);
    expect((JSON.parse(await where.read("book.json")) as BookData).tariffs?.[0]?.rates).toHaveLength(3);
    expect((await where.run(`${line} @sheet.csv`)).code).toBe(2);
    expect(await where.read("sheet.csv")).toBe(SHEET);
  });

  const wrong: readonly (readonly [what: string, line: string, message: RegExp])[] = [
    ["a tariff that is misspelt", "--mapping prefixes --tariff Busines", /did you mean "Business"\?/],
    ["a preset that is misspelt", "--mapping prefixs --tariff Business", /did you mean prefixes\?/],
    [
      "a mapping of unknown fields",
      "--mapping @bad.json --tariff Business",
      /colums .*did you mean columns\?/,
    ],
    ["a period that the book lacks", "--mapping @night.json --tariff Business", /Night/],
  ];
  test.each(wrong)("%s", async (_what, options, message) => {
    const where = await place({
      "bad.json": { colums: {}, columns: { prefix: "Prefix", cost: "Rate" }, unit: "major" },
      "night.json": {
        columns: { prefix: "Prefix" },
        periods: [{ tariffTime: "Night", columns: { cost: "Rate" } }],
        unit: "major",
      },
    });
    const ran = await where.run(`import --sheet @sheet.csv ${options} --book @book.json --out @new.json`);
    expect(ran.code).toBe(1);
    expect(ran.err).toMatch(message);
    expect(await where.files()).not.toContain("new.json");
  });
});
