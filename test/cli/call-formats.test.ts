/** The commands about formats of calls, and the options of every command that reads calls which say how. */
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ConvertReport, type SniffReport, UK_CDR_COLUMNS } from "../../src/files/index.ts";
import { BOOK, call, jsonLines, type Ran, Workplace } from "./command.ts";

const CALLS = jsonLines([call({ id: 1 }), call({ id: 2, external: "+441632960002" })]);
const sample = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../fixtures/formats/${name}`, import.meta.url));
const ASTERISK = (await sample("asterisk-csv.csv")).toString();
const AVAYA = (await sample("avaya-ipoffice-smdr.csv")).toString();

/** A printer's line: date and time, duration, line, number dialled. */
const SMDR = "10/05 09:15:11 00:01:31 02079460018  01632960001\n";
const MITEL = {
  reads: "fixed",
  columns: [
    { name: "start", from: 1, to: 14 },
    { name: "length", from: 16, to: 23 },
    { name: "line", from: 25, to: 36 },
    { name: "dialled", from: 38, to: 50 },
  ],
  zone: "local",
  direction: { otherwise: "out" },
  fields: {
    target: "line",
    external: "dialled",
    start: { column: "start", time: "MM/DD HH:mm:ss" },
    duration: { column: "length", is: [{ duration: "h:mm:ss" }] },
  },
};

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
    expect(out).toMatch(/^ {2}asterisk-csv +CSV +--zone, --book +Asterisk, Master.csv/m);
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
    const line = "rate --book @book.json --calls @calls.txt --calls-format";
    const { out } = await where.run(`${line} uk-cdr`);
    for (const how of ["@mine.json", "uk-cdr --dialect @mine.json", "fcs-v3"]) {
      expect((await where.run(`${line} ${how}`)).out, how).toBe(out);
    }
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
    ["nothing at all", "", 1, "file.txt: is empty\n"],
    ["blank lines", "\ufeff\n\r\n  \n", 1, "file.txt: has only blank lines\n"],
    ["no text", "\u0000\u0001\n\u0000", 1, "file.txt: is no text file; calls are read from"],
  ])("%s", async (_what, content, code, message) => {
    const ran = await sniffed(content);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
    expect(ran.out).toBe("");
  });

  test.each<[what: string, bytes: readonly number[], message: string]>([
    ["a picture", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d], "is no text file"],
    ["another encoding", [0x63, 0xe9, 0x0a, 0xe9, 0x0a], "is no text file"],
    ["UTF-16", [0xff, 0xfe, 0x61, 0], "is written in UTF-16; save it as UTF-8"],
    ["a spreadsheet", [0x50, 0x4b, 3, 4], "is a ZIP archive or a spreadsheet; save it as CSV or JSON"],
  ])("%s", async (_what, bytes, message) => {
    const ran = await (await place()).run("sniff -", { stdin: Readable.from([Buffer.from(bytes)]) });
    expect([ran.code, ran.out]).toEqual([1, ""]);
    expect(ran.err).toContain(`standard input: ${message}`);
  });

  test("a folder", async () => {
    const where = await place();
    expect((await where.run(["sniff", where.folder])).err).toContain("is a folder, not a file");
  });

  test("a file is needed", async () => {
    expect((await (await place()).run("sniff")).err).toContain("missing required argument 'file'");
    expect(await (await place()).run(["sniff", ""])).toMatchObject({
      code: 2,
      err: "tollbook: <file> names no file.\nWrite a file's name for it.\n",
    });
  });
});

describe("files as other programs write them", () => {
  const ASKED = [
    "Asterisk writes its server's clock, or UTC where cdr.conf says usegmtime=yes. Say it with the option zone (--zone ZONE)",
    "which of two numbers is the billed one; give the option book (--book FILE)",
  ];
  const convert = "convert --calls @master.csv --calls-format asterisk-csv";

  test("what no file says is asked for, all of it at once", async () => {
    const where = await place({ "master.csv": ASTERISK });
    const { code, err } = await where.run(convert);
    expect(code).toBe(2);
    for (const sentence of ASKED) expect(err).toContain(sentence);
    expect((await where.run(`${convert} --zone utc`)).err).not.toContain(ASKED[0]);
    expect((await where.run(`${convert} --zone utc`)).err).toContain(ASKED[1]);
    expect((await where.run(`${convert} --zone Europe/Lundon --book @book.json`)).err).toContain(
      '"Europe/Lundon" is not a time zone; did you mean Europe/London?',
    );
  });

  test("rows read are calls, rows passed over and problems", async () => {
    const where = await place({ "master.csv": ASTERISK });
    const { code, err } = await where.run(
      `${convert} --zone local --book @book.json --out @out.jsonl --summary @summary.json`,
    );
    expect(code).toBe(3);
    expect(err).toBe(
      "7 rows read: 5 calls + 1 passed over + 1 problem\n" +
        "Passed over\n  marked OMIT, not to be billed  1\n" +
        "Problems\n  line 5: has 7 cells where there are 16 to 21 columns\n" +
        "calls asterisk-csv (zone local)\n",
    );
    expect(JSON.parse(await where.read("summary.json"))).toMatchObject({
      options: { callsFormat: "asterisk-csv", zone: "local" },
      passedOver: { "marked OMIT, not to be billed": 1 },
    });
    expect((await where.read("out.jsonl")).match(/"startTime":/g)).toHaveLength(5);
  });

  test("converted or not, calls are rated to the same results, and summaries name what was chosen", async () => {
    const where = await place({ "master.csv": ASTERISK.split("\n").slice(0, 3).join("\n") });
    const how = "--calls @master.csv --calls-format asterisk-csv --zone Europe/London --book @book.json";
    const rated = await where.run(`rate ${how} --summary @summary.json`);
    expect(rated.err).toContain("calls asterisk-csv (zone Europe/London), results jsonl");
    expect(JSON.parse(await where.read("summary.json"))).toMatchObject({
      options: { callsFormat: "asterisk-csv", zone: "Europe/London" },
    });
    for (const out of ["out.jsonl", "out.csv"]) {
      expect((await where.run(`convert ${how} --out @${out}`)).code).toBe(0);
      expect((await where.run(`rate --book @book.json --calls @${out}`)).out).toBe(rated.out);
    }
  });

  test("a carrier is chosen where no row names one; a year, and what each file says itself, are refused", async () => {
    const where = await place({ "smdr.txt": AVAYA });
    const line = "convert --calls @smdr.txt --calls-format avaya-ipoffice-smdr";
    const { out, err } = await where.run(`${line} --carrier Northway`);
    expect(err).toContain("calls avaya-ipoffice-smdr (carrier Northway)\n");
    expect(out.trimEnd().split("\n")[0]).toContain('"carrier":"Northway"');
    const refused = await where.run(`${line} --year 2026`);
    expect(refused.code).toBe(2);
    expect(refused.err).toContain("avaya-ipoffice-smdr: no year can be chosen: its times say it themselves");
  });

  test("a dialect of one's own is a file, based on a preset, and its mistakes are told with their paths", async () => {
    const mine = { basedOn: "asterisk-csv", zone: "utc", direction: { byNumber: null, otherwise: "out" } };
    const where = await place({
      "master.csv": ASTERISK,
      "mine.json": mine,
      "odd.json": { ...mine, colums: ["a"] },
    });
    const line = "convert --calls @master.csv --calls-format";
    const { out, err } = await where.run(`${line} @mine.json`);
    expect(err).toContain("calls mine.json\n");
    expect(out.split("\n")[0]).toMatch(/"startDate":"2026-[0-9T:-]+Z"/);
    const odd = await where.run(`${line} @odd.json`);
    expect(odd.code).toBe(1);
    expect(odd.err).toContain("odd.json: colums");
  });

  test("a year is chosen where dates are written without one", async () => {
    const where = await place({ "smdr.txt": SMDR, "mitel.json": MITEL });
    const line = "convert --calls @smdr.txt --calls-format @mitel.json";
    const { out, err } = await where.run(`${line} --year 2026`);
    expect(err).toBe("1 row read: 1 call + 0 problems\ncalls mitel.json (year 2026)\n");
    expect(JSON.parse(out)).toEqual({
      target: "02079460018",
      external: "01632960001",
      startDate: "2026-10-05",
      startTime: "09:15:11",
      duration: "91",
      callTypeDirectionFlag: "out",
    });
    const asked = await where.run(line);
    expect(asked.code).toBe(2);
    expect(asked.err).toContain(
      "Its times are written without a year. Say it with the option year (--year YYYY).",
    );
  });

  test("packed files and standard input", async () => {
    const where = await place();
    const packed = gzipSync(await sample("yeti-csv.csv"));
    const io = { stdin: Readable.from([packed]) };
    const { err } = await where.run("convert --calls - --calls-format yeti-csv --zone utc", io);
    expect(err).toContain("4 rows read: 4 calls + 0 problems\n");
    const { out } = await where.run("sniff -", { stdin: Readable.from([packed]) });
    expect(out).toMatch(/^- is surely yeti-csv: /);
  });

  test("a look names what would have to be chosen, and the book decides directions", async () => {
    const where = await place({ "master.csv": ASTERISK });
    const { out } = await where.run("sniff @master.csv");
    expect(out).toMatch(/master\.csv is likely asterisk-csv: Asterisk, Master\.csv/);
    expect(out).toMatch(/^To be chosen\n {2}--zone {2}Asterisk writes .*\n {2}--book {2}Whose call/m);
    expect(out).toMatch(/\nRead it with --calls-format asterisk-csv --zone ZONE --book BOOK\n$/);
    const looked = await where.run("sniff @master.csv --zone utc --book @book.json --json");
    const [best] = (JSON.parse(looked.out) as SniffReport).formats;
    expect(best?.first[0]?.startDate).toMatch(/Z$/);
    expect(best?.needs).toEqual({});
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

  test.each(COMMANDS)("a dialect of UK standard CDRs is a file like any other: %s", async (line) => {
    const where = await place({
      "calls.txt": cdrs({ ...CDR, "Call Date": "20261001" }),
      "northway.json": { basedOn: "fcs-v3", dateFormat: "yyyymmdd" },
      "bare.json": { dateFormat: "yyyymmdd" },
      "euro.json": { basedOn: "fcs-v3", currency: "EUR" },
    });
    const { code, out } = await where.run(`${line} --calls-format uk-cdr --dialect @northway.json`);
    expect(code).toBe(0);
    for (const file of ["northway.json", "bare.json"]) {
      expect((await where.run(`${line} --calls-format @${file}`)).out).toBe(out);
    }
    const refused = await where.run(`${line} --calls-format @northway.json --zone utc`);
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining("northway.json has no use for it"),
    });
    if (line.startsWith("convert")) return;
    const euro = await where.run(`${line} --calls-format @euro.json`);
    expect(euro).toMatchObject({
      code: 1,
      err: expect.stringContaining("euro.json: is for EUR and the book in GBP"),
    });
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
