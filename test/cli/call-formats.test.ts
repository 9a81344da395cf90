/** The commands about formats of calls, and the options of every command that reads calls which say how. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { type ConvertReport, type SniffReport, UK_CDR_COLUMNS } from "../../src/files/index.ts";
import { BOOK, call, jsonLines, type Ran, Workplace } from "./command.ts";

const CALLS = jsonLines([call({ id: 1 }), call({ id: 2, external: "+441632960002" })]);
const CDR = {
  "Customer Identifier": "02079460018",
  "Telephone Number Dialled": "01632960001",
  "Call Date": "01/10/2026",
  "Call Time": "10:00:00",
  Duration: "91",
  RecordID: "r1",
};

/** A file of UK standard CDRs without a header. */
function cdrs(...rows: readonly Partial<Record<string, string>>[]): string {
  return rows.map((row) => `${UK_CDR_COLUMNS.map((column) => row[column] ?? "").join(",")}\n`).join("");
}

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BOOK, "calls.jsonl": CALLS, ...files });
}

describe("tollbook formats", () => {
  test("lists formats of calls and mappings of sheets, with what they read and need", async () => {
    const { code, out } = await (await place()).run("formats");
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}jsonl +JSON lines +Tollbook's own records/m);
    expect(out).toMatch(/^ {2}fcs-v3-bands-dew +CSV +UK standard CDR/m);
    expect(out).toMatch(/^ {2}asterisk-csv +CSV +--zone +Asterisk, Master.csv/m);
    expect(out).toMatch(/^ {2}prefixes-three-bands +CSV/m);
  });

  test("as data, with why something is needed", async () => {
    const { out } = await (await place()).run("formats --json");
    const listed = JSON.parse(out) as { name: string; needs: { zone?: string } }[];
    expect(listed.find(({ name }) => name === "asterisk-csv")?.needs.zone).toContain("usegmtime=yes");
  });

  test("prints a preset, which can be saved and given as a file", async () => {
    const where = await place({ "calls.txt": cdrs(CDR) });
    await where.write("mine.json", (await where.run("formats fcs-v3")).out);
    const line = "rate --book @book.json --calls @calls.txt --calls-format uk-cdr --dialect";
    expect((await where.run(`${line} @mine.json`)).out).toBe((await where.run(`${line} fcs-v3`)).out);
  });

  test.each([
    ["asterisk", "asterisk is no format; did you mean asterisk-csv?"],
    ["prefxies", "prefxies is no format; did you mean prefixes?"],
    ["nothing-like-it", "nothing-like-it is no format.\ntollbook formats lists them."],
    ["csv", "csv is read as it is and has no preset to print."],
  ])("%s", async (name, message) => {
    const { code, err } = await (await place()).run(`formats ${name}`);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

describe("tollbook convert", () => {
  test("gives records that are rated to the same results", async () => {
    const where = await place({ "calls.txt": cdrs(CDR, { ...CDR, RecordID: "r2", "Call Time": "10:05" }) });
    const source = "--calls @calls.txt --calls-format fcs-v3";
    const rated = (await where.run(`rate --book @book.json ${source}`)).out;
    for (const out of ["converted.jsonl", "converted.csv"]) {
      const { code, err } = await where.run(`convert ${source} --out @${out}`);
      expect(err).toBe("2 rows read: 2 calls + 0 problems\ncalls uk-cdr (fcs-v3)\n");
      expect(code).toBe(0);
      expect((await where.run(`rate --book @book.json --calls @${out}`)).out).toBe(rated);
    }
    expect(await where.read("converted.jsonl")).toMatch(/^\{"id":"r1","target":"02079460018","external":/);
  });

  test("a number with its country code is the same in CSV", async () => {
    const where = await place();
    await where.run("convert --calls @calls.jsonl --out @calls.csv");
    expect(await where.read("calls.csv")).toContain(",+441632960002,");
  });

  test("to standard output from standard input", async () => {
    const where = await place();
    const { out, code } = await where.run("convert --calls - --out-format csv", { input: CALLS });
    expect(code).toBe(0);
    expect(out).toMatch(/^id,target,external,startDate,duration\n1,02079460018,/);
  });

  test("rows that cannot be read are counted by reason, in the summary, too", async () => {
    const where = await place({ "calls.txt": `${cdrs(CDR)}trailer,1\n` });
    const { code, err } = await where.run(
      "convert --calls @calls.txt --calls-format uk-cdr --out @out.jsonl --summary @summary.json",
    );
    expect(code).toBe(3);
    expect(err).toBe(
      "2 rows read: 1 call + 1 problem\nProblems\n  line 2: has 2 cells where there are 42 columns\ncalls uk-cdr (fcs-v3)\n",
    );
    expect(JSON.parse(await where.read("summary.json")) as ConvertReport).toMatchObject({
      options: { callsFormat: "uk-cdr", dialect: "fcs-v3", outFormat: "jsonl" },
      read: 2,
      calls: 1,
      problems: 1,
      problemsByReason: [{ count: 1, lines: [2] }],
    });
  });

  test("writes nothing where the calls cannot be read, and never over them", async () => {
    const where = await place({ "calls.csv": "a,b\n1,2\n" });
    expect((await where.run("convert --calls @calls.csv --out @out.jsonl")).code).toBe(1);
    expect((await where.run("convert --calls @calls.jsonl --out @calls.jsonl")).code).toBe(2);
    expect((await where.run("convert --calls @calls.jsonl --out @book.json --book @book.json")).code).toBe(2);
    expect(await where.files()).toEqual(["book.json", "calls.csv", "calls.jsonl"]);
    expect(await where.read("calls.jsonl")).toBe(CALLS);
  });
});

describe("tollbook sniff", () => {
  async function sniffed(content: string, options = ""): Promise<Ran> {
    return (await place({ "file.txt": content })).run(`sniff @file.txt${options}`);
  }

  test("names the likely format, what speaks for it and the first calls", async () => {
    const { code, out } = await sniffed(CALLS);
    expect(code).toBe(0);
    expect(out).toMatch(/file\.txt is surely jsonl: Tollbook's own records/);
    expect(out).toContain("2 of 2 rows are calls with a date and a duration");
    expect(out).toContain('  {"id":1,"target":"02079460018","external":"01632960001",');
  });

  test.each<[format: string, content: string]>([
    ["csv", "id,target,startDate,duration\n1,02079460018,2026-10-01,91\n"],
    ["uk-cdr", cdrs(CDR, CDR)],
    ["uk-cdr", `${UK_CDR_COLUMNS.join(",")}\n${cdrs(CDR)}`],
    ["jsonl", `\ufeff${CALLS}`],
  ])("%s", async (format, content) => {
    const { out } = await sniffed(content, " --json");
    const [best, next] = (JSON.parse(out) as SniffReport).formats;
    expect(best).toMatchObject({ name: format, certainty: "sure", problems: 0 });
    expect(next?.certainty).not.toBe("sure");
  });

  test("standard input, and only its beginning", async () => {
    const many = jsonLines(Array.from({ length: 5000 }, (_, id) => call({ id })));
    const { out } = await (await place()).run("sniff - --json", { input: many });
    const { bytes, formats } = JSON.parse(out) as SniffReport;
    expect(bytes).toBeLessThanOrEqual(65_536);
    expect(formats[0]).toMatchObject({ name: "jsonl", problems: 0 });
    expect(formats[0]?.rows).toBeLessThan(5000);
  });

  test("a terminal is not steered by what a file holds", async () => {
    const { out } = await sniffed(jsonLines([call({ id: "\u001b[2J\u009b1m" })]));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test.each([
    ["nothing that is known", "a;b;c\n1;2;3\n", 1, "fits none of the formats that Tollbook knows"],
    ["nothing at all", "", 1, ""],
    ["no text", "\ufffe\ufffe", 1, ""],
  ])("%s", async (_what, content, code, message) => {
    const ran = await sniffed(content);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
    expect(ran.out).toBe("");
  });

  test("a file is needed", async () => {
    expect((await (await place()).run("sniff")).err).toContain("missing required argument 'file'");
    expect(await (await place()).run(["sniff", ""])).toMatchObject({
      code: 2,
      err: "tollbook: <file> names no file.\nWrite a file's name for it.\n",
    });
  });
});

describe("how calls are read", () => {
  const COMMANDS = [
    "rate --book @book.json --calls @calls.txt",
    "pools --book @book.json --calls @calls.txt",
    "explain --book @book.json --calls @calls.txt --id r1",
    "preview --book @book.json --calls @calls.txt --all --increase 5",
    "bill --book @book.json --calls @calls.txt --from 2026-10-01 --to 2026-10-31",
    "convert --calls @calls.txt",
  ];

  test.each(COMMANDS)("a preset of UK standard CDRs is a format of its own: %s", async (line) => {
    const where = await place({ "calls.txt": cdrs(CDR) });
    const one = await where.run(`${line} --calls-format fcs-v3-bands-123`);
    const other = await where.run(`${line} --calls-format uk-cdr --dialect fcs-v3-bands-123`);
    expect(one).toEqual(other);
    expect(one.code).toBe(0);
  });

  test.each(COMMANDS)("options without a use and names that are none are refused: %s", async (line) => {
    const where = await place({ "calls.txt": cdrs(CDR) });
    const refused: readonly (readonly [options: string, message: string])[] = [
      [
        "--calls-format asterix-csv",
        "--calls-format asterix-csv is no format of calls; did you mean asterisk-csv?",
      ],
      [
        "--calls-format csv --zone utc",
        "--zone is for formats that do not say it, and csv has no use for it.",
      ],
      [
        "--calls-format uk-cdr --carrier BT",
        "--carrier is for formats that do not say it, and uk-cdr has no use",
      ],
      [
        "--calls-format jsonl --year 2026",
        "--year is for formats that do not say it, and jsonl has no use for it.",
      ],
      ["--calls-format jsonl --year 26", "Write a year from 1970 to 2099."],
      [
        "--calls-format asterisk-csv --dialect fcs-v3",
        "and the calls are asterisk-csv.\nAdd --calls-format uk-cdr.",
      ],
      [
        "--calls-format fcs-v3 --dialect x.json",
        "and --calls-format fcs-v3 does so, too.\nLeave one of the two out.",
      ],
      ["", "Add --calls-format; tollbook sniff tells the likely one."],
    ];
    for (const [options, message] of refused) {
      const { code, err } = await where.run(`${line} ${options}`.trim());
      expect(err).toContain(message);
      expect(code).toBe(2);
    }
  });

  test("a dialect's file is never written over", async () => {
    const where = await place({ "mine.json": { basedOn: "asterisk-csv" } });
    const { code, err } = await where.run(
      "convert --calls @calls.jsonl --calls-format @mine.json --out @mine.json --out-format csv",
    );
    expect(code).toBe(2);
    expect(err).toContain("--calls-format and --out name the same file");
    expect(JSON.parse(await readFile(`${where.folder}/mine.json`, "utf8"))).toEqual({
      basedOn: "asterisk-csv",
    });
  });
});
